"""Python in the worker cannot reach out of the page: two walls, each of which holds by itself."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.engine_page import open_engine, put_door, wait_for
from tests.browser.site import Site, Watch

NO_POLICY = "default-src * 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' data: blob:"
NO_LOCK_DOWN = b"export const lockDown = () => {};"


@dataclass
class Elsewhere:
    """A server on another port, open to every origin, and the requests that reached it."""

    url: str = ""
    port: int = 0
    seen: list[str] = field(default_factory=list)


@pytest.fixture
def elsewhere() -> Iterator[Elsewhere]:
    """Another origin, for as long as the test runs."""
    other = Elsewhere()

    class Listener(BaseHTTPRequestHandler):
        def handle(self) -> None:
            other.seen.append("connection")
            super().handle()

        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Content-Type", "text/javascript")
            self.end_headers()
            self.wfile.write(b"export default 'reached';")

        do_POST = do_OPTIONS = do_HEAD = do_GET  # noqa: N815 (the names are http.server's)

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Listener)
    other.port = server.server_port
    other.url = f"http://127.0.0.1:{server.server_port}/secret"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield other
    server.shutdown()
    server.server_close()


# Each is tried in Python; the awaitable ones are given five seconds, since a refused request may never settle.
ATTEMPTS = {
    "js.fetch": "import js; await js.fetch(url)",
    "js.XMLHttpRequest": "import js; x = js.XMLHttpRequest.new(); x.open('GET', url, False); x.send()",
    "js.WebSocket": "import js; js.WebSocket.new(socket)",
    "js.EventSource": "import js; js.EventSource.new(url)",
    "js.WebTransport": "import js; js.WebTransport.new(url)",
    "js.importScripts": "import js; js.importScripts(url)",
    "js.Worker": "import js; js.Worker.new(url)",
    "js.navigator.sendBeacon": "import js; js.navigator.sendBeacon(url, 'x')",
    "js.caches": "import js; await (await js.caches.open('x')).add(url)",
    "js.indexedDB": "import js; js.indexedDB.open('x')",
    "js.BroadcastChannel": "import js; js.BroadcastChannel.new('x')",
    "js.postMessage": "import js; js.postMessage('x')",
    "js.self": "import js; js.self",
    "js.globalThis": "import js; js.globalThis",
    "js.eval": "import js; js.eval('fetch')",
    "the Function constructor": "import js; js.setTimeout.constructor('url', 'return fetch(url)')(url)",
    "a timer with text": "import js; js.setTimeout(f'fetch({url!r})', 0); await asyncio.sleep(0.2); refused()",
    "run_js": "import pyodide.code; await pyodide.code.run_js(f'fetch({url!r})')",
    "dynamic import": "import pyodide.code; await pyodide.code.run_js(f'import({url!r})')",
    "pyodide.http.pyfetch": "import pyodide.http; await pyodide.http.pyfetch(url)",
    "pyodide.http.open_url": "import pyodide.http; pyodide.http.open_url(url)",
    "loadPackage": "import pyodide_js as p; len(await p.loadPackage(url + '/x-1-py3-none-any.whl')) or refused()",
    "loadPackage by name": "import pyodide_js; await pyodide_js.loadPackage('numpy')",
    "loadBinaryFile": "import pyodide_js; await pyodide_js._api.loadBinaryFile(url)",
    "micropip by address": "import micropip; await micropip.install(url + '/x-1-py3-none-any.whl')",
    "micropip by name": "import micropip; await micropip.install('snowballstemmer')",
    "micropip's index": "import micropip; await micropip.install('x', index_urls=url + '/{package_name}/json')",
    "a lazy file": "import pyodide_js as p; p.FS.createLazyFile('/', 'lazy', url, True, False); open('/lazy').read()",
    "urllib": "import urllib.request; urllib.request.urlopen(url)",
    "http.client": "import http.client; c = http.client.HTTPConnection(host); c.request('GET', '/'); c.getresponse()",
    "webbrowser": "import webbrowser; webbrowser.open(url) or refused()",
}

TRY = """
import asyncio
from urllib.parse import urlsplit

class Refused(Exception): ...

def refused():
    raise Refused("it did nothing")

