"""What a failure of the bot's own code is turned into, so that it is shown once and with the ask that caused it."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from kahua.arena.v1.bot_pb2 import Ask

log = logging.getLogger("kahua")


class BotFailure(Exception):
    """The bot's own code failed. The text says where; the cause is what the code raised, if it raised something."""

    def report(self) -> None:
        """Logs the failure with its trace."""
        log.error("%s", self, exc_info=self.__cause__)


@contextmanager
def running(what: str) -> Iterator[None]:
    """Turns what the bot's code raises inside into a `BotFailure` that begins with `what`."""
    try:
        yield
    except (BotFailure, KeyboardInterrupt, SystemExit, GeneratorExit, asyncio.CancelledError):
        raise
    except BaseException as error:
        raise BotFailure(what) from error


def described(ask: Ask) -> str:
    """The ask, as reports of a failure name it."""
    legal = "1 legal action" if ask.legal_total == 1 else f"{ask.legal_total} legal actions"
    return f"match {ask.match_id}, ticket {ask.ticket} ({ask.game}, seat {ask.seat}, {legal})"
