#!/bin/sh
# Checks that the bot is ready for a league.
cd "$(dirname "$0")" && exec kahua check --bot "kahua bridge -- ./bot.sh"
