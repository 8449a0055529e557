"""A bot that plays by a network which `python -m train GAME` has trained.

It plays the actions that the network likes best on until its next turn, with other luck each time, and takes the one after which the
network likes its position best.
"""

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

import numpy as np

import kahua
from kahua_engine import Follower, Game, State
from train.net import Net
from train.play import worth

WEIGHTS = Path(__file__).parent / "train/weights"

TRIED = 8
"""How many actions are played on: those that the network likes best at once."""
TIMES = 8
"""How often each of them is played on."""


@cache
def net_for(game: str, seats: int) -> Net:
    return Net.load(Game(game, seats=seats), WEIGHTS / f"{game}-{seats}.npz")


class Trained(kahua.MatchBot):
    def __init__(self, seated: kahua.Seated) -> None:
        self._net = net_for(seated.game, len(seated.players))
        self._follower = Follower(seated)
        self._seed = 0

    def on_events(self, events: Sequence[kahua.MatchEvent]) -> None:
        with suppress(ValueError):  # an earlier one was missed, so states are guessed from now on
            self._follower.observe(events)

    def choose(self, ask: kahua.Ask) -> str | int:
        if ask.legal_total == 1:
            return 0
        state = self._follower.state(ask)
        liked = np.argsort(-self._net.values(state.after_states()))[:TRIED].tolist()
        # All actions get the same luck, so that none is better by luck alone.
        seeds = range(self._seed, self._seed + TIMES)
        self._seed += TIMES
        return state.legal()[
            max(liked, key=lambda action: sum(self._at_next_turn(state, action, seed) for seed in seeds))
        ]

    def _at_next_turn(self, state: State, action: int, seed: int) -> float:
        """What the position is worth when the seat has its next turn, or at the end."""
        seat, others_had_theirs = state.seat, False
        after = state.after(action, seed=seed)
        while not after.is_over:
            values = self._net.values(after.after_states())
            if after.seat == seat and others_had_theirs:
                return float(values.max())
            others_had_theirs |= after.seat != seat
            after.play(int(np.argmax(values)))
        return lead(after.scores(), seat)


def lead(scores: Sequence[int], seat: int | None) -> float:
    """What it is worth to a seat that the game ends with these scores."""
    others = max(score for other, score in enumerate(scores) if other != seat)
    return float(worth(np.array([scores[seat or 0] - others], np.float32))[0])


if __name__ == "__main__":
    trained = sorted({path.name.split("-")[0] for path in WEIGHTS.glob("*-*.npz")})
    kahua.run_per_match(Trained, games=trained)
