"""A fake arena that sends what a test tells it to send, over real gRPC on loopback."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Self

import grpc

from kahua.proto.arena.v1 import bot_pb2 as pb
from kahua.proto.arena.v1.bot_pb2_grpc import BotServiceServicer, add_BotServiceServicer_to_server


class Talk:
    """The arena's end of one stream."""

    def __init__(self, heard: AsyncIterator[pb.BotMessage], context: Any) -> None:
        self._heard = heard
        self.said: asyncio.Queue[pb.ArenaMessage | tuple[grpc.StatusCode, str] | None] = asyncio.Queue()
        self.metadata = dict(context.invocation_metadata())

    async def greet(self, resume_token: str) -> pb.Hello:
        """Hears Hello and says Welcome."""
        hello = (await self.hear()).hello
        self.say(welcome=pb.Welcome(resume_token=resume_token))
        return hello

    async def hear(self) -> pb.BotMessage:
        return await asyncio.wait_for(anext(self._heard), 10)

    async def answer(self) -> pb.Answer:
        message = await self.hear()
        assert message.WhichOneof("message") == "answer", message
        return message.answer

    def say(self, **message: Any) -> None:
        self.said.put_nowait(pb.ArenaMessage(**message))

    def ask(self, match_id: str, ticket: int) -> None:
        self.say(ask=pb.Ask(match_id=match_id, ticket=ticket, legal_total=3))

    def close(self) -> None:
        self.said.put_nowait(None)

    def fail(self, code: grpc.StatusCode, words: str) -> None:
        self.said.put_nowait((code, words))


class FakeArena(BotServiceServicer):
    """`async with FakeArena() as arena`; every stream that a bot opens comes out of `accept`."""

    def __init__(self, addr: str = "127.0.0.1:0") -> None:
        self._talks: asyncio.Queue[Talk] = asyncio.Queue()
        self._server = grpc.aio.server(options=(("grpc.so_reuseport", 0),))
        add_BotServiceServicer_to_server(self, self._server)
        self.addr = f"127.0.0.1:{self._server.add_insecure_port(addr)}"

    async def __aenter__(self) -> Self:
        await self._server.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.kill()

    async def kill(self) -> None:
        await self._server.stop(grace=None)

    async def accept(self) -> Talk:
        return await asyncio.wait_for(self._talks.get(), 10)

    async def Play(self, heard: AsyncIterator[pb.BotMessage], context: Any) -> AsyncIterator[pb.ArenaMessage]:
        talk = Talk(heard, context)
        self._talks.put_nowait(talk)
        while (said := await talk.said.get()) is not None:
            if isinstance(said, tuple):
                await context.abort(*said)
            else:
                yield said
