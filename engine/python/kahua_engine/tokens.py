"""A game in which each action is chosen token by token, for programs that want one short list of actions.

Most actions are one token and are played at once. Where an action has a path of several tokens, they are chosen one after
the other, and the seat to decide stays the same until the path is complete. `docs/engine-python.md` explains tokens.
"""

from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from kahua_engine._engine import Game, IllegalAction, Over, State, VectorEnv

__all__ = ["Flags", "Seen", "TokenGame", "TokenGames", "columns", "place_rewards"]

Flags = NDArray[np.bool_]


class Seen(TypedDict):
    """What a seat sees, and what it may choose. With many games, both have a row for each."""

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


class TokenGames:
    """Many games at once, with the tokens that the seats to decide have chosen so far: `TokenGame` for a `VectorEnv`."""

    def __init__(self, env: VectorEnv) -> None:
        self.env = env
        actions = env.game.actions
        every_id = np.append(np.arange(actions.count, dtype=np.int32), np.int32(-1))
        # The last row is for the padding of the legal lists, which is -1. The last column ends the longest paths.
        self._path_of = np.pad(actions.paths(every_id), ((0, 0), (0, 1)), constant_values=-1)
        self._paths = self._path_of[env.legal]
        self._open: Flags = np.zeros(env.legal.shape, np.bool_)
        self._chosen = np.zeros((env.num_envs, actions.tokens), np.uint8)
        self._taken = np.zeros(env.num_envs, np.int64)
        self._has_paths = columns(env.game) > env.game.observation.size

    def look_again(self, games: Flags) -> None:
        """Reads the legal actions of these games anew. Tokens that were chosen in them are forgotten."""
        legal = self.env.legal[games]
        self._paths[games], self._open[games] = self._path_of[legal], legal >= 0
        self._chosen[games], self._taken[games] = 0, 0

    def see(self) -> Seen:
        """What the seats to decide see. The mask of a game that has ended is empty."""
        mask = np.zeros(self._chosen.shape, np.int8)
        games, actions = np.nonzero(self._open)
        mask[games, self._paths[games, actions, self._taken[games]]] = 1
        rows = [self.env.obs, self._chosen] if self._has_paths else [self.env.obs]
        return {"observation": np.concatenate(rows, axis=1), "action_mask": mask}

    def choose(self, tokens: NDArray[np.int64], games: Flags) -> tuple[NDArray[np.int64], Flags, Flags]:
        """Chooses a token in each of these games. Gives the index of an action in each, in which games that action is complete, and in
        which no legal action has the token. Nothing has changed in these, and nothing is played yet.
        """
        every = np.arange(len(tokens))
        fits = self._open & (self._paths[every, :, self._taken] == tokens[:, None]) & games[:, None]
        is_legal, index = fits.any(1), fits.argmax(1)
        is_complete = is_legal & (self._paths[every, index, self._taken + 1] < 0)
        goes_on = is_legal & ~is_complete
        self._open[goes_on] = fits[goes_on]
        self._chosen[goes_on, tokens[goes_on]] = 1
        self._taken[goes_on] += 1
        return index, is_complete, games & ~is_legal
