"""Reads relevance judgements of every accepted form into grades per query and document."""

from __future__ import annotations

from ..problems import SHOWN_EXAMPLES, Note, Problem, Problems, counted, listed
from .block import Block, spans
from .faults import add_faults
from .layout import JUDGEMENTS
from .numbers import read_grades
from .reader import Reader, find_row, nothing_in, read_as
from .source import Source

CUTS = "trec_eval would cut"
"""What the hint for a grade with a fraction begins with."""


class Judgements:
    """Relevance judgements as read.

    `grades[query][document]` is a whole number; below 0 means that the document was in the pool but not judged. `notes`
    says how they were read; `name` is the box or file.
    """

    def __init__(self, name: str, form: str) -> None:
        self.name = name
        self.form = form
        self.grades: dict[str, dict[str, int]] = {}
        self.notes: list[Note] = []

    @property
    def summary(self) -> str:
        """`100 queries, 47,932 judged documents, grades 0 to 2`."""
        levels = set[int]().union(*(grades.values() for grades in self.grades.values()))
        documents = sum(map(len, self.grades.values()))
        parts = [counted(len(self.grades), "query"), counted(documents, "judged document")]
        if levels:
            low, high = min(levels), max(levels)
            parts.append(f"all grade {low}" if low == high else f"grades {low} to {high}")
        return ", ".join(parts)


def read_judgements(source: Source) -> Judgements:
    """The judgements that a source holds.

    Raises InputError: a shape that is none of the accepted ones, a grade that is no whole number, a document judged
    twice with two grades.
    """
    reader = Reader(source, JUDGEMENTS)
    judgements = Judgements(source.name, reader.form)
    collector = _Collector(source, judgements.grades, reader.problems)
    for block in reader.blocks():
        collector.take(block)
    collector.raise_if_any(reader)
    if not judgements.grades:
        raise nothing_in(source, JUDGEMENTS)
    for query in reader.empty_queries:
        judgements.grades.setdefault(query, {})
    judgements.notes = [read_as(source, judgements.form, judgements.summary), *reader.notes(), *collector.notes()]
    return judgements


class _Collector:
    """Puts blocks together and watches for grades that are no grades and documents judged twice."""

    def __init__(self, source: Source, table: dict[str, dict[str, int]], problems: Problems) -> None:
        self.source = source
        self.table = table
        self.problems = problems
        self.pointed = 0
        self.fractions = False
        self.repeated = 0
        self.repeats: list[str] = []

    def take(self, block: Block) -> None:
        grades = self._grades(block)
        if grades is None:
            return
        for query, start, end in spans(block.queries):
            judged = self.table.setdefault(query, {})
            fresh = dict(zip(block.documents[start:end], grades[start:end], strict=True))
            if len(fresh) == end - start and judged.keys().isdisjoint(fresh):
                judged.update(fresh)
            else:
                self._one_by_one(block, grades, query, range(start, end))

    def _grades(self, block: Block) -> list[int] | None:
        """The block's grades; None where some are no grades, which become problems."""
        if block.grades is None:
            return [1] * len(block.documents)
        read = read_grades(block.grades, plain=block.plain)
        self.pointed += read.pointed
        self.fractions = self.fractions or any(CUTS in fault.hint for fault in read.faults)
        add_faults(self.problems, block, read.faults, "grade")
        return None if read.faults else read.values

    def _one_by_one(self, block: Block, grades: list[int], query: str, positions: range) -> None:
        judged = self.table[query]
        for position in positions:
            document, grade = block.documents[position], grades[position]
            known = judged.get(document)
            if known is None:
                judged[document] = grade
            elif known != grade:
                self._conflict(block, position, known, grade)
            else:
                self.repeated += 1
                if len(self.repeats) < SHOWN_EXAMPLES:
                    self.repeats.append(f"{document} for query {query}")

    def _conflict(self, block: Block, position: int, known: int, grade: int) -> None:
        query, document = block.queries[position], block.documents[position]
        message = f"query {query}, document {document} is judged twice, with grades {known} and {grade}"
        line = block.rows.line(position)
        problem = Problem(message, line, hint="keep one of the two judgements")
        if self.problems.shows(line):
            first = find_row(self.source, JUDGEMENTS, query, document)
            place = block.rows.place(position, "grade")
            if first.line is not None and place.line is not None:
                unit, same = self.source.unit, first.line == place.line
                message += f", in {unit} {place.line}" if same else f", in {unit}s {first.line} and {place.line}"
            problem = problem._replace(message=message, line=place.line, column=place.column, text=place.text)
        self.problems.add(problem)

    def raise_if_any(self, reader: Reader) -> None:
        """Raises the problems found, and offers a swap where grades with fractions look like scores."""
        error = self.problems.error()
        if error is None:
            return
        if self.fractions and reader.form != "TREC qrels":
            error.swap = True
            cut = [at for at, problem in enumerate(error.problems) if CUTS in (problem.hint or "")]
            for at in cut[:1]:
                hint = f"{error.problems[at].hint}; if these are scores, they belong in the other box"
                error.problems[at] = error.problems[at]._replace(hint=hint)
        raise error

    def notes(self) -> list[Note]:
        found: list[Note] = []
        if self.pointed:
            text = f"{counted(self.pointed, 'grade')} written like 1.0, read as whole numbers."
            found.append(Note("info", "grades-with-points", text, self.pointed))
        if self.repeated:
            text = (
                f"{counted(self.repeated, 'judgement')} given more than once with the same grade; "
                f"each counts once ({listed(self.repeats, self.repeated)})."
            )
            found.append(Note("info", "judged-twice", text, self.repeated, examples=tuple(self.repeats)))
        negative = [(query, grade) for query, judged in self.table.items() for grade in judged.values() if grade < 0]
        if negative:
            grades = listed(sorted({str(grade) for _, grade in negative}))
            text = (
                f"{counted(len(negative), 'judgement')} below 0 ({grades}): in the pool, not judged. "
                "Such documents are not relevant; with unjudged documents removed they are removed too, "
                "as trec_eval -J does."
            )
            queries = tuple(dict.fromkeys(query for query, _ in negative))[:3]
            found.append(Note("info", "negative-grades", text, len(negative), examples=queries))
        return found
