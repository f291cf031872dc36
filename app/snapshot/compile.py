"""Puts compiled code into the library and the wheel; compile.mjs runs this in Pyodide."""

from __future__ import annotations

import base64
import hashlib
import importlib
import io
import py_compile
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

LIBRARY = next(path for path in sys.path if path.endswith(".zip"))
UNPACKED = "/home/pyodide"  # where Pyodide unpacks a wheel unless told otherwise


AFTERWARDS = ("rankproof.bridgeexplain", "rankproof.proof.explain", "rankproof.proof.means", "rankproof.proof.printed")
"""What comes soon after a first score, with all that it imports: the page works out ties while it has nothing to do."""


def compiled(wheel: str, score_examples: Callable[[str], None], examples: str) -> list[bytes]:
    """The library and the wheel with the code of each module that a first score needs, or what comes soon after it.

    Compiled by the Python that will run it, and never compared with its source. In the library it takes the place of
    the source, which Python would read no more; the wheel is one that pip installs too.
    """
    score_examples(examples)
    for name in AFTERWARDS:
        importlib.import_module(name)
    needed = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    library, package = Path(LIBRARY).read_bytes(), Path(wheel).read_bytes()
    return [with_code(library, LIBRARY, needed, beside=False), with_code(package, UNPACKED, needed, beside=True)]


def with_code(archive: bytes, place: str, needed: set[str | None], *, beside: bool) -> bytes:
    """The archive, which is imported from `place`, with the code of the needed modules in it."""
    content = io.BytesIO()
    rows: list[str] = []
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(content, "w") as new:
        for entry in old.infolist():
            data = old.read(entry)
            if f"{place}/{entry.filename}" not in needed:
                new.writestr(
                    entry,
                    data + "".join(rows).encode() if entry.filename.endswith("/RECORD") else data,
                    compresslevel=9,
                )
                continue
            code = zipfile.ZipInfo(code_name(entry.filename, beside=beside), entry.date_time)
            code.compress_type, code.external_attr = entry.compress_type, entry.external_attr
            made = compiled_source(data, f"{place}/{entry.filename}")
            new.writestr(code, made, compresslevel=9)
            if beside:
                new.writestr(entry, data, compresslevel=9)
                rows.append(record(code.filename, made))
    return content.getvalue()


def code_name(source: str, *, beside: bool) -> str:
    """Where Python looks for the code: in a folder of their own beside files, in their place in an archive."""
    if not beside:
        return f"{source}c"
    folder, _, name = source.rpartition("/")
    return f"{folder}/__pycache__/{name.removesuffix('.py')}.{sys.implementation.cache_tag}.pyc"


def compiled_source(source: bytes, name: str) -> bytes:
    """The content of the .pyc file."""
    with tempfile.TemporaryDirectory() as folder:
        file, code = Path(folder) / "source.py", Path(folder) / "source.pyc"
        file.write_bytes(source)
        unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(str(file), str(code), name, doraise=True, invalidation_mode=unchecked)
        return code.read_bytes()


def record(name: str, content: bytes) -> str:
    """The line of a wheel's RECORD on one file."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
    return f"{name},sha256={digest},{len(content)}\n"


compiled  # noqa: B018 (what compile.mjs is given)
