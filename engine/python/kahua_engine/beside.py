"""Games of other packages, played from Python at random as those of Kahua are: for `python -m kahua_engine.bench --beside`.

They are OpenSpiel's Python API (`pip install open_spiel`) and the classic games of PettingZoo (`pip install 'pettingzoo[classic]'`).
"""

import importlib
import random
from collections.abc import Callable
from typing import Any

from kahua_engine import Game

__all__ = ["ROWS", "Work"]

Work = Callable[[], int]
"""Plays a game, and gives the number of decisions in it."""


def state_of_kahua(name: str) -> Work:
    """One state, of which each seat to decide is shown an observation and the legal actions."""
    game, rng, seed = Game(name), random.Random(1), 0

    def work() -> int:
        nonlocal seed
        seed += 1
        state, decisions = game.start(seed), 0
        while not state.is_over:
            state.observe()
            state.play(rng.randrange(len(state.legal_ids())))
            decisions += 1
        return decisions

    return work


def state_of_open_spiel(name: str) -> Work:
    """The same in OpenSpiel, whose chance events are drawn by the program."""
    game, rng = importlib.import_module("pyspiel").load_game(name), random.Random(1)

    def work() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
                continue
            state.observation_tensor(state.current_player())
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
        return decisions

    return work


def agents(module: str, *arguments: str) -> Work:
    """A game of PettingZoo in which agents step in turn, with its wrappers."""
    env: Any = importlib.import_module(module).env(*arguments)
    seed = 0

    def work() -> int:
        nonlocal seed
        seed += 1
        env.reset(seed=seed)
        decisions = 0
        for agent in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            has_ended = terminated or truncated
            env.step(None if has_ended else env.action_space(agent).sample(seen["action_mask"]))
            decisions += not has_ended
        return decisions

    return work


ROWS: list[tuple[str, str, str, Callable[[], Work]]] = [
    ("kahua_engine", "Haleakala", "one state", lambda: state_of_kahua("haleakala")),
    ("kahua_engine", "Hawaii", "one state", lambda: state_of_kahua("hawaii")),
    ("OpenSpiel", "connect four", "one state", lambda: state_of_open_spiel("connect_four")),
    ("OpenSpiel", "backgammon", "one state", lambda: state_of_open_spiel("backgammon")),
    ("OpenSpiel", "chess", "one state", lambda: state_of_open_spiel("chess")),
    ("kahua_engine", "Haleakala", "PettingZoo", lambda: agents("kahua_engine.pettingzoo", "haleakala")),
    ("kahua_engine", "Hawaii", "PettingZoo", lambda: agents("kahua_engine.pettingzoo", "hawaii")),
    ("PettingZoo", "tic-tac-toe", "PettingZoo", lambda: agents("pettingzoo.classic.tictactoe_v3")),
    ("PettingZoo", "connect four", "PettingZoo", lambda: agents("pettingzoo.classic.connect_four_v3")),
    ("PettingZoo", "chess", "PettingZoo", lambda: agents("pettingzoo.classic.chess_v6")),
]
"""The package, its game, the way in which it is played, and what makes such a game. Making it raises an `ImportError` if something isn't
installed."""
