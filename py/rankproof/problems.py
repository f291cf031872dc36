"""What can be said about an input: notes on how it was read, and the errors that stop it from being scored."""

from __future__ import annotations

from math import inf

from .record import Record

SHOWN_PROBLEMS = 5
"""How many problems of one input are shown in full; the rest are counted."""

SHOWN_EXAMPLES = 3
"""How many ids a note gives as examples."""

WIDEST_EXCERPT = 120
"""Characters of an input line that an error shows; longer lines are cut around the column in question."""


class Note(Record):
    """One thing a reader should know about how an input was read or scored.

    `level` is "info" or "warning"; `code` names the kind and never changes; `count` and `line` are given where they
    mean something; `examples` holds at most SHOWN_EXAMPLES ids.
    """

    level: str
    code: str
    text: str
    count: int | None = None  # type: ignore[assignment]  # hides tuple.count: the page's JSON calls it so
    line: int | None = None
    examples: tuple[str, ...] = ()


class Problem(Record):
    """One mistake in an input: where it is, what was found, what was expected, and how to mend it.

    `line` and `column` count from 1, a column in characters; `text` is the line itself, cut around the column if long.
    """

    message: str
    line: int | None = None
    column: int | None = None
    text: str | None = None
    expected: str | None = None
    hint: str | None = None


class InputError(ValueError):
    """An input that cannot be scored, with the first few problems and the number of the others.

    `source` names the box or file. `swap` is true when judgements and results seem to have changed places.
    """

    def __init__(self, source: str, problems: list[Problem], more: int = 0, *, swap: bool = False) -> None:
        self.source = source
        self.problems = problems
        self.more = more
        self.swap = swap
        super().__init__(self.describe(problems[0]))

    @property
    def message(self) -> str:
        return self.problems[0].message

    @property
    def line(self) -> int | None:
        return self.problems[0].line

    @property
    def column(self) -> int | None:
        return self.problems[0].column

    @property
    def expected(self) -> str | None:
        return self.problems[0].expected

    @property
    def hint(self) -> str | None:
        return self.problems[0].hint

    def describe(self, problem: Problem) -> str:
        """One line a problem, as the command line prints it: `file:line: what; expected ...; hint`."""
        place = self.source if problem.line is None else f"{self.source}:{problem.line}"
        parts = [f"{place}: {problem.message}"]
        if problem.expected:
            parts.append(f"expected {problem.expected}")
        if problem.hint:
            parts.append(problem.hint)
        return "; ".join(parts)

    def lines(self) -> list[str]:
        """All that is known, one line a problem, and a last line that counts the ones not shown."""
        shown = [self.describe(problem) for problem in self.problems]
        if self.more:
            shown.append(f"{self.source}: and {counted(self.more, 'more problem')}")
        return shown


class SettingError(ValueError):
    """A setting or a measure's name that means nothing here; `name` is the setting's name."""

    def __init__(self, name: str, message: str, hint: str | None = None) -> None:
        self.name = name
        self.message = message
        self.hint = hint
        super().__init__(f"{message}; {hint}" if hint else message)


class Problems:
    """Collects the problems of one input, of whatever kind: keeps those in its first lines and counts the rest."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.kept: list[Problem] = []
        self.count = 0

    def shows(self, line: int | None) -> bool:
        """Whether a problem in this line would be among those kept; None is a line that is not known."""
        return len(self.kept) < SHOWN_PROBLEMS or _in_order(line) < _in_order(self.kept[-1].line)

    def add(self, problem: Problem) -> None:
        """Adds one; problems come in any order and are kept in that of their lines."""
        self.count += 1
        if self.shows(problem.line):
            self.kept = sorted([*self.kept, problem], key=lambda kept: _in_order(kept.line))[:SHOWN_PROBLEMS]

    def error(self) -> InputError | None:
        """The error that tells of them, None if there is none."""
        return InputError(self.source, self.kept, self.count - len(self.kept)) if self.kept else None

    def raise_if_any(self) -> None:
        """Raises that error."""
        error = self.error()
        if error is not None:
            raise error


def _in_order(line: int | None) -> float:
    return inf if line is None else line


def counted(count: int, noun: str, plural: str | None = None) -> str:
    """`1 query`, `12,000 queries`: the number with its noun."""
    if plural is None:
        plural = noun[:-1] + "ies" if noun.endswith("query") else noun + "s"
    return f"{count:,} {noun if count == 1 else plural}"


def listed(ids: list[str] | tuple[str, ...], total: int | None = None, most: int = SHOWN_EXAMPLES) -> str:
    """`a, b, c and 9 more`: the first few of many, as text."""
    shown = ids[:most]
    rest = (len(ids) if total is None else total) - len(shown)
    return ", ".join(shown) + (f" and {rest:,} more" if rest > 0 else "")


def excerpt(text: str, column: int | None = None) -> tuple[str, int | None]:
    """The line as an error shows it, cut around the column where it is long, and the column within that cut."""
    if len(text) <= WIDEST_EXCERPT:
        return text, column
    middle = (column or 1) - 1
    start = max(0, min(middle - WIDEST_EXCERPT // 2, len(text) - WIDEST_EXCERPT))
    end = start + WIDEST_EXCERPT
    before = "…" if start else ""
    after = "…" if end < len(text) else ""
    moved = None if column is None else column - start + len(before)
    return before + text[start:end] + after, moved
