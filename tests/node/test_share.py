"""Links hold what was put into them, and a damaged, cut, newer or hostile one says what is wrong with it."""

from __future__ import annotations

import base64
import json
import subprocess
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import build
from rankproof.mends import ID_MENDS, IDS, SCORE_MENDS, parse_mend
from tests.browser.links import LINKS, checked, fragment

Ask = Callable[[dict[str, Any]], dict[str, Any]]

TEXT = st.text(st.characters(exclude_characters="\r"), max_size=60)
BOX = st.fixed_dictionaries({}, optional={"name": TEXT, "text": TEXT, "example": st.booleans()})
DOCUMENTS = st.fixed_dictionaries(
    {},
    optional={
        "settings": st.fixed_dictionaries(
            {},
            optional={"k": TEXT, "gain": TEXT, "preset": st.sampled_from(["trec-eval", "article"]), "depth": st.none()},
        ),
        "measures": st.lists(TEXT, max_size=4),
        "code": st.fixed_dictionaries({}, optional={"text": TEXT, "limit": st.integers(1, 3600)}),
        "judgements": BOX,
        "runs": st.lists(BOX, min_size=1, max_size=3).map(
            lambda runs: [{"n": number, **run} for number, run in enumerate(runs, 1)]
        ),
        "chosen": st.integers(1, 9),
        "compare": st.fixed_dictionaries(
            {},
            optional={"alpha": st.floats(0, 1, exclude_min=True, exclude_max=True), "seed": st.integers(0, 2**53 - 1)},
        ),
        "view": st.fixed_dictionaries({}, optional={"filter": TEXT, "query": TEXT, "data": st.booleans()}),
        "open": st.lists(st.sampled_from(["conventions", "code", "other-tools"]), unique=True),
    },
)


@pytest.fixture(scope="module")
def ask(dist: Path) -> Iterator[Ask]:
    """Sends one request to share.mjs."""
    command = (build.find_node(), build.ROOT / "tests" / "node" / "share.mjs", dist / "app" / "catalog.json")
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as process:
        stdin, stdout = process.stdin, process.stdout
        assert stdin is not None
        assert stdout is not None

        def ask(request: dict[str, Any]) -> dict[str, Any]:
            stdin.write(json.dumps(request) + "\n")
            stdin.flush()
            answer: dict[str, Any] = json.loads(stdout.readline())
            return answer

        yield ask
        stdin.close()


def test_a_link_is_base64url_of_deflated_json_with_the_checksum_first(ask: Ask) -> None:
    text = '{"settings":{"k":"5"},"measures":["AP"]}'
    made = ask({"encode": json.loads(text)})["fragment"]
    assert made.startswith("v1.")
    assert set(made[3:]) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    packed = base64.urlsafe_b64decode(made[3:] + "==")
    assert zlib.decompress(packed, -15).decode() == checked(text)
    assert ask({"decode": fragment(text)}) == {"document": json.loads(text), "told": []}


@settings(max_examples=200, deadline=None)
@given(document=DOCUMENTS)
def test_what_was_put_into_a_link_comes_out_of_it(ask: Ask, document: dict[str, Any]) -> None:
    assert ask({"decode": ask({"encode": document})["fragment"]}) == {"document": document, "told": []}


def test_every_mend_that_python_knows_goes_into_a_link(ask: Ask) -> None:
    ids = [f"{column}:{how}" for column in IDS for how in ID_MENDS if how != "parts"]
    ids = [mend + ("=.txt" if mend.endswith("suffix") else "") for mend in ids]
    mends = {
        "judgements": [f"judgements:{mend}" for mend in ids],
        "results": [
            f"results:{mend}" for mend in [*ids, "documents:parts=#", *(f"scores:{how}" for how in SCORE_MENDS)]
        ],
    }
    for side, all_of_it in mends.items():
        assert [parse_mend(mend).spelled() for mend in all_of_it] == all_of_it
        box = {"mends": all_of_it}
        document = {"judgements": box} if side == "judgements" else {"runs": [{"n": 1, **box}]}
        assert ask({"decode": ask({"encode": document})["fragment"]}) == {"document": document, "told": []}


def test_lone_surrogates_and_names_of_objects_parts_are_text_like_any_other(ask: Ask) -> None:
    document = {
        "judgements": {"text": "\ud800 \udfff <img onerror=alert(1)>", "name": "__proto__"},
        "runs": [{"n": 7, "text": "q __proto__ constructor"}],
    }
    assert ask({"decode": ask({"encode": document})["fragment"]}) == {"document": document, "told": []}


def test_every_cut_of_a_link_is_told_as_one(ask: Ask) -> None:
    whole = fragment('{"settings":{"k":"5"},"judgements":{"text":"q1 d1 1\\nq1 d2 0\\n"}}')
    for length in range(3, len(whole)):
        problem = ask({"decode": whole[:length]})["problem"]
        assert problem.startswith(("The link is cut", "The link is damaged")), length


