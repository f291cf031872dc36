"""The help of the trec_eval command, in our own words."""

from __future__ import annotations

from ..citations import sources_text
from .options import Options
from .rows import DISPLAY_ORDER, JUDGES_ROWS, PREFERENCE_ROWS, ROWS

USAGE = """\
usage: rankproof trec_eval [-h] [-q] [-m MEASURE[.PARAMETERS]]... [OPTIONS] QRELS RESULTS
  -h shows all options"""

HELP = """\
usage: rankproof trec_eval [-h] [-q] [-m MEASURE[.PARAMETERS]]... [OPTIONS] QRELS RESULTS

Scores RESULTS (- for standard input) against QRELS and prints what trec_eval 10.0 prints.

  -q  print every topic too
  -m  a measure, with parameters after a point (P.5,10 or ndcg.1=3.5), or a group: official (the default),
      all_trec, set, prefs, all_prefs, qrels_jg; may be repeated
  -c  average over all judged topics; those without results count as 0
  -n  print no summary
  -l  the lowest grade that is relevant (1)
  -J  remove unjudged documents before scoring
  -M  look at this many results of each topic only
  -N  documents in the collection, for utility
  -R  what QRELS holds: qrels, prefs, qrels_prefs or qrels_jg
  -T  what RESULTS holds: trec_results
  -Z  print z-scores by a file of topic, measure, mean and standard deviation
  -v  print the version

Measures named with -m are described here too: rankproof trec_eval -h -m all_trec.
"""


def manual(options: Options) -> str:
    """The help, with a description of every measure that -m named."""
    if not options.named:
        return HELP
    described = [f"  {name}: {_about(name)}\n" for name in DISPLAY_ORDER if name in options.measures]
    return HELP + "\n" + "".join(described)


def _about(name: str) -> str:
    if name in OTHERS:
        return OTHERS[name]
    row = ROWS.get(name)
    if row is not None:
        return f"{row.help} {sources_text(row.source)}."
    return PREFERENCE_ROWS[name].help if name in PREFERENCE_ROWS else JUDGES_ROWS[name].help


OTHERS = {
    "runid": "The tag of the run's last row.",
    "relstring": "A character for the grade of each of the first results: > above 9, - not judged, . pooled only.",
}
