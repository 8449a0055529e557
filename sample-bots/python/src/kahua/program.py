"""A bot as a program: its log, its signals and its exit codes."""

import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from kahua.arena.v1.bot_pb2 import ActionForm
from kahua.bot import Bot
from kahua.client import OutOfReach, Refused, play_on
from kahua.failure import BotFailure
from kahua.handle import Arena
from kahua.per_match import Begin, PerMatch
from kahua.session import TRACE
from kahua.settings import LOG_LEVELS, Checked, Settings, SettingsError, checked

_LEVELS = dict(
    zip(LOG_LEVELS, (logging.ERROR, logging.WARNING, logging.INFO, logging.DEBUG, TRACE), strict=True),
)

log = logging.getLogger("kahua")


def run(bot: Bot, settings: Settings | None = None) -> None:
    """Plays until the arena no longer needs the bot. What the settings leave out comes from the environment.

    SIGTERM and Ctrl-C say Bye, let the open matches be played to their end, and end the program with code 0; a second
    signal ends it at once. Processes that the bot forks end at SIGTERM, and live through the first Ctrl-C, since the bot
    still needs them. Does nothing in a process that only loads this program to run a part of the bot, as those of
    `multiprocessing` do. Wrong settings end it with code 2. A failure of the bot's own code, and an arena that refuses
    the bot or stays away, end it with code 1. Logs to stderr, unless logging is configured already.
    """
    if _is_being_loaded_by_multiprocessing():
        return
    _open_standard_streams()
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
    action_form: ActionForm.ValueType = ActionForm.ACTION_FORM_BOTH,
) -> None:
    """Like `run`, with one object for each match: `begin` makes it when the match begins. It is asked and told what
    concerns its match, and closed at the end. The other arguments are those that a `Bot` has as attributes."""
    run(PerMatch(begin, games, matches, version, action_form), settings)


async def _play(bot: Bot, settings: Checked) -> None:
    arena = Arena()
    with _leaving_on_signals(arena):
        try:
            await play_on(bot, settings, arena)
        except asyncio.CancelledError:
            if arena._exit_code is None:
                raise
            raise SystemExit(arena._exit_code) from None


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

    def __init__(self, arena: Arena, run: "asyncio.Task[None]", loop: asyncio.AbstractEventLoop) -> None:
        self._arena, self._run, self._loop = arena, run, loop
        self.is_asked = False

    def __call__(self, number: int, _frame: FrameType | None) -> None:
        if self.is_asked:
            self._end(128 + number)
            return
        # First of all, since a second signal may come before this one is dealt with.
        self.is_asked = True
        self._arena.bye()
        if self._arena.may_leave:
            self._end(0)
        else:
            log.info("leaving when the open matches have ended; a second signal leaves at once")

    def _end(self, code: int) -> None:
        self._loop.call_soon_threadsafe(self._run.cancel)
        self._arena._end(code)


def _open_standard_streams() -> None:
    """Opens those that are closed. Otherwise a connection gets the number of one, and what is printed goes to the arena."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # The lowest number that is free: this one.
            os.open(os.devnull, os.O_RDWR)


def _is_being_loaded_by_multiprocessing() -> bool:
    """Whether this is a process of the bot's own that loads its main module before it does what it was started for."""
    processes = sys.modules.get("multiprocessing.process")
    return processes is not None and getattr(processes.current_process(), "_inheriting", False)


class _Masks(threading.local):
    """What each thread that forks blocked before."""

    before: "set[int | signal.Signals] | None" = None


_masks = _Masks()


def _before_fork() -> None:
    """Holds back the signals for the new process until it has handlers of its own."""
    if isinstance(signal.getsignal(signal.SIGTERM), _Leaving):
        _masks.before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})


def _after_fork() -> None:
    if _masks.before is not None:
        signal.pthread_sigmask(signal.SIG_SETMASK, _masks.before)
        _masks.before = None


def _in_fork() -> None:
    """A process that the bot forks doesn't leave in its stead. It still serves the bot that leaves after Ctrl-C, which a
    terminal sends to both."""
    leaving = signal.getsignal(signal.SIGTERM)
    if isinstance(leaving, _Leaving):
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_DFL if leaving.is_asked else _end_at_the_next)
    _after_fork()


def _end_at_the_next(number: int, _frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_DFL)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork, after_in_child=_in_fork)


@contextmanager
def _leaving_on_signals(arena: Arena) -> Iterator[None]:
    loop, run = asyncio.get_running_loop(), asyncio.current_task()
    # Only a program's main thread can receive signals.
    if run is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    leaving = _Leaving(arena, run, loop)
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number in before:
        if os.name == "posix":
            # Wakes the event loop, which could otherwise begin to wait just before the handler would run.
            loop.add_signal_handler(number, lambda: None)
        signal.signal(number, leaving)
    try:
        yield
    finally:
        for number, handler in before.items():
            if os.name == "posix":
                loop.remove_signal_handler(number)
            signal.signal(number, handler)
