"""One conversation with the arena, from Hello to its end."""

import asyncio
import enum
import inspect
import logging
import time
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TypeVar

import grpc
from google.protobuf.message import Message

from kahua.bot import Answer, Bot, Choice
from kahua.proto.arena.v1 import bot_pb2 as pb
from kahua.proto.arena.v1.games_pb2 import Action
from kahua.proto.arena.v1.record_pb2 import FaultCause, Termination

log = logging.getLogger("kahua")

Call = grpc.aio.StreamStreamCall[Message, pb.ArenaMessage]
_T = TypeVar("_T")


class Ending(enum.Enum):
    """How a conversation ended, unless it broke off."""

    DISMISSED = enum.auto()
    """The arena no longer needs the bot."""
    DRAINED = enum.auto()
    """The arena is shutting down and will be back."""


@dataclass
class Tally:
    """What the log reports about a match."""

    seat: int
    asks: int = 0
    used_s: float = 0.0
    longest_s: float = 0.0

    def add(self, used_s: float) -> None:
        self.asks += 1
        self.used_s += used_s
        self.longest_s = max(self.longest_s, used_s)


class Conversation:
    """The asks and answers of one connection."""

    def __init__(self, bot: Bot, name: str, leave: asyncio.Event) -> None:
        self.resume_token = ""
        """From the arena's Welcome; empty until then."""
        self._bot = bot
        self._name = name
        self._leave = leave
        self._ending = Ending.DISMISSED
        self._tallies: dict[str, Tally] = {}
        self._writing = asyncio.Lock()
        self._thinking: set[asyncio.Task[None]] = set()
        self._farewell: asyncio.Task[None] | None = None

    async def hold(self, call: Call, hello: pb.Hello) -> Ending:
        """Sends Hello, then answers every ask until the arena closes the stream.

        Raises grpc.aio.AioRpcError if the connection breaks or the arena refuses the bot, and whatever the bot raises.
        """
        try:
            # If the arena refuses the bot, the first read says why.
            await self._say(call, pb.BotMessage(hello=hello))
            while (message := await self._next(call)) is not None:
                await self._hear(call, message)
            return self._ending
        finally:
            call.cancel()
            for task in (*self._thinking, *([self._farewell] if self._farewell else [])):
                task.cancel()

    async def _next(self, call: Call) -> pb.ArenaMessage | None:
        """Returns the arena's next message, or None at the end. Raises what a thinking bot raised in the meantime."""
        if not self._thinking:
            message = await call.read()
        else:
            message = await self._unless_a_task_fails(call.read())
        return message if isinstance(message, pb.ArenaMessage) else None

    async def _unless_a_task_fails(self, reading: Awaitable[_T]) -> _T:
        read = asyncio.ensure_future(reading)
        while not read.done():
            done, _ = await asyncio.wait({read, *self._thinking}, return_when=asyncio.FIRST_COMPLETED)
            for task in done & self._thinking:
                self._thinking.discard(task)
                task.result()
        return read.result()

    async def _hear(self, call: Call, message: pb.ArenaMessage) -> None:
        match message.WhichOneof("message"):
            case "ask":
                await self._asked(call, message.ask)
            case "welcome":
                self._welcomed(call, message.welcome)
            case "seated":
                self._seated(message.seated)
            case "fault":
                self._faulted(message.fault)
            case "ended":
                self._ended(message.ended)
            case "notice":
                self._noticed(message.notice)

    async def _asked(self, call: Call, ask: pb.Ask) -> None:
        began = time.perf_counter()
        reply = self._bot.choose(ask)
        if inspect.isawaitable(reply):
            self._thinking.add(asyncio.create_task(self._answer_later(call, ask, reply, began)))
        else:
            await self._answer(call, ask, reply, began)

    async def _answer_later(self, call: Call, ask: pb.Ask, reply: Awaitable[Choice | Answer], began: float) -> None:
        await self._answer(call, ask, await reply, began)

    async def _answer(self, call: Call, ask: pb.Ask, reply: Choice | Answer, began: float) -> None:
        answer = to_message(ask, reply)
        used_s = time.perf_counter() - began
        await self._say(call, pb.BotMessage(answer=answer))
        self._tallies.setdefault(ask.match_id, Tally(seat=0)).add(used_s)
        if log.isEnabledFor(logging.DEBUG):
            limit = f" of {ask.ask_ms} ms" if ask.HasField("ask_ms") else ""
            log.debug(
                "ask %d of %s: %d legal, %r after %.1f ms%s",
                ask.ticket,
                ask.match_id,
                ask.legal_total,
                reply,
                used_s * 1000,
                limit,
            )

    async def _say(self, call: Call, message: pb.BotMessage) -> None:
        async with self._writing:
            try:
                await call.write(message)
            except asyncio.InvalidStateError:
                pass  # The stream has ended; the next read says why.

    async def _say_bye_on_leaving(self, call: Call) -> None:
        await self._leave.wait()
        await self._say(call, pb.BotMessage(bye=pb.Bye()))

    def _welcomed(self, call: Call, welcome: pb.Welcome) -> None:
        self.resume_token = welcome.resume_token
        again = f"; {welcome.resumed_matches} matches continue" if welcome.resumed_matches else ""
        log.info("%s is connected to an arena of version %s%s", self._name, welcome.arena_version, again)
        self._farewell = asyncio.create_task(self._say_bye_on_leaving(call))

    def _seated(self, seated: pb.Seated) -> None:
        self._tallies[seated.match_id] = Tally(seated.seat)
        players = ", ".join(player.name for player in seated.players)
        log.info("match %s: %s, seat %d of %s", seated.match_id, seated.game, seated.seat, players)

    def _faulted(self, fault: pb.FaultNotice) -> None:
        log.warning(
            "fault in match %s, ask %d: %s: %s; expected: %s; now: %s",
            fault.match_id or "-",
            fault.ticket,
            FaultCause.Name(fault.cause),
            fault.problem,
            fault.expected,
            fault.consequence,
        )

    def _ended(self, ended: pb.Ended) -> None:
        tally = self._tallies.pop(ended.match_id, Tally(seat=0))
        if tally.seat < len(ended.results):
            result = ended.results[tally.seat]
            came = f"place {result.place} of {len(ended.results)} with {result.score} points"
        else:
            came = f"no result ({Termination.Kind.Name(ended.termination.kind)} {ended.termination.reason})"
        log.info(
            "match %s ended: %s; %d asks, %.0f ms used, at most %.1f ms for one",
            ended.match_id,
            came,
            tally.asks,
            tally.used_s * 1000,
            tally.longest_s * 1000,
        )

    def _noticed(self, notice: pb.Notice) -> None:
        log.info("the arena: %s %s", pb.Notice.Kind.Name(notice.kind), notice.text)
        if notice.kind == pb.Notice.KIND_DRAINING:
            self._ending = Ending.DRAINED


def to_message(ask: pb.Ask, reply: Choice | Answer) -> pb.Answer:
    """The message for the bot's answer."""
    choice, comment = reply if isinstance(reply, Answer) else (reply, "")
    answer = pb.Answer(match_id=ask.match_id, ticket=ask.ticket, comment=comment)
    match choice:
        case int():
            answer.index = choice
        case str():
            answer.notation = choice
        case Action():
            answer.action.CopyFrom(choice)
        case _:
            raise TypeError(f"choose returned {choice!r}: expected an index, an Action, or a notation")
    return answer
