"""The wheel that lies in dist/ installs with pip alone, and gives the command line."""

from __future__ import annotations

import json
import os
import subprocess
import venv
from pathlib import Path

import pytest

import build
from rankproof import __version__

QRELS = '{"ndcg": {"D1": 3, "D2": 2, "D3": 3, "D4": 0, "D5": 1, "D6": 2, "D7": 3, "D8": 2}}'
RUN = '{"ndcg": ["D1", "D2", "D3", "D4", "D5", "D6"]}'


@pytest.fixture(scope="module")
def programs(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a new environment has its programs, with nothing but the shipped wheel in it."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder)
    bin_ = folder / ("Scripts" if os.name == "nt" else "bin")
    (wheel,) = dist.glob("wheels/rankproof-*.whl")
    quietly = ("--quiet", "--disable-pip-version-check", "--no-index", "--no-deps")
    pip = (build.PYTHON, "-m", "pip", "--python", bin_ / "python", "install", *quietly)
    subprocess.run([*pip, wheel], check=True, cwd=folder)
    return bin_


def test_the_installed_command_scores(programs: Path, tmp_path: Path) -> None:
    (tmp_path / "qrels.json").write_text(QRELS, encoding="utf-8")
    (tmp_path / "run.json").write_text(RUN, encoding="utf-8")
    command: list[str | Path] = [programs / "rankproof", "qrels.json", "run.json", "-k", "6", "--format", "json"]
    printed = subprocess.run(command, check=True, cwd=tmp_path, capture_output=True, env={}).stdout
    assert round(json.loads(printed)["runs"][0]["mean"]["nDCG@6"], 3) == 0.785


def test_the_installed_package_is_the_version_and_is_typed_and_documented(programs: Path, tmp_path: Path) -> None:
    code = (
        "import rankproof, importlib.metadata as m, importlib.resources as r;"
        "print(rankproof.__version__, m.version('rankproof'), (r.files('rankproof') / 'py.typed').is_file(),"
        " m.metadata('rankproof')['License-Expression'], m.requires('rankproof'))"
    )
    printed = subprocess.run([programs / "python", "-c", code], check=True, cwd=tmp_path, capture_output=True, env={})
    assert printed.stdout.decode().split() == [__version__, __version__, "True", "MIT", "None"]
