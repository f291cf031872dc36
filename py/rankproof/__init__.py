"""Rankproof: scores search rankings exactly as trec_eval does, and says how."""

from __future__ import annotations

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .compare.comparisons import Comparisons as Comparisons
    from .compare.corrections import adjust_pvalues as adjust_pvalues
    from .custom import EvaluationError as EvaluationError
    from .custom import Measure as Measure
    from .evalresult import EvalResult as EvalResult
    from .evaluator import Evaluator as Evaluator
    from .evaluator import evaluate as evaluate
    from .measures_file import load_measures as load_measures
    from .problems import InputError as InputError
    from .problems import Note as Note
    from .problems import Problem as Problem
    from .problems import SettingError as SettingError
    from .ranking import QueryState as QueryState
    from .registry import register_measure as register_measure
    from .settings import Settings as Settings

_HOMES = {
    "Comparisons": "compare.comparisons",
    "adjust_pvalues": "compare.corrections",
    "EvalResult": "evalresult",
    "EvaluationError": "custom",
    "Evaluator": "evaluator",
    "evaluate": "evaluator",
    "InputError": "problems",
    "Measure": "custom",
    "load_measures": "measures_file",
    "Note": "problems",
    "Problem": "problems",
    "SettingError": "problems",
    "QueryState": "ranking",
    "register_measure": "registry",
    "Settings": "settings",
}

__all__ = [
    "Comparisons",
    "EvalResult",
    "EvaluationError",
    "Evaluator",
    "InputError",
    "Measure",
    "Note",
    "Problem",
    "QueryState",
    "SettingError",
    "Settings",
    "__version__",
    "adjust_pvalues",
    "evaluate",
    "load_measures",
    "register_measure",
]


def __getattr__(name: str) -> object:
    """Loads public names when first used: the command line needs few of them."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
