#!/usr/bin/env python3
"""Builds, serves and tests Rankproof with nothing but Python: python3 build.py build | serve | test | bench."""

from __future__ import annotations

import argparse
import functools
import hashlib
import html
import http.server
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent
DIST = ROOT / "dist"
VENV = ROOT / ".venv"
PROGRAMS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = PROGRAMS / ("python.exe" if os.name == "nt" else "python")
NODE_MODULES = ROOT / "node_modules"
PYODIDE = NODE_MODULES / "pyodide"
# Under names whose type every host knows: some send .mjs as no script, which browsers refuse to import.
PYODIDE_FILES = {
    "pyodide.mjs": "pyodide.js",
    "pyodide.asm.mjs": "pyodide.asm.js",
    "pyodide.asm.wasm": "pyodide.asm.wasm",
}
OLDEST_NODE = 20
MOST_PROCESSES = 4  # of tests side by side, each with a browser of its own
# The engines that the page's main flows are tested in, and what drives each: Debian's package, and programs that do.
ENGINES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "chromium": {},  # ensure_chromium sees to it
    "firefox": {"firefox-esr": ("firefox-esr", "firefox")},
    "webkit": {"webkit2gtk-driver": ("WebKitWebDriver",), "xvfb": ("Xvfb",)},
}
PACKAGE_FILES = ("pyproject.toml", "README.md", "LICENSE")
SNAPSHOT = ROOT / "app" / "snapshot"
FIRST_SCORES = ROOT / "app" / "examples" / "forms.json"  # scored at the build, to find out what a first score needs
KEPT_SNAPSHOTS = 8  # the tests make some of their own
SERVICE_WORKER = ROOT / "app" / "sw.js"
FILES_TO_COME = '{ build: "", files: {} }'  # what the service worker holds in the place of the list of files
SUMS = "SHA256SUMS"


def main() -> int:
    """Does what the command line asks for and returns the exit status."""
    if sys.version_info < (3, 11):
        sys.exit(f"build.py needs Python 3.11 or newer; this is {sys.version.split()[0]}")
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="build | serve | test | bench")
    commands.add_parser("build", help="make dist/, a folder that any static host can serve")
    serving = commands.add_parser("serve", help="build, then serve dist/ on this machine")
    serving.add_argument("--port", type=int, default=0, help="default: a free one")
    commands.add_parser("test", help="build, then run the checks and tests; the rest goes to pytest", add_help=False)
    commands.add_parser("bench", help="build, then measure; the rest goes to tests/bench", add_help=False)
    options, rest = parser.parse_known_args()
    if rest and options.command not in {"test", "bench"}:
        parser.error(f"unknown: {' '.join(rest)}")
    try:
        if options.command == "serve":
            return serve(options.port)
        if options.command == "test":
            return test(rest)
        if options.command == "bench":
            return bench(rest)
        build()
    except subprocess.CalledProcessError as failure:
        return fail(f"this ended with status {failure.returncode}: {' '.join(map(str, failure.cmd))}")
    return 0


def build() -> None:
    """Makes dist/ and whatever that needs, each part only when it is not up to date."""
    make_venv()
    make_node_modules()
    library, wheel = compile_start(build_wheel())
    make_dist(wheel, fetch_micropip(), library, make_snapshot(wheel))


def serve(port: int) -> int:
    """Builds, then serves dist/ until it is interrupted."""
    build()
    try:
        server = make_server(DIST, port)
    except OSError as problem:
        return fail(f"port {port} cannot be used: {problem.strerror}. Without --port a free one is taken.")
    say(f"Rankproof is at http://127.0.0.1:{server.server_port}/ (Ctrl+C ends it)")
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    finally:
        server.server_close()
    return 0


