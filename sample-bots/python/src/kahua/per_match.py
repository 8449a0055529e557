"""Plays with one object for each match instead of one for all."""

from collections.abc import Callable, Sequence

from kahua.arena.v1.bot_pb2 import ActionForm, Ask, Ended, FaultNotice, MatchEvent, Seated
from kahua.bot import Bot, MatchBot, Reply
from kahua.failure import BotFailure, running

Begin = Callable[[Seated], MatchBot]
"""Makes the bot of a match that begins."""


class PerMatch(Bot):
    """Passes on what concerns a match to the object that `begin` made for it. A reconnect keeps the object."""

    def __init__(
        self, begin: Begin, games: Sequence[str], matches: int, version: str, form: ActionForm.ValueType
    ) -> None:
        self.games, self.matches, self.version, self.action_form = games, matches, version, form
        self._begin = begin
        self._bots: dict[str, MatchBot] = {}

    def choose(self, ask: Ask) -> Reply:
        return self._bots[ask.match_id].choose(ask)

    def on_seated(self, seated: Seated) -> None:
        if seated.match_id not in self._bots:
            with running(f"begin failed in match {seated.match_id} ({seated.game}, seat {seated.seat})"):
                self._bots[seated.match_id] = self._begin(seated)

    def on_events(self, match_id: str, events: Sequence[MatchEvent]) -> None:
        if bot := self._bots.get(match_id):
            bot.on_events(events)

    def on_fault(self, fault: FaultNotice) -> None:
        if bot := self._bots.get(fault.match_id):
            bot.on_fault(fault)

    def on_ended(self, ended: Ended) -> None:
        try:
            if bot := self._bots.get(ended.match_id):
                bot.on_ended(ended)
        finally:
            self.forget(ended.match_id)

    def forget(self, match_id: str) -> None:
        """Closes the match's bot, if there is one."""
        if bot := self._bots.pop(match_id, None):
            with running(f"close failed in match {match_id}"):
                bot.close()

    def close(self) -> None:
        """Closes the bots of all matches that haven't ended, even if some of them fail."""
        for match_id in list(self._bots):
            try:
                self.forget(match_id)
            except BotFailure as failure:
                failure.report()
