"""The preference measures: each a formula beside its row in one table, in the order in which trec_eval prints them.

A ranking fulfils a preference A > B where A comes first, or where A is retrieved and B is not. The share of preferences
that a ranking fulfils is the preference precision of Carterette, Bennett, Chickering and Dumais, Here or There:
Preference Judgments for Relevance, ECIR 2008. The variants over groups and pairs are trec_eval's, as its help has them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..record import Record
from .counts import PreferenceCounts
from .tally import Ratio

Formula = Callable[[PreferenceCounts], float]

CARTERETTE = "carterette-2008"


class PreferenceMeasure(Record):
    """One preference measure.

    name: trec_eval's. range: the lowest and highest value (None: no bound). whole: a count, which is printed as a whole
    number and summed over queries rather than averaged. source: a key of citations.WORKS.
    """

    name: str
    help: str
    range: tuple[float | None, float | None]
    whole: bool
    formula: Formula
    source: str = "trec_eval"


def num_prefs_poss(counts: PreferenceCounts) -> float:
    """Preferences of all groups, whether or not their documents were retrieved. From 0 up. trec_eval."""
    return sum(group.tally.all.possible for group in counts.groups)


def num_prefs_ful(counts: PreferenceCounts) -> float:
    """Preferences fulfilled, also by retrieving only the preferred document. From 0 up. trec_eval."""
    return sum(group.tally.all.fulfilled for group in counts.groups)


def num_prefs_ful_ret(counts: PreferenceCounts) -> float:
    """Preferences fulfilled between retrieved documents. From 0 up. trec_eval."""
    return sum(group.tally.both.fulfilled for group in counts.groups)


def simp(counts: PreferenceCounts) -> float:
    """Preferences fulfilled / all preferences. No preference: 0. In [0, 1].

    A pair that two groups compare counts twice; where they contradict each other 1 is out of reach. Preferences between
    two documents that are not retrieved count as failed. After Carterette et al. 2008; that last rule is trec_eval's.
    """
    return _pooled(group.tally.all for group in counts.groups)


def pair(counts: PreferenceCounts) -> float:
    """Mean over pairs of documents of the share of the pair's preferences that is fulfilled. No pair: 0. In [0, 1].

    A pair that three groups see one way and two the other scores 3/5 or 2/5. A pair with neither document retrieved
    scores 0. The same as prefs_simp where no pair is compared twice. trec_eval.
    """
    pairs = counts.pairs
    compared = pairs.both_pairs + pairs.one_pairs + pairs.neither_pairs
    return pairs.with_one / compared if compared else 0.0


def avgjg(counts: PreferenceCounts) -> float:
    """Mean over judgement groups of preferences fulfilled / all preferences of the group. In [0, 1].

    So a user who states many preferences weighs no more than one who states few. A group without preferences scores 0.
    trec_eval.
    """
    return _mean(group.tally.all for group in counts.groups)


def avgjg_rnonrel(counts: PreferenceCounts) -> float:
    """Like prefs_avgjg with N, the documents of level 0 in a group, made equal to R, those above 0. In [0, 1].

    Judging a few hundred more documents not relevant then changes nothing. If N < R, each relevant document gets R - N
    more preferences, fulfilled where it is retrieved. If N > R, only the R best-ranked of level 0 are kept. With one
    group and levels 1 and 0 it is much like bpref.

    As in trec_eval: in a group with one subgroup the kept documents are then compared with their own level too; and one
    group in which no preference is left makes the whole query 0. trec_eval.
    """
    return _mean_or_nothing(group.levelled for group in counts.groups)


def simp_ret(counts: PreferenceCounts) -> float:
    """Preferences fulfilled / all preferences, of those between retrieved documents. None: 0. In [0, 1].

    For collections that change. After Carterette et al. 2008, over retrieved documents only, as in trec_eval.
    """
    return _pooled(group.tally.both for group in counts.groups)


def pair_ret(counts: PreferenceCounts) -> float:
    """prefs_pair over pairs of retrieved documents only. No such pair: 0. In [0, 1]. trec_eval."""
    pairs = counts.pairs
    return pairs.both / pairs.both_pairs if pairs.both_pairs else 0.0


def avgjg_ret(counts: PreferenceCounts) -> float:
    """prefs_avgjg over preferences between retrieved documents only. A group with none scores 0. In [0, 1].

    trec_eval.
    """
    return _mean(group.tally.both for group in counts.groups)


def avgjg_rnonrel_ret(counts: PreferenceCounts) -> float:
    """prefs_avgjg_Rnonrel over preferences between retrieved documents, with R and N counted among them. In [0, 1].

    As in trec_eval: preferences that are added for missing documents of level 0 are added for every relevant document,
    retrieved or not, so a perfect ranking can score below 1; one group in which no preference is left makes the whole
    query 0. trec_eval.
    """
    return _mean_or_nothing(group.levelled_retrieved for group in counts.groups)


def simp_imp(counts: PreferenceCounts) -> float:
    """prefs_simp without the preferences between two documents that are not retrieved. None left: 0. In [0, 1].

    After Carterette et al. 2008.
    """
    return _pooled(group.tally.any_retrieved for group in counts.groups)


def pair_imp(counts: PreferenceCounts) -> float:
    """prefs_pair without the pairs of which neither document is retrieved. No pair left: 0. In [0, 1]. trec_eval."""
    pairs = counts.pairs
    compared = pairs.both_pairs + pairs.one_pairs
    return pairs.with_one / compared if compared else 0.0


def avgjg_imp(counts: PreferenceCounts) -> float:
    """prefs_avgjg without the preferences between two documents that are not retrieved. In [0, 1].

    A group with none left scores 0. trec_eval.
    """
    return _mean(group.tally.any_retrieved for group in counts.groups)


def _pooled(ratios: Iterable[Ratio]) -> float:
    """All fulfilled / all possible; 0 where nothing is possible."""
    fulfilled = possible = 0
    for ratio in ratios:
        fulfilled += ratio.fulfilled
        possible += ratio.possible
    return fulfilled / possible if possible else 0.0


def _mean(ratios: Iterable[Ratio]) -> float:
    """The mean ratio over groups, a group in which nothing is possible counting as 0."""
    total = 0.0
    groups = 0
    for fulfilled, possible in ratios:
        groups += 1
        if possible:
            total += fulfilled / possible
    return total / groups if groups else 0.0


def _mean_or_nothing(ratios: Iterable[Ratio]) -> float:
    """The mean ratio over groups, or 0 if nothing is possible in one: C's 0/0 there is lost in the sum of all."""
    known = list(ratios)
    return _mean(known) if all(ratio.possible for ratio in known) else 0.0


