"""Settings under trec_eval's words, as Python programs give them: relevance_level, complete_set_average and others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .problems import SettingError
from .settings import Settings, make_settings


def _flag(name: str, no: str, yes: str) -> Callable[[object], str]:
    def chosen(value: Any) -> str:
        # NumPy's booleans are equal to Python's without being of their type.
        if isinstance(value, str) or value not in (True, False):
            raise SettingError(name, f"{name} is {value!r}", "give True or False")
        return yes if value else no

    return chosen


ALIASES: dict[str, tuple[str, Callable[[object], object]]] = {
    "relevance_level": ("relevant_from", lambda value: value),
    "complete_set_average": ("queries", _flag("complete_set_average", "both", "all")),
    "judged_docs_only": ("unjudged", _flag("judged_docs_only", "nonrelevant", "removed")),
    "max_docs_per_topic": ("depth", lambda value: value),
}
"""Each name with the setting that it stands for, and what turns its value into that setting's."""


def settings_of(given: Mapping[str, object], preset: str) -> Settings:
    """Settings from values under either name, on top of this preset unless another is given.

    Raises SettingError, also for one setting given under two names with different values.
    """
    values = {name: value for name, value in given.items() if name not in ALIASES}
    if values.get("preset") is None:
        values["preset"] = preset
    for alias, (name, meaning) in ALIASES.items():
        if alias not in given:
            continue
        value = meaning(given[alias])
        if name in values and str(values[name]) != str(value):
            message = f"{alias}={given[alias]!r} and {name}={values[name]!r} contradict each other"
            raise SettingError(name, message, "give one of the two")
        values[name] = value
    return make_settings(values)
