"""Nothing that is handed over ends the interpreter: it works, or it raises a ValueError, TypeError or OverflowError."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kahua_engine import Follower, Game, Ruleset, State, games

# No deadline: a test must not depend on how fast the machine is.
settings.register_profile("steady", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("steady")

REFUSALS = (ValueError, TypeError, OverflowError)
ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.binary(), st.lists(st.integers())
)


def started(name: str, steps: int) -> State:
    state = Game(name).start(seed=steps)
    for step in range(steps):
        if not state.is_over:
            state.play(step % state.legal_count)
    return state


STATES = [started(name, steps) for name in games() for steps in (0, 1, 7, 40)]


@given(st.sampled_from(STATES), st.sampled_from(sorted(dir(State))), st.lists(ANYTHING, max_size=3))
def test_methods_take_any_argument(state: State, name: str, arguments: list[Any]) -> None:
    if name in {"__class__", "__init_subclass__", "__subclasshook__", "__setattr__", "__delattr__", "rollouts"}:
        return
    method = getattr(state.clone(), name)
    if not callable(method):
        return
    try:
        method(*arguments)
    except (*REFUSALS, AttributeError):
        pass


@given(ANYTHING, ANYTHING, ANYTHING)
def test_what_is_made_from_anything_is_refused(one: Any, two: Any, three: Any) -> None:
    for make in (Game, Ruleset, Ruleset.built_in, Follower, State.from_ask, State.from_position, State.load):
        for arguments in ((one,), (one, two), (one, two, three)):
            with pytest.raises(REFUSALS):
                make(*arguments)
                # Nothing of all this is any of these, but for the names of games.
                raise ValueError("it was taken")


@given(st.sampled_from(STATES), st.data())
def test_a_position_with_one_change_is_read_or_refused(state: State, data: st.DataObject) -> None:
    position = state.position()
    at = data.draw(st.integers(0, len(position) - 1))
    other = data.draw(st.sampled_from([*'0123456789"{}[]:,- _abcdefz', "99999999999", "é", "\x00", ""]))
    read(position[:at] + other + position[at + 1 :])


@given(st.sampled_from(STATES), st.data())
def test_a_position_with_another_number_is_read_or_refused(state: State, data: st.DataObject) -> None:
    head, view = state.position().split("{", 1)
    tree = json.loads("{" + view)
    places = list(leaves(tree))
    holder, key = data.draw(st.sampled_from(places))
    holder[key] = data.draw(st.one_of(st.integers(-2, 300), st.none(), st.booleans(), st.just(2**31 - 1), st.just([])))
    read(head + json.dumps(tree))


@given(st.sampled_from(STATES), st.binary(max_size=4), st.data())
def test_saved_bytes_with_a_change_are_read_or_refused(state: State, other: bytes, data: st.DataObject) -> None:
    saved = state.save()
    at = data.draw(st.integers(0, len(saved) - 1))
    try:
        changed = State.load(saved[:at] + other + saved[at + 1 :])
    except ValueError:
        return
    play_on(changed)


def read(position: str) -> None:
    try:
        state = State.from_position(position)
    except ValueError as refusal:
        assert str(refusal)
        return
    play_on(state)


def play_on(state: State) -> None:
    """What was read is a state like any other: a game goes on from it, and it can be shown."""
    state.rollouts(2)
    state.text()
    state.svg()
    assert State.load(state.save()) == state


def leaves(tree: Any) -> Any:
    """Every place in a tree that holds a number or a text."""
    entries = tree.items() if isinstance(tree, dict) else enumerate(tree)
    for key, value in entries:
        if isinstance(value, dict | list):
            yield from leaves(value)
        else:
            yield tree, key