_UNIT = (0.0, 1.0)
_COUNT = (0.0, None)

# fmt: off
PREFERENCE_MEASURES = (
    PreferenceMeasure("prefs_num_prefs_poss", "Preferences, whether or not their documents were retrieved.",
                      _COUNT, True, num_prefs_poss),
    PreferenceMeasure("prefs_num_prefs_ful", "Preferences fulfilled, also by retrieving only the preferred document.",
                      _COUNT, True, num_prefs_ful),
    PreferenceMeasure("prefs_num_prefs_ful_ret", "Preferences fulfilled between retrieved documents.",
                      _COUNT, True, num_prefs_ful_ret),
    PreferenceMeasure("prefs_simp", "Preferences fulfilled / all preferences.", _UNIT, False, simp, CARTERETTE),
    PreferenceMeasure("prefs_pair", "Share of a pair's preferences that is fulfilled, averaged over pairs.",
                      _UNIT, False, pair),
    PreferenceMeasure("prefs_avgjg", "Preferences fulfilled / all preferences, averaged over judgement groups.",
                      _UNIT, False, avgjg),
    PreferenceMeasure("prefs_avgjg_Rnonrel",
                      "As prefs_avgjg, with as many documents that are not relevant as relevant ones in each group.",
                      _UNIT, False, avgjg_rnonrel),
    PreferenceMeasure("prefs_simp_ret", "As prefs_simp, over preferences between retrieved documents.",
                      _UNIT, False, simp_ret, CARTERETTE),
    PreferenceMeasure("prefs_pair_ret", "As prefs_pair, over pairs of retrieved documents.", _UNIT, False, pair_ret),
    PreferenceMeasure("prefs_avgjg_ret", "As prefs_avgjg, over preferences between retrieved documents.",
                      _UNIT, False, avgjg_ret),
    PreferenceMeasure("prefs_avgjg_Rnonrel_ret",
                      "As prefs_avgjg_Rnonrel, over preferences between retrieved documents.",
                      _UNIT, False, avgjg_rnonrel_ret),
    PreferenceMeasure("prefs_simp_imp", "As prefs_simp, without preferences of which neither document is retrieved.",
                      _UNIT, False, simp_imp, CARTERETTE),
    PreferenceMeasure("prefs_pair_imp", "As prefs_pair, without pairs of which neither document is retrieved.",
                      _UNIT, False, pair_imp),
    PreferenceMeasure("prefs_avgjg_imp", "As prefs_avgjg, without preferences of which neither document is retrieved.",
                      _UNIT, False, avgjg_imp),
)
# fmt: on
