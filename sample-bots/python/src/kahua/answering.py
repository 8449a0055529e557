"""Turns what `choose` returns into a message, and refuses what can't be sent."""

from operator import index
from typing import Any, SupportsIndex

from kahua.arena.v1 import bot_pb2 as pb
from kahua.arena.v1.games_pb2 import Action
from kahua.bot import RESIGN, Answer
from kahua.failure import BotFailure, described, running


def to_message(ask: pb.Ask, reply: Any) -> pb.BotMessage:
    """The message for the bot's answer.

    Raises BotFailure if the answer can't be sent.
    """
    choice, comment = reply if isinstance(reply, Answer) else (reply, "")
    if choice is RESIGN:
        return pb.BotMessage(resign=pb.Resign(match_id=ask.match_id))
    with running(f"choose failed in {described(ask)}: its answer can't be sent"):
        answer = pb.Answer(match_id=ask.match_id, ticket=ask.ticket, comment=comment)
        match choice:
            case str() if choice:
                answer.notation = choice
            case Action() if choice.notation or choice.WhichOneof("game"):
                answer.action.CopyFrom(choice)
            case bool():
                expected = "an index, which is an int, not a bool"
                raise BotFailure(f"choose answered {choice} in {described(ask)}; expected {expected}")
            case SupportsIndex():
                answer.index = _checked(ask, index(choice))
            case _:
                expected = "an index, an Action, a notation or RESIGN"
                raise BotFailure(f"choose answered {_shown(choice)} in {described(ask)}; expected {expected}")
    return pb.BotMessage(answer=answer)


def _checked(ask: pb.Ask, number: int) -> int:
    if 0 <= number < ask.legal_total:
        return number
    count = ask.legal_total
    there_are = "is 1 legal action: 0" if count == 1 else f"are {count} legal actions: 0 to {count - 1}"
    place = f"match {ask.match_id}, ticket {ask.ticket}, {ask.game}, seat {ask.seat}"
    raise BotFailure(f"choose answered index {number}, but there {there_are} ({place})")


def _shown(choice: Any) -> str:
    match choice:
        case "":
            return "an empty notation"
        case Action():
            return "an empty Action"
        case _:
            return f"{choice!r:.200}"
