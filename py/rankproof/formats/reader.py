"""Opens an input of any accepted form as blocks of columns, and tells how it was read."""

from __future__ import annotations

from ..problems import InputError, Note, Problems, counted, listed
from .block import Block, Opened, Place
from .given import Given
from .layout import JUDGEMENTS, Layout, find_layout
from .ranking import TooEarlyError
from .rows import blocks, first_rows
from .skipped import Skipped
from .source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..mends import Mend
    from .jsontext import JsonInput
    from .jsonvalues import Values


class Reader:
    """One input being read: its form, its blocks, and the notes on what was set aside or converted.

    `form` is None for an input that holds nothing but blanks and comments. `problems` holds the mistakes found so far,
    to which whoever takes the blocks adds those in the values, and raises them all.
    """

    def __init__(self, source: Source, role: str) -> None:
        self.source = source
        self.role = role
        self.skipped = Skipped()
        self.problems = Problems(source.name)
        self.layout: Layout | None = None
        self.json: JsonInput | None = None
        self.given: Opened | None = None
        self.mends: list[Mend] = []
        if source.mends:
            from ..mends import parse_mends

            self.mends = parse_mends(source.mends, role)
        if isinstance(source, Given):
            self.given = source.opened(role)
            self.form = self.given.form
            return
        first = first_rows(source)
        if not first:
            raise nothing_in(source, role)
        if first[0][1].lstrip()[:1] in ("{", "["):
            from .jsontext import JsonInput

            self.json = JsonInput(source, role, self.skipped)
            self.form = self.json.form
        else:
            self.layout = find_layout(source, role, first)
            self.form = self.layout.form

    def blocks(self) -> Iterator[Block]:
        """The input as blocks, without what has another shape, which is added to `problems`."""
        read = self._read()
        if not self.mends:
            return read
        from .mended import mended

        return mended(read, self.mends, self.skipped)

    def _read(self) -> Iterator[Block]:
        """The blocks as they stand."""
        if self.given is not None:
            return self.given.blocks()
        if self.json is not None:
            return self._json_blocks(self.json)
        assert self.layout is not None
        return blocks(self.source, self.layout, self.skipped, self.problems)

    def _json_blocks(self, json: JsonInput) -> Iterator[Block]:
        try:
            yield from json.blocks()
        except InputError as error:
            if error.swap:
                raise
            for problem in error.problems:
                self.problems.add(problem)

    def look_at_part(self, start: int, end: int) -> None:
        """Leaves all but the lines between two places out. Raises TooEarlyError where that cannot be."""
        if self.layout is None or self.source.gzipped or self.source.path is None:
            raise TooEarlyError
        self.source = self.source.part(start, end)
        if start:
            if self.layout.header not in (None, 1):
                # A header below comments may stand in any part.
                raise TooEarlyError
            self.layout = self.layout._replace(header=None)

    @property
    def empty_queries(self) -> list[str]:
        """Queries that the input names without any document (JSON and mappings only)."""
        if self.given is not None:
            return self.given.empty
        return self.json.empty if self.json else []

    def notes(self) -> list[Note]:
        """What was set aside or converted; true once all blocks have been taken."""
        if self.given is not None:
            return self.given.notes()
        found: list[Note] = []
        skipped, layout = self.skipped, self.layout
        if self.mends:
            from .mended import mended_notes

            found += mended_notes(self.mends, skipped)
        if layout is not None and layout.header is not None:
            text = f"Line {layout.header} is a header ({layout.columns}) and was not read as a row."
            found.append(Note("info", "header", text, line=layout.header))
        records = self.json.records if self.json else None
        unused = layout.unused if layout else records.unused if records else ()
        if unused:
            found.append(not_used("field" if self.json else "column", unused))
        if skipped.comments or skipped.blank:
            parts = [counted(skipped.comments, "comment line")] if skipped.comments else []
            parts += [counted(skipped.blank, "blank line")] if skipped.blank else []
            text = (
                f"{' and '.join(parts)} skipped (a comment is a line that starts with #)."
                if skipped.comments
                else f"{parts[0]} skipped."
            )
            found.append(Note("info", "lines-skipped", text, skipped.comments + skipped.blank))
        if skipped.tails:
            hold = "holds" if skipped.tails == 1 else "hold"
            text = (
                f"{counted(skipped.tails, 'row')} {hold} more text after the run tag; "
                f"it was ignored, as trec_eval does (first in line {skipped.first_tail})."
            )
            found.append(Note("info", "text-after-tag", text, skipped.tails, skipped.first_tail))
        if self.json is not None:
            found += _conversions(self.json.values)
            found += _repeated(self.json.repeated)
        return found


def _conversions(values: Values) -> list[Note]:
    found = numbers_as_ids(values.numbers_as_ids)
    if count := values.numbers_as_text:
        text = f"{counted(count, 'number')} written in quotes, read as numbers."
        found.append(Note("info", "text-as-numbers", text, count))
    return found


def _repeated(queries: list[str]) -> list[Note]:
    if not queries:
        return []
    names = tuple(dict.fromkeys(queries))
    stand = "stands" if len(names) == 1 else "stand"
    text = f"{counted(len(names), 'query')} {stand} in the JSON more than once ({listed(names)}): "
    text += f"all documents of {'it' if len(names) == 1 else 'each'} were put together."
    return [Note("warning", "query-repeated", text, len(names), examples=names[:3])]


def numbers_as_ids(count: int) -> list[Note]:
    """The note on ids that are numbers, if there are any."""
    if not count:
        return []
    return [Note("info", "numbers-as-ids", f"{counted(count, 'id')} written as numbers, read as text.", count)]


def not_used(what: str, names: tuple[str, ...]) -> Note:
    """The note on columns or fields that are not used."""
    text = f"{counted(len(names), what)} not used: {', '.join(names)}."
    return Note("info", "columns-unused", text, len(names), examples=names[:3])


def nothing_in(source: Source, role: str) -> InputError:
    """The error for an input without a single row."""
    what = "relevance judgements" if role == JUDGEMENTS else "ranked results"
    return source.fail(f"there are no {what} here, not one row", hint="paste or open some")


def read_as(source: Source, form: str, summary: str) -> Note:
    """The first note of every input: what it was read as, and how much it holds."""
    article = "a " if form.startswith(("TREC run", "data frame", "mapping", "table")) else ""
    packed = ", gzipped" if source.gzipped else ""
    return Note("info", "read-as", f"Read as {article}{form}{packed}: {summary}.")


def find_row(source: Source, role: str, query: str, document: str) -> Place:
    """Where a document of a query first stands: reads the input again."""
    for block in Reader(source, role).blocks():
        for position, found in enumerate(block.documents):
            if found == document and block.queries[position] == query:
                return block.rows.place(position, "document")
    return Place(None, None, None)
