"""The settings and measures as the page draws them before Python is there: choices, families, formulas, groups."""

from __future__ import annotations

import re
from typing import Any

from . import __version__
from .citations import sources_text
from .custom import Measure
from .measures import FAMILIES, GROUPS, SIGNS, Definition
from .names import DEFAULTS, group_members
from .ranking import QueryState
from .reference import TREC_EVAL
from .settings import LARGEST_K, PRESETS, SETTINGS, preset_values
from .spellings import spellings

Json = dict[str, Any]


def describe() -> Json:
    """What the page needs to draw its settings and measures; build.py writes it into the page's folder."""
    return {
        "version": __version__,
        "trec_eval": TREC_EVAL,
        "settings": [
            {
                "name": setting.name,
                "label": setting.label,
                "help": setting.help,
                "values": [choice._asdict() for choice in setting.choices],
            }
            for setting in SETTINGS
        ],
        "presets": [
            {"name": preset.name, "label": preset.label, "help": preset.help, "values": preset_values(preset.name)}
            for preset in PRESETS
        ],
        "limits": {"k": [1, LARGEST_K]},
        **describe_measures(),
    }


def describe_measures() -> Json:
    """Every measure by family, what is scored by default (`{k}` is the page's k), and the groups of names."""
    groups = {name: group_members(name) for name in GROUPS}
    return {
        "measures": [_measure(row, family.title) for family in FAMILIES for row in family.rows],
        "default_measures": list(DEFAULTS),
        "groups": [{"name": name, "members": members} for name, members in groups.items() if members],
        "own_measure": {
            "query": _described(QueryState.__doc__, list(QueryState.__annotations__)),
            "aggregate": _described(Measure.aggregate.__doc__, list(Measure.aggregate.__annotations__)),
        },
        "signs": [{"sign": sign, "help": meaning} for sign, meaning in SIGNS],
    }


def _measure(row: Definition, family: str) -> Json:
    return {
        "name": row.name,
        "ir_name": row.ir_name,
        "spellings": spellings(row),
        "family": family,
        "label": row.label,
        "mean_label": row.mean_label,
        "shown": row.shown,
        "parameters": row.parameters,
        "defaults": list(row.defaults),
        "allowed": list(row.allowed),
        "options": list(row.options),
        "needs": list(row.needs),
        "start": {"p": row.start.p, "T": row.start.t, "max_rel": row.start.high},
        "graded": row.graded,
        "written": row.written,
        "help": row.help,
        "range": row.range,
        "source": sources_text(row.source),
    }


def _described(docstring: str | None, names: list[str]) -> list[Json]:
    """What a docstring says of each of these names, where it has `name: meaning.`, in its own order."""
    text = " ".join((docstring or "").split())
    parts = re.split(rf"\b((?:{'|'.join(names)})(?:\[\w+\])?): ", text)
    return [{"name": name, "help": meaning.strip()} for name, meaning in zip(parts[1::2], parts[2::2], strict=True)]
