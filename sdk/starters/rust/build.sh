#!/bin/sh
# Compiles the bot. Once is enough, until you change it.
cd "$(dirname "$0")" && rustc --edition 2024 -O -o bot bot.rs
