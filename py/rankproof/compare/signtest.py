"""The sign test: whether more queries win than lose."""

from __future__ import annotations

from .distributions import coin_two_sided
from .outcome import ALL_TIED, Outcome


def sign_test(differences: tuple[float, ...]) -> Outcome:
    """The exact binomial test of wins against losses; ties are left out. The statistic is the number of wins.

    Equals scipy.stats.binomtest(wins, wins + losses). No wins and no losses: p = 1.
    """
    wins = sum(value > 0 for value in differences)
    losses = sum(value < 0 for value in differences)
    note = None if wins or losses else ALL_TIED
    return Outcome("sign", wins, coin_two_sided(wins, wins + losses), "exact binomial, ties left out", note=note)
