"""Makes a started interpreter small and ready before its memory is kept; make.mjs runs this in Pyodide."""

from __future__ import annotations

import gc
import json
import linecache
import os
import random
import re
import sys
import tempfile
import types
import zipimport
from typing import Any

LIBRARY = next(path for path in sys.path if path.endswith(".zip"))
HAS_DOCSTRING = 0x4000000  # CO_HAS_DOCSTRING of CPython 3.14, which inspect does not name


class NotHereYet(BaseException):
    """A module is wanted that comes after the start; no exception, since nobody should catch it but the worker."""


class Later:
    """Stands first among the finders until the files that a snapshot cannot hold are there."""

    def __init__(self) -> None:
        files = zipimport._zip_directory_cache.pop(LIBRARY)  # noqa: SLF001 (read anew when the file is there)
        names = (name.removesuffix(".py").replace("/", ".") for name in files)
        self.library = frozenset(name.removesuffix(".__init__") for name in names)

    def find_spec(self, name: str, *_: Any) -> None:
        """Raises NotHereYet for what will be found; leaves all else to the finders that follow."""
        if os.stat(LIBRARY).st_size:
            sys.meta_path.remove(self)
            zipimport._zip_directory_cache.pop(LIBRARY, None)  # noqa: SLF001 (it was empty)
        elif name in self.library or name.partition(".")[0] in ("micropip", "rankproof"):
            raise NotHereYet(name)


def settle(examples: str) -> None:
    """Scores the examples, so that all that scoring needs is imported, then forgets whatever can be made again."""
    score_examples(examples)
    sys.meta_path.insert(0, Later())
    strip_docstrings()
    del os.environ["PYTHONHASHSEED"]
    tempfile._name_sequence = None  # noqa: SLF001 (it holds random numbers of its own; boot.js sees to random's)
    if any(isinstance(thing, random.Random) and thing is not random._inst for thing in gc.get_objects()):  # noqa: SLF001
        raise RuntimeError("a generator of random numbers would be the same after every start")
    linecache.clearcache()
    re.purge()
    sys._clear_internal_caches()  # noqa: SLF001 (there is no other way)
    while gc.collect():
        pass


def score_examples(examples: str) -> None:
    """Does what the page asks for when each example is pressed and the boxes are emptied, in JSON."""
    from rankproof import bridge

    for number, one in enumerate(json.loads(examples)):
        bridge.handle(json.dumps(request(number, one)))
    bridge.handle(json.dumps({"action": "score", "judgements": None, "runs": [], "settings": {"k": "10"}}))


def request(number: int, one: dict[str, Any]) -> dict[str, Any]:
    """What the page asks for when an example is pressed."""
    judgements = {"id": "judgements", "revision": number, "name": "", "text": one["judgements"]}
    run = {"id": "run-1", "revision": number, "name": "", "text": one["results"]}
    return {"action": "score", "judgements": judgements, "runs": [run], "settings": {"k": "10"}}


def strip_docstrings() -> None:
    """Takes the docstrings from every function, class and module that is loaded."""
    for thing in gc.get_objects():
        if isinstance(thing, types.FunctionType):
            thing.__doc__ = None
            thing.__code__ = without_docstrings(thing.__code__)
        elif isinstance(thing, types.ModuleType) or (
            isinstance(thing, type) and isinstance(vars(thing).get("__doc__"), str)
        ):
            try:
                thing.__doc__ = None
            except (AttributeError, TypeError):  # built in
                continue


def without_docstrings(code: types.CodeType) -> types.CodeType:
    """The code, and the code inside it, with None for each docstring."""
    consts = [without_docstrings(each) if isinstance(each, types.CodeType) else each for each in code.co_consts]
    if code.co_flags & HAS_DOCSTRING:
        consts[0] = None
    if all(new is old for new, old in zip(consts, code.co_consts, strict=True)):
        return code
    return code.replace(co_consts=tuple(consts))


settle  # noqa: B018 (what make.mjs is given)
