"""Finds the library that makes a DataFrame: pandas or polars, whichever a program has."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from .problems import SettingError

LIBRARIES = ("pandas", "polars")


def frame_maker(library: str | None) -> Callable[[dict[str, list[Any]]], Any]:
    """The function that makes a DataFrame of named columns.

    library: "pandas" or "polars"; None takes the one that is imported already, else the one that is installed, pandas
    first. Raises ImportError, with the command that installs it, when there is none; SettingError for another name.
    """
    if library is not None and library not in LIBRARIES:
        raise SettingError("library", f"the library is {library!r}", f"choose {' or '.join(LIBRARIES)}")
    wanted = [library] if library else sorted(LIBRARIES, key=lambda name: name not in sys.modules)
    for name in wanted:
        try:
            maker: Callable[[dict[str, list[Any]]], Any] = import_module(name).DataFrame
        except ModuleNotFoundError as error:
            if error.name != name:
                raise
        else:
            return maker
    missing = f"{library} is not" if library else "neither pandas nor polars is"
    raise ImportError(f"to_dataframe() needs a library, and {missing} installed; pip install {library or LIBRARIES[0]}")