def test(pytest_arguments: list[str]) -> int:
    """Builds, then runs the linters and type checkers, and the tests last."""
    build()
    chromium = ensure_chromium()
    check_engines()
    node, modules = find_node(), NODE_MODULES
    checks: dict[str, list[str | Path]] = {
        "ruff check": [PYTHON, "-m", "ruff", "check", "--quiet"],
        "ruff format": [PYTHON, "-m", "ruff", "format", "--check", "--quiet"],
        "mypy": [PYTHON, "-m", "mypy", "--no-error-summary"],
        "tsc": [node, modules / "typescript/bin/tsc", "--project", ROOT],
        "biome": [node, modules / "@biomejs/biome/bin/biome", "check", "--error-on-warnings"],
    }
    failed = [name for name, command in checks.items() if not passes(name, command)]
    say(f"checks that failed: {', '.join(failed)}" if failed else f"checks: all {len(checks)} passed")
    say("running the tests")
    env = {**os.environ, "CHROMIUM": chromium}
    processes = min(os.cpu_count() or 1, MOST_PROCESSES)
    tests = subprocess.run(
        [PYTHON, "-m", "pytest", f"-n{processes}", "--dist=worksteal", *pytest_arguments], cwd=ROOT, env=env
    )
    return tests.returncode or int(bool(failed))


def bench(arguments: list[str]) -> int:
    """Builds, then measures speed, memory and size beside the peers."""
    build()
    env = {**os.environ, "CHROMIUM": ensure_chromium()}
    return subprocess.run([PYTHON, "-m", "tests.bench", *arguments], cwd=ROOT, env=env).returncode


def passes(name: str, command: list[str | Path]) -> bool:
    """Runs one check and shows what it prints only when it fails."""
    result = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    say(f"{name}: {'passed' if result.returncode == 0 else 'FAILED'}")
    if result.returncode:
        print(result.stdout.decode(errors="replace").rstrip(), flush=True)
    return result.returncode == 0


# The tools


def make_venv() -> None:
    """Puts the pinned tools for development into .venv."""
    lock = ROOT / ".requirements-dev.txt"
    key = digest([lock], sys.version.split()[0])
    if PYTHON.exists() and is_stamped(VENV, key):
        return
    say("making .venv")
    if importlib.util.find_spec("ensurepip") is None:
        package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        apt_install(package, f"{sys.executable} comes without ensurepip, which .venv is made with")
    run(os.path.realpath(sys.executable), "-m", "venv", "--clear", VENV)
    say(f"installing what {lock.name} lists")
    pip("install", "--require-hashes", "-r", lock)
    stamp(VENV, key)


def make_node_modules() -> None:
    """Puts Pyodide and the JavaScript checkers into node_modules."""
    key = digest([ROOT / "package.json", ROOT / "package-lock.json"])
    if is_stamped(NODE_MODULES, key):
        return
    npm = find_npm()
    say("installing what package-lock.json lists")
    path = os.pathsep.join([str(Path(npm).parent), os.environ.get("PATH", "")])
    run(npm, "ci", "--no-audit", "--no-fund", "--loglevel=error", env={"PATH": path})
    stamp(NODE_MODULES, key)


def find_npm() -> str:
    """The npm on PATH if its Node.js is new enough, else the one from PyPI, installed when it is not there yet."""
    npm, ours = shutil.which("npm"), PROGRAMS / "npm"
    if npm and node_is_usable(shutil.which("node")):
        return npm
    if not ours.exists():
        lock = ROOT / ".requirements-node.txt"
        say(f"no Node.js {OLDEST_NODE} or newer with npm is here: installing what {lock.name} lists")
        pip("install", "--require-hashes", "-r", lock)
    return str(ours)


def find_node() -> str:
    """The Node.js that goes with find_npm."""
    node = shutil.which("node")
    return node if node and shutil.which("npm") and node_is_usable(node) else str(PROGRAMS / "node")