async def attempt(code, url):
    given = {"url": url, "host": urlsplit(url).netloc, "socket": url.replace("http", "ws")}
    scope = {**given, "asyncio": asyncio, "refused": refused}
    exec("async def go():\\n    " + code.replace("; ", "\\n    "), scope)
    try:
        await asyncio.wait_for(scope["go"](), 5)
    except BaseException as error:
        return f"{type(error).__name__}: {error}"
    return "it worked"

task = asyncio.ensure_future(attempt(request["attempt"], request["url"]))
"""


def outcome(page: Page, attempt: str, url: str) -> str:
    """How the attempt ended: with an exception, with the end of the worker, or by working."""
    settle = "(request) => settle(engine.call(request))"
    settled = page.evaluate(settle, {"action": "run", "code": TRY, "attempt": attempt, "url": url})
    while "answer" in settled and not settled["answer"]["ok"]:
        page.wait_for_timeout(50)
        code = "result = task.done() and task.result()"
        settled = page.evaluate(settle, {"action": "run", "code": code})
    return str(settled["answer"]["ok"] if "answer" in settled else settled["name"])


def outcomes(page: Page, attempts: dict[str, str], url: str) -> dict[str, str]:
    """How each attempt ended."""
    return {name: outcome(page, attempt, url) for name, attempt in attempts.items()}


@pytest.fixture(params=["snapshot", "files"])
def empty_page(request: pytest.FixtureRequest, context: BrowserContext, site: Site, watch: Watch) -> Page:
    """A page on which no engine has been made yet; what is refused shows on its console."""
    put_door(site, snapshot=request.param == "snapshot")
    watch.allowed += ["^console ", "^page error"]
    return context.new_page()


def test_no_way_out_of_the_worker_as_shipped(empty_page: Page, site: Site, elsewhere: Elsewhere) -> None:
    open_engine(empty_page, site)
    ended = outcomes(empty_page, ATTEMPTS, elsewhere.url)
    assert [name for name, outcome in ended.items() if outcome == "it worked"] == []
    assert elsewhere.seen == []


def test_what_was_taken_away_is_out_of_reach_without_the_policy(
    empty_page: Page, site: Site, elsewhere: Elsewhere
) -> None:
    open_engine(empty_page, site, policy=NO_POLICY)
    by_eval = {"run_js", "dynamic import", "the Function constructor", "a timer with text", "js.eval"}
    codes = {name: code for name, code in ATTEMPTS.items() if name not in by_eval}
    ended = outcomes(empty_page, codes, elsewhere.url)
    assert [name for name, outcome in ended.items() if outcome == "it worked"] == []
    assert elsewhere.seen == []


def test_the_policy_binds_the_worker_without_the_lock_down(empty_page: Page, site: Site, elsewhere: Elsewhere) -> None:
    site.instead["app/lockdown.js"] = NO_LOCK_DOWN
    open_engine(empty_page, site)
    attempt = ATTEMPTS["loadBinaryFile"]
    assert outcome(empty_page, attempt, f"{site.url}app/catalog.json") == "it worked"
    assert outcome(empty_page, attempt, elsewhere.url) != "it worked"
    assert elsewhere.seen == []


def test_a_request_would_be_seen_if_both_walls_were_down(
    empty_page: Page, site: Site, elsewhere: Elsewhere, watch: Watch
) -> None:
    watch.allowed += [f"^request: {elsewhere.url}$"]
    site.instead["app/lockdown.js"] = NO_LOCK_DOWN
    open_engine(empty_page, site, policy=NO_POLICY)
    assert outcome(empty_page, ATTEMPTS["loadBinaryFile"], elsewhere.url) == "it worked"
    assert elsewhere.seen != []


def test_no_name_that_is_to_go_can_stay(empty_page: Page, site: Site) -> None:
    worker = (site.folder / "app" / "worker.js").read_text()
    changed = worker.replace("lockDown(globalThis);", "throw new Error(`left: ${lockDown(globalThis)}`);")
    assert changed != worker
    site.instead["app/worker.js"] = changed.encode()
    open_engine(empty_page, site)
    assert wait_for(empty_page, "failed")["detail"] == "left: TEMPORARY,PERSISTENT"  # two numbers
