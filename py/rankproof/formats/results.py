"""Reads ranked results of every accepted form into documents, scores and ranks per query."""

from __future__ import annotations

from collections import Counter
from operator import neg

from ..problems import SHOWN_EXAMPLES, Note, Problem, Problems, counted, listed
from .block import Block
from .layout import RESULTS
from .numbers import Column, all_whole, read_scores
from .reader import Reader, nothing_in, read_as
from .rows import spans
from .source import Source

LINES_NAMED = 5
"""Lines that a note names for one document that is listed again and again."""


class Ranking:
    """One query's results as read, in the order of the rows.

    `scores` is None where the rows were given best first. `ranks` holds the rank column as text where it says something
    else than the order of the rows. `repeated` is true when a document stands in it more than once.
    """

    __slots__ = ("documents", "ranks", "repeated", "scores")

    def __init__(self, documents: list[str], scores: list[float] | None, ranks: list[str] | None = None) -> None:
        self.documents = documents
        self.scores = scores
        self.ranks = ranks
        self.repeated = False


class Results:
    """A run as read: a Ranking for each query, with its name, its tag and the notes on how it was read."""

    def __init__(self, name: str, form: str) -> None:
        self.name = name
        self.form = form
        self.tag: str | None = None
        self.by_rank = False
        self.has_ranks = False
        self.rankings: dict[str, Ranking] = {}
        self.notes: list[Note] = []

    @property
    def rows(self) -> int:
        return sum(len(ranking.documents) for ranking in self.rankings.values())

    @property
    def summary(self) -> str:
        """`100 queries, 99,969 rows`."""
        return f"{counted(len(self.rankings), 'query')}, {counted(self.rows, 'row')}"


def read_results(source: Source) -> Results:
    """The run that a source holds.

    Raises InputError: a shape that is none of the accepted ones, or a score or rank that is no finite number.
    """
    reader = Reader(source, RESULTS)
    results = Results(source.name, reader.form)
    separator = reader.layout.separator if reader.layout else ","
    collector = _Collector(source, results, reader.problems, commas_allowed=separator != ",")
    for block in reader.blocks():
        collector.take(block)
    collector.problems.raise_if_any()
    if not results.rankings:
        raise nothing_in(source, RESULTS)
    collector.finish()
    for query in reader.empty_queries:
        results.rankings.setdefault(query, Ranking([], None))
    results.notes = [
        read_as(source, results.form, results.summary),
        *reader.notes(),
        *collector.notes(reader.empty_queries),
    ]
    return results


