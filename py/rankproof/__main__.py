"""Runs the command line: `python3 -m rankproof`."""

import sys

from .cli import main

sys.exit(main())
