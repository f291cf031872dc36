"""A measure as someone asked for it, built in or their own."""

from __future__ import annotations

from .custom import Failures, Measure, definition_of
from .measures import Definition, Parameters
from .problems import SettingError
from .record import Record


class Asked(Record):
    """A measure as someone asked for it: its row in the table, its parameters, and the name as spelled.

    key: as trec_eval prints it (`ndcg_cut_10`). suffix: what follows the label (`@10`). relevant_from and unjudged,
    where not None, stand for the settings of that name in this measure alone.
    """

    definition: Definition
    parameters: Parameters
    name: str
    key: str
    suffix: str = ""
    relevant_from: int | None = None
    unjudged: str | None = None

    @property
    def label(self) -> str:
        """What a table calls one query's value: `nDCG@10`, `RR@10`."""
        return self.definition.label + self.suffix

    @property
    def mean_label(self) -> str:
        """What a table calls the mean: `MRR@10`."""
        return self.definition.mean_label + self.suffix


def asked_for(own: Measure) -> Asked:
    """A measure of a user's own, asked for under its name as it stands."""
    return Asked(definition_of(own), Parameters(), own.name, own.name)


def check_apart(asked: list[Asked]) -> None:
    """Raises SettingError where results could not tell a measure of a user's own from another one asked for."""
    for position, one in enumerate(asked):
        for other in asked[:position]:
            own = one.definition.aggregate is not None or other.definition.aggregate is not None
            if own and {one.name, one.key} & {other.name, other.key}:
                message = f"two measures asked for go by the name {one.key!r}"
                raise SettingError("measures", message, "give each its own, for example with its parameters in it")


def collecting(asked: list[Asked], failures: Failures) -> list[Asked]:
    """The same measures, where those of a user's own give None and leave their errors in `failures`."""
    return [one._replace(definition=failures.collecting(one.definition)) for one in asked]