class _Collector:
    """Puts blocks together and watches for scores that are no scores and documents listed twice."""

    def __init__(self, source: Source, results: Results, problems: Problems, *, commas_allowed: bool) -> None:
        self.source = source
        self.results = results
        self.commas_allowed = commas_allowed
        self.problems = problems
        self.commas = 0
        self.fractions = False
        self.thirds = False
        self.tags: dict[str, int] = {}
        self.counting: list[str] = []
        self.repeats: dict[tuple[str, str], int] = {}
        self.repeated = 0
        self.repeated_queries = 0

    def take(self, block: Block) -> None:
        scores = self._scores(block)
        if self.problems.kept:
            return
        if block.tags is not None:
            self._count_tags(block.tags)
        rankings = self.results.rankings
        for query, start, end in spans(block.queries):
            documents = block.documents[start:end]
            part = None if scores is None else scores[start:end]
            ranking = rankings.get(query)
            if ranking is None:
                rankings[query] = ranking = Ranking(documents, part)
                before = 0
            else:
                before = len(ranking.documents)
                ranking.documents += documents
                if ranking.scores is not None and part is not None:
                    ranking.scores += part
            if block.ranks is not None and block.scores is not None:
                self.results.has_ranks = True
                self._keep_ranks(ranking, block.ranks[start:end], before)

    def _keep_ranks(self, ranking: Ranking, ranks: list[str], before: int) -> None:
        """Keeps a rank column only where it differs from the order of the rows, counted from 1."""
        end = before + len(ranks)
        if len(self.counting) < end:
            self.counting += map(str, range(len(self.counting) + 1, end + 1))
        if ranking.ranks is not None:
            ranking.ranks += ranks
        elif ranks != self.counting[before:end]:
            ranking.ranks = self.counting[:before] + ranks

    def _scores(self, block: Block) -> list[float] | None:
        if block.scores is not None:
            return self._numbers(block, block.scores, "score").values
        if block.ranks is not None:
            self.results.by_rank = True
            return list(map(neg, self._numbers(block, block.ranks, "rank").values))
        if block.thirds is None:
            return None
        self.thirds = True
        column = self._numbers(block, block.thirds, "score")
        self.fractions = self.fractions or not all_whole(column.values)
        return column.values

    def _numbers(self, block: Block, cells: list[str], field: str) -> Column:
        column = read_scores(cells, commas_allowed=self.commas_allowed, what=field)
        self.commas += column.commas
        for fault in column.faults:
            message = (
                f"{fault.message} (query {block.queries[fault.position]}, document {block.documents[fault.position]})"
            )
            line = block.rows.line(fault.position)
            problem = Problem(message, line, expected=fault.expected, hint=fault.hint)
            if self.problems.shows(line):
                place = block.rows.place(fault.position, field)
                problem = problem._replace(line=place.line, column=place.column, text=place.text)
            self.problems.add(problem)
        return column

    def _count_tags(self, tags: list[str]) -> None:
        first = tags[0] if tags else None
        if first is not None and tags.count(first) == len(tags):
            self.tags[first] = self.tags.get(first, 0) + len(tags)
        else:
            for tag in tags:
                self.tags[tag] = self.tags.get(tag, 0) + 1

    def finish(self) -> None:
        """Settles what only the whole input can tell: what a third column holds, and which documents repeat."""
        results = self.results
        if self.tags:
            results.tag = max(self.tags, key=self.tags.__getitem__)
        if self.thirds and not self.fractions:
            results.by_rank = True
            for ranking in results.rankings.values():
                ranking.scores = list(map(neg, ranking.scores or []))
        for query, ranking in results.rankings.items():
            distinct = len(set(ranking.documents))
            if distinct < len(ranking.documents):
                ranking.repeated = True
                self.repeated += len(ranking.documents) - distinct
                self.repeated_queries += 1
                if len(self.repeats) < SHOWN_EXAMPLES:
                    self._name_repeats(query, ranking.documents)
        results.form = _settled_form(results, thirds=self.thirds)

    def _name_repeats(self, query: str, documents: list[str]) -> None:
        for document, times in Counter(documents).items():
            if times > 1 and len(self.repeats) < SHOWN_EXAMPLES:
                self.repeats[query, document] = times

    def notes(self, empty: list[str]) -> list[Note]:
        found: list[Note] = []
        if self.thirds:
            found.append(self._third_note())
        if self.commas:
            text = f"{counted(self.commas, 'score')} written with a decimal comma, read as decimal points."
            found.append(Note("info", "decimal-commas", text, self.commas))
        if empty:
            text = f"{counted(len(empty), 'query')} in the results without any document ({listed(empty)})."
            found.append(Note("warning", "empty-queries", text, len(empty), examples=tuple(empty[:3])))
        if self.repeated:
            found.append(self._repeat_note())
        if len(self.tags) > 1:
            text = f"{len(self.tags)} run tags in one input ({listed(list(self.tags))}); they are read as one run."
            found.append(Note("warning", "several-tags", text, len(self.tags), examples=tuple(self.tags)[:3]))
        return found

    def _third_note(self) -> Note:
        if self.fractions:
            text = "The third column holds numbers that are not whole, so it was read as a score, highest first."
            return Note("info", "third-is-score", text)
        text = "The third column holds whole numbers only, so it was read as a rank, lowest first."
        return Note("info", "third-is-rank", text)

    def _repeat_note(self) -> Note:
        lines = self._repeat_lines()
        named = [
            f"{document} ({times} times) for query {query}{_in_lines(lines[query, document])}"
            for (query, document), times in self.repeats.items()
        ]
        verb = "lists" if self.repeated == 1 else "list"
        text = (
            f"{counted(self.repeated, 'row')} in {counted(self.repeated_queries, 'query')} {verb} a document again: "
            f"{'; '.join(named)}. Each document counts at its first rank only; trec_eval refuses such a run. "
            "If these are chunks of documents, keep each document's best chunk, or judge chunks."
        )
        first = next(iter(lines.values()))
        documents = tuple(document for _, document in self.repeats)
        return Note("warning", "listed-twice", text, self.repeated, first[1] if len(first) > 1 else None, documents)

    def _repeat_lines(self) -> dict[tuple[str, str], list[int]]:
        """The lines of the documents that are named as examples, where lines are known; reads the input again."""
        lines: dict[tuple[str, str], list[int]] = {pair: [] for pair in self.repeats}
        wanted = sum(self.repeats.values())
        documents = {document for _, document in lines}
        for block in Reader(self.source, RESULTS).blocks():
            if documents.isdisjoint(block.documents):
                continue
            for position, pair in enumerate(zip(block.queries, block.documents, strict=True)):
                if pair in lines and (line := block.rows.line(position)) is not None:
                    lines[pair].append(line)
                    wanted -= 1
            if not wanted:
                break
        return lines


def _in_lines(lines: list[int]) -> str:
    if not lines:
        return ""
    return f" (lines {listed([str(line) for line in lines], most=LINES_NAMED)})"


def _settled_form(results: Results, *, thirds: bool) -> str:
    if not thirds:
        return results.form
    return results.form.replace("rank or score", "rank" if results.by_rank else "score")
