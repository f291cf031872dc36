"""The parts that time whole processes: the command line, its start, other row formats, bad input."""

from __future__ import annotations

from collections.abc import Callable

from tests.bench import data, tools
from tests.bench.bench import Bench
from tests.bench.timing import Ran, Task, in_rounds, timed


def cli(bench: Bench) -> dict[str, list[float]]:
    """Two sizes of run through every tool, interpreter start and all."""
    for tool, why in tools.absent().items():
        for size in ("large", "largest"):
            bench.log.missing[f"cli.{size}.{tool}"] = why
    for tool in tools.SLOW:
        bench.log.missing.setdefault(f"cli.largest.{tool}", tools.TOO_SLOW)
    figures: dict[str, list[float]] = {}
    for size in ("large", "largest"):
        commands = tools.compared(data.pair(getattr(bench.sizes, size)), slow=size == "large")
        tasks = {name: timed(command) for name, command in commands.items()}
        figures |= in_rounds(tasks, bench.rounds, bench.log, f"cli.{size}")
    return figures


def start(bench: Bench) -> dict[str, list[float]]:
    """What Python's start, the package's import, and ten rows cost."""
    commands = {
        "bare": tools.python("print()"),
        "import": tools.python("import rankproof; print()"),
        "pair": tools.rankproof(data.pair(data.SMALLEST), "-k", "10"),
    }
    tasks = {name: in_milliseconds(timed(command)) for name, command in commands.items()}
    return in_rounds(tasks, bench.short_rounds, bench.log, "start")


def in_milliseconds(task: Task) -> Task:
    """The same task, its times in milliseconds and without the memory."""
    return lambda: {"ms": 1000 * task()["s"]}


def formats(bench: Bench) -> dict[str, list[float]]:
    """The same rows in every form, and trec_eval on its own form in three orders."""
    tasks = {}
    for form in data.FORM_NAMES:
        pair = data.pair(bench.sizes.forms, form)
        tasks[form] = timed(tools.rankproof(pair))
        if form in {"trec", "interleaved", "tied"}:
            tasks |= {f"{form}, {name}": timed(command) for name, command in tools.trec_eval(pair).items()}
    for tool, why in tools.absent().items():
        bench.log.missing |= {f"formats.{form}, {tool}": why for form in data.FORM_NAMES}
    return in_rounds(tasks, bench.rounds, bench.log, "formats")


def bad(bench: Bench) -> dict[str, list[float]]:
    """A run whose last line is wrong must be refused with its line; a large file that is no text, at once."""
    size = bench.sizes.largest
    right, wrong = data.pair(size), data.pair(size, "wrong")
    no_text = data.Pair(right.qrels, data.non_text())
    tasks = {
        "right": timed(tools.rankproof(right)),
        "wrong end": timed(tools.rankproof(wrong, *tools.OFFICIAL, status=1), names_line(size.rows)),
        "not text": timed(tools.rankproof(no_text, *tools.OFFICIAL, status=1), says("text")),
        "pair": timed(tools.rankproof(data.pair(data.SMALLEST))),
    }
    return in_rounds(tasks, bench.rounds, bench.log, "bad")


def names_line(line: int) -> Callable[[Ran], bool]:
    """A check that the error names this line."""
    return lambda ran: f":{line}:" in ran.stderr


def says(word: str) -> Callable[[Ran], bool]:
    """A check that the error has this word in it."""
    return lambda ran: word in ran.stderr
