"""Runs the command line as a process of its own: `python3 -m rankproof`, or `rankproof` where it is installed."""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

OBJECTS = 100_000
"""New objects after which Python looks for garbage: the 700 that are usual cost a short command a tenth of its time."""


def program() -> NoReturn:
    """Runs the command line, and ends the process with its exit status."""
    gc.set_threshold(OBJECTS)
    from .cli import main

    status = main()
    if "rankproof.measures_file" in sys.modules:
        # Code of the user's own may have asked for something to be done at the end.
        sys.exit(status)
    for stream in (sys.stdout, sys.stderr):
        # One of them may have been closed before the start; a reader that went away main() has dealt with.
        try:
            if stream is not None and not stream.closed:
                stream.flush()
        except BrokenPipeError:
            continue
    # Taking an interpreter down object by object takes a sixth of the time of a short command, and longer after a run.
    os._exit(status)


if __name__ == "__main__":
    program()
