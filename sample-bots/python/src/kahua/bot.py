"""What a bot is, and what it answers."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Sequence
from typing import NamedTuple

from kahua.proto.arena.v1.bot_pb2 import ActionForm, Ask
from kahua.proto.arena.v1.games_pb2 import Action

Choice = int | Action | str
"""An index into the ask's legal list, an action, or an action in the game's notation."""


class Answer(NamedTuple):
    """A choice with the bot's own words about it."""

    choice: Choice
    comment: str = ""
    """For the match's record: at most 200 bytes, longer ones are cut."""


class Bot(ABC):
    """Something that decides. The same bot is asked for all of its matches; `ask.match_id` tells them apart."""

    games: Sequence[str] = ()
    """The games that it plays; none means every game."""

    matches: int = 1
    """How many matches it plays at once; KAHUA_MATCHES overrides it."""

    version: str = ""
    """Shown beside its results; at most 32 bytes."""

    action_form: ActionForm = ActionForm.ACTION_FORM_TYPED
    """How actions are written in asks: ACTION_FORM_NOTATION, _BOTH or _NONE if not as typed messages."""

    @abstractmethod
    def choose(self, ask: Ask) -> Choice | Answer | Awaitable[Choice | Answer]:
        """The answer to this ask.

        A plain method is called for one ask after the other. An `async def` is called for each ask at once, so that
        several matches think side by side; it is cancelled when the connection breaks, and the ask comes again.
        """
