"""A bot that plays by a network which `python -m train GAME` has trained: it takes the action whose outcome the network likes best."""

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

import numpy as np

import kahua
from kahua_engine import Follower, Game
from train.net import Net

WEIGHTS = Path(__file__).parent / "train/weights"


@cache
def net_for(game: str, seats: int) -> Net:
    return Net.load(Game(game, seats=seats), WEIGHTS / f"{game}-{seats}.npz")


class Trained(kahua.MatchBot):
    def __init__(self, seated: kahua.Seated) -> None:
        self._net = net_for(seated.game, len(seated.players))
        self._follower = Follower(seated)

    def on_events(self, events: Sequence[kahua.MatchEvent]) -> None:
        with suppress(ValueError):  # an earlier one was missed, so states are guessed from now on
            self._follower.observe(events)

    def choose(self, ask: kahua.Ask) -> str | int:
        if ask.legal_total == 1:
            return 0
        state = self._follower.state(ask)
        return state.legal()[int(np.argmax(self._net.values(state.after_states())))]


if __name__ == "__main__":
    trained = sorted({path.name.split("-")[0] for path in WEIGHTS.glob("*-*.npz")})
    kahua.run_per_match(Trained, games=trained)
