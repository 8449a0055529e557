"""The rules of Kahua's games, to search with, to train with and to look at.

    import kahua_engine

    state = kahua_engine.Game("hawaii", seats=3).start(seed=7)
    while not state.is_over:
        state.play(state.legal()[0])
    print(state.scores(), state.text())

Whatever can't be done raises an exception that says why: an `IllegalAction` if the rules forbid it, a `ValueError` or
`TypeError` if it was asked for in a wrong way. Several threads may use one object at once.
"""

from kahua_engine._engine import (
    Actions,
    AfterStates,
    Block,
    Chance,
    Decide,
    Follower,
    Game,
    IllegalAction,
    Observation,
    Over,
    Rollouts,
    Ruleset,
    State,
    VectorEnv,
    Verb,
    games,
)

__all__ = [
    "Actions",
    "AfterStates",
    "Block",
    "Chance",
    "Decide",
    "Follower",
    "Game",
    "IllegalAction",
    "Observation",
    "Over",
    "Rollouts",
    "Ruleset",
    "State",
    "VectorEnv",
    "Verb",
    "games",
]
