"""A static host of the page that counts what it is asked for, can be updated and cut off."""

from __future__ import annotations

import functools
import http.server
import shutil
import threading
import time
from collections import Counter
from pathlib import Path

import build

PREFIX = "/~some/sub path/".replace(" ", "%20")  # a blank and a tilde, as real hosts have


class Cuttable(build.Server):
    """A server whose connections, which browsers keep open, can end with it."""

    is_cut = False


class Host:
    """Serves a copy of the page under a sub-path.

    `asked` counts the files that were asked for, by their names; `sent` those that had to be sent, since the browser
    had none that it could ask about. `first` tells when a file was first asked for, in milliseconds since 1970.
    """

    def __init__(self, dist: Path, folder: Path, handler: type[build.Handler] = build.Handler) -> None:
        self.folder: Path = shutil.copytree(dist, folder)
        self.instead: dict[str, bytes] = {}
        self.asked: Counter[str] = Counter()
        self.sent: Counter[str] = Counter()
        self.first: dict[str, float] = {}
        counting = type("Counting", (handler,), {"do_GET": counted(self, handler)})
        self.handler = functools.partial(counting, self.folder, "/~some/sub path/", self.instead)
        self.server: Cuttable | None = None
        self.port = 0
        self.start()
        self.url = f"http://127.0.0.1:{self.port}{PREFIX}"

    def start(self) -> None:
        """Answers, at the same address whenever it was cut off."""
        self.server = Cuttable(("127.0.0.1", self.port), self.handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def cut(self) -> None:
        """No longer answers, and hangs up on everyone: the network is cut."""
        if self.server:
            self.server.is_cut = True
            self.server.shutdown()
            self.server.server_close()
        self.server = None

    def update(self, name: str, more: str) -> None:
        """Puts up a new version of the page, one of whose files has something more at its end."""
        for page in ("index.html", "app/hosting.html"):
            shutil.copyfile(build.ROOT / page, self.folder / page)
        for made in ("sw.js", build.SUMS):
            (self.folder / made).unlink()
        file = self.folder / name
        file.write_bytes(file.read_bytes() + more.encode())
        build.finish(self.folder)

    def build(self) -> str:
        """The build that is up."""
        text = (self.folder / "index.html").read_text(encoding="utf-8")
        return text.partition('data-build="')[2].partition('"')[0]


def counted(host: Host, handler: type[build.Handler]) -> object:
    """A do_GET that also counts."""

    def do_get(self: build.Handler) -> None:
        if isinstance(self.server, Cuttable) and self.server.is_cut:
            self.close_connection = True
            return
        name, _ = self.find()
        host.first.setdefault(name, time.time() * 1000)
        host.asked[name] += 1
        host.sent[name] += "If-None-Match" not in self.headers
        handler.do_GET(self)

    return do_get


class PlainHandler(build.Handler):
    """Answers as a host does that knows no type but those of pages, and forbids every cache."""

    protocol_version = "HTTP/1.0"
    known = frozenset({".html", ".css", ".js"})

    def do_GET(self) -> None:  # noqa: N802 (the name is http.server's)
        """Sends the file."""
        name, content = self.find()
        if content is None:
            self.send_error(404)
            return
        suffix = Path(name).suffix
        self.send_response(200)
        self.send_header("Cache-Control", "no-store")
        if suffix in self.known:
            self.send_header("Content-Type", self.types[suffix].partition(";")[0])
        elif suffix == ".wasm":
            self.send_header("Content-Type", "application/octet-stream")
        self.end_headers()
        self.wfile.write(content)


def strict_handler(headers: dict[str, str]) -> type[build.Handler]:
    """Answers with these headers on every file."""

    def end_headers(self: http.server.BaseHTTPRequestHandler) -> None:
        for name, value in headers.items():
            self.send_header(name, value)
        build.Handler.end_headers(self)

    return type("StrictHandler", (build.Handler,), {"end_headers": end_headers})
