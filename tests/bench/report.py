"""The figures of one run of the benchmark, as JSON and as tables with the ratios in front."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tests.bench.budgets import BUDGETS, Budget, unit_of
from tests.bench.timing import median


class Report(NamedTuple):
    """All that one run has found; `figures` holds each round's value by "part.subject.unit"."""

    machine: Mapping[str, str]
    versions: Mapping[str, str]
    rows: Mapping[str, int]
    rounds: int
    parts: Sequence[str]
    figures: Mapping[str, list[float]]
    missing: Mapping[str, str]

    def as_json(self) -> dict[str, Any]:
        """Everything, with each figure's median and each budget's value."""
        figures = {name: {"median": median(values), "values": values} for name, values in self.figures.items()}
        budgets = [
            {"name": line.name, **line.budget._asdict(), "value": line.value, "verdict": line.verdict}
            for line in lines(self)
        ]
        return {**self._asdict(), "figures": figures, "budgets": budgets}


class Line(NamedTuple):
    """A budget with what was found."""

    budget: Budget
    name: str
    value: float | None
    verdict: str


def from_json(content: dict[str, Any]) -> Report:
    """The report that as_json has written."""
    figures = {name: figure["values"] for name, figure in content["figures"].items()}
    return Report(**{name: content[name] for name in Report._fields if name != "figures"}, figures=figures)


def lines(report: Report) -> list[Line]:
    """Every budget of the parts that ran."""
    names = {size: f"{rows:,}" for size, rows in report.rows.items()}
    found = []
    for budget in BUDGETS:
        if budget.part in report.parts:
            value = budget.value(report.figures)
            verdict = why_missing(report, budget) if value is None else judge(value, budget.limit)
            found.append(Line(budget, budget.text.format(**names), value, verdict))
    return found


def judge(value: float, limit: float | None) -> str:
    """Whether a value keeps its limit, and by how much it does not."""
    if limit is None:
        return ""
    if value <= limit:
        return "met"
    return f"missed by {value / limit - 1:.0%}" if value < 10 * limit else f"missed {value / limit:,.0f} times over"


def all_met(report: Report) -> bool:
    """Whether every limit was measured and kept."""
    return all(line.verdict == "met" for line in lines(report) if line.budget.limit is not None)


def why_missing(report: Report, budget: Budget) -> str:
    """Why a budget's figures are not there."""
    wanted = [name for name in budget.needed if name not in report.figures]
    reasons = [why for start, why in report.missing.items() for name in wanted if name.startswith(f"{start}.")]
    return f"not measured: {reasons[0]}" if reasons else "not measured"


def shown(value: float | None, unit: str = "") -> str:
    """A value with two or three digits that count."""
    if value is None:
        return ""
    size = abs(value)
    decimals = 0 if size >= 100 or value == round(value) else 1 if size >= 10 else 2 if size >= 0.1 else 3
    return f"{value:,.{decimals}f} {unit}".rstrip()


def limit_of(budget: Budget) -> str:
    """A budget's limit, if it has one."""
    return f"≤ {shown(budget.limit, budget.unit)}" if budget.limit is not None else ""


def as_text(report: Report) -> str:
    """The ratios, then every figure, for a terminal."""
    found = [
        (line.name, shown(line.value, line.budget.unit), limit_of(line.budget), line.verdict) for line in lines(report)
    ]
    ratios = table(("measured / compared with", "ratio", "budget", ""), found)
    figures = table(("figure", "median", "memory", "least to most"), figure_rows(report.figures))
    return f"{ratios}\n{figures}\n{conditions(report)}\n"


def figure_rows(figures: Mapping[str, list[float]]) -> list[tuple[str, str, str, str]]:
    """Each figure's name, median, and range; a process's memory stands beside its time."""
    rows = []
    for name, values in figures.items():
        stem, _, unit = name.rpartition(".")
        if unit == "MB" and f"{stem}.s" in figures:
            continue
        memory = figures.get(f"{stem}.MB") if unit == "s" else None
        label = stem if unit_of(name) else name
        ends = f"{shown(min(values))} to {shown(max(values))}"
        rows.append((label, shown(median(values), unit_of(name)), shown(median(memory), "MB") if memory else "", ends))
    return rows


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Columns set wide enough, the first and the last to the left, the others to the right."""
    every = [head, *rows]
    widths = [max(len(row[at]) for row in every) for at in range(len(head))]
    last = len(head) - 1

    def line(row: Sequence[str]) -> str:
        cells = [
            cell.ljust(width) if at in {0, last} else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        return "  ".join(cells).rstrip()

    return "".join(f"{line(row)}\n" for row in every)


def as_markdown(report: Report) -> str:
    """The README's table: what was measured, ratios in front of the figures that they come from."""
    rows = [
        [
            line.name,
            f"**{shown(line.value, line.budget.unit)}**",
            limit_of(line.budget),
            line.verdict,
            of_what(report, line.budget),
        ]
        for line in lines(report)
        if line.value is not None
    ]
    head = ["measured / compared with", "ratio", "budget", "", "medians"]
    every = [head, ["---", "--:", "--:", "---", "---"], *rows]
    reasons = [(line.name, line.verdict.partition(": ")[2]) for line in lines(report) if line.value is None]
    left_out = "; ".join(f"{name} ({why})" for name, why in reasons if why)
    rest = f" Left out: {left_out}." if left_out else ""
    return "".join(f"| {' | '.join(row)} |\n" for row in every) + f"\n{conditions(report)}{rest}\n"


def of_what(report: Report, budget: Budget) -> str:
    """The medians that a ratio is of."""
    if budget.denominator is None:
        return ""
    return " / ".join(shown(median(report.figures[name]), unit_of(name)) for name in budget.needed)


def conditions(report: Report) -> str:
    """Where, with what, and how it was measured."""
    machine = dict(report.machine)
    place = [machine.pop("processor"), f"{machine.pop('cores')} cores", machine.pop("memory"), machine.pop("system")]
    return (
        f"Medians of at least {report.rounds} rounds after a warm-up, every tool in every round. "
        f"Machine: {', '.join(place)}; {named(machine)}. Tools: {named(report.versions)}."
    )


def named(versions: Mapping[str, str]) -> str:
    """Names with their versions."""
    return ", ".join(f"{name} {version}" for name, version in versions.items())
