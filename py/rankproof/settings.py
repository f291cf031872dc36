"""Every choice that changes a number, with the presets that set them together."""

from __future__ import annotations

from .gains import GainMap, make_gain
from .problems import SettingError
from .record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

LARGEST_K = 1_000_000


class Settings(Record):
    """One value for every choice; the defaults are those of the preset `calculator`.

    k: the page's main cut-off. gain: "linear", "exponential" or grade-gain pairs (other grades keep their own value).
    queries: which are averaged: "relevant" (judged, with a relevant document), "all" (judged) or "both" (judged and
    retrieved). ties: the order of documents with equal scores. unjudged: "nonrelevant" or "removed" before scoring.
    relevant_from: the lowest grade that counts as relevant. depth: how many results of a query are looked at; None is
    all.
    """

    k: int = 10
    gain: str | GainMap = "linear"
    queries: str = "relevant"
    ties: str = "docno-desc"
    unjudged: str = "nonrelevant"
    relevant_from: int = 1
    depth: int | None = None


class Choice(Record):
    """One value of a setting, as the page and the command line's help show it."""

    value: str
    label: str
    help: str


class Setting(Record):
    """A setting's name, what it is called on the page, and its values (none where it takes a number)."""

    name: str
    label: str
    help: str
    choices: tuple[Choice, ...] = ()


SETTINGS = (
    Setting("k", "k", f"The main cut-off: how many results from the top are scored, 1 to {LARGEST_K:,}."),
    Setting(
        "gain",
        "Gain",
        "What a document of each grade is worth in nDCG.",
        (
            Choice("linear", "Linear", "The gain is the grade itself, as in trec_eval (Järvelin and Kekäläinen 2002)."),
            Choice("exponential", "Exponential", "The gain is 2^grade − 1 (Burges et al. 2005)."),
        ),
    ),
    Setting(
        "queries",
        "Queries averaged",
        "Which queries the means are taken over.",
        (
            Choice(
                "relevant",
                "Judged, with a relevant document",
                "A query missing from the results scores 0; one without a relevant document is left out.",
            ),
            Choice(
                "all", "All judged", "As trec_eval -c: missing queries and those without a relevant document score 0."
            ),
            Choice(
                "both",
                "Judged and retrieved",
                "As trec_eval without -c: judged queries missing from the results are skipped.",
            ),
        ),
    ),
    Setting(
        "ties",
        "Equal scores",
        "The order of documents that a query's results give the same score.",
        (
            Choice("docno-desc", "Document id, descending", "As text, z before a: what trec_eval does."),
            Choice("docno-asc", "Document id, ascending", "As text, a before z."),
            Choice(
                "number-asc",
                "Document number, ascending",
                "Ids compared as whole numbers, 9 before 10; other ids after them, as text.",
            ),
            Choice("given", "As given", "By the rank column where there is one, else in the order of the rows."),
        ),
    ),
    Setting(
        "unjudged",
        "Unjudged documents",
        "What is done with results that nobody judged.",
        (
            Choice("nonrelevant", "Not relevant", "They keep their ranks and count as not relevant."),
            Choice("removed", "Removed", "They are taken out before scoring, as trec_eval -J does."),
        ),
    ),
    Setting("relevant_from", "Relevant from grade", "The lowest grade that counts as relevant (trec_eval -l)."),
    Setting("depth", "Depth", "How many results of each query are looked at; empty is all of them (trec_eval -M)."),
)


class Preset(Record):
    """Values set together, named for what they reproduce."""

    name: str
    label: str
    help: str
    values: Mapping[str, object]


PRESETS = (
    Preset(
        "calculator",
        "This calculator",
        "Means over the judged queries that have a relevant document.",
        {"queries": "relevant"},
    ),
    Preset(
        "trec-eval",
        "trec_eval",
        "Means over the queries in both inputs, as trec_eval prints by default.",
        {"queries": "both"},
    ),
    Preset("trec-eval-c", "trec_eval -c", "Means over all judged queries, as trec_eval -c prints.", {"queries": "all"}),
    Preset(
        "article",
        "Article",
        "Means over all judged queries, equal scores by document id ascending: "
        "compact implementations in the textbook tradition.",
        {"queries": "all", "ties": "docno-asc"},
    ),
)


def preset_values(name: str) -> dict[str, object]:
    """All settings of a preset but k, which no preset sets."""
    for preset in PRESETS:
        if preset.name == name:
            defaults = Settings()._asdict()
            del defaults["k"]
            return {**defaults, **preset.values}
    known = ", ".join(preset.name for preset in PRESETS)
    raise SettingError("preset", f"there is no preset {name!r}", f"the presets are {known}")


