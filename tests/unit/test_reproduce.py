"""The command and the Python program that the page copies give the numbers shown, to every digit."""

from __future__ import annotations

import contextlib
import io
import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from rankproof.bridge import Bridge
from rankproof.bridgeexport import file_names
from rankproof.cli import main
from rankproof.custom import REGISTERED
from rankproof.measures import GROUPS
from rankproof.names import group_members, parse_measure, parse_measures
from rankproof.reproduce import File, Shown, command, nearest_preset, python
from rankproof.settings import PRESETS, Settings, make_settings

Json = dict[str, Any]

# Grades 0 to 3, a grade below 0, ties, an unjudged document, a judged query without results, one without a relevant
# document, and one that nobody judged.
QRELS = (
    "q1 0 d10 3\nq1 0 d9 1\nq1 0 d2 0\nq1 0 p -1\nq2 0 d1 2\nq2 0 d2 1\nq3 0 d1 1\nq4 0 d1 0\nq5 0 d3 2\nq5 0 d4 1\n"
)
FIRST = "".join(
    f"{query} Q0 {document} {rank} {score} one\n"
    for query, rows in {
        "q1": [("d2", 9), ("d10", 7), ("d9", 7), ("u", 5), ("p", 3)],
        "q2": [("d2", 4), ("d1", 4), ("u", 4)],
        "q4": [("d1", 1)],
        "q5": [("d3", 2), ("u", 1)],
        "q9": [("d1", 1)],
    }.items()
    for rank, (document, score) in enumerate(rows, 1)
)
SECOND = FIRST.replace(" one\n", " two\n").replace("d10 2 7", "d10 2 9.5").replace("d3 1 2", "x 1 2")

OWN = """\
from rankproof import Measure, register_measure

@register_measure(name="-odd name")
def first(query):
    return float(query.relevances[0] > 0)

class Depth(Measure):
    def __init__(self, k):
        super().__init__(name=f"depth_{k}")
        self.k = k

    def calc_query(self, query):
        return min(len(query.relevances), self.k)

deep = Depth(3)
"""


def box(name: str, text: str, file: str = "", mends: tuple[str, ...] = ()) -> Json:
    """An input of the page."""
    return {"id": name, "revision": 1, "name": file, "text": text, **({"mends": list(mends)} if mends else {})}


def score_request(*runs: Json, judgements: Json | None = None, **more: Any) -> Json:
    """What the page asks for its scores with."""
    given = {"settings": {}, "measures": None, "code": None, **more}
    return {"action": "score", "judgements": judgements or box("judgements", QRELS), "runs": list(runs), **given}


def asked(bridge: Bridge, request: Json) -> Any:
    answer = json.loads(bridge.handle(json.dumps(request)))
    assert "error" not in answer, answer
    return answer["ok"]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def programs(bridge: Bridge, of: Json, table: str, run: str | None = None) -> tuple[str, str]:
    """The command and the program for a table; the files that they read are written."""
    made = {}
    for form in ("command", "python"):
        request = {"action": "export", "table": table, "format": form, "run": run, "names": {}, "of": of}
        answer = asked(bridge, request)
        texts = {given["id"]: given["text"] for given in [of["judgements"], *of["runs"]]}
        texts["code"] = (of["code"] or {"text": ""})["text"]
        for name, file in answer["files"].items():
            Path(file).write_text(texts[name], encoding="utf-8")
        made[form] = answer["text"]
    return made["command"], made["python"]


def printed(line: str) -> Json:
    """What the command prints as JSON."""
    words = shlex.split(line)
    assert words[0] == "rankproof"
    out = io.StringIO()
    before = dict(REGISTERED)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        assert main([*words[1:], "--format", "json"]) == 0
    REGISTERED.clear()
    REGISTERED.update(before)
    made: Json = json.loads(out.getvalue())
    return made


def ran(program: str) -> Json:
    """The names that the program leaves behind."""
    names: Json = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(program, "program.py", "exec", dont_inherit=True), names)
    return names


