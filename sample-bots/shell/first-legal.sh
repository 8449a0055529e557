#!/bin/sh
# For `kahua bridge`: answers index 0 to every ask and knows no game.
while read -r _ask; do
    echo 0
done
