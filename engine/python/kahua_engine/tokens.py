"""A game in which each action is chosen token by token, for programs that want one short list of actions.

Most actions are one token and are played at once. Where an action has a path of several tokens, they are chosen one after
the other, and the seat to decide stays the same until the path is complete. `docs/engine-python.md` explains tokens.
"""

from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from kahua_engine._engine import Game, IllegalAction, Over, State

__all__ = ["Seen", "TokenGame", "columns", "place_rewards"]


class Seen(TypedDict):
    """What a seat sees, and what it may choose."""

    observation: NDArray[np.uint8]
    action_mask: NDArray[np.int8]


def columns(game: Game) -> int:
    """The length of an observation: the columns of the view and, if paths have several tokens, a flag for each token that
    is chosen already."""
    has_paths = any(len(verb.parts) > 1 for verb in game.actions.verbs)
    return game.observation.size + (game.actions.tokens if has_paths else 0)


def place_rewards(state: State) -> list[float]:
    """For each seat, the share of the others who came behind, less the share of those who came in front; 0 until the end."""
    match state.phase:
        case Over(_, places):
            return [sum((other > place) - (other < place) for other in places) / (len(places) - 1) for place in places]
        case _:
            return [0.0] * state.seats


class TokenGame:
    """A game that is being played, with the tokens that the seat to decide has chosen so far."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.state: State = game.start(seed=seed)
        # Asked for once, since they are needed for each look.
        self._actions = game.actions
        self._view, self._columns, self._tokens = game.observation.size, columns(game), game.actions.tokens
        self.look_again()

    def look_again(self) -> None:
        """Reads the legal actions anew, after something was played in `state`. Tokens that were chosen are forgotten."""
        self._chosen: list[int] = []
        ids = np.empty(0, np.int32) if self.state.is_over else self.state.legal_ids()
        self._paths = self._actions.paths(ids)
        self._open = np.arange(len(ids))

    def next_tokens(self) -> NDArray[np.int32]:
        """The tokens that may be chosen now, without repetition."""
        return np.unique(self._paths[self._open, len(self._chosen)]) if len(self._open) else np.empty(0, np.int32)

    def see(self, seat: int) -> Seen:
        """What this seat sees. Its mask is empty unless the seat is to decide."""
        row = np.zeros(self._columns, np.uint8)
        self.state.observe(seat, row[: self._view])
        mask = np.zeros(self._tokens, np.int8)
        if seat == self.state.seat:
            mask[self.next_tokens()] = 1
            row[[self._view + token for token in self._chosen]] = 1
        return {"observation": row, "action_mask": mask}

    def choose(self, token: int) -> None:
        """Chooses a token, and plays the action if its path is complete.

        Raises an `IllegalAction` if no legal action goes on with this token; nothing has changed then.
        """
        at = len(self._chosen)
        rest = self._open[self._paths[self._open, at] == token] if len(self._open) else self._open
        if token < 0 or not len(rest):
            begun = f" after {self._chosen}" if self._chosen else ""
            raise IllegalAction(
                f"no legal action has the token {token}{begun}: expected one of {self.next_tokens().tolist()}"
            )
        is_complete = at + 1 == self._paths.shape[1] or self._paths[rest[0], at + 1] < 0
        if is_complete:
            self.state.play(int(rest[0]))
            self.look_again()
        else:
            self._chosen.append(token)
            self._open = rest