@functools.cache
def node_is_usable(node: str | None) -> bool:
    """Whether this Node.js is there, and as new as Pyodide and the checkers need."""
    if node is None:
        return False
    printed = subprocess.run([node, "--version"], stdout=subprocess.PIPE, text=True).stdout
    major = printed.strip().removeprefix("v").partition(".")[0]
    return major.isdigit() and int(major) >= OLDEST_NODE


def ensure_chromium() -> str:
    """A Chromium for the browser tests, installed if there is none."""
    chromium = find_chromium()
    if chromium is None and may_apt():
        apt_install("chromium fonts-liberation", "the browser tests need a Chromium")
        chromium = find_chromium()
    if chromium is None:
        say("no Chromium is here: downloading Playwright's")
        subprocess.run([PYTHON, "-m", "playwright", "install", "chromium"], cwd=ROOT)
        chromium = find_chromium()
    if chromium is None:
        sys.exit("build.py: the browser tests need a Chromium: install one, or name one with CHROMIUM=/path/to/it")
    return chromium


def find_chromium() -> str | None:
    """The Chromium that CHROMIUM names, else one on PATH, in a usual place, or from Playwright."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named) or sys.exit(f"build.py: CHROMIUM is {named}, which is not a program")
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
    usual = (
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        os.path.expandvars(r"%PROGRAMFILES%\Google\Chrome\Application\chrome.exe"),
        os.path.expandvars(r"%LOCALAPPDATA%\Google\Chrome\Application\chrome.exe"),
    )
    found = map(shutil.which, (*names, *usual, *map(str, playwright_chromiums())))
    return next(filter(None, found), None)


def playwright_chromiums() -> list[Path]:
    """The Chromiums that Playwright has downloaded, newest first."""
    named = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    caches = (Path.home() / folder for folder in (".cache", "Library/Caches", "AppData/Local"))
    folders = [Path(named)] if named else [cache / "ms-playwright" for cache in caches]
    programs = ("chrome-*/chrome", "chrome-*/chrome.exe", "chrome-*/*.app/Contents/MacOS/*")
    return [path for at in folders for name in programs for path in sorted(at.glob(f"chromium-*/{name}"), reverse=True)]


def check_engines() -> None:
    """Tells which engines the tests run in; one that RANKPROOF_ENGINES names and that is not here ends them."""
    lacking, required = {name: lacks(name) for name in ENGINES}, required_engines()
    say(f"the page's main flows are tested in {', '.join(name for name in ENGINES if not lacking[name])}")
    for name, packages in lacking.items():
        if packages and name in required:
            sys.exit(f"build.py: RANKPROOF_ENGINES asks for {name}, which needs Debian's {' and '.join(packages)}")
        if packages:
            say(f"not in {name}, for want of Debian's {' and '.join(packages)}")


def required_engines() -> set[str]:
    """The engines that RANKPROOF_ENGINES names: tests that cannot run in one of these fail, and are not skipped."""
    named = set(os.environ.get("RANKPROOF_ENGINES", "").split())
    if unknown := named - ENGINES.keys():
        sys.exit(f"build.py: RANKPROOF_ENGINES names {', '.join(sorted(unknown))}; there are {', '.join(ENGINES)}")
    return named


def lacks(engine: str) -> list[str]:
    """The packages that an engine cannot be driven without, and that are not here."""
    return [package for package, names in ENGINES[engine].items() if not any(map(shutil.which, names))]


def drivers(engine: str) -> list[str]:
    """The programs that drive an engine, in the order of its packages."""
    return [next(filter(None, map(shutil.which, names))) for names in ENGINES[engine].values()]


def may_apt() -> bool:
    """Whether Debian's packages can be installed here without asking anyone."""
    return os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt_install(packages: str, why: str) -> None:
    """Installs Debian's packages, or says why they are needed and ends."""
    if not may_apt():
        sys.exit(f"build.py: {why}. On Debian and Ubuntu: sudo apt-get install {packages}")
    say(f"{why}: installing Debian's {packages}")
    for arguments in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *packages.split()]):
        run("apt-get", *arguments, env={"DEBIAN_FRONTEND": "noninteractive"}, quiet=True)


