"""The bot's handle on the arena."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kahua.arena.v1 import bot_pb2 as pb

if TYPE_CHECKING:
    from kahua.matches import OpenMatch
    from kahua.stream import PlayStream


class Arena:
    """What a bot may tell the arena at any time, from any thread. What it wants outlives a lost connection."""

    def __init__(self) -> None:
        # Reentrant, since a signal handler may say Bye while its thread is in a method of this handle.
        self._lock = threading.RLock()
        self._stream: PlayStream | None = None
        self._matches: Mapping[str, OpenMatch] = {}
        self._paused = False
        self._leaving = False
        self._in_bot = False
        """Whether the bot's code is running, so that a signal has to interrupt it."""
        self._exit_code: int | None = None
        """What the program ends with, once a signal has ended the run."""

    def resign(self, match_id: str) -> None:
        """Gives up a match. The seat is placed last."""
        with self._lock:
            if match := self._matches.get(match_id):
                match.resigned = True
            self._say(pb.BotMessage(resign=pb.Resign(match_id=match_id)))

    def pause(self) -> None:
        """Asks for no new matches; the open ones continue."""
        with self._lock:
            self._paused = True
            self._say(pb.BotMessage(pause=pb.Pause()))

    def ready(self) -> None:
        """Asks for new matches again."""
        with self._lock:
            self._paused = False
            self._say(pb.BotMessage(ready=pb.Ready()))

    def bye(self) -> None:
        """Leaves when the open matches have ended; then the run ends."""
        with self._lock:
            if not self._leaving:
                self._leaving = True
                self._say(pb.BotMessage(bye=pb.Bye()))

    @property
    def may_leave(self) -> bool:
        """Whether nothing is left to wait for: the bot wants to leave, has no open match, and isn't connected."""
        with self._lock:
            return self._leaving and self._stream is None and not self._matches

    def _end(self, code: int) -> None:
        """Lets the bot's code run no more: interrupts it, and raises SystemExit where it would begin."""
        self._exit_code = code
        # Elsewhere, what a signal handler raises may get lost in a destructor.
        if self._in_bot:
            raise SystemExit(code)

    @contextmanager
    def _running_bot(self) -> Iterator[None]:
        self._in_bot = True
        try:
            if self._exit_code is not None:
                raise SystemExit(self._exit_code)
            yield
        finally:
            self._in_bot = False

    def _connected(self, stream: "PlayStream", matches: "Mapping[str, OpenMatch]") -> None:
        """A connection was accepted: repeats on it what the bot wants."""
        with self._lock:
            self._stream, self._matches = stream, matches
            if self._paused:
                self._say(pb.BotMessage(pause=pb.Pause()))
            if self._leaving:
                self._say(pb.BotMessage(bye=pb.Bye()))

    def _disconnected(self) -> None:
        with self._lock:
            self._stream = None

    def _say(self, message: pb.BotMessage) -> None:
        if self._stream:
            self._stream.send(message)