def test_a_link_with_any_letter_changed_does_not_open(ask: Ask) -> None:
    whole = fragment('{"settings":{"k":"5"},"judgements":{"text":"q1 d1 1\\nq1 d2 0\\n"}}')
    for at in range(3, len(whole) - 1):  # the last letter may hold bits that stand for nothing
        other = "A" if whole[at] != "A" else "B"
        assert "problem" in ask({"decode": whole[:at] + other + whole[at + 1 :]}), at


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("v2.abcd", "The link is of version 2, and this page reads version 1"),
        ("v17.x", "The link is of version 17, and this page reads version 1"),
        ("1.abcd", "The link is damaged: after # it begins with “1.abcd”, not with “v1.”"),
        ("V1.abcd", "The link is damaged: after # it begins with “V1.abcd”, not with “v1.”"),
        ("v1", "The link is damaged: after # it begins with “v1”, not with “v1.”"),
        ("v1.ab)", "The link is damaged: “)”, character 6 after #, is in no link"),
        ("v1.q%20d", "The link is damaged: “%”, character 5 after #, is in no link"),
        ("v1.abcde", "The link is cut: its last characters are missing"),
        ("v1.", "The link is cut or damaged: it ends before what it holds is whole"),
    ],
)
def test_what_is_no_link_of_version_1_is_told_what_it_is(ask: Ask, link: str, said: str) -> None:
    answer = ask({"decode": link})
    assert answer["problem"] == said
    assert answer["hint"]


def test_a_text_without_its_checksum_or_that_is_not_json_does_not_open(ask: Ask) -> None:
    damaged = "The link is damaged: what it holds is not "
    assert (
        ask({"decode": fragment('{"settings":{"k":"5"}}', check=False)})["problem"] == f"{damaged}what was put into it"
    )
    assert ask({"decode": fragment('{"settings":')})["problem"] == f"{damaged}JSON"
    assert ask({"decode": fragment('{"settings":' + "[" * 100_000)})["problem"] == f"{damaged}JSON"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"settings":5}', "settings"),
        ('{"settings":null}', "settings"),
        ('{"settings":{"k":5}}', "settings.k"),
        ('{"settings":{"preset":"of my own"}}', "settings.preset"),
        ('{"settings":{"ties":"random"}}', "settings.ties"),
        ('{"settings":{"depth":[]}}', "settings.depth"),
        ('{"settings":{"gain":null}}', "settings.gain"),
        ('{"measures":"AP"}', "measures"),
        ('{"measures":["AP",5]}', "measures"),
        ('{"code":"import os"}', "code"),
        ('{"code":{"text":5}}', "code.text"),
        ('{"code":{"limit":0}}', "code.limit"),
        ('{"code":{"limit":1e9}}', "code.limit"),
        ('{"code":{"wheels":[{"name":"../x.whl"}]}}', "code.wheels"),
        ('{"code":{"wheels":[{}]}}', "code.wheels"),
        ('{"judgements":[]}', "judgements"),
        ('{"judgements":{"text":{}}}', "judgements.text"),
        ('{"judgements":{"mends":["results:queries:zeros"]}}', "judgements.mends"),
        ('{"judgements":{"mends":["judgements:documents:shuffle"]}}', "judgements.mends"),
        ('{"judgements":{"name":"x","file":0}}', "judgements.file"),
        ('{"runs":{}}', "runs"),
        ('{"runs":[]}', "runs"),
        ('{"runs":[null]}', "runs[0]"),
        ('{"runs":[{},{"n":0}]}', "runs[1].n"),
        ('{"runs":[{"n":2},{}]}', "runs"),
        ('{"chosen":"run-1"}', "chosen"),
        ('{"compare":{"alpha":1}}', "compare.alpha"),
        ('{"compare":{"alpha":null}}', "compare.alpha"),
        ('{"compare":{"tests":["f"]}}', "compare.tests"),
        ('{"compare":{"resamples":1e9}}', "compare.resamples"),
        ('{"view":{"means":{"column":5}}}', "view.means"),
        ('{"view":{"means":{"__proto__":{}}}}', "view.means"),
        ('{"view":{"picture":"a cat"}}', "view.picture"),
        ('{"open":"code"}', "open"),
        ('{"settings":' + "[" * 100_000 + "]" * 100_000 + "}", "settings"),
    ],
)
def test_a_field_of_another_kind_or_out_of_range_is_refused_by_its_name(ask: Ask, text: str, place: str) -> None:
    problem = ask({"decode": fragment(text)})["problem"]
    assert f"its “{place}” is " in problem
    assert "; expected " in problem


def test_fields_that_are_not_known_are_left_out_and_told(ask: Ask) -> None:
    text = '{"__proto__":{"k":"7"},"settings":{"constructor":"x","k":"5"},"colour":"blue","view":{"zoom":2}}'
    answer = ask({"decode": fragment(text)})
    assert answer["document"] == {"settings": {"k": "5"}, "view": {}}
    assert answer["told"] == ["__proto__", "colour", "settings.constructor", "view.zoom"]


def test_a_link_that_unpacks_without_end_is_given_up(ask: Ask) -> None:
    bomb = fragment('{"judgements":{"text":"' + "a" * 50_000_000 + '"}}')
    assert len(bomb) < 100_000
    assert ask({"decode": bomb})["problem"] == "The link holds more than 8 MB, which no link of this page does"


@pytest.mark.parametrize("link", LINKS, ids=[link["name"] for link in LINKS])
def test_links_made_by_earlier_versions_hold_what_they_held(ask: Ask, link: dict[str, Any]) -> None:
    answer = ask({"decode": link["fragment"]})
    if "problem" in link["expect"]:
        assert link["expect"]["problem"] in answer["problem"]
    else:
        assert answer["document"] == link.get("document", answer["document"])
