"""What a failure of the bot's own code is turned into, so that it is shown once and with the ask that caused it."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from kahua.arena.v1.bot_pb2 import Ask

log = logging.getLogger("kahua")


class BotFailure(Exception):
    """The bot's own code failed. The text says where; the cause is what the code raised, if it raised something."""

    def report(self) -> None:
        """Logs the failure with the trace of the bot's own code."""
        if cause := self.__cause__:
            log.error("%s", self, exc_info=(type(cause), cause, _without_library(cause.__traceback__)))
        else:
            log.error("%s", self)


def _without_library(trace: TracebackType | None) -> TracebackType | None:
    """The trace from the first call on that isn't made within this package."""
    here = Path(__file__).parent
    while trace and trace.tb_next and Path(trace.tb_frame.f_code.co_filename).parent == here:
        trace = trace.tb_next
    return trace


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
