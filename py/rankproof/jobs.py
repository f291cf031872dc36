"""Scores large runs in several processes, each a slice of every run."""

from __future__ import annotations

import os
import sys

from .evalresult import EvalResult
from .formats import Judgements, Results, Source, TooEarlyError
from .names import Asked
from .record import Record
from .scoring import score_source
from .settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from .parts import Part

LEAST_BYTES = 1 << 22
"""A smaller file is read sooner than another process is started."""

Scored: TypeAlias = "tuple[Results, EvalResult]"

Slice: TypeAlias = "list[Part | None]"
"""One slice of every large run; None where a run has to be read as a whole."""


class Work(Record):
    """What every process is given: the large runs, and what they are scored with, in so many slices."""

    judgements: Judgements
    sources: Sequence[Source]
    asked: list[Asked]
    settings: Settings
    jobs: int

    def slice(self, job: int) -> Slice:
        """The slices of number `job`, from 0."""
        return [self._slice(source, job) for source in self.sources]

    def _slice(self, source: Source, job: int) -> Part | None:
        size = _size(source)
        place = size * job // self.jobs, size * (job + 1) // self.jobs
        try:
            from .parts import score_part

            return score_part(self.judgements, source, place, self.asked, self.settings)
        except TooEarlyError:
            return None


def score_sources(
    judgements: Judgements, sources: Sequence[Source], asked: list[Asked], settings: Settings, jobs: int
) -> list[Scored]:
    """How each run was read, and its scores: what scoring.score_source gives, in up to `jobs` processes.

    Raises InputError for the first run that has one.
    """
    large = [source for source in sources if jobs > 1 and _size(source) >= LEAST_BYTES]
    slices = _in_processes(Work(judgements, large, asked, settings, jobs)) if large else []
    found = []
    for source in sources:
        parts = [one[large.index(source)] for one in slices] if source in large else []
        found.append(_put_together(judgements, source, parts, asked, settings))
    return found


def processors() -> int:
    """How many processors this program may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def _size(source: Source) -> int:
    return os.path.getsize(source.path) if source.path is not None and os.path.isfile(source.path) else 0


def _put_together(
    judgements: Judgements, source: Source, parts: Slice, asked: list[Asked], settings: Settings
) -> Scored:
    whole = [part for part in parts if part is not None]
    if parts and len(whole) == len(parts):
        try:
            from .parts import join_parts

            return join_parts(judgements, source, whole, asked, settings)
        except TooEarlyError:
            pass
    return score_source(judgements, source, asked, settings)


def _in_processes(work: Work) -> list[Slice]:
    """All slices: the first is made here, each other in a process that then ends.

    A slice whose process died is one of None's.
    """
    import marshal

    start = _fork if hasattr(os, "fork") else _spawn
    quiet = work._replace(sources=[source.silent() for source in work.sources])
    others = [start(quiet, job) for job in range(1, work.jobs)]
    lost: Slice = [None] * len(work.sources)
    found = [work.slice(0)]
    for ended in others:
        data = ended()
        found.append(marshal.loads(data) if data else lost)  # noqa: S302 - our own process wrote it
    return found


def _fork(work: Work, job: int) -> Callable[[], bytes]:
    """A copy of this process makes the slice; returns what waits for it."""
    import marshal

    sys.stdout.flush()
    sys.stderr.flush()
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)

        def ended() -> bytes:
            with open(reading, "rb") as stream:
                data = stream.read()
            os.waitpid(process, 0)
            return data

        return ended
    # Whatever happens, the copy ends here; the slice that it then does not write is made anew, or fails, elsewhere.
    try:
        with open(writing, "wb") as stream:
            stream.write(marshal.dumps(work.slice(job)))
    finally:
        os._exit(0)


def _spawn(work: Work, job: int) -> Callable[[], bytes]:
    """A new Python makes the slice, where processes cannot be copied; returns what waits for it."""
    import pickle
    import subprocess

    try:
        request = pickle.dumps((work, job))
    except (pickle.PicklingError, AttributeError):
        # Measures from a file of the user's are known in this process only.
        return bytes
    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    paths = os.pathsep.join([folder, *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, "-c", f"from {__name__} import _spawned; _spawned()"]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, env={**os.environ, "PYTHONPATH": paths})  # noqa: S603
    assert process.stdin is not None
    process.stdin.write(request)
    # It begins once it has read all; communicate() shall not close it again.
    process.stdin.close()
    process.stdin = None
    return lambda: process.communicate()[0]


def _spawned() -> None:
    """What the new Python does."""
    import marshal
    import pickle

    work, job = pickle.loads(sys.stdin.buffer.read())  # noqa: S301 - the process that started this one wrote it
    sys.stdout.buffer.write(marshal.dumps(work.slice(job)))
