"""The command line and the Python program that give the numbers shown again, from the files they were made of."""

from __future__ import annotations

from shlex import quote

from .record import Record
from .settings import PRESETS, Settings, preset_values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

OWN_FILE = "own_measures.py"
"""What the code of measures of the user's own is called."""


class File(Record):
    """An input: the file's name, and the mends that it is read with, as mends.parse_mend takes them."""

    name: str
    mends: tuple[str, ...] = ()


class Compared(Record):
    """How runs were compared; baseline: the place of a run, None for all pairs."""

    baseline: int | None
    tests: tuple[str, ...]
    correction: str
    across: str
    alpha: float
    resamples: int
    seed: int


class Shown(Record):
    """What numbers were made of. measures: names, each of one measure. own: whether some are the user's own."""

    judgements: File
    runs: tuple[File, ...]
    settings: Settings
    measures: tuple[str, ...]
    own: bool = False
    compared: Compared | None = None


def command(shown: Shown, name: str = "score", *, queries: bool = False) -> str:
    """One command line for a POSIX shell; `name` is the command, queries asks for every query."""
    files = [shown.judgements.name, *(run.name for run in shown.runs)]
    words = ["rankproof", name, *map(_as_argument, files), "-k", str(shown.settings.k)]
    preset, others = nearest_preset(shown.settings)
    if preset != PRESETS[0].name:
        words += ["--preset", preset]
    for setting, value in others.items():
        words += [f"--{setting.replace('_', '-')}", _setting_text(value)]
    if shown.own:
        words += ["--measures-from", OWN_FILE]
    for measure in shown.measures:
        words += [f"--measure={measure}"] if measure.startswith("-") else ["-m", measure]
    for mend in _mends(shown):
        words += ["--mend", mend]
    words += _comparing(shown) if shown.compared else []
    return " ".join(map(quote, [*words, *(["-q"] if queries else [])])) + "\n"


def _as_argument(file: str) -> str:
    """A file's name that is no option and not standard input."""
    return f"./{file}" if file.startswith("-") else file


def nearest_preset(settings: Settings) -> tuple[str, dict[str, Any]]:
    """The preset from which the fewest settings differ, and those that do; k, which no preset sets, aside."""
    values = settings._asdict()
    found = {}
    for preset in PRESETS:
        standard = preset_values(preset.name)
        found[preset.name] = {name: values[name] for name in standard if values[name] != standard[name]}
    name = min(found, key=lambda each: len(found[each]))
    return name, found[name]


def _setting_text(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(f"{grade}={gain!r}" for grade, gain in value)
    return "all" if value is None else str(value)


def _mends(shown: Shown) -> list[str]:
    """The mends of all inputs; those of a run name its number where runs are read differently."""
    runs = [run.mends for run in shown.runs]
    alike = all(mends == runs[0] for mends in runs)
    found = [mend for mend in shown.judgements.mends if mend.startswith("judgements:")]
    for number, mends in enumerate(runs[:1] if alike else runs, 1):
        side = "results" if alike else f"results-{number}"
        found += [f"{side}:{mend.partition(':')[2]}" for mend in mends if mend.startswith("results:")]
    return found


def _comparing(shown: Shown) -> list[str]:
    how = shown.compared
    assert how is not None
    if how.baseline is None:
        words = ["--all-pairs"]
    else:
        words = ["--baseline", _as_argument(shown.runs[how.baseline].name)] if how.baseline else []
    words += [word for test in how.tests for word in ("--test", test)]
    words += ["--correction", how.correction, "--across", how.across, "--alpha", repr(how.alpha)]
    return [*words, "--resamples", str(how.resamples), "--seed", str(how.seed)]


def python(shown: Shown, *, queries: bool = False) -> str:
    """A program that prints the same numbers with all digits, and keeps them in `results` (and `comparisons`)."""
    files = [_as_path(file.name) for file in (shown.judgements, *shown.runs)]
    names = ["Evaluator", *(["load_measures"] if shown.own else [])]
    lines = [f"from rankproof import {', '.join(names)}", ""]
    if any(file.startswith("Path") for file in files):
        lines[:0] = ["from pathlib import Path", ""]
    if shown.own:
        lines.append(f"load_measures({OWN_FILE!r})")
    lines += [f"ev = Evaluator({_arguments([files[0], repr(list(shown.measures)), *_settings(shown)])})"]
    runs = [_run(file, run.mends) for file, run in zip(files[1:], shown.runs, strict=True)]
    lines.append(f"results = [{_arguments(runs)}]")
    lines += ["for result in results:", "    print(result.name, result.means)"]
    if queries:
        lines += ["    for query, values in result.items():", "        print(query, values)"]
    if shown.compared:
        lines += _compared_lines(shown.compared)
    return "\n".join(lines) + "\n"


def _arguments(arguments: Sequence[str]) -> str:
    """Arguments, each on a line of its own."""
    return "".join(f"\n    {argument}," for argument in arguments) + "\n"


def _as_path(file: str) -> str:
    """A file's name in Python, as a path where the name alone would be taken for the data."""
    plain = "\n" not in file and "\r" not in file and file.lstrip()[:1] not in ("", "{", "[")
    return repr(file) if plain else f"Path({file!r})"


def _settings(shown: Shown) -> list[str]:
    preset, others = nearest_preset(shown.settings)
    found = [f"preset={preset!r}", f"k={shown.settings.k}"]
    for name, value in others.items():
        found.append(f"{name}={dict(value) if isinstance(value, tuple) else value!r}")
    mends = [mend for mend in shown.judgements.mends if mend.startswith("judgements:")]
    found += [f"mends={mends!r}"] if mends else []
    return [*found, 'on_error="collect"'] if shown.own else found


def _run(file: str, mends: Sequence[str]) -> str:
    own = [mend for mend in mends if mend.startswith("results:")]
    return f"ev.evaluate({file}{f', mends={own!r}' if own else ''})"


def _compared_lines(how: Compared) -> list[str]:
    arguments = ["results"] if how.baseline is None else [f"results[{how.baseline}].name", "results"]
    arguments += [f"test={list(how.tests)!r}", f"correction={how.correction!r}", f"alpha={how.alpha!r}"]
    arguments += [f"across={how.across!r}", f"num_resamples={how.resamples}", f"seed={how.seed}"]
    call = "compare_all" if how.baseline is None else "compare_against_baseline"
    return [f"comparisons = ev.{call}({_arguments(arguments)})", "print(comparisons)"]
