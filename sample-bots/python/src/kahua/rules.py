"""The rules of the games, to look ahead with: positions that the process `kahua rules` keeps."""

import json
import os
import shlex
import subprocess
import threading
from base64 import b64decode, b64encode
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Literal, NamedTuple, Self

from kahua.arena.v1.bot_pb2 import Ask, MatchEvent, MatchEvents
from kahua.arena.v1.games_pb2 import View

Phase = Literal["decide", "chance", "over"]
"""What must happen next: a seat decides, chance is drawn, or nothing, since the game is over."""


class RulesError(Exception):
    """The rules refuse a request, or their process can't be started or has ended. The text says why."""

    def __init__(self, text: str, kind: str = "process") -> None:
        super().__init__(text)
        self.kind = kind
        """`illegal` if the rules don't allow it, `request` or `limit` if it was asked for in a wrong way, `process`."""


class Outcome(NamedTuple):
    """An outcome of a chance event."""

    notation: str
    probability: float


class Rollouts(NamedTuple):
    """What came of random games."""

    mean_scores: list[float]
    """The mean points of each seat."""
    wins: list[float]
    """The share of the games in which each seat came first; those who tie share it."""
    finished: int
    """How many of the games reached their end."""


class Successor(NamedTuple):
    """What a legal action leads to."""

    action: str
    """The action in the game's notation. The index in the list is its index in `ask.legal`."""
    scores: list[int]
    """The points of each seat if the final scoring came right after the action."""
    phase: Phase
    seat: int | None
    """The seat to decide next, if one is."""
    rollouts: Rollouts | None
    """What came of random games after the action, if they were asked for."""


