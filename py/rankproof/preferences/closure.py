"""The transitive closure of preferences that several subgroups state, each about some of the documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def close(subgroups: Sequence[Sequence[Sequence[int]]]) -> tuple[list[tuple[int, list[int]]], tuple[int, int] | None]:
    """Rows of (place, places it is preferred to, ascending), and two places that are each preferred to the other.

    A subgroup is its classes of equal documents, best first. Documents that are preferred to none have a row too. Sets
    of documents are held as the bits of one number, bit i for the i-th place, so a step over all pairs is one `|`.
    """
    places = sorted({place for classes in subgroups for members in classes for place in members})
    bit = {place: index for index, place in enumerate(places)}
    below = _stated(subgroups, bit)
    for through in range(len(below)):
        reached = below[through]
        if reached:
            below = [mask | reached if mask >> through & 1 else mask for mask in below]
    contradiction = _contradiction(below)
    if contradiction:
        first, second = contradiction
        return [], (places[first], places[second])
    return [(place, [places[index] for index in _bits(below[index_of])]) for place, index_of in bit.items()], None


def _stated(subgroups: Sequence[Sequence[Sequence[int]]], bit: dict[int, int]) -> list[int]:
    """For each document, those that some subgroup puts below it.

    A document that a subgroup lists at two levels is not held to be below itself.
    """
    below = [0] * len(bit)
    for classes in subgroups:
        lower = 0
        for members in reversed(classes):
            for place in members:
                below[bit[place]] |= lower & ~(1 << bit[place])
            for place in members:
                lower |= 1 << bit[place]
    return below


def _contradiction(below: list[int]) -> tuple[int, int] | None:
    """The first two documents that lie below each other."""
    for first, mask in enumerate(below):
        if mask >> first & 1:
            return first, next(second for second in _bits(mask) if second != first and below[second] >> first & 1)
    return None


def _bits(mask: int) -> Iterator[int]:
    """The positions of the bits that are set, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
