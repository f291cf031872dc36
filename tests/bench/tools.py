"""The command line of every tool that is compared, and its version; a tool that is not here is left out and said so."""

from __future__ import annotations

import functools
import importlib.metadata
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.bench.data import Pair
from tests.bench.timing import ROOT, Command

PEERS = Path(__file__).parent / "peers"
OFFICIAL = ("-m", "official", "--preset", "trec-eval", "--format", "trec")  # what trec_eval prints without options
OURS = {"PYTHONPATH": str(ROOT / "py")}

# Programs of .venv that are run through a script of peers/: the name here, of the module, and of the distribution.
SCRIPTED = {
    "pytrec_eval": ("pytrec_eval", "pytrec_eval-terrier"),
    "ir_measures": ("ir_measures", "ir-measures"),
    "ranx": ("ranx", "ranx"),
}


def rankproof(pair: Pair, *arguments: str, status: int = 0) -> Command:
    """This checkout's command line, on trec_eval's official measures unless there are other arguments."""
    chosen = arguments or OFFICIAL
    return Command((sys.executable, "-m", "rankproof", pair.qrels, pair.run, *chosen), OURS, status)


def python(code: str) -> Command:
    """The same Python with nothing but this code to run."""
    return Command((sys.executable, "-c", code), OURS)


SLOW = ("ranx",)
TOO_SLOW = "a round takes minutes at this size"


def compared(pair: Pair, slow: bool = True) -> dict[str, Command]:
    """Every tool that is here, from two TREC files to printed official means; not the slow ones unless asked."""
    commands = {"rankproof": rankproof(pair)}
    for jobs in ("1", "2") if has_jobs() else ():
        commands[f"rankproof --jobs {jobs}"] = rankproof(pair, *OFFICIAL, "--jobs", jobs)
    own = (sys.executable, "-m", "rankproof", "trec_eval", pair.qrels, pair.run)
    commands["rankproof trec_eval"] = Command(own, OURS)
    commands |= trec_eval(pair)
    for name, (module, distribution) in SCRIPTED.items():
        if is_here(module, distribution) and (slow or name not in SLOW):
            script = PEERS / f"{name}_means.py"
            commands[name] = Command((sys.executable, script, pair.qrels, pair.run))
    return commands


def trec_eval(pair: Pair) -> dict[str, Command]:
    """trec_eval's command under its name, if it is here."""
    program = find_trec_eval()
    return {"trec_eval": Command((program, pair.qrels, pair.run))} if program else {}


@functools.cache
def find_trec_eval() -> str | None:
    """The trec_eval that TREC_EVAL names, or the one on PATH."""
    named = os.environ.get("TREC_EVAL")
    if named and not shutil.which(named):
        sys.exit(f"bench: TREC_EVAL is {named}, which is not a program")
    return shutil.which(named or "trec_eval")


@functools.cache
def has_jobs() -> bool:
    """Whether the command line takes --jobs."""
    command = (sys.executable, "-m", "rankproof", "--help")
    said = subprocess.run(command, check=True, env={**os.environ, **OURS}, capture_output=True, text=True)
    return "--jobs" in said.stdout


def is_here(module: str, distribution: str) -> bool:
    """Whether a program is installed; what others left in its folder is no module of it."""
    try:
        importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return False
    return importlib.util.find_spec(module) is not None


def versions() -> dict[str, str]:
    """The version of every tool that is here."""
    ours = (sys.executable, "-m", "rankproof", "--version")
    said = subprocess.run(ours, check=True, env={**os.environ, **OURS}, capture_output=True, text=True)
    found = {"rankproof": said.stdout.split()[-1]}
    if program := find_trec_eval():
        said = subprocess.run([program, "--version"], check=True, capture_output=True, text=True)
        found["trec_eval"] = (said.stdout or said.stderr).split()[-1]
    for name, (module, distribution) in SCRIPTED.items():
        if is_here(module, distribution):
            found[name] = importlib.metadata.version(distribution)
    return found


def absent() -> dict[str, str]:
    """Why a tool, or an option of ours, is left out."""
    why: dict[str, str] = {}
    if not has_jobs():
        why |= dict.fromkeys(("rankproof --jobs 1", "rankproof --jobs 2"), "this version has no --jobs")
    if not find_trec_eval():
        why["trec_eval"] = "it is not on PATH, nor named by TREC_EVAL"
    for name, (module, distribution) in SCRIPTED.items():
        if not is_here(module, distribution):
            why[name] = f"{distribution} is not installed in .venv"
    return why
