"""--measures-from: which measures of a file are scored, and how its errors are told."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rankproof.cli import main
from tests.unit.custom_measures import QRELS, RUN

Captured = pytest.CaptureFixture[str]

MEASURES = """
from rankproof import Measure, register_measure

@register_measure(name="precision_at_3")
def p_at_three(query):
    print("scoring", query.qid)
    return sum(grade >= query.relevance_level for grade in query.relevances[:3]) / 3

class At(Measure):
    def __init__(self, k=1):
        super().__init__(name=f"hit_at_{k}")
        self.k = k

    def calc_query(self, query):
        return any(grade >= query.relevance_level for grade in query.relevances[:self.k])

two = At(2)

class Found(Measure):
    def __init__(self):
        super().__init__("found")

    def calc_query(self, query):
        return query.num_rel_ret

class _Hidden(Found):
    pass
"""


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working folder with judgements, a run and measures."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels").write_text(QRELS, encoding="utf-8")
    (tmp_path / "t").write_text(RUN, encoding="utf-8")
    (tmp_path / "mine.py").write_text(MEASURES, encoding="utf-8")
    monkeypatch.setattr(sys, "path", list(sys.path))
    modules = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - modules:
        if name.startswith(("measures_from_", "beside")):
            del sys.modules[name]


def scored(*options: str) -> int:
    return main(["qrels", "t", "--queries", "both", *options])


def test_measures_of_a_file_go_by_name_beside_built_in_ones(capsys: Captured) -> None:
    assert scored("--measures-from", "mine.py", "-m", "map", "-m", "precision_at_3", "--format", "csv") == 0
    out, err = capsys.readouterr()
    assert out == "run,map,precision_at_3\nt,0.65,0.3333333333333333\n"
    assert err.startswith("scoring 301\nscoring 302\n")


def test_without_names_all_of_the_file_follow_the_usual_ones(capsys: Captured) -> None:
    # 301 has its relevant documents at ranks 2 and 5, 302 at rank 1. At has an instance, so At() is none besides.
    assert scored("--measures-from", "mine.py", "--format", "json", "-k", "2") == 0
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    assert run["measures"] == ["R@2", "P@2", "RR@2", "nDCG@2", "precision_at_3", "hit_at_2", "found"]
    assert {name: run["queries"]["301"][name] for name in run["measures"][4:]} == {
        "precision_at_3": 1 / 3,
        "hit_at_2": 1.0,
        "found": 2.0,
    }
    assert run["mean"]["found"] == 1.5


@pytest.mark.parametrize("form", ["table", "json", "csv", "markdown", "latex", "trec"])
def test_every_form_has_the_measures_of_the_file(form: str, capsys: Captured) -> None:
    assert scored("--measures-from", "mine.py", "-m", "found", "--format", form, "-q") == 0
    assert "found" in capsys.readouterr().out


def test_several_files_may_be_given_and_import_what_lies_beside_them(files: Path, capsys: Captured) -> None:
    (files / "beside.py").write_text("from rankproof import Measure\nSHARE = 0.5\n", encoding="utf-8")
    text = (
        "import beside\nfrom rankproof import register_measure\n"
        "@register_measure\ndef share(query):\n    return beside.SHARE\n"
    )
    (files / "more.py").write_text(text, encoding="utf-8")
    assert scored("--measures-from", "mine.py", "--measures-from", "more.py", "-m", "share", "--format", "csv") == 0
    assert capsys.readouterr().out == "run,share\nt,0.5\n"


def test_a_class_that_needs_arguments_is_named_where_nothing_is_made_of_it(files: Path, capsys: Captured) -> None:
    text = MEASURES.replace("k=1", "k").replace("two = At(2)", "")
    (files / "mine.py").write_text(text, encoding="utf-8")
    assert scored("--measures-from", "mine.py", "-m", "found", "--format", "csv") == 0
    assert "mine.py: class At needs arguments: add a line such as mine = At(...)\n" in capsys.readouterr().err


FAILS = """\
from rankproof import register_measure

def share(of, all):
    return of / all

@register_measure
def bad(query):
    return share(1, query.num_rel_ret - 2)

