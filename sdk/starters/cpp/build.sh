#!/bin/sh
# Compiles the bot. Once is enough, until you change it.
cd "$(dirname "$0")" && ${CXX:-g++} -std=c++17 -O2 -o bot bot.cpp
