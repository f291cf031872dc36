"""Finds JSON that is nested so deep that reading it would overrun the stack, which in a browser ends Python."""

from __future__ import annotations

import re

MOST_DEPTH = 100
"""Queries and documents need two levels, records three; a browser's worker bears some thousands."""

OTHERS = bytes(set(range(256)) - set(b'"[]{}'))
PAIRS = re.compile(rb"\[\]|\{\}")
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)


def too_deep(text: str) -> int | None:
    """The place of the first bracket beyond MOST_DEPTH; None where there is none."""
    if text.count("[") + text.count("{") <= MOST_DEPTH or not _may_be_deep(text):
        return None
    depth = 0
    for match in TOKEN.finditer(text):
        word = match.group()
        if word[0] == '"':
            continue
        depth += 1 if word in "[{" else -1
        if depth > MOST_DEPTH:
            return match.start()
    return None


def _may_be_deep(text: str) -> bool:
    """Whether taking pairs of brackets out, from the inside, takes too many rounds or leaves too many open.

    This knows nothing of brackets that do not match; it adds a small part to the time that JSON takes to be read.
    """
    brackets = _brackets(text)
    for rounds in range(MOST_DEPTH):
        fewer = PAIRS.sub(b"", brackets)
        if len(fewer) == len(brackets):
            return rounds + brackets.count(b"[") + brackets.count(b"{") > MOST_DEPTH
        brackets = fewer
    return bool(brackets)


def _brackets(text: str) -> bytes:
    """The brackets of a JSON text, without those in strings."""
    if "\\" in text:
        text = text.replace("\\\\", "").replace('\\"', "")
    kept = text.encode("utf-8", "surrogatepass").translate(None, OTHERS)
    # Most strings hold no bracket; that two which follow one another become one takes nothing out of either.
    return re.sub(rb'"[^"]*("|$)', b"", kept.replace(b'""', b""))
