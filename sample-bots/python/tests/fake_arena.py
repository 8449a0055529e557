"""A fake arena that sends what a test tells it to send, over real gRPC on loopback."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from queue import Queue
from typing import Any, Self

import grpc
from google.protobuf.any_pb2 import Any as Packed
from google.protobuf.message import Message
from google.rpc.status_pb2 import Status

from kahua.arena.v1 import bot_pb2 as pb
from kahua.arena.v1.bot_pb2_grpc import BotServiceServicer, add_BotServiceServicer_to_server

PATIENCE_S = 60
"""How long a test waits before it fails: long enough for any machine."""


@dataclass
class Failure:
    """How a stream ends if it fails."""

    code: grpc.StatusCode
    text: str
    details: tuple[Message, ...]


@dataclass
class Talk:
    """The arena's end of one stream."""

    metadata: dict[str, str]
    heard: "Queue[pb.BotMessage | None]" = field(default_factory=Queue)
    said: "Queue[pb.ArenaMessage | Failure | None]" = field(default_factory=Queue)

    def greet(self, resume_token: str = "t", resumed_matches: int = 0) -> pb.Hello:
        """Hears Hello and says Welcome."""
        hello = self.hear("hello").hello
        self.say(welcome=pb.Welcome(resume_token=resume_token, resumed_matches=resumed_matches))
        return hello

    def hear(self, kind: str) -> pb.BotMessage:
        message = self.heard.get(timeout=PATIENCE_S)
        assert message is not None, f"the bot hung up instead of saying {kind}"
        assert message.WhichOneof("message") == kind, f"expected {kind}, heard {message}"
        return message

    def answer(self) -> pb.Answer:
        return self.hear("answer").answer

    def hung_up(self) -> bool:
        """Whether the bot ends the stream instead of saying anything."""
        return self.heard.get(timeout=PATIENCE_S) is None

    def say(self, **message: Any) -> None:
        self.said.put(pb.ArenaMessage(**message))

    def seat(self, match_id: str, resumed: bool = False) -> None:
        self.say(seated=pb.Seated(match_id=match_id, game="haleakala", seat=1, resumed=resumed))

    def ask(self, match_id: str, ticket: int, events: tuple[int, ...] = ()) -> None:
        happened = [pb.MatchEvent(number=number) for number in events]
        ask = pb.Ask(match_id=match_id, ticket=ticket, game="haleakala", seat=1, legal_total=12, events=happened)
        self.say(ask=ask)

    def close(self) -> None:
        self.said.put(None)

    def fail(self, code: grpc.StatusCode, text: str, *details: Message) -> None:
        self.said.put(Failure(code, text, details))


class FakeArena(BotServiceServicer):
    """`with FakeArena() as arena`; every stream that a bot opens comes out of `accept`."""

    def __init__(self, addr: str = "127.0.0.1:0", tls: grpc.ServerCredentials | None = None, **options: int) -> None:
        self._talks: Queue[Talk] = Queue()
        every_option = {"grpc.so_reuseport": 0, **{f"grpc.{name}": value for name, value in options.items()}}
        self._server = grpc.server(ThreadPoolExecutor(8), options=list(every_option.items()))
        add_BotServiceServicer_to_server(self, self._server)
        port = self._server.add_secure_port(addr, tls) if tls else self._server.add_insecure_port(addr)
        self.addr = f"127.0.0.1:{port}"

    def __enter__(self) -> Self:
        self._server.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def kill(self) -> None:
        self._server.stop(grace=None).wait()

    def accept(self) -> Talk:
        return self._talks.get(timeout=PATIENCE_S)

    def Play(self, heard: Iterator[pb.BotMessage], context: Any) -> Iterator[pb.ArenaMessage]:
        talk = Talk(dict(context.invocation_metadata()))
        context.add_callback(talk.close)
        ThreadPoolExecutor(1).submit(_pump, heard, talk)
        self._talks.put(talk)
        while (said := talk.said.get()) is not None:
            if isinstance(said, Failure):
                _fail(context, said)
            else:
                yield said


def _pump(heard: Iterator[pb.BotMessage], talk: Talk) -> None:
    try:
        for message in heard:
            talk.heard.put(message)
    except grpc.RpcError:
        pass  # The connection broke.
    finally:
        talk.heard.put(None)


def _fail(context: Any, failure: Failure) -> None:
    packed = []
    for detail in failure.details:
        packed.append(Packed())
        packed[-1].Pack(detail)
    status = Status(code=failure.code.value[0], message=failure.text, details=packed)
    context.set_trailing_metadata((("grpc-status-details-bin", status.SerializeToString()),))
    context.abort(failure.code, failure.text)
