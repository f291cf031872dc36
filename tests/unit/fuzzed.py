"""Makes inputs of every form the readers know, most of them spoiled, from a seed: the same ones each time."""

from __future__ import annotations

import gzip
import json
from random import Random
from typing import Any

IDS = [
    "q1", "q2", "q3", "d1", "d2", "d3", "1", "01", "1.0", "a,b", "a b", "a;b", "a\tb", 'a"b', '"', "'", "#x", "", "é",
    "𝒜", "e\u0301", "\u202eabc", "a\u200bb", "\ufeffq1", "\xa0", "a\x85b", "a\u2028b", "a\x0bb", "a\x1cb", "\x7f",
    "__proto__", "constructor", "<img src=x onerror=alert(1)>", "=1+1", "nan", "Q0", "0", "query", "docno", "-",
    "\ud800", "{", "[", "{}", "x" * 200,
]  # fmt: skip
NUMBERS = [
    "0", "1", "2", "3", "-1", "-2", "1.0", "2.5", "0.5", "-3.25", "1e3", "1e400", "-1e400", "nan", "inf", "-inf",
    "null", "１２", "١", "1_000", "0x10", "1,5", "", "+1", ".5", "1.", "1e", "-0", "-", "9007199254740993", "9" * 330,
    "9" * 5000, "true", "NaN", "Infinity", "1 2", "²",
]  # fmt: skip
HEADERS = [
    ["qid", "docno"], ["query", "docno"], ["query-id", "corpus-id"], ["topic", "iter", "doc"], ["docid", "QUERY_ID"],
    ["qid", "x", "docno", "y"], ["query", "q0", "docno"], ["qid"], ["query", "text"],
]  # fmt: skip
VALUE_NAMES = {"judgements": ["rel", "grade", "label", "score"], "results": ["rank", "score", "sim", "tag", "rel"]}
NUMBERED = {"rank", "score", "rel", "grade"}
SEPARATORS = [" ", "\t", ",", ";", "  ", ", ", " \t"]
TOKENS = [
    '"', '""', "'", ",", ";", "\t", " ", "\n", "\r", "\r\n", "#", "\n#", "\n\n", "{", "}", "[", "]", ":", "{}", "[]",
    "\\", "\\u", "\\ud83d", "null", "NaN", "-", "1", "0", "Q0", "\x00", "\ufeff", "\v", "\f", "\x1f", "\x85", "\u2028",
    "\xa0", "[" * 60, '{"q":' * 40, "9" * 400, "q1 0 d1 1\n", "q1 Q0 d1 1 9.5 t\n", 'q1,"a\nb",1\n', "# note\n",
]  # fmt: skip
BYTES = [b"\x00", b"\xff", b"\xc3", b"\xe9", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\xef\xbb\xbf", b"\x1f\x8b"]


def fuzzed(random: Random) -> tuple[str, bytes]:
    """A role, and bytes to be read in it: a form of that role in six of seven cases, spoiled in four of five."""
    role = random.choice(("judgements", "results"))
    form = role if random.randrange(7) else random.choice(("judgements", "results"))
    text = random.choice(FORMS)(random, form)
    for _ in range(random.choice((0, 0, 1, 1, 2, 4))):
        text = random.choice(SPOILERS)(random, text)
    return role, _wrapped(random, text)


def _id(random: Random) -> str:
    return IDS[random.randrange(6)] if random.randrange(24) else random.choice(IDS)


def _number(random: Random) -> str:
    return NUMBERS[random.randrange(4)] if random.randrange(40) else random.choice(NUMBERS)


def _rows(random: Random) -> range:
    return range(random.choice((1, 2, 3, 4, 6, 12)))


def _trec(random: Random, form: str) -> str:
    rows = []
    separator = random.choice((" ", " ", "\t", "  ", " \t"))
    for rank in _rows(random):
        if form == "judgements":
            cells = [_id(random), "0", _id(random), _number(random)]
        else:
            cells = [_id(random), "Q0", _id(random), str(rank), _number(random), "tag"]
        rows.append(separator.join(cells))
    return "\n".join(rows) + "\n"


def _table(random: Random, form: str) -> str:
    separator = random.choice(SEPARATORS)
    width = random.choice((2, 3, 3))
    quoted = random.randrange(4) == 0
    rows = []
    for _ in _rows(random):
        cells = [_id(random), _id(random), _number(random)][:width]
        if quoted:
            cells = ['"' + cell.replace('"', '""') + '"' if random.randrange(2) else cell for cell in cells]
        rows.append(separator.join(cells))
    return "\n".join(rows) + "\n"


def _headed(random: Random, form: str) -> str:
    names = [*random.choice(HEADERS), *random.sample(VALUE_NAMES[form], random.randrange(3))]
    random.shuffle(names) if random.randrange(3) == 0 else None
    separator = random.choice((",", "\t", ";", " "))
    rows = [[_number(random) if name in NUMBERED else _id(random) for name in names] for _ in _rows(random)]
    return "".join(separator.join(row) + "\n" for row in [names, *rows])


def _json_value(random: Random) -> Any:
    return random.choice((None, True, 1, 0, 2, -1, 2.5, 1e300, float("nan"), "1", "x", "", [], {}, 10**400, [1]))


def _grade(random: Random) -> Any:
    return random.randrange(4) if random.randrange(40) else _json_value(random)


def _mapping(random: Random, form: str) -> str:
    value: dict[str, Any] = {}
    listed = random.randrange(2)
    for _ in _rows(random):
        documents = [_id(random) if random.randrange(30) else _json_value(random) for _ in range(random.randrange(4))]
        value[_id(random)] = documents if listed else {str(one): _grade(random) for one in documents}
        listed ^= random.randrange(12) == 0
    return json.dumps(value, ensure_ascii=random.randrange(2) == 0, indent=random.choice((None, None, 1)))


def _record(random: Random, names: list[str]) -> dict[str, Any]:
    return {name: _grade(random) if name in NUMBERED else _id(random) for name in names}


def _records(random: Random, form: str) -> str:
    names = [*random.choice(HEADERS), *random.sample(VALUE_NAMES[form], random.randrange(3))]
    records = [_record(random, names) for _ in _rows(random)]
    kind = random.randrange(3)
    if kind == 0:
        return json.dumps(records if random.randrange(6) else records[0], ensure_ascii=random.randrange(2) == 0)
    return "".join(json.dumps(record, ensure_ascii=kind == 1) + "\n" for record in records)


def _noise(random: Random, form: str) -> str:
    return "".join(random.choice(TOKENS if random.randrange(3) else IDS) for _ in range(random.randrange(12)))


FORMS = (_trec, _trec, _table, _table, _headed, _mapping, _records, _noise)


def _insert(random: Random, text: str) -> str:
    at = random.randint(0, len(text))
    return text[:at] + random.choice(random.choice((TOKENS, IDS, NUMBERS))) + text[at:]


def _delete(random: Random, text: str) -> str:
    at = random.randint(0, len(text))
    return text[:at] + text[at + random.choice((1, 1, 2, 5, 20)) :]


def _repeat(random: Random, text: str) -> str:
    at = random.randint(0, len(text))
    end = at + random.choice((1, 3, 10, 40))
    return text[:end] + text[at:end] * random.choice((1, 1, 2, 5)) + text[end:]


def _cut(random: Random, text: str) -> str:
    return text[: random.randint(0, len(text))]


def _other_separator(random: Random, text: str) -> str:
    return text.replace(random.choice(SEPARATORS), random.choice(SEPARATORS), random.choice((1, 2, -1)))


def _lines(random: Random, text: str) -> str:
    lines = text.split("\n")
    kind = random.randrange(4)
    if kind == 0:
        random.shuffle(lines)
    else:
        line = random.choice(("", " ", "# note", "#", "\t", "\v", lines[random.randrange(len(lines))]))
        lines.insert(random.randint(0, len(lines)), line)
    return "\n".join(lines)


SPOILERS = (_insert, _insert, _delete, _repeat, _cut, _other_separator, _lines, _lines)


def _wrapped(random: Random, text: str) -> bytes:
    """The text as bytes, with another mark, ends of lines, encoding or compression now and then."""
    kind = random.randrange(24)
    if kind == 0:
        text = text.replace("\n", "\r\n")
    elif kind == 1:
        text = text.replace("\n", "\r")
    elif kind == 2:
        text = "\ufeff" + text
    elif kind == 3:
        text = text.rstrip("\n")
    data = text.encode("utf-8", "surrogatepass")
    if kind == 4:
        at = random.randint(0, len(data))
        data = data[:at] + random.choice(BYTES) + data[at + random.randrange(2) :]
    elif kind == 5:
        data = gzip.compress(data, 1, mtime=0)
    elif kind == 6:
        half = len(data) // 2
        data = gzip.compress(data[:half], 1, mtime=0) + gzip.compress(data[half:], 1, mtime=0)
    elif kind == 7 and random.randrange(3) == 0:
        packed = bytearray(gzip.compress(data, 1, mtime=0))
        packed[random.randrange(len(packed))] ^= random.randrange(256)
        data = bytes(packed[: random.randint(2, len(packed))])
    elif kind == 8 and random.randrange(3) == 0:
        data = text.encode(random.choice(("utf-16", "utf-16-le", "latin-1")), "replace")
    return data
