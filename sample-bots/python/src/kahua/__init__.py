"""Write a bot for the Kahua board game arena: one class with one method.

    import kahua

    class FirstLegal(kahua.Bot):
        def choose(self, ask: kahua.Ask) -> int:
            return 0

    kahua.run(FirstLegal())

`run` connects to the arena that the environment names (`KAHUA_ADDR`, `KAHUA_NAME`, `KAHUA_TOKEN`) and plays every match
in which the arena seats the bot. When the connection breaks, it reconnects and continues where it was. In an asyncio
program, use `await play(...)`.
"""

import os

# This package reports lost connections itself. Must be set before grpc is loaded.
os.environ.setdefault("GRPC_VERBOSITY", "ERROR")

from kahua.bot import Answer, Bot, Choice
from kahua.client import OutOfReach, Refused, play, run
from kahua.proto.arena.v1.bot_pb2 import ActionForm, Ask
from kahua.proto.arena.v1.games_pb2 import Action, View
from kahua.settings import Settings, SettingsError

__all__ = [
    "Action",
    "ActionForm",
    "Answer",
    "Ask",
    "Bot",
    "Choice",
    "OutOfReach",
    "Refused",
    "Settings",
    "SettingsError",
    "View",
    "play",
    "run",
]
