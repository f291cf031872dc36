"""What the commands share: options of the settings, inputs by name, and notes as lines of text."""

from __future__ import annotations

import sys

from .formats import Source
from .problems import Note, SettingError
from .runnames import run_name
from .settings import PRESETS, SETTINGS, Settings, make_settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Sequence

    from .custom import EvaluationError
    from .options import Add


def command_parser(
    command: str, description: str, epilog: str, *, several: bool, results: str = "ranked results"
) -> ArgumentParser:
    """The parser of a command with options of its own, which takes judgements and one run, or one or more."""
    from argparse import ArgumentParser, RawDescriptionHelpFormatter

    parser = ArgumentParser(
        prog=f"rankproof {command}",
        description=description,
        epilog=epilog,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("qrels", metavar="QRELS", help="relevance judgements")
    if several:
        parser.add_argument("runs", metavar="RUN", nargs="+", help=results)
    else:
        parser.add_argument("run", metavar="RUN", help=results)
    add_mends(parser.add_argument)
    return parser


def add_settings(add: Add) -> None:
    """Declares --preset and an option for each setting; `add` is a parser's add_argument."""
    add("--preset", metavar="NAME", help=f"settings of {', '.join(preset.name for preset in PRESETS)}")
    for setting in SETTINGS:
        flag = "-k" if setting.name == "k" else "--" + setting.name.replace("_", "-")
        choices = [choice.value for choice in setting.choices]
        metavar = "N" if not choices else "GAIN" if setting.name == "gain" else "{" + ",".join(choices) + "}"
        extra = " linear, exponential, or a map such as 1=3.5,2=9." if setting.name == "gain" else ""
        add(flag, dest=setting.name, metavar=metavar, help=(setting.help + extra).replace("%", "%%"))


def add_measures_from(add: Add, without_names: str = "") -> None:
    """Declares --measures-from; `without_names` says what becomes of the file's measures that -m does not name."""
    own = "measures of your own (see Measure and register_measure; repeat for more)"
    add(
        "--measures-from",
        action="append",
        default=[],
        metavar="FILE.py",
        help=f"{own}. -m takes their names{without_names}",
    )


def own_measures(files: Sequence[str]) -> list[str]:
    """Runs the files of --measures-from; returns the names of the measures that they define. Raises InputError."""
    names: list[str] = []
    if files:
        from .measures_file import load_measures

        for file in files:
            loaded = load_measures(file)
            names += loaded.names
            for name in loaded.not_made:
                sys.stderr.write(f"{file}: class {name} needs arguments: add a line such as mine = {name}(...)\n")
    return names


def tell_failures(errors: list[EvaluationError], files: list[str]) -> int:
    """Says on standard error where measures of these files failed; returns the exit status that this makes."""
    if not errors:
        return 0
    from .measures_file import failure_lines

    sys.stderr.writelines(f"{line}\n" for line in failure_lines(errors, files))
    return 1


def settings_given(options: object) -> Settings:
    """The settings that these options make. Raises SettingError."""
    names = ("preset", *(setting.name for setting in SETTINGS))
    return make_settings({name: value for name in names if (value := getattr(options, name)) is not None})


def check_standard_input(files: list[str]) -> None:
    """Raises SettingError where two inputs would be standard input."""
    if files.count("-") > 1:
        raise SettingError("runs", "standard input can be read only once", "write - for one of the inputs at most")


def add_mends(add: Add) -> None:
    """Declares --mend; `add` is a parser's add_argument."""
    add(
        "--mend",
        action="append",
        default=[],
        metavar="MEND",
        help="read an input otherwise than it stands, as rankproof check proposes (repeat for more): SIDE:queries:HOW "
        "or SIDE:documents:HOW, where SIDE is judgements or results and HOW is zeros, suffix=TEXT, case, blanks or "
        "nfc; results:documents:parts=MARK; results:scores:HOW, where HOW is negate, rank or score; results-2 is the "
        "second RUN alone",
    )


def mends_by_run(mends: Sequence[str], runs: int) -> list[list[str]]:
    """The mends of each of so many runs: those of all, and those of `results-1` for the first, in their order.

    Raises SettingError for a run that is not there.
    """
    found: list[list[str]] = [[] for _ in range(runs)]
    for mend in mends:
        side, _, rest = mend.partition(":")
        number = side.removeprefix("results-")
        if number == side or not number.isdecimal():
            for of_run in found:
                of_run.append(mend)
        elif 1 <= int(number) <= runs:
            found[int(number) - 1].append(f"results:{rest}")
        else:
            raise SettingError("mend", f"{mend!r} is for run {number} of {runs}", f"give a number from 1 to {runs}")
    return found


def mends_of_judgements(mends: Sequence[str]) -> list[str]:
    """The mends without those of one run."""
    return [mend for mend in mends if not mend.startswith("results-")]


def source_named(name: str, mends: Sequence[str] = ()) -> Source:
    """A file, or standard input for `-`, read with these mends."""
    from .formats.source import path
    from .progress import reading

    if name == "-":
        return Source(sys.stdin.buffer.read(), "standard input", mends=mends)
    return Source(path(name), name, reading(name), mends)


def name_of_run(file: str, tag: str | None) -> str:
    """A run's name: its file's name without folders and usual endings; its tag for standard input."""
    return tag or "standard input" if file == "-" else run_name(file)


def note_lines(name: str, notes: list[Note]) -> list[str]:
    """Notes as lines that say what they are about."""
    return [f"{name}: {'warning: ' if note.level == 'warning' else ''}{note.text}" for note in notes]
