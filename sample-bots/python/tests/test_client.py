"""The client against an arena that drops, drains, refuses and dies. Run: python -m unittest discover tests"""

import asyncio
import unittest

import grpc

import kahua
from fake_arena import FakeArena
from kahua.proto.arena.v1 import bot_pb2 as pb


class Echo(kahua.Bot):
    """Answers with the ask's own ticket, so that a mix-up shows."""

    matches = 2

    def choose(self, ask: kahua.Ask) -> int:
        return ask.ticket


class SlowThenQuick(kahua.Bot):
    """Thinks about ask 1 until it has answered ask 2."""

    def __init__(self) -> None:
        self._answered = asyncio.Event()

    async def choose(self, ask: kahua.Ask) -> kahua.Answer:
        if ask.ticket == 1:
            await self._answered.wait()
        self._answered.set()
        return kahua.Answer("stay", comment="at last")


class Broken(kahua.Bot):
    def choose(self, ask: kahua.Ask) -> int:
        raise ZeroDivisionError("my own fault")


class BrokenLater(kahua.Bot):
    async def choose(self, ask: kahua.Ask) -> int:
        await asyncio.sleep(0)
        raise ZeroDivisionError("my own fault")


def start(arena: FakeArena, bot: kahua.Bot, **settings: object) -> asyncio.Task[None]:
    all_settings = {"addr": arena.addr, "name": "anna", "patience_s": 20.0, **settings}
    return asyncio.create_task(kahua.play(bot, kahua.Settings(**all_settings)))


