#!/bin/sh
# Compiles the bot. Once is enough, until you change it.
cd "$(dirname "$0")" && rustc --edition 2021 -O -o bot bot.rs
