"""What runs are called: by their files, and so that no two of them share a name."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ENDINGS = (".gz", ".run", ".txt", ".trec", ".json", ".jsonl", ".csv", ".tsv", ".res")


def run_name(file: str) -> str:
    """A file's name without folders and usual endings."""
    name = file.replace("\\", "/").rsplit("/", 1)[-1]
    for ending in ENDINGS:
        if name.endswith(ending) and len(name) > len(ending):
            name = name[: -len(ending)]
    return name


def distinct(names: Sequence[str], tags: Sequence[str | None] = ()) -> list[str]:
    """The names, told apart where they are equal: by the tags of the runs if those differ, else by numbers.

    `bm25` and `bm25` with tags x and y become `bm25 (x)` and `bm25 (y)`; without tags `bm25 (1)` and `bm25 (2)`.
    """
    taken = {name for name in names if names.count(name) == 1}
    found: list[str] = []
    for place, name in enumerate(names):
        same = [other for other, value in enumerate(names) if value == name]
        if len(same) > 1:
            found.append(_free(name, _marks([tags[other] for other in same] if tags else [], same.index(place)), taken))
            taken.add(found[-1])
        else:
            found.append(name)
    return found


def _marks(tags: Sequence[str | None], place: int) -> Iterable[str]:
    """What may stand behind a name, best first."""
    tag = tags[place] if tags and len(set(tags)) == len(tags) else None
    if tag:
        yield tag
    yield from map(str, range(place + 1, 1_000_000))


def _free(name: str, marks: Iterable[str], taken: set[str]) -> str:
    return next(made for mark in marks if (made := f"{name} ({mark})") not in taken)
