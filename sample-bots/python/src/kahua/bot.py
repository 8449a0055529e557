"""The interfaces that a bot implements, and its answers."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple, SupportsIndex

from kahua.arena.v1.bot_pb2 import ActionForm, Ask, Ended, FaultNotice, MatchEvent, Notice, Seated, Welcome
from kahua.arena.v1.games_pb2 import Action

if TYPE_CHECKING:
    from kahua.handle import Arena


class Resign(Enum):
    """The type of `RESIGN`."""

    RESIGN = "resign"


RESIGN: Final = Resign.RESIGN
"""The answer that gives the match up."""

Choice = SupportsIndex | Action | str | Resign
"""An index into the ask's legal list, an action, an action in the game's notation, or `RESIGN`."""


class Answer(NamedTuple):
    """A choice with a comment."""

    choice: Choice
    comment: str = ""
    """A comment for the match's record: at most 200 bytes. The arena cuts off a longer one."""


Reply = Choice | Answer | Awaitable[Choice | Answer]
"""What `choose` may return."""


class Bot(ABC):
    """A bot. One object plays all of the bot's matches; `ask.match_id` says which match an ask belongs to.

    Only `choose` is needed. The methods are called one after another, in the thread that called `run`; the connection
    lives in other threads, so they may take as long as the clock allows.
    """

    games: Sequence[str] = ()
    """The games that the bot plays. An empty list means every game."""

    matches: int = 1
    """How many matches the bot plays at once. KAHUA_MATCHES overrides this."""

    version: str = ""
    """The bot's version, shown beside its results: at most 32 bytes. KAHUA_VERSION is used if it is empty."""

    action_form: ActionForm.ValueType = ActionForm.ACTION_FORM_BOTH
    """How actions are written in asks: by default as typed messages with their notation beside, or only one of both
    (ACTION_FORM_TYPED, ACTION_FORM_NOTATION), or not at all (ACTION_FORM_NONE)."""

    @abstractmethod
    def choose(self, ask: Ask) -> Reply:
        """Returns the answer to an ask.

        A plain method is called for one ask after another. An `async def` is called for each ask as soon as it arrives,
        so that several matches can think concurrently. It is cancelled when the connection breaks; the ask comes again.
        """

    def on_welcome(self, welcome: Welcome, arena: "Arena") -> None:
        """The arena has accepted the bot: once at the beginning, and again after each lost connection. The handle is
        valid for the whole run."""

    def on_seated(self, seated: Seated) -> None:
        """A match begins. If `seated.resumed`, the bot had a seat in it already and comes back to it."""

    def on_events(self, match_id: str, events: Sequence[MatchEvent]) -> None:
        """These events of a match happened. Every public event is reported once and in order, before the next ask that
        comes after it."""

    def on_ended(self, ended: Ended) -> None:
        """A match has ended, with these results and ratings."""

    def on_fault(self, fault: FaultNotice) -> None:
        """Something that the bot sent was wrong, or an answer was missing. The log reports it too."""

    def on_notice(self, notice: Notice) -> None:
        """The state of the arena changed."""


class MatchBot(ABC):
    """The bot in one match, for `run_per_match`. Its methods are those of `Bot`, for this match only."""

    @abstractmethod
    def choose(self, ask: Ask) -> Reply:
        """Returns the answer to an ask, as `Bot.choose` does."""

    def on_events(self, events: Sequence[MatchEvent]) -> None:
        """These events happened. Every public event is reported once and in order."""

    def on_fault(self, fault: FaultNotice) -> None:
        """Something that the bot sent was wrong, or an answer was missing."""

    def on_ended(self, ended: Ended) -> None:
        """The match has ended, with these results and ratings."""

    def close(self) -> None:
        """The last call, and made exactly once, also if the run ends before the match does."""
