"""Describes the machine that was measured on, without any of its paths or names."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from pathlib import Path

import build


def describe() -> dict[str, str]:
    """Processor, cores, memory, system, and the versions of what the page and the package run in."""
    return {
        "processor": processor(),
        "cores": str(os.cpu_count()),
        "memory": f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 1e9:.0f} GB",
        "system": system(),
        "Python": platform.python_version(),
        "Node.js": version(build.find_node()),
        "Chromium": version(build.find_chromium()),
    }


def processor() -> str:
    """The processor's model, as the system names it."""
    information = Path("/proc/cpuinfo")
    if information.exists():
        found = re.search(r"^model name\s*:\s*(.+)$", information.read_text(), re.MULTILINE)
        if found:
            return found[1]
    return platform.processor() or platform.machine()


def system() -> str:
    """The system's name and version, and its kernel's."""
    try:
        name = platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        name = platform.system()
    return f"{name}, {platform.system()} {re.match(r'[0-9.]*', platform.release())[0]}"  # type: ignore[index]


def version(program: str | None) -> str:
    """The version that a program says it has."""
    if program is None:
        return "none"
    said = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout
    found = re.search(r"\d+(\.\d+)+", said)
    return found[0] if found else "unknown"
