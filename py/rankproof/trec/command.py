"""Runs a trec_eval command line: reads, scores topic by topic, and prints what trec_eval 10.0 prints."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import exp, isnan

from .. import __version__
from ..formats import Ranking
from ..record import Record
from ..reference import TREC_EVAL
from .files import ENCODING, FileError, Warnings
from .manual import USAGE, manual
from .options import FORMATS, Options, UsageError, read_options
from .relevance import TopicError, read_evidence
from .rows import DISPLAY_ORDER, Column, ParameterError
from .runs import RunFile, ScatteredError
from .zscores import ZScores, read_zscores

MISSING = Ranking(["ceci_nest_pas_un_docno"], [1.0])
"""What trec_eval -c takes for a topic without results: one document that nobody judged."""


class EndError(Exception):
    """An end with an exit status of its own."""

    def __init__(self, status: int, message: str) -> None:
        self.status = status
        super().__init__(message)


class Printed(Record):
    """A column to be printed, with how its topics are put together and where it is shown."""

    column: Column
    average: str
    shown: str
    whole: bool


def main(arguments: Sequence[str]) -> int:
    """Runs `trec_eval ARGUMENTS`; returns trec_eval's exit status."""
    warnings = Warnings()
    out: list[str] = []
    status = 0
    try:
        options = read_options(arguments)
        if options.help:
            # Out in UTF-8; what comes from the files passes through byte by byte.
            out.append(manual(options).encode().decode(ENCODING))
        elif options.version:
            _say(f"{__version__}, as trec_eval version {TREC_EVAL}")
        else:
            _Run(options, out, warnings).run()
    except UsageError as error:
        _say(f"{error}\n{USAGE}")
        status = error.status
    except FileError as error:
        _say(str(error))
        status = 2
    except EndError as error:
        _say(str(error))
        status = error.status
    for text in warnings.said.values():
        _say(f"warning: {text}")
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write("".join(out).encode(ENCODING))
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader went away, as `head` does: nothing is left to say.
        sys.stderr.close()
    return status


def _say(text: str) -> None:
    sys.stderr.write(f"rankproof trec_eval: {text}\n")


