"""What a measure is to ir_measures: a name with parameters that prints, compares and is asked as there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from .providers import Evaluator
    from .records import CalcResults, Metric


class _NotProvided:
    """The value of a parameter that has no default and was not given."""

    def __repr__(self) -> str:
        return "NOT_PROVIDED"

    def __reduce__(self) -> str:
        """Copies and pickles of it are this one."""
        return "NOT_PROVIDED"


NOT_PROVIDED: Any = _NotProvided()


class BadMeasure(ValueError, AssertionError):  # noqa: N818 - it is an AssertionError because ir_measures raises that
    """A measure with a parameter that it does not have, lacks, or that is of the wrong kind."""


class ParamInfo:
    """What a parameter may be: its type, whether it must be given, the choices, the default, and what it means."""

    def __init__(
        self,
        dtype: type | None = None,
        required: bool = False,
        choices: Any = NOT_PROVIDED,
        default: Any = NOT_PROVIDED,
        desc: str | None = None,
    ) -> None:
        self.dtype = dtype
        self.required = required
        self.choices = choices
        self.default = default
        self.desc = desc

    def validate(self, value: object) -> bool:
        """Whether the parameter may have this value; NOT_PROVIDED stands for none."""
        if value is NOT_PROVIDED:
            return not self.required
        if self.dtype is not None and not isinstance(value, self.dtype):
            return False
        return self.choices is NOT_PROVIDED or value in self.choices


class Agg(Protocol):
    """Makes one value of the values of all queries."""

    def add(self, value: float, /) -> None:
        """Takes the value of one more query."""

    def result(self) -> float:
        """The value of all taken so far."""


class MeanAgg:
    """The mean, added in the order in which values come; NaN, or `default`, for none."""

    def __init__(self, default: float = float("nan")) -> None:
        self.sum = 0.0
        self.count = 0
        self.default = default

    def add(self, value: float) -> None:
        """Takes the value of one more query."""
        self.sum += value
        self.count += 1

    def result(self) -> float:
        """The mean of all values taken so far."""
        return self.sum / self.count if self.count else self.default


class SumAgg:
    """The sum; 0 for none."""

    def __init__(self) -> None:
        self.sum: float = 0

    def add(self, value: float) -> None:
        """Takes the value of one more query."""
        self.sum += value

    def result(self) -> float:
        """The sum of all values taken so far."""
        return self.sum


class Kind(NamedTuple):
    """A measure without values of its parameters.

    at: the parameter that `@` sets. total: the value of all queries is the sum, else the mean.
    """

    name: str
    params: Mapping[str, ParamInfo]
    at: str = "cutoff"
    total: bool = False
    pretty: str = ""
    help: str = ""


class Measure:
    """A measure: `AP`, `nDCG@10`, `P(rel=2)@5`. Equal to every measure that prints the same, and never to a text."""

    DEFAULT = 0.0
    """The value of a judged query that is missing from the run."""

    def __init__(self, kind: Kind, params: Mapping[str, Any] | None = None) -> None:
        self.kind = kind
        self.params = dict(params or {})
        self.NAME = self.__name__ = kind.name
        self.AT_PARAM = kind.at
        self.SUPPORTED_PARAMS = kind.params
        self.PRETTY_NAME = kind.pretty
        self.SHORT_DESC = kind.help

    def __call__(self, **params: Any) -> Measure:
        """The same measure with these parameters changed."""
        return Measure(self.kind, {**self.params, **params})

    def __matmul__(self, at: object) -> Measure:
        """The same measure at a cut-off, or at a level of recall: `P@5`, `IPrec@0.1`."""
        return self(**{self.AT_PARAM: at})

    def __getitem__(self, name: str) -> Any:
        """A parameter's value: as given, or the default, or NOT_PROVIDED. Raises KeyError for no such parameter."""
        return self.params.get(name, self.SUPPORTED_PARAMS[name].default)

    def __repr__(self) -> str:
        supported = self.SUPPORTED_PARAMS
        told = [
            f"{name}={_written(value)}"
            for name, value in self.params.items()
            if name != self.AT_PARAM and not (name in supported and value == supported[name].default)
        ]
        inside = f"({','.join(told)})" if told else ""
        at = f"@{self.params[self.AT_PARAM]}" if self.AT_PARAM in self.params else ""
        return f"{self.NAME}{inside}{at}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Measure) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def validate_params(self) -> None:
        """Raises BadMeasure for a parameter that the measure does not have, lacks, or that is of the wrong kind."""
        unknown = [name for name in self.params if name not in self.SUPPORTED_PARAMS]
        if unknown:
            takes = ", ".join(self.SUPPORTED_PARAMS) or "none"
            raise BadMeasure(f"{self.NAME} has no parameter {unknown[0]!r}; its parameters are: {takes}")
        for name, info in self.SUPPORTED_PARAMS.items():
            value = self.params.get(name, NOT_PROVIDED)
            if not info.validate(value):
                raise BadMeasure(_misfit(self, name, info, value))

    def aggregator(self) -> Agg:
        """A new sum or mean, as this measure needs."""
        return SumAgg() if self.kind.total else MeanAgg()

    def iter_calc(self, qrels: object, run: object) -> Iterator[Metric]:
        """The value of each query. See DefaultPipeline.iter_calc."""
        return self.evaluator(qrels).iter_calc(run)

    def calc_aggregate(self, qrels: object, run: object) -> float:
        """The value of all queries: a number."""
        return self.evaluator(qrels).calc_aggregate(run)[self]

    def calc(self, qrels: object, run: object) -> CalcResults:
        """The value of all queries and that of each: `aggregated` is a number here."""
        found = self.evaluator(qrels).calc(run)
        return found._replace(aggregated=found.aggregated[self])

    def evaluator(self, qrels: object) -> Evaluator:
        """Scores runs by this measure. See DefaultPipeline.evaluator."""
        # Imported here: a measure that scores itself is a convenience, and what scores measures must know them.
        from .providers import DefaultPipeline

        return DefaultPipeline.evaluator([self], qrels)


def _written(value: object) -> str:
    """A parameter's value as ir_measures writes it: of a map, only what is mapped to something else, in order."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}:{got}" for key, got in sorted(value.items()) if key != got) + "}"
    return repr(value)


def _misfit(measure: Measure, name: str, info: ParamInfo, value: object) -> str:
    example = f"{measure.NAME}@{'0.5' if info.dtype is float else 10}"
    if name != measure.AT_PARAM:
        example = f"{measure.NAME}({name}=...)"
    if value is NOT_PROVIDED:
        return f"{measure} needs the parameter {name!r} ({info.desc}): write {example}"
    kind = info.dtype.__name__ if info.dtype is not None else "value"
    return f"parameter {name} of {measure} is {value!r}; expected {info.desc} (a Python {kind})"
