"""Writes the tables that the page shows as files and texts, and the programs that give their numbers again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .asked import Asked
from .bridgemade import Made
from .cells import Cell
from .evalresult import EvalResult, shown
from .latextable import latex_table
from .problems import SettingError
from .report import FORMATS, json_text, markdown_lines, markdown_statement, run_json, sheet
from .reproduce import OWN_FILE, Compared, File, Shown, command, python
from .runnames import distinct
from .statement import convention, made_by, statement, statement_json

if TYPE_CHECKING:
    from .compare.comparisons import Comparisons

Json = dict[str, Any]

SEPARATORS = {"csv": ",", "tsv": "\t"}
ENDINGS = {
    "csv": "csv", "tsv": "tsv", "json": "json", "markdown": "md", "latex": "tex", "trec": "trec_eval.txt",
    "python": "py", "command": "sh",
}  # fmt: skip
PROGRAMS = ("python", "command")


def export(request: Json, made: Made) -> Json:
    """{"name", "text", "statement", "missing"}: one table in one format, the name of its file, and what it states.

    table: means, queries, comparisons, conventions, ties or unjudged. format: csv, tsv, json, markdown, latex, trec,
    python or command. run: the id of the run that queries and the last three are about; all runs without it. names:
    what runs are called, by id. found: the rows of the last three, as the page has them. For python and command there
    are "files" too: by id the names that they read, and "notes" that say how they come about. Raises SettingError.
    """
    table, form = request["table"], request["format"]
    results = _results(request, made)
    about = results if request.get("run") else []
    written = _program(request, made) if form in PROGRAMS else _written(request, made, results)
    return {"name": _file_name(table, about, ENDINGS[form]), "missing": _missing(request, made), **written}


def _written(request: Json, made: Made, results: list[EvalResult]) -> Json:
    """{"text", "statement"} of a table in a form that is no program."""
    table, form, compared = request["table"], request["format"], made.comparisons
    if table == "comparisons" and compared is not None:
        return _comparisons(form, compared)
    if table in OTHERS:
        return _other(request, results[0])
    if compared is None:
        return {"text": _scores(table, form, results, made.notes), "statement": statement(results)}
    from .compare.marks import latex_means

    return {"text": latex_means(compared, stated=True), "statement": statement(results)}


def _missing(request: Json, made: Made) -> list[str]:
    """What the runs are called that were asked for and could not be scored."""
    names, scored = request.get("names") or {}, {one for one, _ in made.results}
    if request.get("run"):
        return []
    return [str(names.get(run["id"], run["id"])) for run in request["of"]["runs"] if run and run["id"] not in scored]


def _results(request: Json, made: Made) -> list[EvalResult]:
    """The runs asked for, under the page's names."""
    names, only = request.get("names") or {}, request.get("run")
    found = [(one, result) for one, result in made.results if only in (None, one)]
    if not found:
        raise SettingError("runs", "there are no scores to export", "mend the judgements or the runs")
    called = distinct([str(names.get(one) or result.name) for one, result in found])
    return [result.renamed(name) for name, (_, result) in zip(called, found, strict=True)]


def _file_name(table: str, results: Sequence[EvalResult], ending: str) -> str:
    """`rankproof-queries-bm25.csv`."""
    parts = ["rankproof", table, *(result.name for result in results)]
    plain = "".join(char if char.isalnum() or char in "._" else "-" for char in "-".join(parts))
    return f"{plain[:80].strip('-.')}.{ending}"


def _scores(table: str, form: str, results: list[EvalResult], notes: list[Json]) -> str:
    queries = table == "queries"
    if form == "json":
        return json_text(_scores_json(results, notes, queries=queries))
    if form == "trec":
        return FORMATS[form](results, queries=queries)
    return FORMATS[form](results, queries=queries, facts=True, stated=True)


def _scores_json(results: list[EvalResult], notes: list[Json], *, queries: bool) -> Json:
    """As the command's JSON, with what is stated; without the queries for a table of means."""
    runs = []
    for result in results:
        run = run_json(result)
        if queries:
            run["facts"] = {row.query: dict(zip(row._fields[1:], row[1:], strict=True)) for row in result.rows}
        else:
            del run["queries"]
        runs.append(run)
    return {**statement_json(results), "notes": notes, "runs": runs}


def _comparisons(form: str, made: Comparisons) -> Json:
    """{"text", "statement"} of a comparison."""
    from .compare.forms import as_sheet, latex_of, markdown_stated, stated

    if form in SEPARATORS:
        text = as_sheet(made, SEPARATORS[form], stated(made))
    elif form == "json":
        text = json_text({**statement_json([one.result for one in made.scored]), **made.to_dict()})
    else:
        text = markdown_stated(made) if form == "markdown" else latex_of(made, full=True)
    return {"text": text, "statement": stated(made)}


class Grid(NamedTuple):
    """A table of numbers by measure: its title, its head without the measure, and which of the columns are counts."""

    title: str
    head: list[str]
    rows: list[list[float | None]]
    counts: tuple[int, ...] = ()


def _conventions(found: list[Json]) -> Grid:
    head = ["yours", *(str(cell["title"]) for cell in found[0]["cells"])]
    rows = [[row["value"], *(cell["value"] for cell in row["cells"])] for row in found]
    return Grid("The same data under other conventions", head, rows)


def _ties(found: list[Json]) -> Grid:
    fields = ("value", "lowest", "highest", "expected", "error", "tied", "ranks")
    head = ["yours", "lowest", "highest", "expected", "standard error", "tied ranks", "ranks"]
    return Grid("How much ties decide", head, [[row["mean"][name] for name in fields] for row in found], (5, 6))