# The parts of the page


def build_wheel() -> Path:
    """The wheel of the package; equal input gives equal bytes."""
    folder = VENV / "wheel"
    inputs = [*files_under(ROOT / "py" / "rankproof"), *(ROOT / name for name in PACKAGE_FILES)]
    key = digest(inputs)
    if not is_stamped(folder, key):
        say("building the wheel")
        remake(folder)
        backend = (PYTHON, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder)
        run(*backend, env={"SOURCE_DATE_EPOCH": "1577836800"}, quiet=True)
        stamp(folder, key)
    return only_wheel(folder)


def fetch_micropip() -> Path:
    """The wheel of micropip, which is for the Python that Pyodide brings, not for this one."""
    folder, lock = VENV / "micropip", ROOT / ".requirements-page.txt"
    key = digest([lock])
    if not is_stamped(folder, key):
        say(f"downloading what {lock.name} lists")
        remake(folder)
        for_pyodide = ["--python-version", "3.14", "--only-binary=:all:", "--no-deps"]
        pip("download", *for_pyodide, "--require-hashes", "-d", folder, "-r", lock)
        stamp(folder, key)
    return only_wheel(folder)


def compile_start(wheel: Path) -> tuple[Path, Path]:
    """Python's library and the wheel, compiled where a first score needs them; equal input gives equal bytes."""
    folder, scripts = VENV / "compiled", [SNAPSHOT / name for name in ("compile.mjs", "settle.py", "compile.py")]
    key = digest([*scripts, FIRST_SCORES, ROOT / "package-lock.json", wheel])
    made = folder / "python_stdlib.zip", folder / wheel.name
    if not is_stamped(folder, key):
        say("compiling what Python starts from")
        remake(folder)
        program, settle, compile_py = scripts
        run(find_node(), program, wheel, settle, compile_py, FIRST_SCORES, *made, quiet=True)
        stamp(folder, key)
    return made


def make_snapshot(wheel: Path) -> Path:
    """The memory of a Python that has the package in it, compressed; equal input gives equal bytes."""
    kept = VENV / "snapshots"
    sha256 = hashlib.sha256(wheel.read_bytes()).hexdigest()
    key = digest([*files_under(SNAPSHOT), FIRST_SCORES, ROOT / "package-lock.json"], sha256)
    file = kept / f"{key}.bin"
    if not file.exists():
        say("starting Python once, to keep its memory")
        kept.mkdir(parents=True, exist_ok=True)
        for old in sorted(kept.glob("*.bin"), key=lambda path: path.stat().st_mtime)[:-KEPT_SNAPSHOTS]:
            old.unlink()
        with tempfile.TemporaryDirectory(dir=kept) as temporary:
            new = Path(temporary) / "new"
            inputs = (wheel, sha256, SNAPSHOT / "settle.py", FIRST_SCORES)
            run(find_node(), SNAPSHOT / "make.mjs", *inputs, new, quiet=True)
            new.rename(file)
    return file


