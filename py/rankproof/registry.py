"""Makes measures of a user's own known by name, so that they are asked for like built-in ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from .brackets import split_brackets
from .custom import REGISTERED, Measure, check_name
from .measures import GROUPS
from .problems import SettingError
from .ranking import QueryState
from .spellings import take_apart

Function = Callable[[QueryState], float]
T = TypeVar("T")


class FunctionMeasure(Measure):
    """A measure whose calc_query() is a function of the query; `origin` is that function."""

    def __init__(self, name: str, function: Function) -> None:
        super().__init__(name=name)
        self.origin = function
        self.__doc__ = function.__doc__

    def calc_query(self, query: QueryState) -> float:
        """What the function returns."""
        return self.origin(query)


def register_measure(name: object = None, *, replace: bool = False) -> Callable[[T], T]:
    """A decorator that makes a measure known by its name, for `-m`, `measures` and the page.

    It decorates a function of a QueryState that returns the query's score, or a subclass of Measure that can be made
    without arguments, and gives back what it decorates; the function itself can be passed in `measures` too.
    register_measure()(MyMeasure(k=5)) does it for an instance. `name` may be left out: it is then the function's own
    name, or that which the Measure has.

    Raises SettingError for a name that is taken, by a built-in measure in any of its spellings or by one registered
    before, unless `replace` is set; and for what is neither function nor Measure.
    """
    if name is not None and not isinstance(name, str):
        if isinstance(name, Measure) or callable(name):
            # Written without brackets: @register_measure.
            return register_measure(replace=replace)(name)  # type: ignore[return-value]  # the decorated object itself
        check_name(name)

    def register(one: T) -> T:
        own = _measure(one, name)  # type: ignore[arg-type]  # text or None, as checked above
        if not replace:
            _check_free(own.name)
        REGISTERED[own.name] = own
        return one

    return register


def _measure(one: object, name: str | None) -> Measure:
    own: object = one
    if isinstance(one, type) and issubclass(one, Measure):
        try:
            own = one()  # type: ignore[call-arg]  # a subclass's own arguments
        except TypeError as error:
            message = f"{one.__name__} cannot be made without arguments ({error})"
            raise SettingError(
                "measures", message, f"register an instance: register_measure()({one.__name__}(...))"
            ) from error
    if isinstance(own, Measure):
        named(own)
        if name is not None and own is one and own.name != name:
            message = f"the measure to be registered as {name!r} is called {own.name!r}"
            raise SettingError("measures", message, "leave the name out, or give it to the measure itself")
        if name is not None:
            check_name(name)
            own.name = name
        return own
    if callable(one) and not isinstance(one, type):
        return FunctionMeasure(getattr(one, "__name__", type(one).__name__) if name is None else name, one)
    message = f"{one!r} is neither a function nor a Measure"
    raise SettingError("measures", message, "register a function of a QueryState or a subclass of Measure")


def named(own: Measure) -> str:
    """The measure's name. Raises SettingError where its __init__ gave it none."""
    if not hasattr(own, "name"):
        kind = type(own).__name__
        raise SettingError("measures", f"{kind} has no name", "call super().__init__(name=...) in its __init__")
    check_name(own.name)
    return own.name


def _check_free(name: str) -> None:
    by = "a built-in measure" if is_built_in(name) else "a measure registered before" if name in REGISTERED else None
    if by:
        message = f"the measure name {name!r} is taken by {by}"
        raise SettingError("measures", message, "choose another, or register with replace=True")


def is_built_in(name: str) -> bool:
    """Whether a name reads as a built-in measure's or group's, in any spelling, with good parameters or bad ones."""
    if name in GROUPS:
        return True
    try:
        take_apart(split_brackets(name)[0] if "(" in name else name)
    except SettingError:
        return False
    return True


def measure_of(one: object) -> Measure | None:
    """The measure that an entry of `measures` stands for: itself, or a registered function's; None for other things.

    Raises SettingError for a function that is not registered and a class in the place of an instance.
    """
    if isinstance(one, Measure):
        named(one)
        return one
    for own in reversed(REGISTERED.values()):
        if isinstance(own, FunctionMeasure) and own.origin is one:
            return own
    if isinstance(one, type) and issubclass(one, Measure):
        message = f"{one.__name__} is a class, not a measure"
        raise SettingError("measures", message, f"give an instance: {one.__name__}(...)")
    if callable(one) and not isinstance(one, type):
        called = getattr(one, "__name__", repr(one))
        hint = "write @register_measure(name=...) above it, with replace=True if a later one took its name"
        raise SettingError("measures", f"the function {called} is not registered as a measure", hint)
    return None
