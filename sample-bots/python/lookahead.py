"""A bot that looks one move ahead by the rules: it tries every action out in short random games."""

import random

import kahua

ROLLOUTS = 200
"""How many games are played after each action."""
EVENTS = {"haleakala": 15, "hawaii": 400}
"""How far each of them goes: after so many events, the points are counted as they would be at the end.
Hawaii is played to its end."""


class LookAhead(kahua.Bot):
    games = list(EVENTS)

    def __init__(self, rules: kahua.Rules) -> None:
        self._rules = rules

    def choose(self, ask: kahua.Ask) -> int:
        if ask.legal_total == 1:
            return 0
        # Other seeds each time, for other guesses at what this seat doesn't see, and other luck.
        position = self._rules.position(ask, seed=random.getrandbits(63))
        successors = position.successors(rollouts=ROLLOUTS, seed=random.getrandbits(63), events_max=EVENTS[ask.game])
        return max(range(len(successors)), key=lambda index: value(successors[index], ask.seat))


def value(successor: kahua.Successor, seat: int) -> float:
    """How good an action is for this seat: its mean lead over the best of the others."""
    assert successor.rollouts
    scores = successor.rollouts.mean_scores
    return scores[seat] - max(scores[:seat] + scores[seat + 1 :])


if __name__ == "__main__":
    with kahua.Rules() as rules:
        kahua.run(LookAhead(rules))
