"""Observations and the numbers of actions, one state at a time."""

import numpy as np
import pytest

from kahua_engine import Game, State

GAMES = [("haleakala", 2), ("kanaloa", 4), ("hawaii", 3)]


@pytest.fixture(params=GAMES, ids=lambda game: f"{game[0]}-{game[1]}")
def game(request: pytest.FixtureRequest) -> Game:
    name, seats = request.param
    return Game(name, seats=seats)


def states(game: Game) -> list[State]:
    """A state of each decision of a game."""
    state, met = game.start(seed=3), []
    while not state.is_over:
        met.append(state.clone())
        state.play(len(met) % state.legal_count)
    return met


def test_blocks_follow_each_other_without_gaps(game: Game) -> None:
    layout = game.observation
    stop = 0
    for block in layout.blocks:
        assert block.start == stop and block.stop - block.start == np.prod(block.shape)
        assert block.meaning and layout.block(block.name).start == block.start
        stop = block.stop
    assert stop == layout.size and str(layout).endswith(f"{layout.size} columns")


def test_an_observation_is_a_row_of_the_layout(game: Game) -> None:
    for state in states(game):
        row = state.observe()
        assert row.dtype == np.uint8 and row.shape == (game.observation.size,)
        for block in game.observation.blocks:
            assert row[block.start : block.stop].max() <= block.max
        out = np.full(game.observation.size, 7, np.uint8)
        state.observe(state.seat, out)
        assert (out == row).all()


def test_a_seat_is_shown_nothing_that_another_one_hides() -> None:
    game = Game("hawaii", seats=3)
    for state in states(game)[::7]:
        seat = state.seat or 0
        assert (state.redraw(seat, 5).observe(seat) == state.observe(seat)).all()


def test_ids_and_notations_lead_to_each_other(game: Game) -> None:
    actions = game.actions
    for state in states(game):
        ids, seat = state.legal_ids(), state.seat or 0
        assert ids.dtype == np.int32 and len(set(ids.tolist())) == len(ids) == state.legal_count <= actions.legal_max
        assert [actions.notation(id, seat) for id in ids.tolist()] == state.legal()
        assert [actions.id(notation, seat) for notation in state.legal()] == ids.tolist()
        for id, path in zip(ids.tolist(), actions.paths(ids).tolist(), strict=True):
            assert actions.path(id) == [token for token in path if token >= 0] and max(path) < actions.tokens
    assert actions.paths(np.full((2, 4), -1, np.int32)).tolist() == [[[-1] * 3] * 4] * 2


def test_successors_are_observed_as_one_by_one(game: Game) -> None:
    for state in states(game)[::5]:
        rows = state.after_states()
        assert rows.shape == (state.legal_count, game.observation.size)
        for index, row in enumerate(rows):
            assert (state.after(index).observe(state.seat) == row).all()


def test_a_state_without_a_decision_has_no_ids(game: Game) -> None:
    state = game.start()
    assert state.legal_ids().shape == (0,) and state.after_states().shape == (0, game.observation.size)
    with pytest.raises(ValueError, match="no seat is to decide"):
        state.observe()
    assert state.observe(0).any()


def test_what_is_wrong_is_refused(game: Game) -> None:
    state, size = game.start(seed=1), game.observation.size
    with pytest.raises(ValueError, match="out has the shape"):
        state.observe(out=np.zeros(size - 1, np.uint8))
    with pytest.raises(TypeError):
        state.observe(out=np.zeros(size, np.float32))
    with pytest.raises(ValueError, match="contiguous"):
        state.observe(out=np.zeros(2 * size, np.uint8)[::2])
    with pytest.raises(ValueError, match="there is no seat 9"):
        state.observe(9)
    with pytest.raises(ValueError, match="there is no block"):
        game.observation.block("roof")
    with pytest.raises(ValueError, match="there is no id"):
        game.actions.path(game.actions.count)
    with pytest.raises(ValueError, match="there is no id -2"):
        game.actions.paths(np.array([-2], np.int32))
    with pytest.raises(ValueError, match="is not a valid"):
        game.actions.id("fly")