class _Run:
    """One evaluation: what was read, and the lines that it prints."""

    def __init__(self, options: Options, out: list[str], warnings: Warnings) -> None:
        self.options = options
        self.out = out
        self.warnings = warnings
        if options.rel_format not in FORMATS:
            message = f"Illegal rel_format '{options.rel_format}': the formats are {', '.join(FORMATS)}"
            raise EndError(2, message)
        self.evidence = read_evidence(options, warnings)
        if options.results_format != "trec_results":
            message = f"Illegal retrieval results format '{options.results_format}': it must be trec_results"
            raise EndError(2, message)
        self.file = RunFile(options.results_file, warnings)
        self.zscores: ZScores | None = None
        self.printed: list[Printed] = []
        self.scored: dict[str, list[float | str] | EndError] = {}
        self.unjudged: set[str] = set()

    def run(self) -> None:
        """Scores topic by topic as they come, and prints them in the order of their ids' bytes, then the summary."""
        self._read()
        totals = [0.0] * len(self.printed)
        count = 0
        for topic in sorted(self.evidence.topics):
            values = self.scored.get(topic)
            if values is None and not self.options.complete:
                text = f"topic {topic} has no results and is not evaluated (-c counts it as 0)"
                self.warnings.add(f"missing {topic}", text)
                continue
            if values is None:
                values = self._values(topic, None)
            if isinstance(values, EndError):
                raise values
            totals = [
                total + (0.0 if isinstance(value, str) else value) for total, value in zip(totals, values, strict=True)
            ]
            count += 1
            if self.options.queries:
                self.out += self._lines(topic, values, "mean")
        if self.unjudged:
            text = f"topic {min(self.unjudged)} of the results was never judged; such topics are not evaluated"
            self.warnings.add("unjudged", text)
        if not count:
            raise EndError(7, "No queries with both results and relevance info")
        if self.options.summary:
            summary = [self._put_together(one, total, count) for one, total in zip(self.printed, totals, strict=True)]
            self.out += self._lines("all", summary, "queries")

    def _read(self) -> None:
        """Reads the run and scores its topics; what is wrong with the options after its name is told after it."""
        late: Exception | None = None
        try:
            self.zscores = None if self.options.zscores is None else read_zscores(self.options.zscores)
            self.printed = self._printed()
        except (FileError, EndError) as error:
            late = error
        try:
            for topic, ranking in self.file.topics():
                self._add(topic, ranking)
        except ScatteredError:
            self.scored.clear()
            for topic, ranking in self.file.whole().items():
                self._add(topic, ranking)
        if late is not None:
            raise late

    def _add(self, topic: str, ranking: Ranking) -> None:
        if topic not in self.evidence.topics:
            self.unjudged.add(topic)
            return
        try:
            self.scored[topic] = self._values(topic, ranking)
        except EndError as error:
            # trec_eval scores in the order of ids, so another may end it first.
            self.scored[topic] = error

    def _printed(self) -> list[Printed]:
        found: list[Printed] = []
        for name in DISPLAY_ORDER:
            if name not in self.options.measures:
                continue
            given = self.options.parameters.get(name)
            try:
                found += [Printed(*one) for one in self.evidence.columns(name, given, self.options.collection)]
            except ParameterError as error:
                raise EndError(2, f"Cannot initialize measure '{name}': {error}") from None
            except TopicError as error:
                raise EndError(4, str(error)) from None
        return found

    def _values(self, topic: str, ranking: Ranking | None) -> list[float | str]:
        columns = [one.column for one in self.printed]
        try:
            values = self.evidence.values(topic, MISSING if ranking is None else ranking, columns)
        except TopicError as error:
            raise EndError(4, f"topic {topic}: {error}") from None
        if ranking is None:
            values = [_of_missing(column.key, value) for column, value in zip(columns, values, strict=True)]
        if self.zscores is not None:
            convert = self.zscores.convert
            values = [convert(topic, column.key, value) for column, value in zip(columns, values, strict=True)]
        return values

    def _put_together(self, one: Printed, total: float, count: int) -> float | str:
        """What stands for all topics."""
        if one.column.name == "runid":
            return self.file.tag
        if one.average == "mean":
            return total / count
        if one.average == "geometric":
            return exp(total / count)
        if one.column.name == "num_q":
            return count
        if one.column.name == "num_rel" and self.options.complete:
            # Here trec_eval counts anew, without regard to -l.
            return self.evidence.all_relevant()
        return total

    def _lines(self, topic: str, values: list[float | str], hidden: str) -> list[str]:
        return [
            self._line(one, topic, value)
            for one, value in zip(self.printed, values, strict=True)
            if one.shown != hidden
        ]

    def _line(self, one: Printed, topic: str, value: float | str) -> str:
        key = one.column.key
        if isinstance(value, str):
            return f"{key:<22}\t{topic}\t{value}\n" if key == "runid" else f"{key:<22}\t{topic}\t'{value}'\n"
        if self.zscores is not None:
            return f"Z{key:<22}\t{topic}\t{_number(value)}\n"
        return f"{key:<22}\t{topic}\t{int(value) if one.whole else _number(value)}\n"


def _number(value: float) -> str:
    # C prints the sign that dividing 0 by 0 leaves.
    return "  -nan" if isnan(value) else f"{value:6.4f}"


def _of_missing(key: str, value: float | str) -> float | str:
    """What trec_eval -c makes of the values of a topic without results: it sets some to 0 by name."""
    if key in ("num_ret", "utility", "rbp_resid") or key.startswith("unj"):
        return 0.0
    return "" if key == "relstring" else value
