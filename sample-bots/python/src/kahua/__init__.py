"""Write a bot for the Kahua board game arena: one class with one method.

    import kahua

    class FirstLegal(kahua.Bot):
        def choose(self, ask: kahua.Ask) -> int:
            return 0

    kahua.run(FirstLegal())

`run` greets the arena that the environment names (`KAHUA_ADDR`, `KAHUA_NAME`, `KAHUA_TOKEN`), plays every match that the
arena seats the bot in, and when the connection breaks comes back and goes on where it was. Inside asyncio, await `play`.
"""

import os

# Lost connections are ours to tell of; must be set before grpc is loaded.
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
