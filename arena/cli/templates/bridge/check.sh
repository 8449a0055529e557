#!/bin/sh
# Checks that the bot is ready for a league: it plays some minutes.
cd "$(dirname "$0")" && exec kahua check --bot "kahua bridge -- ./bot.sh" "$@"