def make_dist(rankproof: Path, micropip: Path, library: Path, snapshot: Path) -> None:
    """Lays out dist/ in a temporary folder, then puts it in the place of the old one."""
    app = [file for file in files_under(ROOT / "app") if file.suffix not in {".mjs", ".py"} and file != SERVICE_WORKER]
    page, wheels = [ROOT / "index.html", *app], [micropip, rankproof]
    key = digest([*page, SERVICE_WORKER, *wheels, library, snapshot, ROOT / "package-lock.json", Path(__file__)])
    if DIST.is_dir() and (VENV / "dist.key").is_file() and (VENV / "dist.key").read_text() == key:
        say("dist/ is up to date")
        return
    say("laying out dist/")
    with tempfile.TemporaryDirectory(prefix=".dist-", dir=ROOT) as temporary:
        new = Path(temporary) / "new"
        for source in page:
            copy(source, new / source.relative_to(ROOT))
        for name, served in PYODIDE_FILES.items():
            copy(PYODIDE / name, new / "pyodide" / served)
        for wheel in wheels:
            copy(wheel, new / "wheels" / wheel.name)
        copy(library, new / "pyodide" / "python_stdlib.zip")
        copy(snapshot, new / "pyodide" / "snapshot.bin")
        add_modules(new, new / "app" / "widgets" / "codemirror.js")
        write_json(new / "pyodide" / "pyodide-lock.json", pyodide_lock(wheels))
        write_json(new / "app" / "catalog.json", catalog(rankproof))
        finish(new)
        if DIST.exists():
            DIST.rename(Path(temporary) / "old")
        new.rename(DIST)
    (VENV / "dist.key").write_text(key)


def add_modules(folder: Path, user: Path) -> None:
    """Puts the modules of node_modules that a module uses into vendor/, all of them named by relative paths then.

    The page has no bundler, and an import map would have to stand in index.html, where its policy allows no script.
    """
    vendor, waiting, done = folder / "vendor", [(user, user)], set[str]()
    while waiting:
        source, target = waiting.pop()
        text, names = with_paths(source.read_text(encoding="utf-8"), os.path.relpath(vendor, target.parent))
        target.parent.mkdir(exist_ok=True)
        write_text(target, text)
        for name in sorted(names - done):
            waiting.append((module_file(name), vendor / vendored(name)))
            copy(NODE_MODULES / name / "LICENSE", vendor / vendored(name).replace(".js", ".LICENSE"))
        done |= names


def with_paths(text: str, vendor: str) -> tuple[str, set[str]]:
    """A module that names packages by their paths in the folder `vendor`, and the names that it had."""
    named = re.compile(r"""^((?:import|export|\}) ?.*?(?:from )?)(["'])(@?[a-z][\w./-]*)\2;$""", re.MULTILINE)
    names = {match[3] for match in named.finditer(text)}
    return named.sub(lambda match: f'{match[1]}"{Path(vendor).as_posix()}/{vendored(match[3])}";', text), names


def vendored(name: str) -> str:
    """What the file of a package is called in vendor/."""
    return name.removeprefix("@").replace("/", "-") + ".js"


def module_file(name: str) -> Path:
    """The module that a package in node_modules stands for when it is imported."""
    package = NODE_MODULES / name
    facts = json.loads((package / "package.json").read_bytes())
    return package / str(facts.get("module") or facts["main"])


def pyodide_lock(wheels: Iterable[Path]) -> dict[str, object]:
    """Pyodide's lock file cut down to our wheels, so that no other package can be asked for and these are checked."""
    info = json.loads((PYODIDE / "pyodide-lock.json").read_bytes())["info"]
    return {"info": info, "packages": {wheel.name.partition("-")[0]: locked(wheel) for wheel in wheels}}


def locked(wheel: Path) -> dict[str, object]:
    """What Pyodide's lock file holds on one wheel without dependencies."""
    name, version, *_ = wheel.name.split("-")
    return {
        "name": name,
        "version": version,
        "file_name": f"../wheels/{wheel.name}",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "install_dir": "site",
        "package_type": "package",
        "imports": [name],
        "depends": [],
        "unvendored_tests": False,
    }


def catalog(wheel: Path) -> object:
    """What the package in the wheel says of its settings and measures, for the page to draw before Python is there."""
    program = "import sys; sys.path[:0] = sys.argv[1:]; from rankproof import bridge; print(bridge.handle(input()))"
    command: list[str | Path] = [PYTHON, "-I", "-X", "utf8", "-c", program, wheel]
    request = json.dumps({"action": "describe"}).encode()
    answer = json.loads(subprocess.run(command, check=True, input=request, stdout=subprocess.PIPE).stdout)
    return answer["ok"]