@register_measure
def worse(query):
    return None
"""


BAD = (
    "bad.py:4: EvaluationError in custom measure 'bad' on query '301': ZeroDivisionError: division by zero; "
    "the line is: return of / all"
)
WORSE = (
    "EvaluationError in custom measure 'worse' on query '301': calc_query returned None, not a finite number "
    "(is a return missing?); and 1 more error in this measure"
)


def test_an_error_names_the_line_of_the_file_and_loses_no_other_measure(files: Path, capsys: Captured) -> None:
    (files / "bad.py").write_text(FAILS, encoding="utf-8")
    names = ["-m", "bad", "-m", "P@1", "-m", "worse"]
    assert scored("--measures-from", "bad.py", *names, "--format", "csv", "-q") == 1
    out, err = capsys.readouterr()
    # bad of 302: 1 / (1 - 2).
    assert out == "run,query,bad,P@1,worse\nt,301,,0.0,\nt,302,-1.0,1.0,\nt,all,,0.5,\n"
    assert err.splitlines()[:2] == [BAD, WORSE]
    assert any(line.startswith("t: warning: Custom measure 'bad' failed on 1 query (301)") for line in err.splitlines())


def test_a_run_that_is_read_twice_tells_each_error_once(files: Path, capsys: Captured) -> None:
    # The rows of 301 and 302 alternate, which shows only after 301 was scored.
    (files / "t").write_text("301 Q0 a 1 9 t\n302 Q0 x 1 9 t\n302 Q0 g 2 8 t\n301 Q0 c 2 8 t\n", encoding="utf-8")
    (files / "bad.py").write_text(FAILS, encoding="utf-8")
    assert scored("--measures-from", "bad.py", "-m", "bad", "--format", "csv", "-q") == 1
    out, err = capsys.readouterr()
    assert out == "run,query,bad\nt,301,\nt,302,-1.0\nt,all,\n"
    assert err.splitlines()[0] == BAD


FAILS_WHEN_MADE = """\
from rankproof import Measure
class One(Measure):
    def __init__(self):
        self.x = self.y

    def calc_query(self, query):
        return 1
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1\ndef broken(:\n", "bad.py:2: SyntaxError: invalid syntax; the line is: def broken(:"),
        ("x = 1\n\ny = x / 0\n", "bad.py:3: ZeroDivisionError: division by zero; the line is: y = x / 0"),
        ("import nothing_of_the_kind\n", "bad.py:1: ModuleNotFoundError: No module named 'nothing_of_the_kind'; the"),
        ("raise SystemExit(0)\n", "bad.py:1: SystemExit: 0; the line is: raise SystemExit(0)"),
        (
            "from rankproof import register_measure\nregister_measure(name='map')(len)\n",
            "bad.py:2: SettingError: the measure name 'map' is taken by a built-in measure; choose another",
        ),
        (
            FAILS_WHEN_MADE,
            "bad.py:4: AttributeError: 'One' object has no attribute 'y'; the line is: self.x = self.y",
        ),
        (MEASURES + "three = At(2)\n", "bad.py: the measure name 'hit_at_2' is taken by a measure registered before"),
        ("x = 1\n", "bad.py: the file defines no measure; write @register_measure(name=...) above a function"),
    ],
)
def test_a_file_that_cannot_be_used_is_status_1_and_its_line_is_shown(
    text: str, said: str, files: Path, capsys: Captured
) -> None:
    (files / "bad.py").write_text(text, encoding="utf-8")
    assert scored("--measures-from", "bad.py") == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(said)
    assert err.count("\n") == 1


def test_a_missing_file_of_measures_is_status_1_and_named(capsys: Captured) -> None:
    assert scored("--measures-from", "none.py") == 1
    assert capsys.readouterr().err.startswith("none.py: cannot be read: ")


def test_a_name_that_the_file_lacks_is_status_2(capsys: Captured) -> None:
    assert scored("--measures-from", "mine.py", "-m", "precision_at_4") == 2
    assert "there is no measure 'precision_at_4'; did you mean precision_at_3" in capsys.readouterr().err
