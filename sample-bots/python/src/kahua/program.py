"""A bot as a program: its log, its signals and its exit codes."""

import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import Sequence
from types import FrameType

from kahua.arena.v1.bot_pb2 import ActionForm
from kahua.bot import Bot
from kahua.client import OutOfReach, Refused, play_on
from kahua.failure import BotFailure
from kahua.handle import Arena
from kahua.per_match import Begin, PerMatch
from kahua.session import TRACE
from kahua.settings import Checked, Settings, SettingsError, checked

LEAVING_S = 5.0
"""How long the open matches may go on after a signal."""

_LEVELS = {
    "error": logging.ERROR,
    "warn": logging.WARNING,
    "info": logging.INFO,
    "debug": logging.DEBUG,
    "trace": TRACE,
}

log = logging.getLogger("kahua")


def run(bot: Bot, settings: Settings | None = None) -> None:
    """Plays until the arena no longer needs the bot. What the settings leave out comes from the environment.

    SIGTERM and Ctrl-C say Bye, let the open matches go on for five seconds, and end the program with code 0; a second
    signal ends it at once. Wrong settings end it with code 2. A failure of the bot's own code, and an arena that refuses
    the bot or stays away, end it with code 1. Logs to stderr, unless logging is configured already.
    """
    set_up_log()
    try:
        complete = checked(settings or Settings())
    except SettingsError as error:
        print(f"error: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    try:
        asyncio.run(_play(bot, complete))
    except BotFailure as failure:
        failure.report()
        raise SystemExit(1) from None
    except (Refused, OutOfReach) as error:
        log.error("%s", error)
        raise SystemExit(1) from None


def run_per_match(
    begin: Begin,
    settings: Settings | None = None,
    *,
    games: Sequence[str] = (),
    matches: int = 1,
    version: str = "",
    action_form: ActionForm = ActionForm.ACTION_FORM_TYPED,
) -> None:
    """Like `run`, with one object for each match: `begin` makes it when the match begins. It is asked and told what
    concerns its match, and closed at the end. The other arguments are those that a `Bot` has as attributes."""
    run(PerMatch(begin, games, matches, version, action_form), settings)


async def _play(bot: Bot, settings: Checked) -> None:
    arena = Arena()
    _leave_on_signals(arena)
    await play_on(bot, settings, arena)


def set_up_log() -> None:
    """Logs to stderr from the level in KAHUA_LOG on."""
    logging.addLevelName(TRACE, "TRACE")
    logging.addLevelName(logging.WARNING, "WARN")
    logging.basicConfig(level=level(os.environ.get("KAHUA_LOG", "")), format="%(asctime)s %(levelname)-5s %(message)s")


def level(text: str) -> int:
    """The first plain level in a filter such as `info,kahua=debug`; info if there is none."""
    words = (word.strip().lower() for word in text.split(","))
    return next((_LEVELS[word] for word in words if word in _LEVELS), logging.INFO)


class _Leaving:
    """What SIGTERM and Ctrl-C do. Python calls it in the main thread, even while the bot thinks there."""

    def __init__(self, arena: Arena) -> None:
        self._arena = arena
        self._thread = threading.get_ident()
        self._asked = False
        self._overdue = False

    def __call__(self, number: int, _frame: FrameType | None) -> None:
        if self._overdue:
            log.warning("leaving, although matches are open")
            raise SystemExit(0)
        if self._asked:
            raise SystemExit(128 + number)
        self._asked = True
        self._arena.bye()
        if self._arena.may_leave:
            raise SystemExit(0)
        log.info("leaving when the open matches have ended, in %g s at the latest", LEAVING_S)
        timer = threading.Timer(LEAVING_S, self._end)
        timer.daemon = True
        timer.start()

    def _end(self) -> None:
        """Interrupts the main thread, wherever it waits, with a signal."""
        self._overdue = True
        if hasattr(signal, "pthread_kill"):
            signal.pthread_kill(self._thread, signal.SIGTERM)
        else:
            signal.raise_signal(signal.SIGTERM)


def _leave_on_signals(arena: Arena) -> None:
    # Only a program's main thread can receive signals.
    if threading.current_thread() is not threading.main_thread():
        return
    leaving = _Leaving(arena)
    for number in (signal.SIGINT, signal.SIGTERM):
        if os.name == "posix":
            # Wakes the event loop, which could otherwise begin to wait just before the handler would run.
            asyncio.get_running_loop().add_signal_handler(number, lambda: None)
        signal.signal(number, leaving)
