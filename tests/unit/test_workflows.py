"""The workflows run the README's commands, with pinned actions and few rights."""

from __future__ import annotations

import re

import pytest

import build

WORKFLOWS = build.ROOT / ".github" / "workflows"
COMMANDS = {"ci.yml": ["python3 build.py test"], "pages.yml": ["python3 build.py build"]}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_workflow_runs_a_command_of_the_readme_and_nothing_else(name: str) -> None:
    text = (WORKFLOWS / name).read_text(encoding="utf-8")
    assert re.findall(r"^ *(?:- )?run: (.*)$", text, re.MULTILINE) == COMMANDS[name]
    readme = (build.ROOT / "README.md").read_text(encoding="utf-8")
    assert [command for command in COMMANDS[name] if f"    {command} " not in readme] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_a_workflow_pins_its_actions_to_commits_and_asks_for_few_rights(name: str) -> None:
    text = (WORKFLOWS / name).read_text(encoding="utf-8")
    uses = re.findall(r"uses: (.*)$", text, re.MULTILINE)
    assert uses
    assert [action for action in uses if not re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40} # v[\d.]+", action)] == []
    rights = re.findall(r"^ +([\w-]+): (write|read)$", text, re.MULTILINE)
    published = [("pages", "write"), ("id-token", "write")] if name == "pages.yml" else []
    assert rights == [("contents", "read"), *published]
    assert "permissions:" in text.partition("jobs:")[0]
