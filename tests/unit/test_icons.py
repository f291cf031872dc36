"""The icons of the installed page are app/icon.svg, drawn pixel by pixel; UPDATE_PICTURES=1 draws them anew."""

from __future__ import annotations

import json
import os
import re
import struct
import zlib
from pathlib import Path

import pytest

import build

APP = build.ROOT / "app"
PAPER, ACCENT, INK = b"\xfc\xfb\xf8", b"\x0a\x5a\x8a", b"\x1b\x1d\x20"  # the light colours of style.css
HEAD = b"\x89PNG\r\n\x1a\n"
SHAPES = re.compile(r"M(\d+) (\d+)h(\d+)v(\d+)")

# The safe zone of a maskable icon is the circle in its middle with 0.4 of its width as radius.
ICONS = {"192.png": (192, 6), "512.png": (512, 16), "maskable-512.png": (512, 10)}


def drawn(size: int, scale: int) -> list[bytes]:
    """The rows of pixels: the bars of the icon, so many pixels a unit, in the middle of paper."""
    svg = (APP / "icon.svg").read_text(encoding="utf-8")
    bars, proof = re.findall(r'<path(?: class="proof")? d="([^"]+)"', svg)
    offset = (size - 32 * scale) // 2
    rows = [bytearray(PAPER * size) for _ in range(size)]
    for path, colour in ((bars, ACCENT), (proof, INK)):
        for x, y, width, height in (map(int, shape) for shape in SHAPES.findall(path)):
            left, right = (3 * (offset + scale * at) for at in (x, x + width))
            for row in range(offset + scale * y, offset + scale * (y + height)):
                rows[row][left:right] = colour * (scale * width)
    return [bytes(row) for row in rows]


def encoded(rows: list[bytes]) -> bytes:
    """The rows as a PNG of 8-bit red, green and blue."""
    size = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    content = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return HEAD + chunk(b"IHDR", size) + chunk(b"IDAT", content) + chunk(b"IEND", b"")


def chunk(kind: bytes, content: bytes) -> bytes:
    """A part of a PNG."""
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def decoded(png: bytes) -> list[bytes]:
    """The rows of a PNG that encoded() made."""
    assert png.startswith(HEAD)
    width, _, *form = struct.unpack(">IIBBBBB", png[16:29])
    assert form == [8, 2, 0, 0, 0]
    (length,) = struct.unpack(">I", png[33:37])
    content = zlib.decompress(png[41 : 41 + length])
    step = 1 + 3 * width
    assert set(content[::step]) == {0}  # rows that do not lean on others
    return [content[at + 1 : at + step] for at in range(0, len(content), step)]


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_is_the_page_s_drawing(name: str) -> None:
    file, rows = APP / "icons" / name, drawn(*ICONS[name])
    if os.environ.get("UPDATE_PICTURES"):
        file.write_bytes(encoded(rows))
    assert decoded(file.read_bytes()) == rows


def test_the_maskable_icon_draws_inside_of_the_circle_that_no_mask_cuts() -> None:
    rows = drawn(*ICONS["maskable-512.png"])
    for y, row in enumerate(rows):
        for x in range(512):
            if row[3 * x : 3 * x + 3] != PAPER:
                assert (x - 255.5) ** 2 + (y - 255.5) ** 2 < (0.4 * 512) ** 2


def test_the_manifest_names_icons_of_the_sizes_that_they_have_and_only_relative_addresses() -> None:
    manifest = json.loads((APP / "manifest.webmanifest").read_bytes())
    for icon in manifest["icons"]:
        file = APP / icon["src"]
        if file.suffix == ".png":
            assert icon["sizes"] == "{}x{}".format(*struct.unpack(">II", file.read_bytes()[16:24]))
    assert {Path(icon["src"]).name for icon in manifest["icons"]} == {"icon.svg", *ICONS}
    assert [manifest[name] for name in ("start_url", "scope")] == ["../"] * 2
    assert "id" not in manifest  # which is taken from the host alone: two copies of the page would be one app
