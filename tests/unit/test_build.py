"""What build.py makes: the same bytes every time, and a folder that holds all the page needs."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import urllib.request
import zipfile
from pathlib import Path

import pytest

import build
from rankproof import __version__, bridge

REGISTRIES = ("pypi.org", "pythonhosted", "npmjs", "yarnpkg", "localhost", "127.0.0.1")


def test_the_wheel_is_the_same_bytes_wherever_it_is_built(dist: Path, tmp_path: Path) -> None:
    shutil.copytree(build.ROOT / "py", tmp_path / "py", ignore=shutil.ignore_patterns("__pycache__"))
    for name in build.PACKAGE_FILES:
        shutil.copyfile(build.ROOT / name, tmp_path / name)
    command = (build.PYTHON, "-m", "hatchling", "build", "--target", "wheel")
    subprocess.run(command, check=True, cwd=tmp_path, capture_output=True, env={"SOURCE_DATE_EPOCH": "1577836800"})
    name = f"rankproof-{__version__}-py3-none-any.whl"
    assert (tmp_path / "dist" / name).read_bytes() == build.build_wheel().read_bytes()


def test_the_compiled_code_is_the_same_bytes_wherever_it_is_made(dist: Path, tmp_path: Path) -> None:
    wheel, made = tmp_path / "other.whl", (tmp_path / "library", tmp_path / "wheel")
    shutil.copyfile(build.build_wheel(), wheel)
    scripts = (build.SNAPSHOT / "settle.py", build.SNAPSHOT / "compile.py", build.FIRST_SCORES)
    command = (build.find_node(), build.SNAPSHOT / "compile.mjs", wheel, *scripts, *made)
    elsewhere = {"HOME": str(tmp_path), "LANG": "de_DE.UTF-8", "TZ": "Asia/Tokyo"}
    subprocess.run(command, check=True, cwd=tmp_path, env=elsewhere)
    (shipped,) = dist.glob("wheels/rankproof-*.whl")
    assert made[0].read_bytes() == (dist / "pyodide" / "python_stdlib.zip").read_bytes()
    assert made[1].read_bytes() == shipped.read_bytes()


def test_the_shipped_wheel_is_the_wheel_with_code_beside_it_and_every_file_on_record(dist: Path) -> None:
    (path,) = dist.glob("wheels/rankproof-*.whl")
    with zipfile.ZipFile(path) as shipped, zipfile.ZipFile(build.build_wheel()) as wheel:
        names, plain = shipped.namelist(), wheel.namelist()
        assert [name for name in names if not name.endswith(".pyc")] == plain
        (record,) = (name for name in plain if name.endswith("/RECORD"))
        assert [name for name in plain if name != record and shipped.read(name) != wheel.read(name)] == []
        rows = [row.split(",") for row in shipped.read(record).decode().splitlines()]
        assert sorted(row[0] for row in rows) == sorted(names)
        hashes = {name: hash_ for name, hash_, _ in rows if name != record}
        for name, hash_ in hashes.items():
            found = base64.urlsafe_b64encode(hashlib.sha256(shipped.read(name)).digest()).decode().rstrip("=")
            assert hash_ == f"sha256={found}", name


def test_no_source_is_compiled_on_the_way_to_a_first_score_without_the_snapshot(dist: Path) -> None:
    (wheel,) = dist.glob("wheels/rankproof-*.whl")
    with zipfile.ZipFile(dist / "pyodide" / "python_stdlib.zip") as library, zipfile.ZipFile(wheel) as package:
        assert {"json/__init__.pyc", "re/_parser.pyc", "asyncio/events.pyc"} <= set(library.namelist())
        assert "json/__init__.py" not in library.namelist()  # which would never be read
        for module in ("__init__", "bridge", "formats/rows", "measures/ranked", "scoring"):
            folder, _, name = f"rankproof/{module}".rpartition("/")
            code = package.read(f"{folder}/__pycache__/{name}.cpython-314.pyc")
            assert code[4:8] == b"\x01\0\0\0"  # by hash, and not to be checked (PEP 552)


def test_the_snapshot_is_the_same_bytes_wherever_it_is_made(dist: Path, tmp_path: Path) -> None:
    (shipped_wheel,) = dist.glob("wheels/rankproof-*.whl")
    wheel = tmp_path / "other.whl"
    shutil.copyfile(shipped_wheel, wheel)
    sha256 = hashlib.sha256(wheel.read_bytes()).hexdigest()
    made = tmp_path / "made"
    command = (
        build.find_node(),
        build.SNAPSHOT / "make.mjs",
        wheel,
        sha256,
        build.SNAPSHOT / "settle.py",
        build.FIRST_SCORES,
        made,
    )
    subprocess.run(
        command, check=True, cwd=tmp_path, env={"HOME": str(tmp_path), "LANG": "de_DE.UTF-8", "TZ": "Asia/Tokyo"}
    )
    assert made.read_bytes() == (dist / "pyodide" / "snapshot.bin").read_bytes()


def test_the_page_is_the_same_bytes_wherever_it_is_built(dist: Path, tmp_path: Path) -> None:
    checkout = tmp_path / "another checkout"
    ignored = shutil.ignore_patterns("__pycache__", ".venv", "node_modules", "dist", ".git", "tests", ".*_cache")
    shutil.copytree(build.ROOT, checkout, ignore=ignored)
    (checkout / "node_modules").symlink_to(build.NODE_MODULES)
    (checkout / ".venv").mkdir()
    for name in ("bin", "lib", "pyvenv.cfg", ".stamp", "micropip"):  # the tools, and nothing that was built with them
        (checkout / ".venv" / name).symlink_to(build.VENV / name)
    elsewhere = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LANG": "tr_TR.UTF-8", "TZ": "Asia/Tokyo"}
    command = (sys.executable, "build.py", "build")
    built = subprocess.run(
        command, check=True, cwd=checkout, env={**elsewhere, "PYTHONHASHSEED": "1"}, umask=0o077, capture_output=True
    )
    for step in (b"building the wheel", b"compiling", b"starting Python once", b"laying out dist/"):
        assert step in built.stdout
    assert build.sums(checkout / "dist") == build.sums(dist)


def test_the_sums_beside_the_page_are_those_of_its_files(dist: Path) -> None:
    wanted = {name: sum_ for name, sum_ in build.sums(dist).items() if name != build.SUMS}
    lines = (dist / build.SUMS).read_text(encoding="utf-8").splitlines()
    assert {name: sum_ for sum_, name in (line.split("  ") for line in lines)} == wanted


def finished_anew(folder: Path) -> str:
    """Has a copy of the page told anew what it is made of; the build that it then is."""
    for page in ("index.html", "app/hosting.html"):
        shutil.copyfile(build.ROOT / page, folder / page)
    for made in ("sw.js", build.SUMS):
        (folder / made).unlink()
    build.finish(folder)
    return (folder / "index.html").read_text(encoding="utf-8").partition('data-build="')[2][:64]


@pytest.mark.parametrize("name", ["app/main.js", "vendor/crelt.LICENSE", "pyodide/snapshot.bin"])
def test_a_change_of_any_file_is_another_build_in_the_page_and_its_service_worker(
    dist: Path, tmp_path: Path, name: str
) -> None:
    other = shutil.copytree(dist, tmp_path / "dist")
    before = finished_anew(other)
    assert build.sums(other) == build.sums(dist)
    with (other / name).open("ab") as file:
        file.write(b" ")
    after = finished_anew(other)
    assert after != before
    assert f'"build": "{after}"' in (other / "sw.js").read_text(encoding="utf-8")


def test_what_a_first_score_waits_for_is_at_most_9_mb_compressed(dist: Path) -> None:
    names = ("pyodide.asm.wasm", "pyodide.asm.js", "pyodide.js", "pyodide-lock.json", "snapshot.bin")
    waited_for = [dist / "index.html", *(dist / "app").rglob("*.*"), *(dist / "pyodide" / name for name in names)]
    assert sum(len(gzip.compress(file.read_bytes())) for file in waited_for) <= 9_000_000


def test_the_modules_of_others_name_each_other_by_paths_and_bring_their_licences(dist: Path) -> None:
    modules = sorted((dist / "vendor").glob("*.js"))
    assert {"codemirror-view.js", "codemirror-lang-python.js", "lezer-python.js"} <= {file.name for file in modules}
    for file in [*modules, dist / "app" / "widgets" / "codemirror.js"]:
        named = re.findall(
            r"""^(?:import|export|\}).*?(?:from |import )["'](.+?)["'];$""", file.read_text(), re.MULTILINE
        )
        assert named or file.name in {
            "codemirror-streamparser.js",
            "crelt.js",
            "lezer-common.js",
            "marijn-find-cluster-break.js",
            "style-mod.js",
            "w3c-keyname.js",
        }
        assert [name for name in named if not (file.parent / name).is_file()] == []
    for file in modules:
        assert "Permission is hereby granted, free of charge" in file.with_suffix(".LICENSE").read_text()