class ClientTest(unittest.IsolatedAsyncioTestCase):
    async def test_greets_answers_many_matches_and_ends_when_dismissed(self) -> None:
        async with FakeArena() as arena:
            bot = start(arena, Echo(), token="secret")
            talk = await arena.accept()
            hello = await talk.greet("t1")
            self.assertEqual((hello.name, hello.matches_max, hello.resume_token), ("anna", 2, ""))
            self.assertEqual(talk.metadata["authorization"], "Bearer secret")
            for match_id, ticket in (("a", 1), ("b", 2), ("a", 3)):
                talk.ask(match_id, ticket)
            talk.say(fault=pb.FaultNotice(problem="too slow"))
            for match_id, ticket in (("a", 1), ("b", 2), ("a", 3)):
                answer = await talk.answer()
                self.assertEqual((answer.match_id, answer.ticket, answer.index), (match_id, ticket, ticket))
            talk.close()
            await asyncio.wait_for(bot, 10)

    async def test_resumes_with_the_latest_token_after_a_break(self) -> None:
        async with FakeArena() as arena:
            bot = start(arena, Echo())
            token = ""
            for next_token in ("t1", "t2", "t3"):
                talk = await arena.accept()
                self.assertEqual((await talk.greet(next_token)).resume_token, token)
                talk.ask("a", 1)
                await talk.answer()
                token = next_token
                talk.fail(grpc.StatusCode.UNAVAILABLE, "gone")
            (await arena.accept()).close()
            await asyncio.wait_for(bot, 10)

    async def test_waits_for_an_arena_that_was_killed_to_come_back(self) -> None:
        async with FakeArena() as arena:
            bot = start(arena, Echo())
            talk = await arena.accept()
            await talk.greet("t1")
            talk.ask("a", 1)
            await talk.answer()
            await arena.kill()
        await asyncio.sleep(0.2)
        async with FakeArena(arena.addr) as arena:
            talk = await arena.accept()
            self.assertEqual((await talk.greet("t2")).resume_token, "t1")
            talk.close()
            await asyncio.wait_for(bot, 10)

    async def test_comes_back_after_draining(self) -> None:
        async with FakeArena() as arena:
            bot = start(arena, Echo())
            talk = await arena.accept()
            await talk.greet("t1")
            talk.say(notice=pb.Notice(kind=pb.Notice.KIND_DRAINING))
            talk.close()
            talk = await arena.accept()
            self.assertEqual((await talk.greet("t2")).resume_token, "t1")
            talk.close()
            await asyncio.wait_for(bot, 10)

    async def test_says_bye_and_finishes_its_matches_even_after_a_break(self) -> None:
        async with FakeArena() as arena:
            leave = asyncio.Event()
            settings = kahua.Settings(addr=arena.addr, name="anna")
            bot = asyncio.create_task(kahua.play(Echo(), settings, leave))
            talk = await arena.accept()
            await talk.greet("t1")
            leave.set()
            self.assertEqual((await talk.hear()).WhichOneof("message"), "bye")
            talk.ask("a", 1)
            await talk.answer()
            talk.fail(grpc.StatusCode.UNAVAILABLE, "gone")
            talk = await arena.accept()
            await talk.greet("t2")
            self.assertEqual((await talk.hear()).WhichOneof("message"), "bye")
            talk.close()
            await asyncio.wait_for(bot, 10)

    async def test_a_refusal_is_final_and_says_why(self) -> None:
        async with FakeArena() as arena:
            bot = start(arena, Echo())
            (await arena.accept()).fail(grpc.StatusCode.UNAUTHENTICATED, "the token is not anna's")
            with self.assertRaisesRegex(kahua.Refused, "refuses anna: the token is not anna's"):
                await asyncio.wait_for(bot, 10)

    async def test_does_not_fight_a_newer_connection_of_the_same_bot(self) -> None:
        async with FakeArena() as arena:
            bot = start(arena, Echo())
            talk = await arena.accept()
            await talk.greet("t1")
            talk.fail(grpc.StatusCode.ABORTED, "a newer connection has taken over")
            with self.assertRaisesRegex(kahua.Refused, "taken over"):
                await asyncio.wait_for(bot, 10)

    async def test_gives_up_when_its_patience_is_at_an_end(self) -> None:
        async with FakeArena() as arena:
            await arena.kill()
            bot = start(arena, Echo(), patience_s=0.1)
            with self.assertRaises(kahua.OutOfReach):
                await asyncio.wait_for(bot, 10)

    async def test_a_thinking_bot_does_not_hold_up_its_other_matches(self) -> None:
        async with FakeArena() as arena:
            bot = start(arena, SlowThenQuick())
            talk = await arena.accept()
            await talk.greet("t1")
            talk.ask("a", 1)
            talk.ask("b", 2)
            self.assertEqual((await talk.answer()).ticket, 2)
            late = await talk.answer()
            self.assertEqual((late.ticket, late.notation, late.comment), (1, "stay", "at last"))
            talk.close()
            await asyncio.wait_for(bot, 10)

    async def test_what_the_bot_raises_reaches_its_author(self) -> None:
        for broken in (Broken(), BrokenLater()):
            async with FakeArena() as arena:
                bot = start(arena, broken)
                talk = await arena.accept()
                await talk.greet("t1")
                talk.ask("a", 1)
                with self.assertRaisesRegex(ZeroDivisionError, "my own fault"):
                    await asyncio.wait_for(bot, 10)


class SettingsTest(unittest.TestCase):
    def test_reads_every_variable(self) -> None:
        settings = kahua.Settings.from_env(
            {"KAHUA_ADDR": "http://a:1", "KAHUA_NAME": "b", "KAHUA_TOKEN": "c", "KAHUA_MATCHES": "3"}
        )
        self.assertEqual(settings, kahua.Settings(addr="a:1", name="b", token="c", matches=3))

    def test_names_the_variable_that_is_wrong(self) -> None:
        for variables, words in (
            ({"KAHUA_NAME": "b"}, "KAHUA_ADDR is not set"),
            ({"KAHUA_ADDR": "a:1"}, "KAHUA_NAME is not set"),
            ({"KAHUA_ADDR": "a:1", "KAHUA_NAME": "b", "KAHUA_MATCHES": "0"}, "KAHUA_MATCHES is '0'"),
        ):
            with self.assertRaisesRegex(kahua.SettingsError, words):
                kahua.Settings.from_env(variables)


if __name__ == "__main__":
    unittest.main()
