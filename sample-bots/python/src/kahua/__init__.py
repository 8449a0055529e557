"""Write a bot for the Kahua board game arena: one class with one method.

    import kahua

    class FirstLegal(kahua.Bot):
        def choose(self, ask: kahua.Ask) -> int:
            return 0

    kahua.run(FirstLegal())

`run` connects to the arena that the environment names (`KAHUA_ADDR`, `KAHUA_NAME`, `KAHUA_TOKEN`) and plays every match
in which the arena seats the bot. When the connection breaks, it reconnects and continues where it was. `run_per_match`
has one object for each match instead. In an asyncio program, use `await play(...)`.
"""

import os

# Both must be set before grpc is loaded. This package reports lost connections itself.
os.environ.setdefault("GRPC_VERBOSITY", "ERROR")
# Otherwise gRPC starts its threads again in every process that the bot forks, where they hang now and then.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")

from kahua.arena.v1.bot_pb2 import ActionForm, Ask, Ended, FaultNotice, MatchEvent, Notice, Seated, Welcome
from kahua.arena.v1.games_pb2 import Action, Chance, View
from kahua.asks import load_asks
from kahua.bot import RESIGN, Answer, Bot, Choice, MatchBot, Reply
from kahua.brief import brief
from kahua.client import OutOfReach, Refused, play, play_per_match
from kahua.failure import BotFailure
from kahua.handle import Arena
from kahua.program import run, run_per_match
from kahua.rules import Outcome, Position, Rollouts, Rules, RulesError, Successor
from kahua.settings import Settings, SettingsError

__all__ = [
    "RESIGN",
    "Action",
    "ActionForm",
    "Answer",
    "Arena",
    "Ask",
    "Bot",
    "BotFailure",
    "Chance",
    "Choice",
    "Ended",
    "FaultNotice",
    "MatchBot",
    "MatchEvent",
    "Notice",
    "OutOfReach",
    "Outcome",
    "Position",
    "Refused",
    "Reply",
    "Rollouts",
    "Rules",
    "RulesError",
    "Seated",
    "Settings",
    "SettingsError",
    "Successor",
    "View",
    "Welcome",
    "brief",
    "load_asks",
    "play",
    "play_per_match",
    "run",
    "run_per_match",
]
