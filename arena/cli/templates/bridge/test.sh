#!/bin/sh
# Gives the bot the asks of asks.jsonl, without an arena. It must answer each with a legal action.
cd "$(dirname "$0")" || exit
./bot.sh <asks.jsonl | awk '
    (getline ask <"asks.jsonl") <= 0 { print "an answer too many: " $0; wrong = 1; exit }
    {
        total = ask; sub(/.*"legal_total":/, "", total); total += 0
        match(ask, /"legal":\[[^]]*\]/); legal = substr(ask, RSTART, RLENGTH)
        # An index, an action in the notation of the game, or an object, which only `kahua check` looks into.
        good = /^[0-9]+$/ ? $0 + 0 < total : /^\{/ || index(legal, "\"" $0 "\"")
        print "ask " NR ": " $0 (good ? ", one of " total : " is not legal: " legal)
        if (!good) wrong = 1
    }
    END {
        if (!wrong && (getline ask <"asks.jsonl") > 0) { print "ask " NR + 1 " has no answer"; wrong = 1 }
        exit wrong
    }'
