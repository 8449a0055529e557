#!/usr/bin/awk -f
# For `kahua bridge`: chooses at random and knows no game. With mawk, run it as `awk -W interactive -f random.awk`.
BEGIN { if (ENVIRON["KAHUA_SEED"] != "") srand(ENVIRON["KAHUA_SEED"]); else srand() }
match($0, /"legal_total":[0-9]+/) {
    total = substr($0, RSTART + 14, RLENGTH - 14)
    print int(rand() * total)
    fflush()
}
