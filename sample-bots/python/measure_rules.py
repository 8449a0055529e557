"""Measures how many requests a second the process `kahua rules` answers, one by one and in batches."""

import time
from collections.abc import Callable

import kahua

SECONDS = 2.0


def measure(what: str, call: Callable[[], int]) -> None:
    """Prints how often a second `call` does what it does, by the numbers that it returns: in the best of all calls, since
    other programs may use the machine too."""
    best, end = 0.0, time.perf_counter() + SECONDS
    while (began := time.perf_counter()) < end:
        done = call()
        best = max(best, done / (time.perf_counter() - began))
    print(f"{what:48} {best:>12,.0f} /s")


def measure_game(rules: kahua.Rules, game: str) -> None:
    position = rules.start(game, seed=1)
    view = position.view(position.seat)
    ask = kahua.Ask(game=game, seat=position.seat or 0, view=view, legal_total=position.legal_total)
    scores = {"op": "scores", "position": position.handle}
    plays = [{"op": "play", "position": position.handle, "action": 0, "copy": True, "seed": 1}] * 256

    def batch() -> int:
        rules.batch([{"op": "free", "positions": [answer["position"] for answer in rules.batch(plays)]}])
        return len(plays)

    def rollouts() -> int:
        position.rollout(100, 1)
        return 100

    measure(f"{game}: scores, one by one", lambda: len(position.scores()) // 2)
    measure(f"{game}: scores, 256 in a line", lambda: len(rules.batch([scores] * 256)))
    measure(f"{game}: play on a copy, one by one", lambda: 1 if position.after(0, seed=1) else 0)
    measure(f"{game}: play on a copy, 256 in a line", batch)
    measure(f"{game}: position of an ask", lambda: 1 if rules.position(ask) else 0)
    measure(f"{game}: successors ({position.legal_total} actions)", lambda: 1 if position.successors() else 0)
    measure(f"{game}: random games, 100 in a request", rollouts)


if __name__ == "__main__":
    with kahua.Rules() as measured:
        for name in ("haleakala", "kanaloa", "hawaii"):
            measure_game(measured, name)
