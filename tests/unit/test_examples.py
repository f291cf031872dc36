"""The page's examples, and one small example of every input form, give the numbers worked out here by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import build
from rankproof import evaluate
from rankproof.bridge import Bridge
from rankproof.cli import main
from tests.unit.helpers import rounded

FOLDER = build.ROOT / "app" / "examples"
EXAMPLES: dict[str, dict[str, Any]] = {
    example["id"]: example for example in json.loads((FOLDER / "examples.json").read_text(encoding="utf-8"))
}
FORMS: dict[str, dict[str, Any]] = {
    form["id"]: form for form in json.loads((FOLDER / "forms.json").read_text(encoding="utf-8"))
}

EXAMPLE_MEANS = {
    # Only nDCG is known by heart: 0.78500. Of seven relevant documents five are in the top 6; the first is relevant.
    "wikipedia": {"recall_6": 0.7143, "P_6": 0.8333, "recip_rank_cut_6": 1.0, "ndcg_cut_6": 0.7850},
    # coffee: grades 3, 0, 2 at the top; relevant 3, 2, 2, 1: R 2/4, P 2/3, RR 1, nDCG (3 + 2/2) / (3 + 2/1.58496 + 2/2)
    #   = 4 / 5.26186 = 0.76019
    # jazz: 0, 2, unjudged; relevant 2, 2: R 1/2, P 1/3, RR 1/2, nDCG 1.26186 / (2 + 1.26186) = 0.38685
    # bread: unjudged, unjudged, 1; relevant 3, 1: R 1/2, P 1/3, RR 1/3, nDCG (1/2) / (3 + 0.63093) = 0.13770
    # means: 1.5/3, (4/3)/3, 1.83333/3, 1.28474/3
    "csv": {"recall_3": 0.5, "P_3": 0.4444, "recip_rank_cut_3": 0.6111, "ndcg_cut_3": 0.4282},
    # 301: 2, 0, 1, unjudged, 1; relevant 2, 1, 1: R 3/3, P 3/5, RR 1, nDCG (2 + 1/2 + 0.38685) / (2 + 0.63093 + 0.5)
    #   = 2.88685 / 3.13093 = 0.92204
    # 302: 0, 1, 1: R 2/2, P 2/5, RR 1/2, nDCG (0.63093 + 0.5) / (1 + 0.63093) = 0.69343
    # 303: unjudged, 0, 2: R 1/1, P 1/5, RR 1/3, nDCG (2/2) / 2 = 0.5
    # 304 has no relevant document and is left out; 305 is missing and scores 0; 306 is not judged. Means over four:
    # 3/4, 1.2/4, 1.83333/4, 2.11547/4
    "trec": {"recall_5": 0.75, "P_5": 0.3, "recip_rank_cut_5": 0.4583, "ndcg_cut_5": 0.5289},
}

# Every form holds these judgements (q1: a 2, b 0, c 1; q2: d 1) and rankings (q1: b, a, x; q2: d, b), scored at k = 3.
# q1: R 1/2, P 1/3, RR 1/2, nDCG 1.26186 / (2 + 0.63093) = 0.47962; q2: R 1, P 1/3, RR 1, nDCG 1
GRADED = {
    "q1": {"recall_3": 0.5, "P_3": 0.3333, "recip_rank_cut_3": 0.5, "ndcg_cut_3": 0.4796},
    "q2": {"recall_3": 1.0, "P_3": 0.3333, "recip_rank_cut_3": 1.0, "ndcg_cut_3": 1.0},
}
# Forms without grades: nDCG of q1 is 0.63093 / (1 + 0.63093) = 0.38685.
UNGRADED = {**GRADED, "q1": {**GRADED["q1"], "ndcg_cut_3": 0.3869}}
FORM_VALUES = {name: UNGRADED if name in ("json-lists", "pairs") else GRADED for name in FORMS}

SPELLED = {"recall_3": "R@3", "P_3": "P@3", "recip_rank_cut_3": "RR@3", "ndcg_cut_3": "nDCG@3"}


def test_every_example_is_worked_out_here() -> None:
    assert EXAMPLES.keys() == EXAMPLE_MEANS.keys()


@pytest.mark.parametrize("name", EXAMPLE_MEANS)
def test_an_example_of_the_page_has_the_means_worked_out_by_hand(name: str) -> None:
    example = EXAMPLES[name]
    result = evaluate(example["judgements"], example["results"], None, **example["settings"])
    assert rounded(result.aggregate(), 4) == EXAMPLE_MEANS[name]


@pytest.mark.parametrize("name", FORMS)
def test_a_form_gives_its_numbers_through_the_package(name: str) -> None:
    form = FORMS[name]
    result = evaluate(form["judgements"], form["results"], None, **form["settings"])
    assert {query: rounded(values, 4) for query, values in result.items()} == FORM_VALUES[name]


@pytest.mark.parametrize("name", FORMS)
def test_a_form_gives_its_numbers_through_the_command_line(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    form = FORMS[name]
    (tmp_path / "one").write_text(form["judgements"], encoding="utf-8", newline="")
    (tmp_path / "two").write_text(form["results"], encoding="utf-8", newline="")
    assert main([str(tmp_path / "one"), str(tmp_path / "two"), "-k", "3", "--format", "json"]) == 0
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    expected = {q: {SPELLED[key]: value for key, value in values.items()} for q, values in FORM_VALUES[name].items()}
    assert {query: rounded(values, 4) for query, values in run["queries"].items()} == expected


def scored_by_bridge(form: dict[str, Any], revision: int = 1) -> dict[str, Any]:
    """What the page sends for a form pasted into its two boxes; each change of their content raises the revision."""
    return {
        "action": "score",
        "judgements": {"id": "judgements", "revision": revision, "name": "", "text": form["judgements"]},
        "runs": [{"id": "run-1", "revision": revision, "name": "", "text": form["results"]}],
        "settings": form["settings"],
        "measures": None,
    }


def values_of(answer: dict[str, Any]) -> dict[str, dict[str, float]]:
    """{query: {measure: value}} from the bridge's answer."""
    scores = answer["ok"]["scores"]
    (run,) = scores["runs"]
    names = [measure["name"] for measure in scores["measures"]]
    return {
        query: {name: round(column[position], 4) for name, column in zip(names, run["queries"]["values"], strict=True)}
        for position, query in enumerate(run["queries"]["id"])
    }


@pytest.mark.parametrize("name", FORMS)
def test_a_form_gives_its_numbers_through_the_bridge(name: str) -> None:
    answer = json.loads(Bridge().handle(json.dumps(scored_by_bridge(FORMS[name]))))
    expected = {q: {SPELLED[key]: value for key, value in values.items()} for q, values in FORM_VALUES[name].items()}
    assert values_of(answer) == expected
