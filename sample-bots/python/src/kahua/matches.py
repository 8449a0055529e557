"""The bot's open matches, which outlive a lost connection."""

from collections.abc import Sequence
from dataclasses import dataclass

from kahua.arena.v1 import bot_pb2 as pb


@dataclass
class OpenMatch:
    """What is known of a match that hasn't ended."""

    game: str
    seat: int
    next_event: int = 0
    """The number of the first event that the bot hasn't been told."""
    resigned: bool = False
    """Whether the bot gave the match up, so that it is asked no more."""
    failed: bool = False
    """Whether the bot's own code failed in it, so that the bot is told only its end."""
    asks: int = 0
    used_s: float = 0.0
    longest_s: float = 0.0

    def new(self, events: Sequence[pb.MatchEvent]) -> list[pb.MatchEvent]:
        """Those of the events that the bot hasn't been told. They count as told from now on."""
        fresh = [event for event in events if event.number >= self.next_event]
        if fresh:
            self.next_event = fresh[-1].number + 1
        return fresh

    def add(self, used_s: float) -> None:
        """Counts an answer."""
        self.asks += 1
        self.used_s += used_s
        self.longest_s = max(self.longest_s, used_s)


class Matches(dict[str, OpenMatch]):
    """The open matches by id."""

    def __init__(self) -> None:
        super().__init__()
        self._awaited = 0
        self._unconfirmed: set[str] = set()

    def resume(self, count: int) -> list[str]:
        """A connection takes over `count` matches, and a Seated follows for each. Returns the ended matches if there is
        nothing to wait for."""
        self._awaited, self._unconfirmed = count, set(self)
        return self._ended_meanwhile()

    def seat(self, seated: pb.Seated) -> list[str]:
        """Opens a match or takes it over. Returns the matches that ended while the bot was away, once they are known."""
        if seated.match_id not in self:
            self[seated.match_id] = OpenMatch(seated.game, seated.seat)
        if not seated.resumed:
            return []
        self._unconfirmed.discard(seated.match_id)
        self._awaited -= 1
        return self._ended_meanwhile()

    def _ended_meanwhile(self) -> list[str]:
        if self._awaited != 0:
            return []
        ended, self._unconfirmed = sorted(self._unconfirmed & set(self)), set()
        return ended
