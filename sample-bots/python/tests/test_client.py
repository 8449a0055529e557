"""The client against an arena that drops, drains, refuses and dies. Run: python -m unittest discover tests"""

import asyncio
import threading
import time
import unittest
from concurrent.futures import Future
from typing import NamedTuple

import grpc
from google.rpc.error_details_pb2 import ErrorInfo

import kahua
from fake_arena import PATIENCE_S, FakeArena
from kahua.arena.v1 import bot_pb2 as pb
from kahua.arena.v1.record_pb2 import SeatResult
from kahua.stream import Broken

GONE = (grpc.StatusCode.UNAVAILABLE, "gone")


class Echo(kahua.Bot):
    """Answers with the ask's own ticket, so that a mix-up shows, and keeps what it is told."""

    matches = 2

    def __init__(self) -> None:
        self.told: list[object] = []
        self.arena = kahua.Arena()

    def choose(self, ask: kahua.Ask) -> kahua.Reply:
        self.told.append(("ask", ask.ticket))
        return ask.ticket

    def on_welcome(self, welcome: kahua.Welcome, arena: kahua.Arena) -> None:
        self.told.append(("welcome", welcome.resume_token))
        self.arena = arena

    def on_seated(self, seated: kahua.Seated) -> None:
        self.told.append(("seated", seated.match_id))

    def on_events(self, match_id: str, events: "list[kahua.MatchEvent]") -> None:  # type: ignore[override]
        self.told.append(("events", match_id, [event.number for event in events]))

    def on_ended(self, ended: kahua.Ended) -> None:
        self.told.append(("ended", ended.results[1].place))

    def on_fault(self, fault: kahua.FaultNotice) -> None:
        self.told.append(("fault", fault.problem))

    def on_notice(self, notice: kahua.Notice) -> None:
        self.told.append(("notice", notice.text))


class SlowThenQuick(kahua.Bot):
    """Thinks about ask 1 until it has answered ask 2."""

    def __init__(self) -> None:
        self._answered = asyncio.Event()

    async def choose(self, ask: kahua.Ask) -> kahua.Answer:
        if ask.ticket == 1:
            await self._answered.wait()
        self._answered.set()
        return kahua.Answer("stay", comment="at last")


class Resigning(kahua.Bot):
    def choose(self, ask: kahua.Ask) -> kahua.Reply:
        return kahua.RESIGN


class Sleeper(kahua.Bot):
    def choose(self, ask: kahua.Ask) -> int:
        time.sleep(3)
        return 5


def start(arena: FakeArena, bot: kahua.Bot, **settings: object) -> "Future[None]":
    """Plays in a thread of its own, so that the test can be the arena."""
    complete = kahua.Settings(**{"addr": arena.addr, "name": "anna", "patience_s": 50.0, **settings})  # type: ignore
    played: Future[None] = Future()

    def play() -> None:
        try:
            asyncio.run(kahua.play(bot, complete))
            played.set_result(None)
        except BaseException as error:
            played.set_exception(error)

    threading.Thread(target=play, daemon=True).start()
    return played