class Rules:
    """The rules of all games. They run in a process of their own, which ends with `close` or at the end of a `with`.

    The process is `kahua rules`. KAHUA_RULES is the path of the program `kahua`; without it, `kahua` is looked for in the
    folders of PATH. The object may be used from several threads; they take turns.
    """

    def __init__(self, command: Sequence[str] | None = None) -> None:
        self._command = list(command or [os.environ.get("KAHUA_RULES") or "kahua", "rules"])
        self._turn = threading.Lock()
        self._unused: deque[int] = deque()
        try:
            self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise RulesError(
                f"can't start {shlex.join(self._command)}: {error.strerror}; put kahua into a folder of PATH, or set "
                "KAHUA_RULES to its path"
            ) from error

    def start(
        self, game: str, *, seats: int | None = None, options: Iterable[str] = (), seed: int | str | None = None
    ) -> "Position":
        """A game from its beginning. With a seed, chance is drawn up to the first decision."""
        return self._open("start", game=game, seats=seats, options=list(options), seed=seed)

    def position(self, ask: Ask, *, seed: int | str = 0) -> "Position":
        """The position of an ask. What the bot doesn't see is guessed from the seed."""
        short = Ask(game=ask.game, seat=ask.seat, view=ask.view, legal_total=ask.legal_total)
        return self._open("from_ask", ask=b64encode(short.SerializeToString()).decode(), seed=seed)

    def from_view(self, game: str, view: View, *, seed: int | str = 0) -> "Position":
        """The position that a view shows to the seat to decide. What it doesn't see is guessed from the seed."""
        return self._open("from_view", game=game, view=b64encode(view.SerializeToString()).decode(), seed=seed)

    def request(self, op: str, **arguments: Any) -> dict[str, Any]:
        """Any request, and its answer as they stand in docs/bots/rules.md. Raises RulesError if it fails."""
        return _checked(self.batch([{"op": op, **arguments}])[0])

    def batch(self, requests: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Many requests at once, which is several times faster. A request that fails is answered with an `error`."""
        with self._turn:
            unused = [self._unused.popleft() for _ in range(len(self._unused))]
            freed: list[Mapping[str, Any]] = [{"op": "free", "positions": unused}] if unused else []
            answers: list[dict[str, Any]] = self._exchange([*freed, *requests])
        return answers[len(freed) :]

    def close(self) -> None:
        """Ends the process. Its positions are of no use any more."""
        with self._turn:
            self._process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _open(self, op: str, **arguments: Any) -> "Position":
        return Position(self, self.request(op, **arguments))

    def _exchange(self, requests: Sequence[Mapping[str, Any]]) -> Any:
        process = self._process
        if process.stdin is None or process.stdout is None or process.stdin.closed:
            raise RulesError("these rules were closed")
        try:
            process.stdin.write(json.dumps(requests, separators=(",", ":")).encode() + b"\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError:
            line = b""
        if not line.endswith(b"\n"):
            raise RulesError(f"{shlex.join(self._command)} has ended (exit status {process.wait()})")
        answers = json.loads(line)
        # A line that can't be read at all has one answer.
        return answers if isinstance(answers, list) else [_checked(answers)]


class Position:
    """One position. It is freed in the process when nothing refers to it any more."""

    def __init__(self, rules: Rules, answer: Mapping[str, Any]) -> None:
        self._rules = rules
        self.handle: int = answer["position"]
        """Its number in requests."""
        self._update(answer)

    def _update(self, answer: Mapping[str, Any]) -> Self:
        self.phase: Phase = answer["phase"]
        self.seat: int | None = answer.get("seat")
        """The seat to decide, if one is."""
        self.legal_total: int = answer.get("legal_total", 0)
        """How many legal actions it has."""
        self.places: list[int] | None = answer.get("places")
        """The place of each seat, 1 for the winner, once the game is over."""
        self.drawn: list[str] = answer.get("drawn", [])
        """The outcomes of chance that the latest request has drawn."""
        return self

    def legal(self) -> list[str]:
        """The legal actions in the game's notation, in the order of `ask.legal`."""
        actions: list[str] = self._ask("legal")["legal"]
        return actions

    def play(self, action: int | str, *, seed: int | str | None = None) -> Self:
        """Plays a legal action: its index or its notation. With a seed, chance is then drawn up to the next decision."""
        return self._update(self._ask("play", action=action, seed=seed))

    def after(self, action: int | str, *, seed: int | str | None = None) -> "Position":
        """As `play`, but on a copy."""
        return Position(self._rules, self._ask("play", action=action, seed=seed, copy=True))

    def chance(self) -> list[Outcome]:
        """The outcomes of the chance event that is due; empty if none is."""
        answer = self._ask("chance")
        total = answer["weights_total"]
        return [Outcome(outcome["outcome"], outcome["weight"] / total) for outcome in answer["outcomes"]]

    def play_chance(self, notation: str) -> Self:
        """Plays an outcome of the chance event that is due."""
        return self._update(self._ask("play", chance=notation))

    def sample(self, seed: int | str) -> Self:
        """Draws chance up to the next decision."""
        return self._update(self._ask("sample", seed=seed))

    def observe(self, events: Iterable[MatchEvent]) -> Self:
        """Plays events of a match, as asks and `on_events` have them."""
        message = MatchEvents(events=events).SerializeToString()
        return self._update(self._ask("observe", events=b64encode(message).decode()))

    def scores(self) -> list[int]:
        """The points of each seat if the final scoring came now."""
        scores: list[int] = self._ask("scores")["scores"]
        return scores

    def text(self, seat: int | None = None) -> str:
        """What a seat sees, as text; without a seat, what a spectator sees."""
        text: str = self._ask("text", seat=seat)["text"]
        return text

    def view(self, seat: int | None = None) -> View:
        """What a seat sees; without a seat, what a spectator sees."""
        return View.FromString(b64decode(self._ask("view", seat=seat, form="bytes")["view"]))

    def successors(self, *, rollouts: int = 0, seed: int | str = 0, events_max: int | None = None) -> list[Successor]:
        """What every legal action leads to. With `rollouts`, so many random games are played after each of them."""
        answer = self._ask("successors", rollouts=rollouts, seed=seed, events_max=events_max)
        return [
            Successor(
                action=successor["action"],
                scores=successor["scores"],
                phase=successor["phase"],
                seat=successor.get("seat"),
                rollouts=_rollouts(successor) if rollouts else None,
            )
            for successor in answer["successors"]
        ]

    def rollout(self, n: int, seed: int | str, *, events_max: int | None = None) -> Rollouts:
        """Plays `n` random games from here, each to its end or for so many events."""
        return _rollouts(self._ask("rollout", n=n, seed=seed, events_max=events_max))

    def clone(self) -> "Position":
        """The same position once more."""
        return Position(self._rules, self._ask("clone"))

    def redraw(self, seed: int | str) -> "Position":
        """The same view of the seat to decide, with another guess at what it doesn't see."""
        return Position(self._rules, self._ask("redraw", seed=seed))

    def __del__(self) -> None:
        # Not freed here: this may run in the middle of another request.
        if hasattr(self, "handle"):
            self._rules._unused.append(self.handle)

    def _ask(self, op: str, **arguments: Any) -> dict[str, Any]:
        return self._rules.request(op, position=self.handle, **arguments)


def _rollouts(answer: Mapping[str, Any]) -> Rollouts:
    return Rollouts(answer["mean_scores"], answer["wins"], answer["finished"])


def _checked(answer: dict[str, Any]) -> dict[str, Any]:
    if "error" in answer:
        raise RulesError(answer["error"], answer["kind"])
    return answer
