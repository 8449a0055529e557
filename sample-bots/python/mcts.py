"""A bot that grows a tree of actions by random games, for 50 ms at each decision."""

import math
import random
import time
from collections.abc import Sequence
from contextlib import suppress

import kahua
from kahua_engine import Follower, State

EVENTS = {"haleakala": 15, "hawaii": 400}  # after so many, the points of a random game count as they would at its end


class Node:
    """What games after the same actions, with other luck each time, were worth to every seat."""

    def __init__(self, seats: int) -> None:
        self.visits, self.values, self.children = 0, [0.0] * seats, dict[str, Node]()

    def pick(self, state: State) -> str:
        legal, seat = state.legal(), state.seat or 0
        if untried := [action for action in legal if action not in self.children]:
            return random.choice(untried)
        return max(legal, key=lambda action: self.children[action].promise(seat, self.visits))

    def promise(self, seat: int, trials: int) -> float:
        return self.values[seat] / self.visits + 0.7 * math.sqrt(math.log(trials) / self.visits)


def search(root: State, seconds: float) -> str:
    tree, end = Node(root.seats), time.perf_counter() + seconds
    while time.perf_counter() < end or tree.visits == 0:
        state, path = root.clone(seed=random.getrandbits(63)), [tree]
        while not state.is_over and (len(path) == 1 or path[-1].visits > 0):
            state.play(action := path[-1].pick(state))
            path.append(path[-1].children.setdefault(action, Node(root.seats)))
        scores = state.rollouts(1, seed=random.getrandbits(63), events_max=EVENTS.get(root.game)).mean_scores
        worth = [1 / (1 + math.exp((max(scores[:i] + scores[i + 1 :]) - own) / 8)) for i, own in enumerate(scores)]
        for node in path:
            node.visits += 1
            node.values = [value + one for value, one in zip(node.values, worth, strict=True)]
    return max(tree.children, key=lambda action: tree.children[action].visits)


class Mcts(kahua.MatchBot):
    def __init__(self, seated: kahua.Seated) -> None:
        self._follower = Follower(seated)

    def on_events(self, events: Sequence[kahua.MatchEvent]) -> None:
        with suppress(ValueError):  # an earlier one was missed, so states are guessed from now on
            self._follower.observe(events)

    def choose(self, ask: kahua.Ask) -> str | int:
        return search(self._follower.state(ask), seconds=0.05) if ask.legal_total > 1 else 0


if __name__ == "__main__":
    kahua.run_per_match(Mcts, games=list(EVENTS))
