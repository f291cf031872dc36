"""What a flow needs of a browser, whichever engine it has and whoever drives it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

LIMIT = 120  # seconds: far more than anything takes here, so that only what never comes fails
SIZE = 1360, 900  # of the viewport, until a flow changes it


class Driver(Protocol):
    """One page, which shares no cache, storage or history with the page of another flow."""

    def open(self, url: str) -> None:
        """Goes to an address, and comes back once the document and its scripts are loaded."""

    def reload(self) -> None:
        """Loads the page again."""

    def run(self, function: str, *arguments: Any) -> Any:
        """Calls a JavaScript function, asynchronous or not, in the page; arguments and result are JSON."""

    def click(self, function: str, *arguments: Any) -> None:
        """Presses the element that the function gives with a real pointer."""

    def type(self, text: str) -> None:
        """Types with real keys into whatever has the focus."""

    def press(self, keys: str) -> None:
        """Presses a key, or several at once such as Control+Enter, by their names in KeyboardEvent.key."""

    def resize(self, width: int, height: int) -> None:
        """Gives the page's viewport a size."""

    def screenshot(self) -> bytes:
        """The viewport as PNG."""

    def problems(self) -> list[str]:
        """Errors and warnings on the page's console so far, exceptions that nobody caught among them."""


@dataclass(frozen=True)
class Engine:
    """A browser that has been started, and how to get a new page in it."""

    name: str
    version: str
    page: Callable[[], AbstractContextManager[Driver]]
