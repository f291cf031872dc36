"""Runs commands as whole processes, in rounds, and takes their wall time and peak memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
LAUNCHER = Path(__file__).with_name("launch.py")
RSS_UNIT = 1 if sys.platform == "darwin" else 1024  # bytes; getrusage(2) of macOS counts in bytes


class Command(NamedTuple):
    """A command line, the variables it needs beside ours, and the exit status that says it did its work."""

    arguments: tuple[str | Path, ...]
    env: Mapping[str, str] = {}
    status: int = 0


class Ran(NamedTuple):
    """What a process took and left: wall time in seconds, peak resident memory in MB (10^6 bytes)."""

    seconds: float
    megabytes: float
    status: int
    stdout: str
    stderr: str


class FailedError(Exception):
    """A command did not do its work, so its time means nothing."""


class Log:
    """Says what is being done, and keeps why something could not be measured, by the start of its figures' names."""

    def __init__(self) -> None:
        self.missing: dict[str, str] = {}

    def say(self, text: str) -> None:
        """One line on standard error, so that the tables can be sent elsewhere."""
        print(f"bench: {text}", file=sys.stderr, flush=True)


Task = Callable[[], Mapping[str, float]]


def run(command: Command) -> Ran:
    """Runs a command to its end; of a process with children, the memory is that of the largest of them."""
    reading, writing = os.pipe()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, os.fdopen(reading) as report:
        launcher = (sys.executable, "-I", "-S", LAUNCHER, str(writing), *command.arguments)
        env = {**os.environ, **command.env}
        subprocess.run(launcher, check=True, cwd=ROOT, env=env, stdout=out, stderr=err, pass_fds=[writing])
        os.close(writing)
        seconds, peak, status = report.read().split()
        out.seek(0)
        err.seek(0)
        printed, said = (file.read().decode(errors="replace") for file in (out, err))
    ran = Ran(float(seconds), int(peak) * RSS_UNIT / 1e6, int(status), printed, said)
    if ran.status != command.status:
        name = " ".join(Path(argument).name for argument in command.arguments[:6])
        last = said.strip().rpartition("\n")[2]
        raise FailedError(f"{name} ended with status {ran.status}, not {command.status}: {last}")
    return ran


def in_rounds(tasks: Mapping[str, Task], rounds: int, log: Log, prefix: str) -> dict[str, list[float]]:
    """Runs every task once a round, so that what disturbs the machine disturbs them alike; round 0 is the warm-up.

    A task returns what it measured, by name; the answer holds the values of the rounds, under "prefix.task.name". A
    task that fails is left out from then on, and the log holds why.
    """
    values: dict[str, list[float]] = {}
    failed: set[str] = set()
    for at in range(rounds + 1):
        for name, task in tasks.items():
            if name in failed:
                continue
            log.say(f"{prefix}, {name}, {f'round {at} of {rounds}' if at else 'warm-up'}")
            try:
                measured = task()
            except FailedError as problem:
                failed.add(name)
                log.missing[f"{prefix}.{name}"] = str(problem)
                continue
            for what, value in measured.items() if at else ():
                values.setdefault(f"{prefix}.{name}.{what}", []).append(value)
    return {name: series for name, series in values.items() if len(series) >= rounds}


def timed(command: Command, check: Callable[[Ran], bool] = lambda ran: bool(ran.stdout)) -> Task:
    """A task that runs the command; what it printed must pass the check, by default that it is something."""

    def task() -> dict[str, float]:
        ran = run(command)
        if not check(ran):
            raise FailedError(f"the answer is not what it must be: {(ran.stderr or ran.stdout)[:200]}")
        return {"s": ran.seconds, "MB": ran.megabytes}

    return task


def median(values: Iterable[float]) -> float:
    """The middle value, or the mean of the two in the middle."""
    rising = sorted(values)
    half = len(rising) // 2
    return rising[half] if len(rising) % 2 else (rising[half - 1] + rising[half]) / 2
