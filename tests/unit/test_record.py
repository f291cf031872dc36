"""Records behave as the NamedTuples that type checkers take them for."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from rankproof.record import Record


class Point(Record):
    """A place on a page."""

    x: int
    y: int
    label: str = "here"
    tags: tuple[str, ...] = ()

    @property
    def far(self) -> bool:
        return self.x + self.y > 100


class Named(NamedTuple):
    """The same as a NamedTuple."""

    x: int
    y: int
    label: str = "here"
    tags: tuple[str, ...] = ()


BOTH = pytest.mark.parametrize("kind", [Point, Named])


@BOTH
def test_values_are_given_by_position_and_by_name_and_the_last_have_defaults(kind: Any) -> None:
    assert kind(1, 2) == kind(x=1, y=2) == kind(1, y=2) == (1, 2, "here", ())
    assert kind(1, 2, "there", ("a",)) == kind(tags=("a",), label="there", y=2, x=1) == (1, 2, "there", ("a",))
    assert kind(1, 2, tags=("b",)) == (1, 2, "here", ("b",))


@BOTH
@pytest.mark.parametrize(
    "make",
    [
        lambda kind: kind(1),
        lambda kind: kind(x=1, label="a"),
        lambda kind: kind(1, 2, "a", (), 5),
        lambda kind: kind(1, 2, x=3),
        lambda kind: kind(1, 2, z=3),
        lambda kind: kind(1, 2, "a", (), z=3),
    ],
)
def test_missing_unknown_and_repeated_values_are_type_errors(kind: Any, make: Callable[[Any], object]) -> None:
    with pytest.raises(TypeError):
        make(kind)


@BOTH
def test_fields_are_read_by_name_position_and_unpacking(kind: Any) -> None:
    point = kind(1, 2, "a")
    x, y, *rest = point
    assert (point.x, point.y, point.label, point.tags) == (1, 2, "a", ())
    assert (x, y, rest, point[2], len(point)) == (1, 2, ["a", ()], "a", 4)
    assert kind._fields == ("x", "y", "label", "tags")
    assert kind._field_defaults == {"label": "here", "tags": ()}
    match point:
        case kind(first, second):
            assert (first, second) == (1, 2)


@BOTH
def test_a_record_is_a_tuple_that_hashes_and_compares_as_one(kind: Any) -> None:
    assert isinstance(kind(1, 2), tuple)
    assert {kind(1, 2): "found"}[1, 2, "here", ()] == "found"
    assert sorted([kind(2, 1), kind(1, 2)]) == [kind(1, 2), kind(2, 1)]


@BOTH
def test_a_record_cannot_be_changed_and_holds_nothing_else(kind: Any) -> None:
    point = kind(1, 2)
    with pytest.raises(AttributeError):
        point.x = 3
    with pytest.raises(AttributeError):
        point.other = 3
    assert not hasattr(point, "__dict__")


@BOTH
def test_a_record_with_other_values_is_a_new_one(kind: Any) -> None:
    point = kind(1, 2)
    assert point._replace(y=5, label="b") == kind(1, 5, "b")
    assert point == kind(1, 2)
    assert type(point._replace()) is kind
    with pytest.raises((TypeError, ValueError)):
        point._replace(z=1)


@BOTH
def test_a_record_shows_and_gives_its_values_by_name(kind: Any) -> None:
    assert repr(kind(1, 2)) == f"{kind.__name__}(x=1, y=2, label='here', tags=())"
    assert kind(1, 2)._asdict() == {"x": 1, "y": 2, "label": "here", "tags": ()}
    assert list(kind(1, 2)._asdict()) == list(kind._fields)


@BOTH
@pytest.mark.parametrize("again", [lambda it: pickle.loads(pickle.dumps(it)), copy.copy, copy.deepcopy])
def test_a_record_is_copied_and_pickled_as_what_it_is(kind: Any, again: Callable[[Any], Any]) -> None:
    made = again(kind(1, 2, "a"))
    assert made == kind(1, 2, "a")
    assert type(made) is kind


def test_a_record_has_properties_and_a_docstring_of_its_own() -> None:
    assert Point(99, 2).far
    assert Point.__doc__ == "A place on a page."


def test_a_field_without_a_default_cannot_follow_one_with_a_default() -> None:
    with pytest.raises(TypeError, match="Wrong"):

        class Wrong(Record):
            first: int = 1
            second: int  # type: ignore[misc]  # the mistake in question