# What the page says of itself


def finish(folder: Path) -> None:
    """Tells the pages what they are made of, the service worker which files there are, and anyone how to check them."""
    pages = [folder / "index.html", folder / "app" / "hosting.html"]
    facts = known_of(folder)
    for page in pages:
        fill(page, {**facts, "build": ""})
    build = hashlib.sha256(lines_of_sums(sums(folder)).encode()).hexdigest()
    for page in pages:
        fill(page, {"build": build[:8]})
    index = pages[0].read_text(encoding="utf-8")
    write_text(pages[0], once(index, 'data-build=""', f'data-build="{build}"'))
    listed = {name: sha256 for name, sha256 in sums(folder).items() if not name.endswith(".LICENSE")}
    worker = SERVICE_WORKER.read_text(encoding="utf-8")
    content = json.dumps({"build": build, "files": listed}, indent=1)
    write_text(folder / "sw.js", once(worker, FILES_TO_COME, content))
    write_text(folder / SUMS, lines_of_sums(sums(folder)))


def known_of(folder: Path) -> dict[str, str]:
    """What the pages say of their parts, from where each part says it of itself."""
    catalog = json.loads((folder / "app" / "catalog.json").read_bytes())
    lock = json.loads((folder / "pyodide" / "pyodide-lock.json").read_bytes())
    index = (folder / "index.html").read_text(encoding="utf-8")
    (policy,) = re.findall(r'"Content-Security-Policy"\s+content="([^"]+)"', index)
    return {
        "rankproof": catalog["version"],
        "trec_eval": catalog["trec_eval"],
        "python": lock["info"]["python"],
        "pyodide": json.loads((PYODIDE / "package.json").read_bytes())["version"],
        "policy": policy,
        "size": f"{sum(file.stat().st_size for file in files_under(folder)) / 1e6:.0f} MB",
    }


def fill(page: Path, facts: Mapping[str, str]) -> None:
    """Puts each fact into the empty elements that ask for it by data-built."""
    asking = re.compile(r'(<(\w+) data-built="([\w-]+)">)(?=</\2>)')
    text = page.read_text(encoding="utf-8")
    write_text(page, asking.sub(lambda match: match[1] + html.escape(facts[match[3]]), text))


