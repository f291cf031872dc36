"""Measures written on the page: scored beside the others, their errors at their lines, their output kept apart."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

import build
from rankproof.bridge import Bridge
from rankproof.custom import REGISTERED

Json = dict[str, Any]

# q1: a is relevant, and at rank 1; q2: a is relevant, and not retrieved.
QRELS = "q1 0 a 1\nq1 0 b 0\nq2 0 a 2\n"
RUN = "q1 Q0 a 1 2 x\nq1 Q0 b 2 1 x\nq2 Q0 b 1 2 x\n"
FUNCTION = 'from rankproof import register_measure\n\n@register_measure(name="own")\ndef own(query):\n    {}\n'


def function(*lines: str) -> str:
    """The code of a measure called own, whose function starts in line 4 and has these lines."""
    return FUNCTION.format("\n    ".join(lines))


def given(text: str) -> Json:
    return {"id": text[:2], "revision": 1, "name": "", "text": text}


def request(code: str, action: str = "score", runs: int = 1, wheels: list[Json] | None = None) -> Json:
    return {
        "action": action,
        "judgements": {**given(QRELS), "id": "judgements"},
        "runs": [{**given(RUN), "id": f"run-{number}", "name": f"r{number}"} for number in range(runs)],
        "settings": {},
        "measures": ["P@1", "R@1"],
        "code": {"text": code, "revision": 7, "wheels": wheels or []},
    }


def ask(asked: Json, bridge: Bridge | None = None, told: list[Json] | None = None) -> Json:
    def progress(text: str) -> None:
        if told is not None:
            told.append(json.loads(text))

    answer: Json = json.loads((bridge or Bridge()).handle(json.dumps(asked), progress))
    assert "ok" in answer, answer
    ok: Json = answer["ok"]
    return ok


def error_of(code: str, **more: Any) -> Json:
    """The only error of the code; the other measures have their scores all the same."""
    answer = ask(request(code, **more))
    assert answer["scores"]["runs"][0]["mean"][:2] == [0.5, 0.5]
    (error,) = answer["code"]["errors"]
    assert error["kind"] == "code"
    return {name: value for name, value in error.items() if value not in (None, 0, "code")}


def test_a_measure_of_the_code_stands_after_the_chosen_ones_and_its_output_is_kept() -> None:
    answer = ask(request(function('"""Half the results."""', "print(query.qid)", "return query.num_ret / 2")))
    assert answer["code"] == {
        "revision": 7,
        "measures": ["own"],
        "output": "q1\nq2\n",
        "cut": 0,
        "errors": [],
        "not_made": [],
    }
    scores = answer["scores"]
    assert [one["name"] for one in scores["measures"]] == ["P@1", "R@1", "own"]
    assert [one.get("own") for one in scores["measures"]] == [None, None, "Half the results."]
    (run,) = scores["runs"]
    assert run["queries"]["values"] == [[1.0, 0.0], [1.0, 0.0], [1.0, 0.5]]
    assert run["mean"] == [0.5, 0.5, 0.75]


def test_a_request_without_code_is_answered_as_ever() -> None:
    answer = ask({**request(""), "code": None})
    assert "code" not in answer
    assert len(answer["scores"]["measures"]) == 2


def test_nothing_that_code_registers_is_left_behind() -> None:
    bridge, before = Bridge(), dict(REGISTERED)
    first = ask(request(function("return 1")), bridge)
    second = ask(request(function("return 0.25")), bridge)
    assert [answer["scores"]["runs"][0]["mean"][2] for answer in (first, second)] == [1.0, 0.25]
    ask(request("1 / 0\n"), bridge)
    assert before == REGISTERED


def test_each_scoring_starts_with_a_namespace_of_its_own() -> None:
    code = "seen = []\n" + function("seen.append(query.qid)", "return len(seen)")
    bridge = Bridge()
    for _ in range(2):
        assert ask(request(code), bridge)["scores"]["runs"][0]["queries"]["values"][2] == [1.0, 2.0]


def test_an_error_names_line_column_source_measure_query_and_how_many_more() -> None:
    assert error_of(function("n = 0", "return 1 / n")) == {
        "message": "ZeroDivisionError: division by zero",
        "line": 6,
        "column": 12,
        "text": "return 1 / n",
        "measure": "own",
        "query": "q1",
        "more": 1,
    }


def test_an_error_on_one_query_leaves_the_other_value_and_no_mean() -> None:
    (run,) = ask(request(function("return 1 / (query.num_ret - 1)")))["scores"]["runs"]
    assert run["queries"]["values"][2] == [1.0, None]  # q1 has 2 results, q2 has 1
    assert run["mean"] == [0.5, 0.5, None]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = (1\n", {"message": "SyntaxError: '(' was never closed", "line": 1, "column": 5, "text": "x = (1"}),
        (
            "\nraise KeyError('é')\n",
            {"message": "KeyError: 'é'", "line": 2, "column": 1, "text": "raise KeyError('é')"},
        ),
        ("é = 1; 1 / 0\n", {"message": "ZeroDivisionError: division by zero", "line": 1, "column": 8}),
        ("import sys\nsys.exit()\n", {"message": "SystemExit", "line": 2, "column": 1}),
        ("raise KeyboardInterrupt\n", {"message": "KeyboardInterrupt", "line": 1}),
        (function("raise SystemExit(3)"), {"message": "SystemExit: 3", "line": 5}),
        (function("return [0] * 10**18"), {"message": "MemoryError", "line": 5, "query": "q1", "measure": "own"}),
        (function("def f(): f()", "return f()"), {"message": "RecursionError: maximum recursion depth exceeded"}),
        (function("pass"), {"line": 4, "text": "def own(query):", "query": "q1"}),
        (function("return float('nan')"), {"message": "calc_query returned nan, not a finite number", "line": 4}),
        ("x = 1\n", {"message": "the code defines no measure"}),
        ("", {"message": "the code defines no measure"}),
    ],
)
def test_every_kind_of_error_is_told(code: str, expected: Json) -> None:
    error = error_of(code)
    if error["message"].startswith("RecursionError"):
        error["message"] = error["message"].partition(" (")[0].removesuffix(" while calling a Python object")
    assert {name: error.get(name) for name in expected} == expected


def test_a_class_that_needs_arguments_is_told_from_no_measure() -> None:
    code = (
        "from rankproof import Measure\nclass Own(Measure):\n"
        "    def __init__(self, k): super().__init__(name='own')\n"
        "    def calc_query(self, query): return 1\n"
    )
    assert error_of(code)["hint"] == "Own needs arguments: write an instance below it, such as measure = Own(...)"


def test_a_name_that_is_asked_for_already_is_an_error_of_the_code() -> None:
    taken = function("return 1").replace('name="own"', 'name="P@1", replace=True')
    assert error_of(taken)["message"] == "two measures asked for go by the name 'P@1'"
    assert "taken by a built-in measure" in error_of(function("return 1").replace('"own"', '"P@1"'))["message"]


def test_a_module_that_is_not_there_is_told_with_what_can_be_imported() -> None:
    error = error_of("import statistics\nimport no_such_module.inside\n")
    assert (error["message"], error["line"]) == ("ModuleNotFoundError: No module named 'no_such_module'", 2)
    assert "drop the wheel of no_such_module" in error["hint"]


def test_an_aggregate_that_fails_names_its_line_and_no_query() -> None:
    code = (
        "from rankproof import Measure\nclass Own(Measure):\n    def __init__(self): super().__init__(name='own')\n"
        "    def calc_query(self, query): return 1\n"
        "    def aggregate(self, scores, *rest): return max(scores[:0])\n"
    )
    error = error_of(code)
    assert (error["line"], error["measure"], error.get("query")) == (5, "own", None)


def test_output_is_cut_after_20_000_characters_and_the_rest_counted() -> None:
    report = ask(request(function("print('x' * 14_999)", "return 1")))["code"]  # two lines of 15,000
    assert (len(report["output"]), report["cut"]) == (20_000, 10_000)


def test_the_page_hears_when_the_code_begins_and_ends() -> None:
    told: list[Json] = []
    ask(request(function("return 1")), told=told)
    stages = [each["running"] for each in told if each.get("stage") == "code"]
    assert stages == [True, False, True, False]  # the text, then the measures


def test_a_comparison_takes_the_codes_measures_and_leaves_out_those_that_fail() -> None:
    for body, names in (("return 1", ["P@1", "R@1", "own"]), ("return 1 / 0", ["P@1", "R@1"])):
        answer = ask(request(function(body), action="compare", runs=2))
        assert [one["name"] for one in answer["comparison"]["measures"]] == names
        assert len(answer["code"]["errors"]) == 3 - len(names)


def check(text: str, *wheels: Json) -> Json:
    return ask({"action": "check_code", "text": text, "wheels": list(wheels)})


def test_a_check_compiles_and_runs_nothing() -> None:
    assert check("raise SystemExit")["error"] is None
    error = check("def f(:\n    pass\n")["error"]
    assert (error["line"], error["column"], error["text"]) == (1, 7, "def f(:")
    assert "null bytes" in check("x\0")["error"]["message"]


def wheel(folder: Path, name: str, metadata: str, tag: str = "py3-none-any") -> Json:
    """A wheel with one module, whose VALUE is 0.25."""
    file = folder / f"{name}-1.0-{tag}.whl"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(f"{name}.py", "VALUE = 0.25\n")
        archive.writestr(f"{name}-1.0.dist-info/METADATA", f"Name: {name}\nVersion: 1.0\n{metadata}")
    return {"id": f"wheel-{name}", "name": file.name, "path": str(file)}


def test_a_pure_python_wheel_can_be_imported_until_it_is_removed(tmp_path: Path) -> None:
    code = "import own_words\n" + function("return own_words.VALUE")
    bridge = Bridge()
    given = wheel(tmp_path, "own_words", "")
    assert check("", given)["wheels"] == [{"id": given["id"], "title": "own_words 1.0", "problem": None, "needs": []}]
    assert ask(request(code, wheels=[given]), bridge)["scores"]["runs"][0]["mean"][2] == 0.25
    (error,) = ask(request(code), bridge)["code"]["errors"]
    assert error["message"] == "ModuleNotFoundError: No module named 'own_words'"


def test_a_wheel_names_the_packages_that_it_lacks(tmp_path: Path) -> None:
    needs = "Requires-Dist: Other.Words>=2\nRequires-Dist: sphinx; extra == 'docs'\n"
    one, other = wheel(tmp_path, "one_word", needs), wheel(tmp_path, "other_words", "")
    assert check("", one)["wheels"][0]["needs"] == ["Other.Words"]
    assert [each["needs"] for each in check("", one, other)["wheels"]] == [[], []]
    check("")


def test_wheels_that_cannot_run_here_are_refused_in_words(tmp_path: Path) -> None:
    compiled = wheel(tmp_path, "fast", "", "cp314-cp314-manylinux_2_28_x86_64")
    broken = {"id": "w2", "name": "broken-1-py3-none-any.whl", "path": str(tmp_path / "broken.whl")}
    (tmp_path / "broken.whl").write_bytes(b"no zip")
    other = {"id": "w3", "name": "notes.txt", "path": str(tmp_path / "notes.txt")}
    problems = [each["problem"] for each in check("", compiled, broken, other)["wheels"]]
    assert "built for one kind of machine" in problems[0]
    assert problems[1] == "broken-1-py3-none-any.whl cannot be read as a wheel (File is not a zip file)"
    assert problems[2] == "notes.txt is no wheel: its name would end in .whl"


# 301: x (not judged), a (2), b (0); of relevant a and c. 302: nothing relevant among 3; 1 relevant document.
# rr_at_1 0, rr_at_3 1/2, precision_at_3 1/3, recall 1/2; and 0 each.
EXPECTED = {
    "class": {"rr_at_1": [0, 0, 0], "rr_at_3": [0.5, 0, 0.25]},
    "function": {"precision_at_3": [1 / 3, 0, 1 / 6]},
    "aggregate": {"median_recall": [0.5, 0, 0.25]},
}


def test_the_examples_score_as_worked_by_hand() -> None:
    examples = json.loads((build.ROOT / "app" / "examples" / "code.json").read_bytes())
    assert [each["id"] for each in examples] == list(EXPECTED)
    for each in examples:
        asked = request(each["code"])
        asked["judgements"]["text"] = "301 0 a 2\n301 0 b 0\n301 0 c 1\n302 0 a 1\n"
        asked["runs"][0]["text"] = "301 Q0 x 1 3 r\n301 Q0 a 2 2 r\n301 Q0 b 3 1 r\n302 Q0 x 1 3 r\n302 Q0 y 2 2 r\n"
        answer = ask(asked)
        assert answer["code"]["errors"] == []
        (run,) = answer["scores"]["runs"]
        found = zip(answer["code"]["measures"], run["queries"]["values"][2:], run["mean"][2:], strict=True)
        assert {name: [*values, mean] for name, values, mean in found} == EXPECTED[each["id"]]
