#!/bin/sh
# Compiles the bot. Once is enough, until you change it.
cd "$(dirname "$0")" && javac -encoding UTF-8 Bot.java Protocol.java
