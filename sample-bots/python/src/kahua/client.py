"""Plays over one connection after another until the arena no longer needs the bot."""

import asyncio
import logging
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version

import grpc

from kahua.arena.v1.bot_pb2 import ActionForm, GameSupport, Hello
from kahua.bot import Bot
from kahua.handle import Arena
from kahua.matches import Matches
from kahua.per_match import Begin, PerMatch
from kahua.probe import Hopeless, probe
from kahua.session import Session
from kahua.settings import Checked, Settings, checked
from kahua.stream import Broken, PlayStream
from kahua.threads import without_signals

log = logging.getLogger("kahua")

PROTOCOL_VERSION = 1
LIBRARY = f"kahua-python {version('kahua')}"

FIRST_PAUSE_S = 0.05
"""The pause after the first failure. It doubles after each further one."""
LONGEST_PAUSE_S = 2.0
RETRY_MAX_S = 30.0
"""The longest pause that an arena can ask for."""
REMINDER_S = 60.0
"""How often the log says that there is still no connection."""

_FINAL = {
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.OUT_OF_RANGE,
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.NOT_FOUND,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.UNIMPLEMENTED,
    # A newer connection of the same bot has taken over; the two would only displace each other.
    grpc.StatusCode.ABORTED,
}
"""Failures after which another attempt is useless."""


class Refused(RuntimeError):
    """The arena refuses the bot, or can't be talked to. The text says why."""


class OutOfReach(RuntimeError):
    """The arena was unreachable for longer than the settings' `patience_s`."""


async def play(bot: Bot, settings: Settings | None = None) -> None:
    """Plays in an asyncio program: returns when the arena no longer needs the bot.

    Raises SettingsError, `Refused`, `OutOfReach`, or `BotFailure` if the bot's own code fails. A plain `choose` holds up
    the other tasks of the event loop, but not the connection.
    """
    await play_on(bot, checked(settings or Settings()), Arena())


async def play_per_match(
    begin: Begin,
    settings: Settings | None = None,
    *,
    games: Sequence[str] = (),
    matches: int = 1,
    version: str = "",
    action_form: ActionForm.ValueType = ActionForm.ACTION_FORM_BOTH,
) -> None:
    """Like `play`, with one object for each match: see `run_per_match`."""
    await play(PerMatch(begin, games, matches, version, action_form), settings)


async def play_on(bot: Bot, settings: Checked, arena: Arena) -> None:
    """Like `play`, with settings that are checked and a handle that the caller also has."""
    try:
        await _Connections(bot, settings, arena).play()
    finally:
        if isinstance(bot, PerMatch):
            bot.close()


class _Connections:
    """The bot's connections, one after another."""

    def __init__(self, bot: Bot, settings: Checked, arena: Arena) -> None:
        self._bot, self._settings, self._arena = bot, settings, arena
        self._matches = Matches()
        self._resume_token = ""
        self._pause_s = FIRST_PAUSE_S
        self._since = time.monotonic()
        self._reminded_s: float | None = None
        """How long the arena had been away when the log last said so."""

    async def play(self) -> None:
        while (broken := await self._hold_one()) and not self._arena.may_leave:
            if broken.code in _FINAL:
                raise Refused(f"the arena at {self._settings.addr} refuses {self._settings.name}: {broken}")
            await self._wait(broken)

    async def _hold_one(self) -> Broken | None:
        """Plays over one connection. Returns how it broke, or None if the arena no longer needs the bot."""
        session = Session(self._bot, self._settings, self._arena, self._matches)
        with without_signals():
            stream = PlayStream(self._settings, _hello(self._bot, self._settings, self._resume_token))
        try:
            await session.hold(stream)
            return Broken(grpc.StatusCode.UNAVAILABLE, "the arena is shutting down") if session.drained else None
        except Broken as broken:
            return broken
        finally:
            stream.close()
            if session.resume_token:
                self._resume_token = session.resume_token
                self._since, self._pause_s, self._reminded_s = time.monotonic(), FIRST_PAUSE_S, None

    async def _wait(self, broken: Broken) -> None:
        """Says what is wrong, at once and then seldom, and waits before the next attempt."""
        away_s, patience_s = time.monotonic() - self._since, self._settings.patience_s
        if away_s >= patience_s:
            what = f"the arena at {self._settings.addr} has been unreachable"
            if broken.is_name_in_use:
                what = f"the name {self._settings.name} has been in use"
            raise OutOfReach(f"{what} for {away_s:.0f} s: {broken}")
        if self._reminded_s is None or away_s - self._reminded_s >= REMINDER_S:
            first, self._reminded_s = self._reminded_s is None, away_s
            log.warning("%s", await self._reminder(broken, away_s, first))
        pause_s = max(self._pause_s, min(broken.retry_s, RETRY_MAX_S))
        await asyncio.sleep(min(pause_s, patience_s - away_s))
        self._pause_s = min(self._pause_s * 2, LONGEST_PAUSE_S)

    async def _reminder(self, broken: Broken, away_s: float, first: bool) -> str:
        addr, name, why = self._settings.addr, self._settings.name, await self._why(broken)
        trying = f"trying again for up to {_duration(self._settings.patience_s)}"
        if broken.is_name_in_use:
            advice = "if another process has it, stop that process or choose another KAHUA_NAME"
            return f"the name {name} is in use ({why}); {trying}; {advice}"
        if not first:
            return f"no arena at {addr} for {away_s:.0f} s ({why})"
        if self._resume_token:
            return f"connection to {addr} lost ({why}); {trying}"
        return f"no arena at {addr} yet ({why}); {trying}"

    async def _why(self, broken: Broken) -> str:
        if self._resume_token or broken.code is not grpc.StatusCode.UNAVAILABLE:
            return str(broken)
        # Not the event loop's own: the bot may use those threads, and what it starts there would inherit their signals.
        executor = ThreadPoolExecutor(1, "kahua-probe")
        with without_signals():
            probing = asyncio.get_running_loop().run_in_executor(executor, probe, self._settings)
        executor.shutdown(wait=False)
        try:
            return await probing or str(broken)
        except Hopeless as hopeless:
            raise Refused(str(hopeless)) from None


def _hello(bot: Bot, settings: Checked, resume_token: str) -> Hello:
    return Hello(
        name=settings.name,
        version=bot.version or settings.version,
        games=[GameSupport(game=game) for game in bot.games],
        matches_max=settings.matches or bot.matches,
        library=LIBRARY,
        resume_token=resume_token,
        action_form=bot.action_form,
        protocol_version=PROTOCOL_VERSION,
    )


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{seconds:g} s" if seconds < 60 else "1 minute" if minutes == 1 else f"{minutes} minutes"
