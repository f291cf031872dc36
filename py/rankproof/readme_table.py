"""Writes the table of measures in Markdown, as the README shows it."""

from __future__ import annotations

from .brackets import OPTIONS
from .citations import sources_text
from .judges import JUDGES_MEASURES, JudgesMeasure
from .measures import FAMILIES, Definition, Parameters
from .preferences import PREFERENCE_MEASURES, PreferenceMeasure
from .record import Record

HEAD = "| name | in trec_eval's style | what it is | range | parameters | source |\n|---|---|---|---|---|---|"

SIGNS = {"cutoffs": "k", "levels": "x", "cutoff": "k", "multiple": "x"}
"""What stands for the parameter of which each value of a measure has one."""

COEFFICIENTS = {"utility": "a, b, c, d", "set_F": "x", "11pt_avg": "levels"}
"""What the numbers behind one value of a measure are called."""

PREFERENCES = "Preferences (`rankproof trec_eval -R prefs` or `-R qrels_prefs`)"
JUDGES = "Averaged over judges (`rankproof trec_eval -R qrels_jg`)"


class Row(Record):
    """The cells of one measure; `name` is empty where it has a name in trec_eval's style only."""

    name: str
    trec_name: str
    what: str
    range: str
    parameters: str
    source: str


def measure_table() -> str:
    """All measures in Markdown: a heading and a table for each family, in the order of the table of measures.

    A name in trec_eval's style that trec_eval itself does not know is marked with *.
    """
    families = {family.title: list(map(_row, family.rows)) for family in FAMILIES}
    families[PREFERENCES] = list(map(_preference_row, PREFERENCE_MEASURES))
    families[JUDGES] = list(map(_judges_row, JUDGES_MEASURES))
    return "\n\n".join(_family(title, rows) for title, rows in families.items())


def _family(title: str, rows: list[Row]) -> str:
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join([f"### {title}", "", HEAD, *lines])


def _row(row: Definition) -> Row:
    sign = SIGNS.get(row.parameters, "")
    name = f"`{row.ir_name}{sign and '@' + sign}`" if row.ir_name else ""
    trec_name = f"`{row.name}{sign and '_' + sign}`" + ("" if row.trec else " *")
    return Row(
        name, trec_name, f"{row.help} `{row.written}`", _range(row.range), _parameters(row), sources_text(row.source)
    )


def _preference_row(row: PreferenceMeasure) -> Row:
    return Row("", f"`{row.name}`", row.help, _range(row.range), "", sources_text(row.source))


def _judges_row(row: JudgesMeasure) -> Row:
    sign = SIGNS.get(row.parameter, "")
    name = f"`{row.name}{sign and '_' + sign}`"
    return Row("", name, row.help, _range(row.range), _numbers(sign, row.defaults), sources_text(row.source))


def _range(bounds: tuple[float | None, float | None]) -> str:
    low, high = bounds
    if low is None and high is None:
        return "any"
    return f"from {low:g}" if high is None else f"{low:g} to {high:g}"


def _parameters(row: Definition) -> str:
    """The parameters with what counts where none is given, then the options that may stand in brackets."""
    parts = []
    if row.parameters == "pairs":
        parts += ["a gain for each grade"] if row.graded else []
        parts += [f"p = {row.start.p:g}"] if row.start.p else []
    elif row.parameters != "none":
        parts.append(_numbers(SIGNS.get(row.parameters) or COEFFICIENTS[row.name], row.defaults))
    parts += [_option(row, option) for option in row.options]
    return "; ".join(parts)


def _numbers(sign: str, defaults: tuple[float, ...]) -> str:
    return f"{sign} = {', '.join(f'{number:g}' for number in defaults)}" if defaults else sign


def _option(row: Definition, option: str) -> str:
    """An option with its value where none is given; those of other fields follow the settings."""
    if option in row.needs:
        return f"`{option}` (needed)"
    field = OPTIONS[option].field
    fixed = field in Parameters._fields and field not in ("gain", "numbers")
    return f"`{option}={getattr(row.start, field)!r}`" if fixed else f"`{option}`"