def check_scores(of: Json) -> None:
    """Both give the means and all values that the page shows."""
    bridge = Bridge()
    scores = asked(bridge, of)["scores"]
    line, program = programs(bridge, of, "queries")
    by_command, by_python = printed(line)["runs"], ran(program)["results"]
    names = [measure["name"] for measure in scores["measures"]]
    assert len(by_command) == len(by_python) == len(scores["runs"])
    for shown, command_run, result in zip(scores["runs"], by_command, by_python, strict=True):
        assert command_run["measures"] == names
        assert [command_run["mean"][name] for name in names] == shown["mean"] == result.mean_values
        assert list(command_run["queries"]) == shown["queries"]["id"] == list(result)
        columns = [[values[name] for values in command_run["queries"].values()] for name in names]
        assert columns == shown["queries"]["values"] == result.columns


SETTINGS = [
    *({"preset": preset.name, "k": k} for preset in PRESETS for k in ("1", "3", "10")),
    {"gain": "exponential"},
    {"gain": "1=3.5,2=9"},
    {"gain": "0=-0.5,3=1e+16"},
    {"ties": "docno-asc"},
    {"ties": "number-asc"},
    {"ties": "given"},
    {"unjudged": "removed"},
    {"relevant_from": "2"},
    {"depth": "2"},
    {"preset": "trec-eval", "unjudged": "removed", "relevant_from": "2", "depth": "3", "gain": "2=7", "k": "2"},
    {"preset": "article", "ties": "given", "queries": "both"},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_both_give_the_numbers_shown_under_every_setting(settings: Json) -> None:
    check_scores(score_request(box("run-1", FIRST), settings=settings))


MEASURES = [
    ["AP(rel=2)", "nDCG(dcg='exp-log2')@3", "ERR@3", "RBP(p=0.8)", "P.1,3", "utility.1,-1,0,0", "ndcg.1=3.5,2=9"],
    ["official"],
    ["all_trec"],
]


@pytest.mark.parametrize("measures", MEASURES, ids=lambda names: names[0])
def test_both_give_the_numbers_of_any_measure(measures: list[str]) -> None:
    check_scores(score_request(box("run-1", FIRST), measures=measures, settings={"preset": "trec-eval-c"}))


def test_both_give_the_numbers_of_measures_of_the_users_own() -> None:
    code = {"text": OWN, "revision": 1, "wheels": []}
    check_scores(score_request(box("run-1", FIRST), box("run-2", SECOND), code=code, settings={"k": 3}))


def test_files_of_any_name_are_read() -> None:
    names = ["-q.txt", "it's (a) $run; rm -rf #.txt", '{"x".json', "-", "two words.run"]
    runs = [
        box(f"run-{at}", text, name) for at, (text, name) in enumerate(zip([FIRST, SECOND] * 2, names[1:], strict=True))
    ]
    check_scores(score_request(*runs, judgements=box("judgements", QRELS, names[0])))


PADDED = FIRST.replace("Q0 d", "Q0 D").replace("q1 ", "q1.0 ").replace("q2 ", "q2.0 ")
MENDS = ("results:documents:case", "results:queries:suffix=.0")


def test_mends_of_all_runs_and_of_one_run_are_made() -> None:
    mended = box("judgements", QRELS.replace(" d", " D"), mends=("judgements:documents:case",))
    check_scores(score_request(box("run-1", PADDED, mends=MENDS), judgements=mended))
    alike = [box(f"run-{at}", PADDED, mends=MENDS) for at in (1, 2)]
    check_scores(score_request(*alike, judgements=mended))
    apart = [box("run-1", FIRST), box("run-2", PADDED, mends=(*MENDS, "results:scores:negate")), box("run-3", SECOND)]
    check_scores(score_request(*apart))
    line, _ = programs(Bridge(), score_request(*apart), "means")
    assert "--mend results-2:documents:case --mend results-2:queries:suffix=.0 --mend results-2:scores:negate" in line


HOW: Json = {"tests": ["t", "randomization"], "correction": "holm", "across": "measure"}
HOW |= {"alpha": 0.05, "resamples": 200, "seed": 0}
COMPARED = [
    {**HOW, "baseline": "run-1"},
    {
        **HOW,
        "baseline": "run-2",
        "tests": ["bootstrap", "wilcoxon", "sign"],
        "correction": "fdr_bh",
        "across": "all",
        "seed": 7,
    },
    {**HOW, "baseline": None, "tests": ["tukey", "t"], "across": "all", "correction": "none", "alpha": 0.1},
]


@pytest.mark.parametrize("how", COMPARED, ids=lambda how: str(how["baseline"]))
def test_both_give_every_number_of_a_comparison(how: Json) -> None:
    runs = [box("run-1", FIRST, "a.run"), box("run-2", SECOND, "a.run"), box("run-3", FIRST.replace("u 4", "d4 4"))]
    of = {**score_request(*runs, settings={"preset": "trec-eval-c", "k": 3}), "action": "compare", **how}
    bridge = Bridge()
    shown = asked(bridge, of)["comparison"]
    line, program = programs(bridge, of, "comparisons")
    numbers = ("statistic", "p", "p_adjusted")
    facts = ("mean_baseline", "mean_run", "difference", "wins", "ties", "losses", "queries", "effect_size")
    expected = [
        [*(pair[name] for name in facts), outcome["test"], *(outcome[name] for name in numbers)]
        for pair in shown["comparisons"]
        for outcome in pair["outcomes"]
    ]
    by_command = [[row[name] for name in (*facts, "test", *numbers)] for row in printed(line)["comparisons"]]
    by_python = [[row[name] for name in (*facts, "test", *numbers)] for row in ran(program)["comparisons"].rows()]
    assert by_command == expected
    assert by_python == expected


def test_the_command_of_one_run_is_about_that_run() -> None:
    of = score_request(box("run-1", FIRST, "a.run"), box("run-2", SECOND, "b.run"))
    line, program = programs(Bridge(), of, "queries", "run-2")
    assert line.startswith("rankproof score qrels.txt b.run -k 10 ")
    assert line.endswith(" -q\n")
    assert "a.run" not in program


def test_every_name_that_a_group_holds_is_read_back_as_that_measure() -> None:
    for group in GROUPS:
        for one in [one for member in group_members(group) for one in parse_measure(member, Settings())]:
            assert [again.key for again in parse_measures([one.name], Settings())] == [one.key]


@pytest.mark.parametrize("preset", [preset.name for preset in PRESETS])
def test_a_preset_goes_by_its_name(preset: str) -> None:
    assert nearest_preset(make_settings({"preset": preset, "k": 7})) == (preset, {})


def test_the_command_is_plain_where_all_is_usual() -> None:
    shown = Shown(File("qrels.txt"), (File("run.txt"),), Settings(), ("R@10", "map"))
    assert command(shown) == "rankproof score qrels.txt run.txt -k 10 -m R@10 -m map\n"
    assert python(shown) == (
        "from rankproof import Evaluator\n\n"
        "ev = Evaluator(\n    'qrels.txt',\n    ['R@10', 'map'],\n    preset='calculator',\n    k=10,\n)\n"
        "results = [\n    ev.evaluate('run.txt'),\n]\n"
        "for result in results:\n    print(result.name, result.means)\n"
    )


def test_files_of_one_name_get_names_of_their_own() -> None:
    boxes = [box("judgements", ""), box("run-1", "", "a.txt"), box("run-2", "", "A.txt"), box("run-3", "", "qrels.txt")]
    assert file_names(boxes) == ["qrels.txt", "a.txt", "A-2.txt", "qrels-2.txt"]
    assert file_names([*boxes[:1], box("run-1", "")]) == ["qrels.txt", "run.txt"]


@pytest.mark.parametrize("mend", ["results-2:scores:negate", "results-0:scores:negate", "results-x:scores:negate"])
def test_a_mend_of_a_run_that_is_not_there_is_refused(mend: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("qrels.txt").write_text(QRELS, encoding="utf-8")
    Path("run.txt").write_text(FIRST, encoding="utf-8")
    assert main(["qrels.txt", "run.txt", "--mend", mend]) == 2
    assert mend in capsys.readouterr().err
