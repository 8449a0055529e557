"""The interface of a bot, and its answers."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Sequence
from typing import NamedTuple

from kahua.proto.arena.v1.bot_pb2 import ActionForm, Ask
from kahua.proto.arena.v1.games_pb2 import Action

Choice = int | Action | str
"""An index into the ask's legal list, an action, or an action in the game's notation."""


class Answer(NamedTuple):
    """A choice with a comment."""

    choice: Choice
    comment: str = ""
    """A comment for the match's record: at most 200 bytes. A longer one is cut off."""


class Bot(ABC):
    """A bot. One object plays all of the bot's matches; `ask.match_id` says which match an ask belongs to."""

    games: Sequence[str] = ()
    """The games that the bot plays. An empty list means every game."""

    matches: int = 1
    """How many matches the bot plays at once. KAHUA_MATCHES overrides this."""

    version: str = ""
    """The bot's version, shown beside its results. At most 32 bytes."""

    action_form: ActionForm = ActionForm.ACTION_FORM_TYPED
    """How actions are written in asks: as typed messages by default, or ACTION_FORM_NOTATION, _BOTH or _NONE."""

    @abstractmethod
    def choose(self, ask: Ask) -> Choice | Answer | Awaitable[Choice | Answer]:
        """Returns the answer to an ask.

        A plain method is called for one ask after another. An `async def` is called for each ask as soon as it arrives,
        so that several matches can think concurrently. It is cancelled when the connection breaks; the ask comes again.
        """
