#!/bin/sh
# @NAME@: answers every ask with index 0, the first legal action. Each line of input is an ask as JSON; see `kahua bridge --help`.
# Write your program in any language and start it here instead: `exec python3 -u bot.py`. It must flush its output after each line.
while read -r _ask; do
    echo 0
done
