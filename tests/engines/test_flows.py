"""The main flows of the page, each in every engine: what a reader does and must then see."""

from __future__ import annotations

import gzip
import io
import re
import zipfile

import pytest

from tests.browser.page_reader import large_run
from tests.browser.test_engine_refusals import Elsewhere, elsewhere
from tests.browser.test_page_code import WAYS_OUT
from tests.engines.reader import JUDGEMENTS, RESULTS, Reader, until

__all__ = ["elsewhere"]

NUMBER = re.compile(r"\d(?:\.\d{4})?|–")

# nDCG@6 of Wikipedia's article, with its two more judged documents; the others worked by hand.
WIKIPEDIA = ["0.7143", "0.8333", "1.0000", "0.7850"]

QRELS = "1 0 d1 1\n1 0 d2 0\n2 0 d3 2\n"
FIRST = "1 Q0 d2 1 9 first\n1 Q0 d1 2 8 first\n2 Q0 d3 1 7 first\n"  # nDCG (1/log2(3) + 1) / 2
SECOND = "1 Q0 d1 1 9 second\n1 Q0 d2 2 8 second\n2 Q0 d9 1 7 second\n"


def see_means(reader: Reader, *rows: list[str]) -> None:
    """Waits for these mean scores, a row for each run; marks and differences beside them do not count."""

    def numbers() -> list[list[str]]:
        return [[NUMBER.findall(cell)[0] for cell in cells] for _, *cells in reader.rows("Mean scores")[1:]]

    until(numbers, list(rows))


def see_runs(reader: Reader, *names: str) -> None:
    """Waits until these runs have mean scores."""
    until(lambda: [row[0] for row in reader.rows("Mean scores")[1:]], list(names))


def see_in(reader: Reader, role: str, name: str, *parts: str) -> None:
    """Waits until something of this role and name shows all these words."""
    until(lambda: reader.texts(role, name), lambda texts: all(any(part in text for text in texts) for part in parts))


@pytest.fixture
def scored(ready: Reader) -> Reader:
    """The page with the Wikipedia example."""
    ready.press("button", "Wikipedia")
    see_means(ready, WIKIPEDIA)
    return ready


def test_an_example_is_scored_from_the_snapshot_and_follows_the_settings(scored: Reader) -> None:
    assert scored.root("startedFrom") == "snapshot"
    assert scored.rows("Mean scores")[0][1:] == ["Recall@6", "Precision@6", "MRR@6", "nDCG@6"]
    assert scored.rows("Per query")[1] == ["ndcg", "8", "7", "6", *WIKIPEDIA]
    scored.press("radio", "Exponential")
    # (7 + 3/log2(3) + 7/2 + 1/log2(6) + 3/log2(7)) / (7 + 7/log2(3) + 7/2 + 3/log2(5) + 3/log2(6) + 3/log2(7))
    see_means(scored, [*WIKIPEDIA[:3], "0.7511"])
    scored.fill("spinbutton", "k", "1")
    see_means(scored, ["0.1429", "1.0000", "1.0000", "1.0000"])


def test_what_is_typed_is_scored_and_a_mistake_is_told_at_its_line_until_it_is_mended(ready: Reader) -> None:
    ready.fill("textbox", JUDGEMENTS, "q1 a 1")
    ready.fill("textbox", RESULTS, "q1 b\nq1 a")
    see_means(ready, ["1.0000", "0.1000", "0.5000", "0.6309"])
    ready.focus("textbox", JUDGEMENTS)
    ready.driver.press("Control+End")
    ready.driver.type("\nq1 b maybe")
    see_in(ready, "alert", "…", "Error in Relevance judgements, line 2", "Expected: a whole number", "q1 b maybe")
    see_means(ready, ["1.0000", "0.1000", "0.5000", "0.6309"])
    for _ in "maybe":
        ready.driver.press("Backspace")
    ready.driver.type("2")
    see_means(ready, ["1.0000", "0.2000", "1.0000", "1.0000"])
    until(lambda: ready.texts("alert"), [])


def test_dropped_files_are_told_apart_scored_and_compared(ready: Reader) -> None:
    files = {"a.run": FIRST.encode(), "truth.gz": gzip.compress(QRELS.encode()), "b.run": SECOND.encode()}
    ready.drop("body", files)
    see_runs(ready, "a.run baseline", "b.run")
    a, b = ["2", "1.0000", "0.1000", "0.7500", "0.8155"], ["2", "0.5000", "0.0500", "0.5000", "0.5000"]
    see_means(ready, a, b)
    see_in(ready, "list", "How the input was read", "Read as TREC qrels, gzipped: 2 queries, 3 judged documents")
    until(lambda: len(ready.rows("Comparisons")), 3)
    # In the large run d1 is the first of query 1, and d3 the third of query 2.
    ready.drop("body", {"large.run.gz": gzip.compress(large_run(60, 1000).encode(), 1)})
    see_runs(ready, "a.run baseline", "b.run", "large.run.gz")
    see_means(ready, a, b, ["2", "1.0000", "0.1000", "0.6667", "0.7500"])


