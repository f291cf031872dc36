"""Reads a plainly written command line as argparse would, without the time that importing argparse takes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    Add = Callable[..., object]
    """argparse's add_argument, or what takes the same."""


class Options:
    """What a command line asks for: an attribute for each option and each of what stands by itself."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


class _Declared:
    """Options as they are declared to argparse."""

    def __init__(self) -> None:
        self.files: list[str] = []
        self.values: dict[str, Any] = {}
        self.kinds: dict[str, tuple[str, str, Iterable[str]]] = {}

    def add(self, *flags: str, dest: str = "", action: str = "store", default: Any = None, **more: Any) -> None:
        """Takes what add_argument takes. The version, and an option with a type of its own, are left to argparse."""
        name = dest or flags[-1].lstrip("-").replace("-", "_")
        if flags[0] == name:
            self.files.append(name)
        elif action != "version":
            self.values[name] = False if action == "store_true" else default
            if "type" not in more:
                self.kinds.update((flag, (name, action, more.get("choices", ()))) for flag in flags)


def read_plainly(declare: Callable[[Add], None], given: Sequence[str]) -> Options | None:
    """The options of a command line; None where argparse has to read it.

    That is so where it is wrong or asks for help, and where options are abbreviated or written together with their
    values. `declare` is called with what takes the place of a parser's add_argument; of what stands by itself, the last
    takes one or more.
    """
    declared = _Declared()
    declare(declared.add)
    files: list[str] = []
    values = declared.values
    words = iter(given)
    ended = False
    for word in words:
        if _is_plain(word):
            if ended:
                return None
            files.append(word)
            continue
        # argparse does not look for files in two places.
        ended = bool(files)
        name, action, choices = declared.kinds.get(word, ("", "", ()))
        if action == "store_true":
            values[name] = True
            continue
        value = next(words, "-")
        if not _is_plain(value) or value == "-" or (choices and value not in choices):
            return None
        if action not in ("store", "append"):
            return None
        values[name] = value if action == "store" else [*(values[name] or ()), value]
    if len(files) < len(declared.files):
        return None
    *firsts, last = declared.files
    options = Options()
    vars(options).update(values, **dict(zip(firsts, files, strict=False)), **{last: files[len(firsts) :]})
    return options


def _is_plain(word: str) -> bool:
    return word == "-" or not word.startswith("-")