def make_settings(given: Mapping[str, object]) -> Settings:
    """Settings from loose values (text from a form or the command line, or Python values), on top of a preset.

    Raises SettingError that names the setting, what was given and what is allowed.
    """
    values: dict[str, object] = {}
    given = dict(given)
    values.update(preset_values(str(given.pop("preset", None) or "calculator")))
    values["k"] = Settings().k
    for name, value in given.items():
        if name not in Settings._fields:
            raise SettingError(name, f"there is no setting {name!r}", f"the settings are {', '.join(Settings._fields)}")
        values[name] = value
    return Settings(
        k=_whole("k", "k", values["k"], 1, LARGEST_K),
        gain=make_gain(values["gain"]),
        queries=_one_of("queries", values["queries"]),
        ties=_one_of("ties", values["ties"]),
        unjudged=_one_of("unjudged", values["unjudged"]),
        relevant_from=_whole("relevant_from", "the lowest relevant grade", values["relevant_from"], 1, 1_000_000_000),
        depth=None if _is_empty(values["depth"]) else _whole("depth", "the depth", values["depth"], 1, 1_000_000_000),
    )


def _is_empty(value: object) -> bool:
    return value is None or (isinstance(value, str) and value.strip() in ("", "all"))


def _whole(name: str, label: str, value: object, lowest: int, highest: int) -> int:
    allowed = f"give a whole number from {lowest} to {highest:,}"
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        if not (isinstance(value, float) and value.is_integer()):
            raise SettingError(name, f"{label} is {value!r}", allowed)
        number = int(value)
    elif isinstance(value, int):
        number = value
    else:
        text = value.strip()
        if not text:
            raise SettingError(name, f"{label} is empty", allowed)
        digits = text[1:] if text[0] in "+-" else text
        if not (digits.isascii() and digits.isdigit() and len(digits) < 20):
            shown = text if len(text) <= 40 else text[:40] + "…"
            raise SettingError(name, f"{label} is {shown!r}, which is not a whole number", allowed)
        number = int(text)
    if not lowest <= number <= highest:
        raise SettingError(name, f"{label} is {number}", allowed)
    return number


def _one_of(name: str, value: object) -> str:
    choices = next(setting.choices for setting in SETTINGS if setting.name == name)
    allowed = [choice.value for choice in choices]
    if value not in allowed:
        raise SettingError(name, f"{name} is {value!r}", f"choose one of {', '.join(allowed)}")
    return str(value)


def settings_json(settings: Settings) -> dict[str, Any]:
    """Settings as JSON holds them: a gain map as an object."""
    values = settings._asdict()
    if not isinstance(settings.gain, str):
        values["gain"] = {str(grade): gain for grade, gain in settings.gain}
    return values


def sentence(settings: Settings, *, graded: bool = True) -> str:
    """The settings in words, for beside the numbers; `graded` adds those that only graded measures need."""
    parts = []
    if graded:
        if settings.gain == "linear":
            parts.append("linear gain, log₂(rank + 1) discount, ideal ranking over all judged documents")
        elif settings.gain == "exponential":
            parts.append("gain 2^grade − 1, log₂(rank + 1) discount, ideal ranking over all judged documents")
        else:
            pairs = ", ".join(f"grade {grade} = {gain:g}" for grade, gain in dict(settings.gain).items())  # type: ignore[arg-type]
            parts.append(f"gain {pairs}, log₂(rank + 1) discount, ideal ranking over all judged documents")
    if settings.relevant_from != 1:
        parts.append(f"relevant from grade {settings.relevant_from}")
    parts.append(
        {
            "docno-desc": "equal scores by document id descending",
            "docno-asc": "equal scores by document id ascending",
            "number-asc": "equal scores by document number ascending",
            "given": "equal scores as given",
        }[settings.ties]
    )
    parts.append(
        "unjudged documents not relevant" if settings.unjudged == "nonrelevant" else "unjudged documents removed"
    )
    if settings.depth is not None:
        parts.append(f"the first {settings.depth:,} results of a query only")
    parts.append(
        {
            "relevant": "means over judged queries with a relevant document",
            "all": "means over all judged queries",
            "both": "means over queries both judged and retrieved",
        }[settings.queries]
    )
    text = "; ".join(parts) + "."
    return text[0].upper() + text[1:]
