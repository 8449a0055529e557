"""A bot that knows no game and chooses at random, seeded by KAHUA_SEED and its name."""

import os
import random

import kahua


class RandomBot(kahua.Bot):
    matches = 16
    action_form = kahua.ActionForm.ACTION_FORM_NONE

    def __init__(self, seed: str) -> None:
        self._lots = random.Random(seed)

    def choose(self, ask: kahua.Ask) -> int:
        return self._lots.randrange(ask.legal_total)


if __name__ == "__main__":
    kahua.run(RandomBot(f"{os.environ.get('KAHUA_SEED', 0)} {os.environ.get('KAHUA_NAME')}"))