class ClientTest(unittest.TestCase):
    def test_greets_answers_many_matches_and_ends_when_dismissed(self) -> None:
        with FakeArena() as arena:
            bot = start(arena, Echo(), token="secret")
            talk = arena.accept()
            hello = talk.greet()
            self.assertEqual((hello.name, hello.matches_max, hello.resume_token), ("anna", 2, ""))
            self.assertEqual((hello.protocol_version, hello.library), (1, "kahua-python 0.1.0"))
            self.assertEqual(talk.metadata["authorization"], "Bearer secret")
            for match_id, ticket in (("a", 1), ("b", 2), ("a", 3)):
                talk.ask(match_id, ticket)
            for match_id, ticket in (("a", 1), ("b", 2), ("a", 3)):
                answer = talk.answer()
                self.assertEqual((answer.match_id, answer.ticket, answer.index), (match_id, ticket, ticket))
            talk.close()
            bot.result(PATIENCE_S)

    def test_the_bot_is_told_everything_once_and_in_order(self) -> None:
        with FakeArena() as arena:
            told = Echo()
            bot = start(arena, told)
            talk = arena.accept()
            talk.greet("t1")
            talk.seat("a")
            talk.ask("a", 1, events=(0, 1))
            talk.answer()
            talk.fail(*GONE)
            talk = arena.accept()
            talk.greet("t2", resumed_matches=1)
            talk.seat("a", resumed=True)
            talk.say(events=pb.MatchEvents(match_id="a", events=[pb.MatchEvent(number=number) for number in (0, 1, 3)]))
            talk.ask("a", 2, events=(3, 4))
            talk.answer()
            talk.say(fault=pb.FaultNotice(match_id="a", problem="too slow"))
            talk.say(notice=pb.Notice(text="soon"))
            talk.say(ended=pb.Ended(match_id="a", results=[SeatResult(place=1), SeatResult(place=2)]))
            talk.close()
            bot.result(PATIENCE_S)
        first = [("welcome", "t1"), ("seated", "a"), ("events", "a", [0, 1]), ("ask", 1)]
        second = [("welcome", "t2"), ("seated", "a"), ("events", "a", [3]), ("events", "a", [4]), ("ask", 2)]
        self.assertEqual(told.told, [*first, *second, ("fault", "too slow"), ("notice", "soon"), ("ended", 2)])

    def test_resumes_with_the_latest_token_after_a_break(self) -> None:
        with FakeArena() as arena:
            bot = start(arena, Echo())
            token = ""
            for next_token in ("t1", "t2", "t3"):
                talk = arena.accept()
                self.assertEqual(talk.greet(next_token).resume_token, token)
                talk.ask("a", 1)
                talk.answer()
                token = next_token
                talk.fail(*GONE)
            arena.accept().close()
            bot.result(PATIENCE_S)

    def test_waits_for_an_arena_that_was_killed_to_come_back(self) -> None:
        with FakeArena() as arena:
            bot = start(arena, Echo())
            talk = arena.accept()
            talk.greet("t1")
            talk.ask("a", 1)
            talk.answer()
        with FakeArena(arena.addr) as arena:
            talk = arena.accept()
            self.assertEqual(talk.greet("t2").resume_token, "t1")
            talk.close()
            bot.result(PATIENCE_S)

    def test_comes_back_after_draining(self) -> None:
        with FakeArena() as arena:
            bot = start(arena, Echo())
            talk = arena.accept()
            talk.greet("t1")
            talk.say(notice=pb.Notice(kind=pb.Notice.KIND_DRAINING))
            talk.close()
            talk = arena.accept()
            self.assertEqual(talk.greet("t2").resume_token, "t1")
            talk.close()
            bot.result(PATIENCE_S)

    def test_what_the_bot_wants_of_the_arena_outlives_a_break(self) -> None:
        with FakeArena() as arena:
            told = Echo()
            bot = start(arena, told)
            talk = arena.accept()
            talk.greet("t1")
            for match_id in ("a", "b"):
                talk.seat(match_id)
                talk.ask(match_id, 1)
                talk.answer()
            told.arena.pause()
            talk.hear("pause")
            told.arena.ready()
            talk.hear("ready")
            told.arena.pause()
            talk.hear("pause")
            told.arena.resign("a")
            self.assertEqual(talk.hear("resign").resign.match_id, "a")
            told.arena.bye()
            talk.hear("bye")
            talk.fail(*GONE)
            talk = arena.accept()
            talk.greet("t2", resumed_matches=2)
            talk.seat("a", resumed=True)
            talk.seat("b", resumed=True)
            talk.hear("pause")
            talk.hear("bye")
            self.assertEqual(talk.hear("resign").resign.match_id, "a")
            talk.ask("a", 2)
            talk.ask("b", 3)
            self.assertEqual(talk.answer().ticket, 3)
            talk.close()
            bot.result(PATIENCE_S)

    def test_an_answer_may_resign(self) -> None:
        with FakeArena() as arena:
            bot = start(arena, Resigning())
            talk = arena.accept()
            talk.greet()
            talk.ask("a", 1)
            self.assertEqual(talk.hear("resign").resign.match_id, "a")
            talk.close()
            bot.result(PATIENCE_S)

    def test_a_refusal_is_final_and_says_why(self) -> None:
        with FakeArena() as arena:
            bot = start(arena, Echo())
            info = ErrorInfo(reason="TOKEN_UNKNOWN", domain="kahua.dev")
            arena.accept().fail(grpc.StatusCode.UNAUTHENTICATED, "the token is not anna's", info)
            with self.assertRaisesRegex(kahua.Refused, r"refuses anna: the token is not anna's \(TOKEN_UNKNOWN\)"):
                bot.result(PATIENCE_S)

    def test_waits_while_its_name_is_in_use(self) -> None:
        info = ErrorInfo(reason="NAME_IN_USE", domain="kahua.dev")
        in_use = (grpc.StatusCode.ALREADY_EXISTS, "anna has open matches", info)
        with FakeArena() as arena, self.assertLogs("kahua", "WARNING") as logged:
            bot = start(arena, Echo())
            arena.accept().fail(*in_use)
            arena.accept().fail(*in_use)
            talk = arena.accept()
            talk.greet()
            talk.close()
            bot.result(PATIENCE_S)
            why = r"the name anna is in use \(anna has open matches \(NAME_IN_USE\)\); trying again for up to 50 s"
            self.assertRegex(logged.output[0], f"{why}; .*stop that process or choose another KAHUA_NAME")
            self.assertEqual(len(logged.output), 1)
            bot = start(arena, Echo(), patience_s=0)
            arena.accept().fail(*in_use)
            with self.assertRaisesRegex(
                kahua.OutOfReach, r"the name anna has been in use for \d+ s: anna has open matches"
            ):
                bot.result(PATIENCE_S)

    def test_does_not_fight_a_newer_connection_of_the_same_bot(self) -> None:
        with FakeArena() as arena:
            bot = start(arena, Echo())
            talk = arena.accept()
            talk.greet()
            talk.fail(grpc.StatusCode.ABORTED, "a newer connection has taken over")
            with self.assertRaisesRegex(kahua.Refused, "taken over"):
                bot.result(PATIENCE_S)

    def test_gives_up_when_its_patience_is_at_an_end(self) -> None:
        with FakeArena() as arena:
            arena.kill()
            bot = start(arena, Echo(), patience_s=0.1)
            with self.assertRaises(kahua.OutOfReach):
                bot.result(PATIENCE_S)

    def test_a_thinking_bot_does_not_hold_up_its_other_matches(self) -> None:
        with FakeArena() as arena:
            bot = start(arena, SlowThenQuick())
            talk = arena.accept()
            talk.greet()
            talk.ask("a", 1)
            talk.ask("b", 2)
            self.assertEqual(talk.answer().ticket, 2)
            late = talk.answer()
            self.assertEqual((late.ticket, late.notation, late.comment), (1, "stay", "at last"))
            talk.close()
            bot.result(PATIENCE_S)

    def test_a_bot_that_thinks_longer_than_the_keepalive_keeps_its_connection(self) -> None:
        with FakeArena(keepalive_time_ms=200, keepalive_timeout_ms=2000) as arena:
            bot = start(arena, Sleeper())
            talk = arena.accept()
            talk.greet()
            talk.ask("a", 1)
            self.assertEqual(talk.answer().index, 5)
            talk.close()
            bot.result(PATIENCE_S)


class Garbled(grpc.RpcError):
    """A failure whose details aren't those of google.rpc, as a proxy might send them."""

    def code(self) -> grpc.StatusCode:
        return grpc.StatusCode.UNAVAILABLE

    def details(self) -> str:
        return "bad gateway"

    def trailing_metadata(self) -> "list[Entry]":
        return [Entry("grpc-status-details-bin", b"\xff")]


class Entry(NamedTuple):
    key: str
    value: bytes


class BrokenTest(unittest.TestCase):
    def test_details_that_cannot_be_read_do_not_hide_the_failure(self) -> None:
        broken = Broken.of(Garbled())
        self.assertEqual((broken.code, str(broken)), (grpc.StatusCode.UNAVAILABLE, "bad gateway"))


if __name__ == "__main__":
    unittest.main()
