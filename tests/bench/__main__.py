"""Runs the benchmark and prints its tables: python3 build.py bench."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from pathlib import Path

from tests.bench import data, machine, tools
from tests.bench.bench import Bench
from tests.bench.parts import PARTS
from tests.bench.report import Report, all_met, as_markdown, as_text, from_json
from tests.bench.timing import ROOT, Log

README = ROOT / "README.md"
MARKS = ("<!-- bench:begin -->\n", "<!-- bench:end -->\n")


def main() -> int:
    """Measures what the command line asks for; the exit status is 0 unless --check finds a budget missed."""
    options = parser().parse_args()
    if options.read:
        report = from_json(json.loads(options.read.read_bytes()))
    else:
        report = measure(options.only or list(PARTS), options.quick, options.rounds or (3 if options.quick else 5))
        options.json.parent.mkdir(exist_ok=True)
        options.json.write_text(json.dumps(report.as_json(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(as_text(report), end="")
    if options.readme:
        write_readme(as_markdown(report))
    return int(options.check and not all_met(report))


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(prog="build.py bench", description=__doc__)
    made.add_argument("--quick", action="store_true", help="fewer rounds, and a tenth of the rows")
    made.add_argument(
        "--only", action="append", choices=list(PARTS), metavar="PART", help=f"may be repeated: {', '.join(PARTS)}"
    )
    made.add_argument("--rounds", type=int, metavar="N", help="after the warm-up; default: 5, or 3 with --quick")
    made.add_argument("--check", action="store_true", help="end with status 1 when a budget is missed or not measured")
    made.add_argument(
        "--json", type=Path, default=data.KEPT / "bench.json", metavar="FILE", help="where all figures go"
    )
    made.add_argument("--from", dest="read", type=Path, metavar="FILE", help="print an earlier run's figures again")
    made.add_argument("--readme", action="store_true", help="put the table into README.md")
    return made


def measure(parts: list[str], quick: bool, rounds: int) -> Report:
    """Runs the parts; one that fails in any way is left out with its reason, so that the other figures are not lost."""
    log = Log()
    versions = tools.versions()  # first, since what is wrong here would otherwise lose all figures
    bench = Bench(data.QUICK if quick else data.FULL, rounds, log)
    figures: dict[str, list[float]] = {}
    for name in (name for name in PARTS if name in parts):
        try:
            figures.update(PARTS[name](bench))
        except Exception as problem:  # noqa: BLE001
            log.missing[name] = f"{type(problem).__name__}: {str(problem).partition(chr(10))[0][:90]}"
            log.say(f"{name} is left out: {log.missing[name]}")
    rows = {"large": bench.sizes.large.rows, "largest": bench.sizes.largest.rows}
    return Report(machine.describe(), versions, rows, bench.rounds, parts, figures, log.missing)


def write_readme(text: str) -> None:
    """Puts the text between the README's two marks."""
    begin, end = MARKS
    content = README.read_text(encoding="utf-8")
    between = re.compile(f"(?<={re.escape(begin)}).*?(?={re.escape(end)})", re.DOTALL)
    if len(between.findall(content)) != 1:
        raise SystemExit(f"bench: README.md must hold the lines {begin.strip()} and {end.strip()} once")
    new = README.with_name("README.md.new")
    new.write_text(between.sub(lambda _: text, content), encoding="utf-8")
    os.replace(new, README)


if __name__ == "__main__":
    sys.exit(main())
