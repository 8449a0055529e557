"""One object for each match: begun, asked, told and closed."""

import asyncio
import threading
import unittest
from concurrent.futures import Future

import grpc

import kahua
from fake_arena import PATIENCE_S, FakeArena
from kahua.arena.v1 import bot_pb2 as pb


class Recorder(kahua.MatchBot):
    """Writes down what it is told."""

    def __init__(self, told: list[str], match_id: str) -> None:
        self._told = told
        self._match_id = match_id
        self.tell("begin")

    def tell(self, what: str) -> None:
        self._told.append(f"{self._match_id} {what}")

    def choose(self, ask: kahua.Ask) -> kahua.Reply:
        self.tell(f"choose {ask.ticket}")
        return 0

    def on_events(self, events: "list[kahua.MatchEvent]") -> None:  # type: ignore[override]
        self.tell(f"events {[event.number for event in events]}")

    def on_fault(self, fault: kahua.FaultNotice) -> None:
        self.tell(f"fault {fault.problem}")

    def on_ended(self, ended: kahua.Ended) -> None:
        self.tell("ended")

    def close(self) -> None:
        self.tell("close")


class FailsAtTheEnd(Recorder):
    def on_ended(self, ended: kahua.Ended) -> None:
        raise ZeroDivisionError("my own fault")


def start(arena: FakeArena, begin: object, **settings: object) -> "Future[None]":
    complete = kahua.Settings(**{"addr": arena.addr, "name": "anna", **settings})  # type: ignore
    played: Future[None] = Future()

    def play() -> None:
        try:
            asyncio.run(kahua.play_per_match(begin, complete, matches=2))  # type: ignore
            played.set_result(None)
        except BaseException as error:
            played.set_exception(error)

    threading.Thread(target=play, daemon=True).start()
    return played


class PerMatchTest(unittest.TestCase):
    def test_each_match_has_an_object_that_a_reconnect_keeps(self) -> None:
        told: list[str] = []
        with FakeArena() as arena:
            bot = start(arena, lambda seated: Recorder(told, seated.match_id))
            talk = arena.accept()
            self.assertEqual(talk.greet("t1").matches_max, 2)
            for match_id in ("a", "b"):
                talk.seat(match_id)
                talk.ask(match_id, 1, events=(0,))
                talk.answer()
            talk.say(fault=pb.FaultNotice(match_id="b", problem="slow"))
            talk.say(ended=pb.Ended(match_id="b"))
            talk.fail(grpc.StatusCode.UNAVAILABLE, "gone")
            talk = arena.accept()
            talk.greet("t2", resumed_matches=1)
            talk.seat("a", resumed=True)
            talk.ask("a", 2)
            talk.answer()
            talk.close()
            bot.result(PATIENCE_S)
        ours = ["a begin", "a events [0]", "a choose 1", "a choose 2", "a close"]
        theirs = ["b begin", "b events [0]", "b choose 1", "b fault slow", "b ended", "b close"]
        self.assertEqual(sorted(told, key=lambda line: line[0]), [*ours, *theirs])

    def test_a_match_that_ended_while_the_bot_was_away_is_closed(self) -> None:
        told: list[str] = []
        with FakeArena() as arena:
            bot = start(arena, lambda seated: Recorder(told, seated.match_id))
            talk = arena.accept()
            talk.greet("t1")
            talk.seat("a")
            talk.seat("b")
            talk.ask("b", 1)
            talk.answer()
            talk.fail(grpc.StatusCode.UNAVAILABLE, "gone")
            talk = arena.accept()
            talk.greet("t2", resumed_matches=1)
            talk.seat("b", resumed=True)
            talk.ask("b", 2)
            talk.answer()
            self.assertEqual(told, ["a begin", "b begin", "b choose 1", "a close", "b choose 2"])
            talk.close()
            bot.result(PATIENCE_S)
        self.assertEqual(told[-1], "b close")

    def test_is_closed_once_if_the_run_ends_early_or_the_bot_fails(self) -> None:
        for on_error in ("exit", "resign"):
            with self.subTest(on_error), FakeArena() as arena:
                told: list[str] = []
                bot = start(arena, lambda seated, told=told: FailsAtTheEnd(told, seated.match_id), on_error=on_error)
                talk = arena.accept()
                talk.greet()
                talk.seat("a")
                talk.seat("b")
                talk.say(ended=pb.Ended(match_id="a"))
                talk.close()
                error = bot.exception(PATIENCE_S)
                self.assertEqual(str(error), "on_ended failed in match a" if on_error == "exit" else "None")
                self.assertEqual(sorted(told), ["a begin", "a close", "b begin", "b close"])

    def test_a_begin_that_fails_is_named(self) -> None:
        with FakeArena() as arena:
            bot = start(arena, lambda seated: 1 // 0)
            talk = arena.accept()
            talk.greet()
            talk.seat("a")
            with self.assertRaisesRegex(kahua.BotFailure, r"begin failed in match a \(haleakala, seat 1\)"):
                bot.result(PATIENCE_S)


if __name__ == "__main__":
    unittest.main()
