"""What a reader sees and does on the page, in the words of the flows; the same in every engine."""

from __future__ import annotations

import base64
import re
import time
from collections.abc import Callable, Mapping
from typing import Any

from tests.engines.driver import LIMIT, Driver

# The elements of a role and accessible name that are shown, those in the editor's shadow root too. A name that ends in
# an ellipsis is the beginning of one.
FIND_ALL = """(role, name) => {
  const roles = {
    button: "button", dialog: "dialog", list: "ul, ol", radio: "input[type=radio]", region: "section",
    spinbutton: "input[type=number]", table: "table", textbox: "textarea, input[type=text]",
  };
  const words = (text) => (text ?? "").replace(/\\s+/g, " ").trim();
  const nameOf = (element) => words(
    element.ariaLabel ||
    document.getElementById(element.getAttribute("aria-labelledby"))?.textContent ||
    [...(element.labels ?? [])].map((label) => label.textContent).join(" ") ||
    (role === "button" ? element.textContent : ""));
  const wanted = name.endsWith("…") ? (found) => found.startsWith(name.slice(0, -1)) : (found) => found === name;
  const within = (root) => [
    ...root.querySelectorAll(`[role=${role}]${roles[role] ? `, ${roles[role]}` : ""}`),
    ...[...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? within(shadowRoot) : [])),
  ];
  const shown = (each) => each.checkVisibility() || getComputedStyle(each).display === "contents";
  return within(document).filter((each) => shown(each) && wanted(nameOf(each)));
}"""
FIND = f"(role, name) => ({FIND_ALL})(role, name)[0] ?? null"
FOCUS = f"(role, name) => ({FIND})(role, name).focus()"
TEXTS = f"(role, name) => ({FIND_ALL})(role, name).map((each) => each.innerText.replace(/\\s+/g, ' ').trim())"
# A label that covers its button takes the press.
PRESSED = (
    f"(role, name) => {{ const found = ({FIND})(role, name); return found?.closest('.segments label') ?? found; }}"
)

ROWS = f"""(name) => [...(({FIND})("table", name)?.rows ?? [])].filter((row) => row.checkVisibility()).map(
  (row) => [...row.cells].map((cell) => cell.innerText.replace(/\\s+/g, " ").trim()))"""

DROP = """(selector, names, contents) => {
  const dataTransfer = new DataTransfer();
  names.forEach((name, index) => {
    const bytes = Uint8Array.from(atob(contents[index]), (letter) => letter.charCodeAt(0));
    dataTransfer.items.add(new File([bytes], name));
  });
  const event = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer });
  document.querySelector(selector).dispatchEvent(event);
}"""

JUDGEMENTS, RESULTS = "Relevance judgements", "Ranked results"


class Reader:
    """Somebody in front of the page."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.foreseen: list[str] = []  # patterns of what the flow provokes on the console

    def unforeseen(self) -> list[str]:
        """What went wrong on the console."""
        return [text for text in self.driver.problems() if not any(re.search(each, text) for each in self.foreseen)]

    def open(self, url: str) -> None:
        """Opens the page and waits until Python is there."""
        self.driver.open(url)
        self.until_ready()

    def reload(self) -> None:
        """Loads the page again and waits until Python is there."""
        self.driver.reload()
        self.until_ready()

    def until_ready(self) -> None:
        """Waits until Python is there and nothing is being scored."""
        until(lambda: self.root("engine"), "ready")

    def root(self, name: str) -> str | None:
        """What a data attribute of the page's root says."""
        found: str | None = self.driver.run("(name) => document.documentElement.dataset[name] ?? null", name)
        return found

    def press(self, role: str, name: str) -> None:
        """Presses something with the pointer, once it is there."""
        until(lambda: bool(self.texts(role, name)), True)
        self.driver.click(PRESSED, role, name)

    def focus(self, role: str, name: str) -> None:
        """Leads the focus there, once it is there."""
        until(lambda: bool(self.texts(role, name)), True)
        self.driver.run(FOCUS, role, name)

    def fill(self, role: str, name: str, text: str) -> None:
        """Types text in the place of what a field holds."""
        self.focus(role, name)
        self.driver.press("Control+a")
        self.driver.press("Delete")
        self.driver.type(text)

    def texts(self, role: str, name: str = "…") -> list[str]:
        """The texts of all such elements that are shown."""
        return [str(text) for text in self.driver.run(TEXTS, role, name)]

    def rows(self, table: str) -> list[list[str]]:
        """The cells of a table, row by row, its head first."""
        return [[str(cell) for cell in row] for row in self.driver.run(ROWS, table)]

    def drop(self, selector: str, files: Mapping[str, bytes]) -> None:
        """Drops files on an element."""
        self.driver.run(DROP, selector, list(files), [base64.b64encode(each).decode() for each in files.values()])


def until(read: Callable[[], Any], wanted: Any, what: str = "") -> None:
    """Reads until what is read is what is wanted, or satisfies it when that is a function."""
    end = time.monotonic() + LIMIT
    while True:
        found = read()
        if wanted(found) if callable(wanted) else found == wanted:
            return
        assert time.monotonic() < end, f"{what or 'what is shown'} is after {LIMIT} s still {found!r}, not {wanted!r}"
        time.sleep(0.03)
