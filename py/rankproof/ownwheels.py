"""Makes pure-Python wheels that a user dropped on the page importable, without a network."""

from __future__ import annotations

import importlib
import re
import shutil
import sys
import tempfile
import zipfile
from email.parser import Parser
from pathlib import Path
from typing import Any, NamedTuple

from .packed import most_unpacked

Json = dict[str, Any]

FOLDER = Path(tempfile.gettempdir()) / "own-wheels"

TAG = re.compile(r"-(py3|py2\.py3)-none-any\.whl$")

REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)([^;]*)(?:;(.*))?$")


class Wheel(NamedTuple):
    """What a wheel says of itself; needs: the distributions that it cannot do without."""

    name: str
    version: str
    needs: list[str]


def install(wheels: list[Json]) -> list[Json]:
    """Makes exactly these wheels importable: {id, path, name}; those of an earlier call are forgotten.

    Answers for each with {id, title, problem, needs}: what it calls itself, why it cannot be used, and which other
    distributions it needs that are not here.
    """
    wanted = {str(given["id"]): given for given in wheels}
    _forget(set(wanted))
    read = {own: _installed(own, given) for own, given in wanted.items()}
    here = {_plain(wheel.name) for wheel in read.values() if isinstance(wheel, Wheel)} | {"rankproof"}
    return [_answer(own, wheel, here) for own, wheel in read.items()]


def _answer(own: str, wheel: Wheel | str, here: set[str]) -> Json:
    if isinstance(wheel, str):
        return {"id": own, "title": None, "problem": wheel, "needs": []}
    needs = [name for name in wheel.needs if _plain(name) not in here]
    return {"id": own, "title": f"{wheel.name} {wheel.version}", "problem": None, "needs": needs}


def _installed(own: str, given: Json) -> Wheel | str:
    """Unpacks one wheel unless it is unpacked already; says in words why it cannot be used."""
    name, folder = str(given["name"]), FOLDER / own
    if not name.endswith(".whl"):
        return f"{name} is no wheel: its name would end in .whl"
    if not TAG.search(name):
        return f"{name} is built for one kind of machine; wheels whose names end in -py3-none-any.whl run here"
    try:
        if str(folder) not in sys.path:
            with zipfile.ZipFile(given["path"]) as archive:
                unpacked = sum(entry.file_size for entry in archive.infolist())
                if unpacked > most_unpacked(0):
                    return f"{name} unpacks to {unpacked:,} bytes: wheels of over {most_unpacked(0):,} are not taken"
                archive.extractall(folder)
            sys.path.append(str(folder))  # last, so that no wheel hides a module of Python's or ours
            importlib.invalidate_caches()
        (metadata,) = folder.glob("*.dist-info/METADATA")
        return _described(metadata.read_text(encoding="utf-8", errors="replace"))
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        _drop(folder)
        return f"{name} cannot be read as a wheel ({error})"


def _described(metadata: str) -> Wheel:
    headers = Parser().parsestr(metadata, headersonly=True)
    return Wheel(headers.get("Name", ""), headers.get("Version", ""), _needs(headers.get_all("Requires-Dist") or []))


def _needs(requirements: list[str]) -> list[str]:
    """The names of what is required in any case; conditions (extras, old versions, other systems) are left out."""
    found = [REQUIREMENT.match(each) for each in requirements]
    return [one[1] for one in found if one and not (one[3] or "").strip()]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _forget(wanted: set[str]) -> None:
    for folder in [Path(path) for path in sys.path if Path(path).parent == FOLDER and Path(path).name not in wanted]:
        _drop(folder)


def _drop(folder: Path) -> None:
    """Takes a wheel and the modules that came from it away again."""
    if str(folder) in sys.path:
        sys.path.remove(str(folder))
    for name, module in list(sys.modules.items()):
        if Path(getattr(module, "__file__", None) or "/").is_relative_to(folder):
            del sys.modules[name]
    shutil.rmtree(folder, ignore_errors=True)
    importlib.invalidate_caches()
