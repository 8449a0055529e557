"""Connects to the arena, and reconnects after a lost connection."""

import asyncio
import logging
import os
import signal
import time
from importlib.metadata import version

import grpc

from kahua.bot import Bot
from kahua.conversation import Conversation, Ending
from kahua.proto.arena.v1.bot_pb2 import ArenaMessage, BotMessage, GameSupport, Hello
from kahua.settings import Settings, SettingsError

log = logging.getLogger("kahua")

FIRST_PAUSE_S = 0.05
"""The pause after the first failure. It doubles after each further one."""
LONGEST_PAUSE_S = 2.0

LIBRARY = f"kahua-python {version('kahua')}"

_CHANNEL_OPTIONS = (
    ("grpc.keepalive_time_ms", 15_000),
    ("grpc.keepalive_timeout_ms", 15_000),
    # This module pauses between attempts; a channel with a pool of its own adds no pauses.
    ("grpc.use_local_subchannel_pool", 1),
)

_FINAL = {
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.NOT_FOUND,
    grpc.StatusCode.ALREADY_EXISTS,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.UNIMPLEMENTED,
    # A newer connection of the same bot has taken over; the two would only displace each other.
    grpc.StatusCode.ABORTED,
}
"""Failures after which another attempt is useless."""


class Refused(RuntimeError):
    """The arena refuses the bot. The message says why."""


class OutOfReach(RuntimeError):
    """The arena was unreachable for longer than the settings' `patience_s`."""


def run(bot: Bot, settings: Settings | None = None) -> None:
    """Plays until the arena no longer needs the bot, or until Ctrl-C: then it plays the open matches to their end, and
    a second Ctrl-C stops at once. An error ends the program with a message. Logs to stderr unless logging is already
    configured; with KAHUA_LOG=debug it also logs every ask."""
    logging.basicConfig(
        level=os.environ.get("KAHUA_LOG", "info").upper(), format="%(asctime)s %(levelname)-7s %(message)s"
    )
    try:
        asyncio.run(_run(bot, settings or Settings.from_env()))
    except (SettingsError, Refused, OutOfReach) as error:
        raise SystemExit(f"error: {error}") from None


async def _run(bot: Bot, settings: Settings) -> None:
    leave = asyncio.Event()
    loop = asyncio.get_running_loop()

    def interrupted() -> None:
        log.info("leaving when the open matches have ended; interrupt again to leave at once")
        leave.set()
        loop.remove_signal_handler(signal.SIGINT)

    if os.name == "posix":
        loop.add_signal_handler(signal.SIGINT, interrupted)
    await play(bot, settings, leave)


async def play(bot: Bot, settings: Settings, leave: asyncio.Event | None = None) -> None:
    """Like `run`, for asyncio programs: returns when the arena no longer needs the bot, and raises `Refused` or
    `OutOfReach`. After `leave` is set, the open matches are played to their end and no new ones begin."""
    resume_token = ""
    since, pause = time.monotonic(), FIRST_PAUSE_S
    while True:
        conversation = Conversation(bot, settings.name, leave or asyncio.Event())
        hello = _hello(bot, settings, resume_token)
        try:
            if await _converse(settings, hello, conversation) is Ending.DISMISSED:
                return
            reason = "the arena is shutting down"
        except grpc.aio.AioRpcError as error:
            reason = error.details() or error.code().name
            if error.code() in _FINAL:
                raise Refused(f"the arena at {settings.addr} refuses {settings.name}: {reason}") from None
        if conversation.resume_token:
            resume_token = conversation.resume_token
            since, pause = time.monotonic(), FIRST_PAUSE_S
        away_s = time.monotonic() - since
        if away_s >= settings.patience_s:
            raise OutOfReach(f"the arena at {settings.addr} has been unreachable for {away_s:.0f} s: {reason}")
        log.info("no connection (%s), trying again in %.2f s", reason, pause)
        await asyncio.sleep(min(pause, settings.patience_s - away_s))
        pause = min(pause * 2, LONGEST_PAUSE_S)


async def _converse(settings: Settings, hello: Hello, conversation: Conversation) -> Ending:
    async with grpc.aio.insecure_channel(settings.addr, options=_CHANNEL_OPTIONS) as channel:
        call = channel.stream_stream(
            "/arena.v1.BotService/Play",
            request_serializer=BotMessage.SerializeToString,
            response_deserializer=ArenaMessage.FromString,
        )
        metadata = (("authorization", f"Bearer {settings.token}"),) if settings.token else ()
        return await conversation.hold(call(metadata=metadata), hello)


def _hello(bot: Bot, settings: Settings, resume_token: str) -> Hello:
    return Hello(
        name=settings.name,
        version=bot.version,
        games=[GameSupport(game=game) for game in bot.games],
        matches_max=settings.matches or bot.matches,
        library=LIBRARY,
        resume_token=resume_token,
        action_form=bot.action_form,
    )
