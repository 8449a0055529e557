"""A bot that knows no game and draws lots: KAHUA_SEED and its name say which."""

import random

import kahua


class RandomBot(kahua.Bot):
    matches = 8
    action_form = kahua.ActionForm.ACTION_FORM_NONE

    def __init__(self, lots: random.Random) -> None:
        self._lots = lots

    def choose(self, ask: kahua.Ask) -> int:
        return self._lots.randrange(ask.legal_count)


if __name__ == "__main__":
    settings = kahua.Settings.from_env()
    kahua.run(RandomBot(random.Random(f"{settings.seed} {settings.name}")), settings)
