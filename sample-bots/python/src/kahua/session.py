"""One connection's talk with the arena, from Hello to its end: what the arena says goes to the bot."""

import asyncio
import inspect
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TypeVar

from kahua.answering import to_message
from kahua.arena.v1 import bot_pb2 as pb
from kahua.arena.v1.record_pb2 import FaultCause, Termination
from kahua.bot import Answer, Bot, Choice
from kahua.failure import BotFailure, described, running
from kahua.handle import Arena
from kahua.matches import Matches, OpenMatch
from kahua.per_match import PerMatch
from kahua.settings import Checked
from kahua.stream import PlayStream

TRACE = 5
"""The level of log lines that hold every message."""

log = logging.getLogger("kahua")

_T = TypeVar("_T")


class Session:
    """The bot's side of one connection."""

    def __init__(self, bot: Bot, settings: Checked, arena: Arena, matches: Matches) -> None:
        self.resume_token = ""
        """From the arena's Welcome; empty until then."""
        self.drained = False
        """Whether the arena has announced that it is shutting down."""
        self._bot = bot
        self._settings = settings
        self._arena = arena
        self._matches = matches
        self._thinking: set[asyncio.Task[None]] = set()

    async def hold(self, stream: PlayStream) -> None:
        """Answers every ask until the arena closes the stream.

        Raises Broken if the connection breaks or the arena refuses the bot, and BotFailure if the bot fails.
        """
        try:
            while (message := await stream.read()) is not None:
                if log.isEnabledFor(TRACE):
                    log.log(TRACE, "received %s", str(message).replace("\n", " "))
                self._hear(stream, message)
        finally:
            self._arena._disconnected()
            for task in self._thinking:
                task.cancel()

    def _hear(self, stream: PlayStream, message: pb.ArenaMessage) -> None:
        match message.WhichOneof("message"):
            case "ask":
                self._asked(stream, message.ask)
            case "events":
                self._happened(message.events.match_id, message.events.events)
            case "welcome":
                self._welcomed(stream, message.welcome)
            case "seated":
                self._seated(stream, message.seated)
            case "fault":
                self._faulted(message.fault)
            case "ended":
                self._ended(message.ended)
            case "notice":
                self._noticed(message.notice)

    def _asked(self, stream: PlayStream, ask: pb.Ask) -> None:
        self._happened(ask.match_id, ask.events)
        match = self._matches.setdefault(ask.match_id, OpenMatch(ask.game, ask.seat))
        if match.resigned:
            return
        began = time.perf_counter()
        try:
            reply = self._call(f"choose failed in {described(ask)}", lambda: self._bot.choose(ask))
            if inspect.isawaitable(reply):
                task = asyncio.create_task(self._answer_later(stream, ask, reply, began))
                self._thinking.add(task)
                task.add_done_callback(self._thinking.discard)
            else:
                self._answer(stream, ask, reply, began)
        except BotFailure as failure:
            self._failed(failure, ask.match_id)
        finally:
            # Only now, so that the answer never waits for a disk.
            if self._settings.record:
                self._settings.record.record(ask)

    async def _answer_later(
        self, stream: PlayStream, ask: pb.Ask, reply: Awaitable[Choice | Answer], began: float
    ) -> None:
        try:
            try:
                with running(f"choose failed in {described(ask)}"):
                    choice = await reply
                self._answer(stream, ask, choice, began)
            except BotFailure as failure:
                self._failed(failure, ask.match_id)
        except (BotFailure, KeyboardInterrupt, SystemExit) as error:
            stream.interrupt(error)

    def _answer(self, stream: PlayStream, ask: pb.Ask, reply: Choice | Answer, began: float) -> None:
        message = to_message(ask, reply)
        used_s = time.perf_counter() - began
        stream.send(message)
        if match := self._matches.get(ask.match_id):
            match.add(used_s)
            match.resigned |= message.HasField("resign")
        if log.isEnabledFor(logging.DEBUG):
            limit = f" of {ask.ask_ms} ms" if ask.HasField("ask_ms") else ""
            log.debug("%s: answered %r after %.1f ms%s", described(ask), reply, used_s * 1000, limit)

    def _happened(self, match_id: str, events: Sequence[pb.MatchEvent]) -> None:
        match = self._matches.get(match_id)
        fresh = match.new(events) if match else list(events)
        if fresh:
            self._tell(f"on_events failed in match {match_id}", match_id, lambda: self._bot.on_events(match_id, fresh))

    def _welcomed(self, stream: PlayStream, welcome: pb.Welcome) -> None:
        self.resume_token = welcome.resume_token
        again = f"; {welcome.resumed_matches} matches continue" if welcome.resumed_matches else ""
        log.info("%s is connected to an arena of version %s%s", self._settings.name, welcome.arena_version, again)
        self._arena._connected(stream, self._matches)
        self._forget(self._matches.resume(welcome.resumed_matches))
        self._tell("on_welcome failed", None, lambda: self._bot.on_welcome(welcome, self._arena))

    def _seated(self, stream: PlayStream, seated: pb.Seated) -> None:
        self._forget(self._matches.seat(seated))
        if self._matches[seated.match_id].resigned:
            stream.send(pb.BotMessage(resign=pb.Resign(match_id=seated.match_id)))
        players = ", ".join(player.name for player in seated.players)
        log.info("match %s: %s, seat %d of %s", seated.match_id, seated.game, seated.seat, players)
        what = f"on_seated failed in match {seated.match_id} ({seated.game}, seat {seated.seat})"
        self._tell(what, seated.match_id, lambda: self._bot.on_seated(seated))

    def _faulted(self, fault: pb.FaultNotice) -> None:
        where = f"match {fault.match_id}" if fault.match_id else "no match"
        ticket = f", ticket {fault.ticket}" if fault.HasField("ticket") else ""
        cause = _words(FaultCause.items(), fault.cause, "FAULT_CAUSE_")
        report = "%s fault in %s%s: %s; expected: %s; consequence: %s"
        log.warning(report, cause, where, ticket, fault.problem, fault.expected, fault.consequence)
        match_id = fault.match_id if fault.HasField("match_id") else None
        self._tell(f"on_fault failed in {where}", match_id, lambda: self._bot.on_fault(fault))

    def _ended(self, ended: pb.Ended) -> None:
        match = self._matches.pop(ended.match_id, OpenMatch("", 0))
        if match.seat < len(ended.results):
            result = ended.results[match.seat]
            came = f"place {result.place} of {len(ended.results)} with {result.score} points"
            if result.HasField("given_up"):
                came += f", given up ({_words(FaultCause.items(), result.given_up, 'FAULT_CAUSE_')})"
        else:
            kind = _words(Termination.Kind.items(), ended.termination.kind, "KIND_")
            came = f"no result ({f'{kind} {ended.termination.reason}'.rstrip()})"
        times = f"{match.asks} asks, {match.used_s * 1000:.0f} ms used, at most {match.longest_s * 1000:.1f} ms for one"
        log.info("match %s ended: %s; %s", ended.match_id, came, times)
        self._tell(f"on_ended failed in match {ended.match_id}", ended.match_id, lambda: self._bot.on_ended(ended))

    def _noticed(self, notice: pb.Notice) -> None:
        log.info("the arena: %s: %s", _words(pb.Notice.Kind.items(), notice.kind, "KIND_"), notice.text)
        self.drained |= notice.kind == pb.Notice.KIND_DRAINING
        self._tell("on_notice failed", None, lambda: self._bot.on_notice(notice))

    def _forget(self, ended_meanwhile: Sequence[str]) -> None:
        for match_id in ended_meanwhile:
            log.info("match %s ended while %s was away", match_id, self._settings.name)
            del self._matches[match_id]
            if isinstance(self._bot, PerMatch):
                self._tell(f"close failed in match {match_id}", match_id, partial(self._bot.forget, match_id))

    def _tell(self, what: str, match_id: str | None, call: Callable[[], None]) -> None:
        match = self._matches.get(match_id) if match_id else None
        if match and match.failed:
            return
        try:
            self._call(what, call)
        except BotFailure as failure:
            self._failed(failure, match_id)

    def _call(self, what: str, call: Callable[[], _T]) -> _T:
        with self._arena._running_bot(), running(what):
            return call()

    def _failed(self, failure: BotFailure, match_id: str | None) -> None:
        """Resigns the match that the bot failed in, if the settings say so. Otherwise the failure ends the run."""
        if self._settings.on_error == "exit" or match_id is None:
            raise failure
        failure.report()
        if match := self._matches.get(match_id):
            match.failed = True
            log.error("resigning match %s, as KAHUA_ON_ERROR says", match_id)
            self._arena.resign(match_id)


def _words(names: Sequence[tuple[str, int]], number: int, prefix: str) -> str:
    """The name of an enum's value in words, or the number itself if a newer arena sent one that is unknown here."""
    name = next((name for name, known in names if known == number), str(number))
    return name.removeprefix(prefix).lower().replace("_", " ")
