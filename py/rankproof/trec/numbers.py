"""Numbers as C's atol and atof read them: as far as the text goes, 0 if it holds none."""

from __future__ import annotations

import re

BLANKS = " \t\n\r\v\f"
NUMBER = re.compile(
    r"[+-]?(?:0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][+-]?[0-9]+)?"
    r"|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|inf(?:inity)?|nan)",
    re.IGNORECASE,
)


def leading_whole(text: str) -> int:
    """The whole number a text starts with, 0 if it starts with none: C's atol."""
    text = text.lstrip(BLANKS)
    end = 1 if text[:1] in ("-", "+") else 0
    while end < len(text) and "0" <= text[end] <= "9":
        end += 1
    try:
        return int(text[:end])
    except ValueError:
        return 0


def leading_number(text: str) -> float:
    """The number a text starts with, 0 if it starts with none: C's atof, hexadecimal too."""
    match = NUMBER.match(text.lstrip(BLANKS))
    if match is None:
        return 0.0
    found = match.group()
    return float.fromhex(found) if "x" in found.lower() else float(found)


def is_number(text: str) -> bool:
    """Whether all of a text is one number."""
    match = NUMBER.match(text)
    return match is not None and match.end() == len(text)
