"""The tests say which engines they run in, and an engine that is asked for and not there ends them."""

from __future__ import annotations

import pytest

import build


@pytest.fixture(autouse=True)
def without_webkit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which one program of WebKit's is missing."""
    webkit = {"there": ("python3",), "elsewhere": ("no-such-program", "nor-this")}
    monkeypatch.setattr(build, "ENGINES", {"chromium": {}, "firefox": {"there": ("python3",)}, "webkit": webkit})
    monkeypatch.delenv("RANKPROOF_ENGINES", raising=False)


def test_engines_that_are_here_and_packages_that_are_not_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    build.check_engines()
    assert capsys.readouterr().out.splitlines() == [
        "build.py: the page's main flows are tested in chromium, firefox",
        "build.py: not in webkit, for want of Debian's elsewhere",
    ]


def test_an_engine_that_is_asked_for_must_be_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RANKPROOF_ENGINES", "chromium firefox")
    build.check_engines()
    monkeypatch.setenv("RANKPROOF_ENGINES", "chromium firefox webkit")
    with pytest.raises(SystemExit, match="RANKPROOF_ENGINES asks for webkit, which needs Debian's elsewhere"):
        build.check_engines()


def test_an_engine_that_there_is_not_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "ENGINES", {"chromium": {}, "firefox": {}, "webkit": {}})
    monkeypatch.setenv("RANKPROOF_ENGINES", "chromium safari")
    with pytest.raises(SystemExit, match="names safari; there are chromium, firefox, webkit"):
        build.check_engines()
