"""An empty page that drives the engine as shipped, and a door into its Python that only tests have."""

from __future__ import annotations

import functools
import hashlib
import io
import json
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

import build
from rankproof import __version__
from tests.browser.site import START_UP, Site

HTML = """<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>Engine</title>
<link rel="icon" href="data:,">
<input type="file" aria-label="File">
"""

# A call that waits for ever would hang the test, so that it settles with what the engine said last.
SETUP = """async (limit) => {
  const { createEngine } = await import("./app/engine.js");
  window.statuses = [];
  window.progress = [];
  window.engine = createEngine({
    onStatus: (status) => statuses.push(status),
    onProgress: (progress) => window.progress.push(progress),
  });
  window.settle = (promise) => Promise.race([
    promise.then((answer) => ({ answer }), ({ name, message }) => ({ name, message })),
    new Promise((resolve) => setTimeout(() => resolve({ name: "Never", message: JSON.stringify(statuses) }), limit)),
  ]);
}"""

# Put at the end of the bridge in the wheel: the worker, the engine and all else are as shipped.
DOOR = """

def _with_door(shipped):
    import json

    scope = {}

    def handle(request_json, progress=None):
        request = json.loads(request_json)
        if request["action"] != "run":
            return shipped(request_json, progress)
        scope.update(request=request, progress=progress, result=None)
        exec(request["code"], scope)
        return json.dumps({"ok": scope["result"]})

    return handle


handle = _with_door(handle)
"""


# The same place, for a bridge that tells of some progress and then never answers one request.
ENDLESS = """

def _endless(shipped):
    import json

    def handle(request_json, progress=None):
        request = json.loads(request_json)
        if {condition}:
            progress({progress!r})
            while True:
                pass
        return shipped(request_json, progress)

    return handle


handle = _endless(handle)
"""


NO_SNAPSHOT = {"pyodide/snapshot.bin": b""}


def put_endless(site: Site, condition: str, progress: object) -> None:
    """Serves a wheel whose bridge tells this progress of a request that meets the condition, and never answers it."""
    put_door(site, ENDLESS.format(condition=condition, progress=json.dumps(progress)))


def put_door(site: Site, door: str = DOOR, *, snapshot: bool = True) -> None:
    """Serves a wheel whose bridge also runs code: {"action": "run", "code": ...} answers with `result`.

    Python starts from a snapshot of it, or else from the files. `door` is what stands at the bridge's end instead.
    """
    lock = json.loads((site.folder / "pyodide" / "pyodide-lock.json").read_bytes())
    entry = lock["packages"]["rankproof"]
    name = f"wheels/{Path(entry['file_name']).name}"
    wheel = appended(site.folder / name, "rankproof/bridge.py", door)
    entry["sha256"] = hashlib.sha256(wheel).hexdigest()
    site.instead[name] = wheel
    site.instead["pyodide/pyodide-lock.json"] = json.dumps(lock).encode()
    site.instead.update({"pyodide/snapshot.bin": snapshot_of(wheel)} if snapshot else NO_SNAPSHOT)


@functools.cache
def snapshot_of(wheel: bytes) -> bytes:
    """The snapshot that build.py makes of a wheel."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"rankproof-{__version__}-py3-none-any.whl"
        file.write_bytes(wheel)
        return build.make_snapshot(file).read_bytes()


def appended(wheel: Path, module: str, source: str) -> bytes:
    """The wheel with the source added to a module, whose compiled code it then lacks; the same bytes each time."""
    code = f"{module.rpartition('/')[0]}/__pycache__/{Path(module).stem}."
    content = io.BytesIO()
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in (entry for entry in old.infolist() if not entry.filename.startswith(code)):
            new.writestr(entry, old.read(entry) + (source.encode() if entry.filename == module else b""))
    return content.getvalue()


def open_engine(page: Page, site: Site, policy: str | None = None) -> None:
    """Opens the empty page, under the policy of index.html unless told another, and makes an engine there."""
    site.instead["engine.html"] = HTML.format(policy=site.policy() if policy is None else policy).encode()
    page.goto(f"{site.url}engine.html")
    page.evaluate(SETUP, START_UP)


def wait_for(page: Page, state: str) -> dict[str, Any]:
    """Waits until the engine last said that state, and gives what it said."""
    page.wait_for_function("(state) => statuses.at(-1)?.state === state", arg=state, timeout=START_UP)
    status: dict[str, Any] = page.evaluate("statuses.at(-1)")
    return status


def run(page: Page, code: str, **more: object) -> Any:
    """Runs code in the worker's Python; gives its `result`."""
    settled = page.evaluate("(request) => settle(engine.call(request))", {"action": "run", "code": code, **more})
    assert "answer" in settled, settled
    assert "ok" in settled["answer"], settled
    return settled["answer"]["ok"]
