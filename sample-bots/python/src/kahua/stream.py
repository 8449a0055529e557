"""A connection to the arena: one call of BotService.Play."""

import asyncio
import ssl
import threading
from collections.abc import Sequence
from queue import SimpleQueue

import grpc
from google.protobuf.any_pb2 import Any as Packed
from google.protobuf.message import DecodeError
from google.rpc.error_details_pb2 import ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status

from kahua.arena.v1.bot_pb2 import ArenaMessage, BotMessage, Hello
from kahua.settings import Checked

METHOD = "/kahua.arena.v1.BotService/Play"

UNREAD_MAX = 1024
"""How many messages may wait for the bot before the connection reads no more."""
UNSENT_MAX = 4096
"""How many messages may wait to be sent before the connection counts as broken."""

_CHANNEL_OPTIONS = (
    ("grpc.keepalive_time_ms", 15_000),
    ("grpc.keepalive_timeout_ms", 15_000),
    # The client pauses between attempts itself; a channel with a pool of its own adds no pauses.
    ("grpc.use_local_subchannel_pool", 1),
)


class Broken(Exception):
    """The connection broke, or the arena refuses the bot."""

    def __init__(self, code: grpc.StatusCode, text: str, reason: str = "", retry_s: float = 0.0) -> None:
        super().__init__(f"{text} ({reason})" if reason else text)
        self.code = code
        self.retry_s = retry_s
        """How long the arena wants the bot to wait before it comes back."""
        self.is_name_in_use = code is grpc.StatusCode.ALREADY_EXISTS
        """Whether another connection has the bot's name, or one that was lost and still has open matches."""

    @staticmethod
    def of(error: grpc.RpcError) -> "Broken":
        """What a failed call says, with its google.rpc details."""
        code, reason, retry_s = error.code(), "", 0.0
        for detail in _details(error):
            info, retry = ErrorInfo(), RetryInfo()
            if detail.Unpack(info):
                reason = info.reason
            elif detail.Unpack(retry):
                retry_s = retry.retry_delay.ToTimedelta().total_seconds()
        return Broken(code, error.details() or code.name, reason, retry_s)


def _details(error: grpc.RpcError) -> Sequence[Packed]:
    for entry in error.trailing_metadata() or ():
        if entry.key == "grpc-status-details-bin":
            try:
                details: Sequence[Packed] = Status.FromString(entry.value).details
                return details
            except DecodeError:
                break  # Whoever sent this is no arena; its code and text still say something.
    return ()


class PlayStream:
    """The connection. gRPC works in threads of its own, so that a bot that thinks for long never holds it up."""

    def __init__(self, settings: Checked, hello: Hello) -> None:
        self._loop = asyncio.get_running_loop()
        self._inbox: asyncio.Queue[ArenaMessage | BaseException | None] = asyncio.Queue()
        self._room = threading.Semaphore(UNREAD_MAX)
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        self._open = True
        self._channel = _channel(settings)
        play: grpc.StreamStreamMultiCallable[bytes, ArenaMessage] = self._channel.stream_stream(
            METHOD, response_deserializer=ArenaMessage.FromString
        )
        self.send(BotMessage(hello=hello))
        metadata = (("authorization", f"Bearer {settings.token}"),) if settings.token else ()
        self._call = play(iter(self._outbox.get, None), metadata=metadata)
        threading.Thread(target=self._receive, name="kahua-receive", daemon=True).start()

    def send(self, message: BotMessage) -> None:
        """Sends a message, from any thread. Does nothing if the connection has ended: `read` says why."""
        if not self._open:
            return
        self._outbox.put(message.SerializeToString())
        if self._outbox.qsize() > UNSENT_MAX:
            self._call.cancel()

    async def read(self) -> ArenaMessage | None:
        """The arena's next message, or None when it has closed the stream.

        Raises Broken if the connection broke, and what `interrupt` was given.
        """
        item = await self._inbox.get()
        if isinstance(item, BaseException):
            raise item
        self._room.release()
        return item

    def interrupt(self, error: BaseException) -> None:
        """Lets `read` raise this error. Only for the thread of the event loop."""
        self._inbox.put_nowait(error)

    def close(self) -> None:
        """Ends the connection and its threads."""
        self._open = False
        self._call.cancel()
        self._outbox.put(None)
        self._room.release()
        self._channel.close()

    def _receive(self) -> None:
        try:
            for message in self._call:
                self._room.acquire()
                self._hand_over(message)
            self._hand_over(None)
        except grpc.RpcError as error:
            self._hand_over(Broken.of(error))
        except BaseException as error:
            # Nobody else would notice: the bot would wait for ever.
            self._hand_over(error)

    def _hand_over(self, item: ArenaMessage | BaseException | None) -> None:
        if self._open:
            try:
                self._loop.call_soon_threadsafe(self._inbox.put_nowait, item)
            except RuntimeError:
                pass  # The event loop was closed meanwhile, so nobody waits for this.


def _channel(settings: Checked) -> grpc.Channel:
    # Without this, gRPC sends everything to the proxy that http_proxy names, even what is for this machine.
    options = (*_CHANNEL_OPTIONS, ("grpc.enable_http_proxy", 0 if settings.addr.is_near else 1))
    if not settings.addr.tls:
        return grpc.insecure_channel(str(settings.addr), options=options)
    credentials = grpc.ssl_channel_credentials(settings.roots or _system_roots())
    return grpc.secure_channel(str(settings.addr), credentials, options=options)


def _system_roots() -> bytes | None:
    """The system's CA certificates as PEM. None if Python finds none: gRPC then uses its own."""
    roots = ssl.create_default_context().get_ca_certs(binary_form=True)
    return "".join(map(ssl.DER_cert_to_PEM_cert, roots)).encode() or None
