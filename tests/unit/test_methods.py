"""The sentences for a paper, against sentences written by hand, and the works that they cite."""

from __future__ import annotations

import re

import pytest

from rankproof import Evaluator, __version__, evaluate
from rankproof.citations import WORKS, bibtex, sources_text
from rankproof.compare.comparison import TESTS
from rankproof.compare.corrections import CORRECTIONS
from rankproof.judges import JUDGES_MEASURES
from rankproof.measures import FAMILIES
from rankproof.methods import CORRECTIONS as CORRECTIONS_SAID
from rankproof.methods import TESTS as TESTS_SAID
from rankproof.preferences import PREFERENCE_MEASURES

QRELS = {"q1": {"a": 1, "b": 0}, "q2": {"c": 2}, "q3": {"x": 0}, "q4": {"z": 1}}
RUN = {"q1": {"a": 1.0, "b": 2.0}, "q2": {"c": 1.0}}

NEEDED = {
    "article": {"author", "title", "journal", "year", "volume", "number", "pages"},
    "inproceedings": {"author", "title", "booktitle", "year"},
    "incollection": {"author", "title", "booktitle", "publisher", "year"},
    "book": {"author", "title", "publisher", "year"},
    "misc": {"author", "title", "howpublished", "year"},
}
"""The fields without which an entry of each kind is none."""


def entries(text: str) -> dict[str, tuple[str, dict[str, str]]]:
    """A small reader of BibTeX: {key: (kind, fields)}; values stand in braces that match."""
    found: dict[str, tuple[str, dict[str, str]]] = {}
    at = 0
    while (begun := re.compile(r"\s*@(\w+)\{([\w-]+),").match(text, at)) is not None:
        kind, key = begun.groups()
        assert key not in found
        fields: dict[str, str] = {}
        at = begun.end()
        while (field := re.compile(r"\s*(\w+)\s*=\s*\{").match(text, at)) is not None:
            at = end = field.end()
            depth = 1
            while depth:
                depth += {"{": 1, "}": -1}.get(text[end], 0)
                end += 1
            assert field[1] not in fields
            fields[field[1]] = text[at : end - 1]
            at = end
            if text[at] == ",":
                at += 1
        closed = re.compile(r"\s*\}\s*").match(text, at)
        assert closed is not None
        found[key] = kind, fields
        at = closed.end()
    assert at == len(text)
    return found


def test_the_defaults_in_words() -> None:
    result = evaluate(QRELS, RUN, ["nDCG@5", "nDCG@10", "AP", "RR@10"])
    assert result.methods() == (
        f"One run was scored with Rankproof {__version__} by nDCG@5 and nDCG@10 (Järvelin and Kekäläinen 2002; the "
        "grade as gain; log₂(rank + 1) discount; ideal ranking over all judged documents), MAP (Buckley and Voorhees "
        "2005) and MRR@10 (Voorhees 1999). Means are over the 3 judged queries with a relevant document (1 was left "
        "out, 1 without results scores 0); documents with equal scores stood by id, descending; unjudged documents "
        "counted as not relevant; documents of grade 1 or above counted as relevant."
    )
    assert list(entries(result.bibtex())) == ["jarvelin-2002", "buckley-2005", "voorhees-1999"]


def test_every_other_setting_in_words() -> None:
    chosen = {"gain": "exponential", "queries": "both", "ties": "given", "depth": 100, "unjudged": "removed"}
    result = evaluate(QRELS, RUN, ["nDCG@10"], **chosen, relevant_from=2)
    assert result.methods() == (
        f"One run was scored with Rankproof {__version__} by nDCG@10 (Järvelin and Kekäläinen 2002; gain 2^grade − 1, "
        "Burges et al. 2005; log₂(rank + 1) discount; ideal ranking over all judged documents). Means are over the 2 "
        "queries that were both judged and retrieved (2 were left out); documents with equal scores stood in the order "
        "given; unjudged documents were removed; documents of grade 2 or above counted as relevant; only the first 100 "
        "results of a query were looked at."
    )
    assert list(entries(result.bibtex())) == ["jarvelin-2002", "burges-2005"]