def test_a_number_opens_its_working_by_keyboard_and_escape_comes_back(scored: Reader) -> None:
    name = "0.7850, nDCG@6 of query ndcg: show the working"
    scored.focus("button", name)
    scored.driver.press("Enter")
    # 3/1 + 2/log2(3) + 3/2 + 0 + 1/log2(6) + 2/log2(7) = 3 + 1.2619 + 1.5 + 0.3869 + 0.7124
    see_in(scored, "list", "Arithmetic", "6.8611", "0.7850")
    assert len(scored.rows("Ideal ranking")) == 7
    scored.driver.press("Escape")
    until(lambda: scored.texts("dialog"), [])
    assert scored.driver.run("() => document.activeElement.ariaLabel") == name


def own(value: str) -> str:
    """The code of a measure."""
    return f'from rankproof import register_measure\nregister_measure(name="own")(lambda query: {value})'


def write(reader: Reader, code: str) -> None:
    """Types code in the place of what the editor holds, which indents lines by itself; these need no blanks."""
    reader.fill("textbox", "Python code of your measures", code)


@pytest.fixture
def coding(scored: Reader) -> Reader:
    """The page with the Wikipedia example and the editor open."""
    scored.press("button", "Own measures…")
    rich = "() => Boolean(document.querySelector('.code-rich')?.shadowRoot.querySelector('.cm-content'))"
    until(lambda: scored.driver.run(rich), True)
    return scored


def test_a_measure_is_written_run_and_shown_and_its_error_stands_at_its_line(coding: Reader) -> None:
    write(coding, own("print('seen', query.qid) or query.num_rel_ret / 10"))
    coding.driver.press("Control+Enter")
    see_means(coding, [*WIKIPEDIA, "0.5000"])
    assert coding.rows("Mean scores")[0][-1].startswith("own")
    see_in(coding, "region", "Printed", "seen ndcg")
    write(coding, own("1 / 0"))
    coding.press("button", "Run the code")
    see_in(coding, "alert", "…", "Line 2 in own, query ndcg: ZeroDivisionError: division by zero.")
    see_in(coding, "textbox", "Python code of your measures", "ZeroDivisionError: division by zero (query ndcg).")
    see_means(coding, [*WIKIPEDIA, "–"])


def test_code_without_end_is_stopped_by_hand_and_the_page_scores_on(coding: Reader) -> None:
    coding.fill("spinbutton", "Time limit…", "3600")
    write(coding, own("sum(iter(int, 1))"))
    coding.press("button", "Run the code")
    coding.press("button", "Stop the code")
    see_in(coding, "status", "…", "Stopped. The other scores")
    coding.fill("spinbutton", "k", "1")
    see_means(coding, ["0.1429", "1.0000", "1.0000", "1.0000"])


def wheel(name: str, code: str) -> dict[str, bytes]:
    """A package of one module, as the file that is dropped."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr(f"{name}.py", code)
        archive.writestr(f"{name}-1.0.dist-info/METADATA", f"Name: {name}\nVersion: 1.0\n")
    return {f"{name}-1.0-py3-none-any.whl": content.getvalue()}


def test_a_measure_and_its_package_reach_no_other_port(coding: Reader, elsewhere: Elsewhere) -> None:
    coding.foreseen += ["."]  # what is refused is said on the console, in each engine's words
    tries = "".join(
        f"    try:\n        {code}\n        print('{name}: began')\n    except BaseException as error:\n"
        f"        print('{name}:', type(error).__name__)\n"
        for name, code in WAYS_OUT.items()
    )
    coding.drop("#code", wheel("ways_out", f"URL = {elsewhere.url!r}\ndef try_all():\n{tries}    return 0.25\n"))
    see_in(coding, "list", "Packages", "ways_out 1.0")
    coding.fill("spinbutton", "Time limit…", "3600")
    write(coding, own("__import__('ways_out').try_all()"))
    coding.press("button", "Run the code")
    see_means(coding, [*WIKIPEDIA, "0.2500"])
    (printed,) = coding.texts("region", "Printed")
    ended = dict(re.findall(r"(\S+): (\w+)", printed))
    assert list(ended) == list(WAYS_OUT)
    assert [name for name, how in ended.items() if how == "began"] == ["pyfetch", "micropip"]  # they await nothing
    coding.fill("spinbutton", "k", "1")
    see_means(coding, ["0.1429", "1.0000", "1.0000", "1.0000", "0.2500"])
    assert elsewhere.seen == []