def sums(folder: Path) -> dict[str, str]:
    """The SHA-256 of every file in the folder, by its path there."""
    files = files_under(folder)
    return {file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def lines_of_sums(of_files: Mapping[str, str]) -> str:
    """The sums as the program sha256sum reads and prints them."""
    return "".join(f"{sha256}  {name}\n" for name, sha256 in of_files.items())


def once(text: str, old: str, new: str) -> str:
    """The text with new for old, which stands in it once."""
    if text.count(old) != 1:
        raise ValueError(f"{old} stands {text.count(old)} times where it should once")
    return text.replace(old, new)


# The server


def make_server(folder: Path, port: int = 0, prefix: str = "/", instead: Mapping[str, bytes] | None = None) -> Server:
    """A server on this machine for the folder, under the prefix; `instead` replaces files, named by relative path."""
    return Server(("127.0.0.1", port), functools.partial(Handler, folder, prefix, {} if instead is None else instead))


class Server(http.server.ThreadingHTTPServer):
    """Answers each connection in a thread of its own, and does not mind when a browser hangs up."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Reports what goes wrong in an answer, unless it is the other side's."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers as a plain static host does; a file is fetched anew whenever its content has changed, and only then."""

    protocol_version = "HTTP/1.1"
    types: Mapping[str, str] = {
        ".css": "text/css; charset=utf-8",
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".mjs": "text/javascript; charset=utf-8",
        ".png": "image/png",
        ".svg": "image/svg+xml",
        ".txt": "text/plain; charset=utf-8",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def __init__(self, folder: Path, prefix: str, instead: Mapping[str, bytes], *arguments: object) -> None:
        self.folder, self.prefix, self.instead = folder, prefix, instead
        super().__init__(*arguments)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Sends the file, or nothing but the news that it has not changed."""
        name, content = self.find()
        if content is None:
            self.send_error(404)
            return
        tag = f'"{hashlib.sha256(content).hexdigest()}"'
        known = self.headers.get("If-None-Match") == tag
        self.send_response(304 if known else 200)
        self.send_header("ETag", tag)
        self.send_header("Cache-Control", "no-cache")
        if not known:
            self.send_header("Content-Type", self.types.get(Path(name).suffix, "application/octet-stream"))
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if not known and self.command != "HEAD":
            self.wfile.write(content)

    def do_HEAD(self) -> None:
        """Sends what GET sends, less the content."""
        self.do_GET()

    def find(self) -> tuple[str, bytes | None]:
        """The path of what is asked for, relative to the folder, and its content if there is any."""
        asked = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path)
        if not asked.startswith(self.prefix):
            return asked, None
        name = asked.removeprefix(self.prefix).lstrip("/") or "index.html"
        path = (self.folder / name).resolve()
        if name in self.instead:
            return name, self.instead[name]
        inside = path.is_relative_to(self.folder.resolve()) and path.is_file()
        return name, path.read_bytes() if inside else None

    def log_message(self, *_: object) -> None:
        """Says nothing: the terminal is for the address."""


# Small things


def say(text: str) -> None:
    """Tells in one line what is being done."""
    print(f"build.py: {text}", flush=True)


def fail(text: str) -> int:
    """Tells in one line, on standard error, what went wrong; the exit status that goes with it."""
    print(f"build.py: {text}", file=sys.stderr)
    return 1


def run(*command: str | Path, env: Mapping[str, str] | None = None, quiet: bool = False) -> None:
    """Runs a program in the checkout; a failure ends the build."""
    output = subprocess.PIPE if quiet else None
    result = subprocess.run(command, cwd=ROOT, env={**os.environ, **(env or {})}, stdout=output, stderr=output)
    if result.returncode and quiet:
        sys.stderr.buffer.write(result.stdout + result.stderr)
    result.check_returncode()


def pip(*arguments: str | Path) -> None:
    """Runs the pip of .venv."""
    run(PYTHON, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments)


def files_under(folder: Path) -> list[Path]:
    """Every file in the folder that belongs to the project, in one order everywhere."""
    found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return sorted(found, key=lambda path: path.relative_to(folder).as_posix())


def digest(files: Iterable[Path], *texts: str) -> str:
    """One hash over the files' names and contents, and the texts."""
    total = hashlib.sha256("\0".join(texts).encode())
    for file in files:
        content = file.read_bytes()
        total.update(f"\0{os.path.relpath(file, ROOT)}\0{len(content)}\0".encode() + content)
    return total.hexdigest()


def is_stamped(folder: Path, key: str) -> bool:
    """Whether the folder was finished from the inputs that the key stands for."""
    file = folder / ".stamp"
    return file.is_file() and file.read_text() == key


def stamp(folder: Path, key: str) -> None:
    """Marks the folder as finished: the last thing done to it."""
    (folder / ".stamp").write_text(key)


def remake(folder: Path) -> None:
    """Empties the folder, or makes it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


def only_wheel(folder: Path) -> Path:
    """The one wheel in the folder."""
    (wheel,) = folder.glob("*.whl")
    return wheel


def copy(source: Path, target: Path) -> None:
    """Copies a file's content, not its dates or rights."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def write_json(path: Path, content: object) -> None:
    """Writes readable JSON."""
    write_text(path, json.dumps(content, ensure_ascii=False, indent=1) + "\n")


def write_text(path: Path, content: str) -> None:
    """Writes the same bytes everywhere."""
    path.write_bytes(content.encode())


if __name__ == "__main__":
    sys.exit(main())