def _unjudged(found: list[Json]) -> Grid:
    fields = ("unjudged", "results", "not_relevant", "relevant", "removed")
    head = ["unjudged in the top k", "results", "if not relevant", "if all relevant", "removed"]
    return Grid("Unjudged documents", head, [[row[name] for name in fields] for row in found], (0, 1))


OTHERS: dict[str, Callable[[list[Json]], Grid]] = {
    "conventions": _conventions,
    "ties": _ties,
    "unjudged": _unjudged,
}


def _other(request: Json, result: EvalResult) -> Json:
    form = request["format"]
    known = {one.name: one for one in result.asked}
    found = [row for row in request["found"] if row["measure"] in known]
    if not found:
        raise SettingError("measures", "there is no measure in this table", "choose one that is not your own")
    grid = OTHERS[request["table"]](found)
    asked = [known[row["measure"]] for row in found]
    head, title = ["measure", *grid.head], f"{grid.title}, of {result.name}."
    said = [title, *statement([result])]
    texts = [[one.name, *_texts(grid, one, row)] for one, row in zip(asked, grid.rows, strict=True)]
    if form in SEPARATORS:
        rows = [[one.name, *_numbers(grid, one, row)] for one, row in zip(asked, grid.rows, strict=True)]
        text = sheet(head, rows, SEPARATORS[form], said)
    elif form == "json":
        text = json_text({**statement_json([result]), "run": result.name, request["table"]: request["found"]})
    elif form == "markdown":
        text = "\n".join([*markdown_lines(head, texts, 1), "", *markdown_statement(said)]) + "\n"
    else:
        text = latex_table(head, texts, 1, caption=title, notes=[made_by([result])], comments=said)
    return {"text": text, "statement": said}


def _numbers(grid: Grid, one: Asked, row: list[float | None]) -> list[Cell]:
    """The numbers of a row as Python had them: what comes from the page has lost the point of 1.0."""
    whole = [one.definition.whole or at in grid.counts for at in range(len(row))]
    return [cell if count or cell is None else float(cell) for count, cell in zip(whole, row, strict=True)]


def _texts(grid: Grid, one: Asked, row: list[float | None]) -> list[str]:
    return [f"{cell:,}" if at in grid.counts else shown(cell, one) for at, cell in enumerate(row)]


def _program(request: Json, made: Made) -> Json:
    """The text of a program or command with the files that it reads."""
    of, table = request["of"], request["table"]
    results = [one for one, _ in made.results if request.get("run") in (None, one)]
    boxes = [of["judgements"], *(run for run in of["runs"] if run and run["id"] in results)]
    names = file_names(boxes)
    files = [File(name, tuple(box.get("mends") or ())) for name, box in zip(names, boxes, strict=True)]
    _, first = made.results[0]
    compares = made.comparisons if table == "comparisons" else None
    asked = first.asked if compares is None else [one.asked for one in compares.asked]
    own = [one for one in asked if one.definition.aggregate is not None]
    kept = [one.name for one in asked if table not in OTHERS or one not in own]
    how = _how(compares) if compares is not None else None
    shown = Shown(files[0], tuple(files[1:]), first.settings, tuple(kept), bool(own) and table not in OTHERS, how)
    queries = table == "queries"
    if request["format"] == "python":
        text = python(shown, queries=queries)
    else:
        word = "compare" if compares is not None else "conventions" if table in OTHERS else "score"
        text = command(shown, word, queries=queries)
    notes = _notes(boxes, names, of.get("code") if shown.own else None)
    found = dict(zip([box["id"] for box in boxes], names, strict=True)) | ({"code": OWN_FILE} if shown.own else {})
    return {"text": text, "statement": [convention([first])], "files": found, "notes": notes}


def _how(made: Comparisons) -> Compared:
    baseline = None if made.baseline is None else made.runs.index(made.baseline)
    plan = made.plan
    return Compared(baseline, tuple(plan.tests), made.correction, made.across, plan.alpha, plan.resamples, plan.seed)


def file_names(boxes: Sequence[Json]) -> list[str]:
    """What the inputs' files are called, no two alike: their own names, or some for pasted texts."""
    found: list[str] = []
    for at, box in enumerate(boxes):
        usual = "qrels.txt" if at == 0 else "run.txt" if len(boxes) == 2 else f"run-{at}.txt"
        name = (box.get("name") or usual).replace("\0", "").replace("/", "_") or usual
        stem, dot, ending = name.partition(".")
        number = 2
        while name.casefold() in (other.casefold() for other in (*found, OWN_FILE)):
            name = f"{stem}-{number}{dot}{ending}"
            number += 1
        found.append(name)
    return found


def _notes(boxes: Sequence[Json], names: Sequence[str], code: Json | None) -> list[str]:
    """What has to be done before the program finds its files."""
    notes = []
    pasted = [name for box, name in zip(boxes, names, strict=True) if not box.get("name")]
    if pasted:
        notes.append(f"What is in the boxes has to be saved as {' and '.join(pasted)}.")
    notes += [
        f"{box['name']} is called {name}, since two files share its name."
        for box, name in zip(boxes, names, strict=True)
        if box.get("name") and box["name"] != name
    ]
    if code:
        notes.append(f"The code of your own measures has to be saved as {OWN_FILE}.")
        if code.get("wheels"):
            notes.append(f"It imports {', '.join(wheel['name'] for wheel in code['wheels'])}: install these with pip.")
    return notes