def test_the_catalog_is_what_the_package_says_of_itself(dist: Path) -> None:
    catalog = json.loads((dist / "app" / "catalog.json").read_bytes())
    assert catalog == json.loads(bridge.handle('{"action": "describe"}'))["ok"]
    assert catalog["version"] == __version__


def test_the_lock_file_of_pyodide_names_our_wheels_only_with_their_hashes(dist: Path) -> None:
    lock = json.loads((dist / "pyodide" / "pyodide-lock.json").read_bytes())
    assert set(lock["packages"]) == {"micropip", "rankproof"}
    for entry in lock["packages"].values():
        wheel = dist / "pyodide" / entry["file_name"]
        assert hashlib.sha256(wheel.read_bytes()).hexdigest() == entry["sha256"]


def test_a_build_with_nothing_to_do_changes_nothing(dist: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {path: path.stat().st_mtime_ns for path in build.DIST.rglob("*")}
    build.build()
    assert {path: path.stat().st_mtime_ns for path in build.DIST.rglob("*")} == before
    assert capsys.readouterr().out == "build.py: dist/ is up to date\n"


@pytest.mark.parametrize(
    "name", ["package-lock.json", *(f".requirements-{part}.txt" for part in ("dev", "page", "node"))]
)
def test_lock_files_pin_by_hash_and_name_no_registry(name: str) -> None:
    text = (build.ROOT / name).read_text()
    assert "sha512-" in text or "--hash=sha256:" in text
    assert [registry for registry in REGISTRIES if registry in text] == []
    assert '"resolved"' not in text


@pytest.mark.parametrize(
    ("path", "status", "kind"),
    [
        ("", 200, "text/html; charset=utf-8"),
        ("pyodide/pyodide.asm.js", 200, "text/javascript; charset=utf-8"),
        ("pyodide/pyodide.asm.wasm", 200, "application/wasm"),
        ("some.run.gz", 200, "application/octet-stream"),
        ("nothing/here.js", 404, None),
        ("../build.py", 404, None),
        ("%2e%2e/build.py", 404, None),
    ],
)
def test_the_server_sends_files_under_its_folder_with_their_types(
    dist: Path, path: str, status: int, kind: str | None
) -> None:
    with build.make_server(dist, prefix="/sub/", instead={"some.run.gz": b"\x1f\x8b"}) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        request = urllib.request.Request(f"http://127.0.0.1:{server.server_port}/sub/{path}", method="HEAD")
        try:
            answer = urllib.request.urlopen(request)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            assert answer.status == status
            assert "Content-Encoding" not in answer.headers
            if kind:
                assert answer.headers["Content-Type"] == kind
        server.shutdown()


def test_the_server_sends_a_file_again_only_when_it_has_changed(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("first")
    with build.make_server(tmp_path) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/a.txt"
        with urllib.request.urlopen(url) as answer:
            tag = answer.headers["ETag"]
        request = urllib.request.Request(url, headers={"If-None-Match": tag})
        with pytest.raises(urllib.error.HTTPError, match="304") as unchanged:
            urllib.request.urlopen(request)
        unchanged.value.close()
        (tmp_path / "a.txt").write_text("other")
        with urllib.request.urlopen(request) as answer:
            assert answer.read() == b"other"
        server.shutdown()
