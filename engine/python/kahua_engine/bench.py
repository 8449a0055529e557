"""Measures the rules from Python: `python -m kahua_engine.bench`.

Rates are per second of processor time of this process, so that other work on the machine disturbs them less; `--wall` counts
seconds of the clock instead. Each is the median of five runs. With `--kahua PATH` the same games are played by `kahua bench engine`
before and after, whose seconds are those of the clock. With `--beside`, a second table has games of other packages.
"""

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

from kahua_engine import Game, VectorEnv
from kahua_engine.beside import ROWS

TABLES = [("haleakala", 2), ("kanaloa", 2), ("kanaloa", 3), ("kanaloa", 4)] + [
    ("hawaii", seats) for seats in range(2, 6)
]
RUNS = 5

Clock = Callable[[], float]


def rate(clock: Clock, seconds: float, work: Callable[[], int]) -> float:
    """How much `work` gets done in a second: the median of several runs."""
    rates = []
    for _ in range(RUNS):
        done, start = 0, clock()
        while (used := clock() - start) < seconds:
            done += work()
        rates.append(done / used)
    return statistics.median(rates)


def vector(game: Game, envs: int) -> Callable[[], int]:
    """Steps of many games with observations and legal ids; the choices are drawn by NumPy."""
    env = VectorEnv(game, envs, autoreset="same_step", threads=1)
    env.reset(seed=1)
    rng = np.random.default_rng(1)

    def work() -> int:
        for _ in range(8):
            env.step((rng.random(envs, np.float32) * env.count).astype(np.int32))
        return 8 * envs

    return work


def successors(game: Game, envs: int) -> Callable[[], int]:
    """Observations of all successors, between steps as above."""
    env = VectorEnv(game, envs, autoreset="same_step", threads=1)
    env.reset(seed=1)
    out = np.zeros((envs * game.actions.legal_max, game.observation.size), np.uint8)

    def work() -> int:
        done = len(env.after_states(out).done)
        env.step(env.count // 2)
        return done

    return work


def single(game: Game) -> Callable[[], int]:
    """One state, played by indices from Python until the game is over."""
    seed = 0

    def work() -> int:
        nonlocal seed
        seed += 1
        state, plays = game.start(seed), 0
        while count := state.legal_count:
            state.play(plays % count)
            plays += 1
        return plays

    return work


def rollouts(game: Game) -> Callable[[], int]:
    """Random games from the start, as they are played in Rust."""
    state, seed = game.start(), 0

    def work() -> int:
        nonlocal seed
        seed += 1
        return state.rollouts(64, seed=seed).games

    return work


def decisions_a_game(game: Game) -> float:
    """Of random games: all of a good number of games, so that long ones aren't missing."""
    env = VectorEnv(game, 512, autoreset="disabled")
    env.reset(seed=2)
    rng, decisions, playing = np.random.default_rng(2), 0, np.ones(512, bool)
    while playing.any():
        decisions += int(playing.sum())
        # Games that have ended start again, but aren't counted any more.
        env.step((rng.random(512) * env.count).astype(np.int32))
        playing &= ~env.done
        if env.done.any():
            env.reset(mask=env.done.copy())
    return decisions / 512


def engine(kahua: str, game: Game) -> float:
    """Decisions a second of `kahua bench engine`."""
    command = [kahua, "bench", "engine", "--game", game.name, "--seats", str(game.seats), "--json"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return float(json.loads(told)["decisions_per_s"])


def print_tables(arguments: argparse.Namespace, clock: Clock) -> None:
    """A row for each game and number of seats."""
    print(
        "| game | seats | columns | VectorEnv, decisions/s | successors/s | one state, plays/s | rollouts, decisions/s | of `bench engine` |"
    )
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for name, seats in TABLES:
        if arguments.game not in (None, name):
            continue
        game = Game(name, seats=seats)
        before = engine(arguments.kahua, game) if arguments.kahua else None
        random_games = rate(clock, arguments.seconds, rollouts(game)) * decisions_a_game(game)
        share = "" if before is None else f"{random_games / ((before + engine(arguments.kahua, game)) / 2):.2f}"
        rates = [
            rate(clock, arguments.seconds, vector(game, arguments.envs)),
            rate(clock, arguments.seconds, successors(game, arguments.envs)),
            rate(clock, arguments.seconds, single(game)),
            random_games,
        ]
        cells = [name, str(seats), str(game.observation.size), *(f"{rate:,.0f}" for rate in rates), share]
        print(f"| {' | '.join(cells)} |", flush=True)


def print_beside(arguments: argparse.Namespace, clock: Clock) -> None:
    """A row for each game of another package, and how many times as fast `VectorEnv` plays Haleakala in the same run."""
    print("| package | game | played through | decisions/s | VectorEnv is faster by |")
    print("|---|---|---|--:|--:|")
    most = rate(clock, arguments.seconds, vector(Game("haleakala"), arguments.envs))
    print(f"| kahua_engine | Haleakala | VectorEnv | {most:,.0f} | |", flush=True)
    for package, game, way, make in ROWS:
        try:
            work = make()
        except ImportError as missing:
            print(f"{package}, {game}: left out ({missing})", file=sys.stderr)
            continue
        decisions = rate(clock, arguments.seconds, work)
        print(f"| {package} | {game} | {way} | {decisions:,.0f} | {most / decisions:,.1f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m kahua_engine.bench", description=__doc__)
    parser.add_argument("--envs", type=int, default=1024, help="games at once (1024)")
    parser.add_argument("--seconds", type=float, default=0.6, help="length of each of the five runs (0.6)")
    parser.add_argument("--game", help="only this game")
    parser.add_argument("--wall", action="store_true", help="seconds of the clock instead of processor time")
    parser.add_argument("--kahua", help="compare rollouts with `bench engine` of this program")
    parser.add_argument(
        "--beside", action="store_true", help="measure OpenSpiel and PettingZoo too, if they are installed"
    )
    arguments = parser.parse_args()
    clock: Clock = time.perf_counter if arguments.wall else time.process_time
    print_tables(arguments, clock)
    if arguments.beside:
        print()
        print_beside(arguments, clock)


if __name__ == "__main__":
    main()
