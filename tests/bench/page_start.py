"""How long the page takes from its address to the first score, against a page that only starts Pyodide."""

from __future__ import annotations

import statistics
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

import build

LIMIT = 120_000  # milliseconds
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]

BARE = b"""<!doctype html>
<meta charset="utf-8">
<title>Pyodide and nothing else</title>
<link rel="icon" href="data:,">
<script type="module">
  import { loadPyodide } from "./bare/pyodide.mjs";
  await loadPyodide();
  window.firstScore = performance.now();
</script>
"""

# Presses the example as soon as it can be pressed, and notes when its nDCG is in the table.
WATCH = """
addEventListener("DOMContentLoaded", () => {
  let pressed = false;
  new MutationObserver(() => {
    if (!pressed) {
      const named = ({ textContent }) => textContent.trim() === "Wikipedia";
      const button = [...document.querySelectorAll("button")].find(named);
      pressed = Boolean(button);
      button?.click();
    }
    const cells = [...document.querySelectorAll(".means td")];
    if (!window.firstScore && cells.some(({ textContent }) => textContent.trim() === "0.7850")) {
      window.firstScore = performance.now();
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
});
"""

Cases = dict[str, Callable[[], float]]


def measure(rounds: int) -> dict[str, list[float]]:
    """Seconds from the address to the first score, `rounds` of each case after one that does not count.

    `bare`: a page that only does loadPyodide(), up to where that returns; `cold`: the page with nothing kept by the
    browser; `plain`: the same without the snapshot; `repeat`: the page again, in a browser that has shown it; `stop`:
    from Stop to the next score. The cases take turns, so that a busy machine slows all of them.
    """
    build.build()
    with served({}) as with_snapshot, served({"pyodide/snapshot.bin": b""}) as without, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=build.ensure_chromium(), args=ARGUMENTS)
        with visited_before(playwright, with_snapshot) as regular:
            cases: Cases = {
                "bare": lambda: cold(browser, f"{with_snapshot}bare.html"),
                "cold": lambda: cold(browser, with_snapshot),
                "plain": lambda: cold(browser, without),
                "repeat": lambda: first_score(regular, with_snapshot),
                "stop": lambda: after_stop(browser, with_snapshot),
            }
            taken: dict[str, list[float]] = {name: [] for name in cases}
            for _ in range(rounds + 1):
                for name, case in cases.items():
                    taken[name].append(case())
        browser.close()
    return {name: seconds[1:] for name, seconds in taken.items()}


@contextmanager
def served(instead: dict[str, bytes]) -> Iterator[str]:
    """The page on a host of its own, with the bare page beside it; gives its address."""
    names = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
    bare = {f"bare/{name}": (build.PYODIDE / name).read_bytes() for name in names}
    server = build.make_server(build.DIST, instead={"bare.html": BARE, **bare, **instead})
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@contextmanager
def visited_before(playwright: Playwright, url: str) -> Iterator[BrowserContext]:
    """A browser with a profile on disk that has shown the page; a private one would keep no compiled code."""
    with tempfile.TemporaryDirectory() as profile:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=build.ensure_chromium(), args=ARGUMENTS
        )
        for _ in range(2):
            first_score(context, url)
        yield context
        context.close()


def cold(browser: Browser, url: str) -> float:
    """Seconds to the first score for a reader who has never been here."""
    context = browser.new_context()
    try:
        return first_score(context, url)
    finally:
        context.close()


def first_score(context: BrowserContext, url: str) -> float:
    """Seconds from the address to the first score."""
    page = context.new_page()
    try:
        return scored(page, url)
    finally:
        page.close()


def scored(page: Page, url: str) -> float:
    """Shows the page and waits for its first score; the seconds that took."""
    page.add_init_script(WATCH)
    page.goto(url, wait_until="commit")
    page.wait_for_function("() => window.firstScore", timeout=LIMIT)
    milliseconds: float = page.evaluate("() => window.firstScore")
    return milliseconds / 1000


def after_stop(browser: Browser, url: str) -> float:
    """Seconds from stopping the worker to the answer to the next call."""
    context = browser.new_context()
    page = context.new_page()
    try:
        page.add_init_script(WATCH)
        page.goto(url)
        page.wait_for_function("() => window.firstScore", timeout=LIMIT)
        milliseconds: float = page.evaluate(STOP)
        return milliseconds / 1000
    finally:
        context.close()


# An engine of its own, since the page's has no door to the outside; the second one answers from a spare worker too.
STOP = """async () => {
  const { createEngine } = await import("./app/engine.js");
  const nothing = () => {};
  const engine = createEngine({ onStatus: nothing, onProgress: nothing });
  const call = { action: "score", judgements: { id: "judgements", revision: 1, text: "q1 a 1" },
    runs: [{ id: "run-1", revision: 1, text: "q1 a" }], settings: { k: "10" } };
  await engine.call(call);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const start = performance.now();
  engine.stop();
  await engine.call(call);
  return performance.now() - start;
}"""


def main() -> None:
    """Prints the medians and their ratios to the bare page."""
    taken = measure(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
    bare = statistics.median(taken["bare"])
    for name, seconds in taken.items():
        middle = statistics.median(seconds)
        print(f"{name:8} {middle:6.3f} s  {middle / bare:5.2f} x bare  ({min(seconds):.3f} to {max(seconds):.3f})")


if __name__ == "__main__":
    main()