def test_all_queries_a_gain_for_each_grade_and_a_parameter() -> None:
    result = evaluate(QRELS, RUN, ["DCG@5", "RBP(p=0.8)"], preset="article", gain="1=3.5,2=9")
    first, second = result.methods().split(". Means")
    assert first == (
        f"One run was scored with Rankproof {__version__} by DCG@5 (Järvelin and Kekäläinen 2002; gain 3.5 for grade "
        "1, 9 for grade 2; log₂(rank + 1) discount) and RBP(p=0.8) (Moffat and Zobel 2008; gain 3.5 for grade 1, 9 for "
        "grade 2)"
    )
    assert second.startswith(
        " are over all 4 judged queries (2 without results score 0); documents with equal scores stood by id, ascending"
    )


def test_a_comparison_in_words() -> None:
    runs = {"dense": RUN, "sparse": RUN}
    table = Evaluator(QRELS, ["map", "ndcg@10"]).compare_against_baseline(RUN, runs, test=["t", "randomization"])
    text = table.methods()
    assert text.startswith(f"3 runs were scored with Rankproof {__version__} by MAP")
    assert text.endswith(
        " Runs were compared with baseline by Student’s paired t test (Student 1908) and Fisher’s randomization test "
        "(Fisher 1935; Smucker et al. 2007), two-sided and paired by query; 10,000 resamples were drawn from seed 0; "
        "p-values are corrected by Holm’s method (Holm 1979) over the 2 comparisons of each measure; α = 0.05."
    )
    cited = list(entries(table.bibtex()))
    assert cited == ["buckley-2005", "jarvelin-2002", "student-1908", "fisher-1935", "smucker-2007", "holm-1979"]


def test_all_pairs_by_tukeys_test_need_no_correction() -> None:
    table = Evaluator(QRELS, ["map"]).compare_all({"a": RUN, "b": RUN, "c": RUN}, test="tukey", seed=7)
    assert table.methods().endswith(
        " All pairs of runs were compared by the randomized Tukey HSD test (Carterette 2012), two-sided and paired by "
        "query; 10,000 resamples were drawn from seed 7; α = 0.05."
    )
    assert "holm-1979" not in entries(table.bibtex())


def test_every_measure_says_where_it_comes_from_with_a_work_that_can_be_cited() -> None:
    rows = [row for family in FAMILIES for row in family.rows]
    sources = [row.source for row in rows]
    sources += [row.source for row in PREFERENCE_MEASURES] + [row.source for row in JUDGES_MEASURES]
    assert len(sources) > 60
    for source in sources:
        assert source.split(), source
        assert set(source.split()) <= WORKS.keys()
        assert sources_text(source)


def test_every_test_and_correction_has_words_and_works() -> None:
    assert TESTS_SAID.keys() == TESTS.keys()
    assert CORRECTIONS_SAID.keys() == CORRECTIONS.keys()
    cited = {key for _, keys in (*TESTS_SAID.values(), *CORRECTIONS_SAID.values()) for key in keys.split()}
    assert cited <= WORKS.keys()


@pytest.mark.parametrize("key", WORKS)
def test_an_entry_is_well_formed(key: str) -> None:
    text = bibtex(key)
    ((found, (kind, fields)),) = entries(text).items()
    assert found == key
    assert fields.keys() >= NEEDED[kind]
    assert all(fields.values())
    assert re.fullmatch(r"(1[89]|20)\d\d", fields["year"])
    assert text.isascii()  # old BibTeX reads nothing else
    assert key == "trec_eval" or key.endswith(f"-{fields['year']}")


def test_all_entries_together_have_keys_of_their_own() -> None:
    assert entries("\n".join(map(bibtex, WORKS))).keys() == WORKS.keys()
    assert len({work.short for work in WORKS.values()}) == len(WORKS)


def test_a_work_is_cited_by_its_authors_and_year() -> None:
    cited = {key: WORKS[key].cited for key in ("jarvelin-2002", "chapelle-2009", "rijsbergen-1979", "trec_eval")}
    assert cited == {
        "jarvelin-2002": "Järvelin and Kekäläinen 2002",
        "chapelle-2009": "Chapelle et al. 2009",
        "rijsbergen-1979": "van Rijsbergen 1979",
        "trec_eval": "trec_eval",
    }
