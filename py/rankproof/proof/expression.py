"""Arithmetic that can be read: each expression holds its value, its text and its MathML, made by the same step."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, floor, log, log2
from typing import NamedTuple

SUM, PRODUCT, ATOM = 0, 1, 2
"""How tightly an expression holds together, which decides where brackets stand."""

MOST_TERMS = 9
"""Terms of a long sum that are written out; the others are counted."""


def escape(text: str) -> str:
    """Text as XML holds it; the library's own loads all names of characters that HTML has."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


class Expression(NamedTuple):
    """A calculation with its result: `value` is exactly what the operations written in `text` give, in that order."""

    value: float
    text: str
    mathml: str
    binds: int = ATOM


def shown_number(value: float) -> str:
    """Whole numbers as they are, others with four decimals; small ones with four digits."""
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value)}"
    return f"{value:.4f}" if abs(value) >= 0.001 else f"{value:.4g}"


def number(value: float) -> Expression:
    """A number as it is."""
    text = shown_number(value)
    if value < 0:
        return Expression(value, f"({text})", f"<mrow><mo>(</mo><mn>{text}</mn><mo>)</mo></mrow>")
    return Expression(value, text, f"<mn>{text}</mn>")


def add(terms: Sequence[Expression]) -> Expression:
    """The sum of the terms, added from the first to the last; 0 where there is none."""
    total = 0.0
    for term in terms:
        total += term.value
    if len(terms) < 2:
        return terms[0]._replace(value=total) if terms else number(0.0)
    written: list[tuple[str, str]] = [(_inside(term, SUM), _mathml_inside(term, SUM)) for term in _some(terms)]
    if len(terms) > MOST_TERMS:
        more = f"… ({len(terms) - MOST_TERMS + 1:,} more)"
        written.insert(-1, (more, f"<mtext>{more}</mtext>"))
    text = " + ".join(text for text, _ in written)
    return Expression(total, text, _row("<mo>+</mo>".join(mathml for _, mathml in written)), SUM)


def _some(terms: Sequence[Expression]) -> list[Expression]:
    return list(terms) if len(terms) <= MOST_TERMS else [*terms[: MOST_TERMS - 2], terms[-1]]


def subtract(left: Expression, right: Expression) -> Expression:
    """left - right."""
    text = f"{_inside(left, SUM)} − {_inside(right, PRODUCT)}"
    mathml = _row(f"{_mathml_inside(left, SUM)}<mo>−</mo>{_mathml_inside(right, PRODUCT)}")
    return Expression(left.value - right.value, text, mathml, SUM)


def times(left: Expression, right: Expression) -> Expression:
    """left · right."""
    text = f"{_inside(left, PRODUCT)} · {_inside(right, PRODUCT)}"
    mathml = _row(f"{_mathml_inside(left, PRODUCT)}<mo>·</mo>{_mathml_inside(right, PRODUCT)}")
    return Expression(left.value * right.value, text, mathml, PRODUCT)


def divide(above: Expression, below: Expression) -> Expression:
    """above / below."""
    text = f"{_inside(above, PRODUCT)} / {_inside(below, ATOM)}"
    mathml = f"<mfrac>{_row(above.mathml)}{_row(below.mathml)}</mfrac>"
    return Expression(above.value / below.value, text, mathml, PRODUCT)


def floor_of(of: Expression) -> Expression:
    """The whole number at or below."""
    return Expression(floor(of.value), f"⌊{of.text}⌋", _row(f"<mo>⌊</mo>{of.mathml}<mo>⌋</mo>"))


def log2_of(of: Expression) -> Expression:
    """The logarithm to base 2."""
    mathml = _row(f"<msub><mi>log</mi><mn>2</mn></msub><mo>(</mo>{of.mathml}<mo>)</mo>")
    return Expression(log2(of.value), f"log₂({of.text})", mathml)


def ln_of(of: Expression) -> Expression:
    """The natural logarithm."""
    return Expression(log(of.value), f"ln({of.text})", _row(f"<mi>ln</mi><mo>(</mo>{of.mathml}<mo>)</mo>"))


def exp_of(of: Expression) -> Expression:
    """e to this power."""
    return Expression(exp(of.value), f"exp({of.text})", _row(f"<mi>exp</mi><mo>(</mo>{of.mathml}<mo>)</mo>"))


def least(terms: Sequence[Expression]) -> Expression:
    """The smallest of the terms."""
    return _called("min", terms, min(term.value for term in terms))


def most(terms: Sequence[Expression]) -> Expression:
    """The greatest of the terms."""
    return _called("max", terms, max(term.value for term in terms))


def because(value: float, reason: str) -> Expression:
    """A value that no formula gives, such as 0 where there is nothing to divide by, and the reason."""
    text = f"{shown_number(value)} ({reason})"
    return Expression(value, text, _row(f"<mn>{shown_number(value)}</mn><mtext> ({escape(reason)})</mtext>"))


def _called(name: str, terms: Sequence[Expression], value: float) -> Expression:
    texts, mathml = [term.text for term in _some(terms)], [term.mathml for term in _some(terms)]
    if len(terms) > MOST_TERMS:
        texts.insert(-1, "…")
        mathml.insert(-1, "<mo>…</mo>")
    inside = "<mo>,</mo>".join(mathml)
    return Expression(value, f"{name}({', '.join(texts)})", _row(f"<mi>{name}</mi><mo>(</mo>{inside}<mo>)</mo>"))


def _inside(part: Expression, binds: int) -> str:
    return part.text if part.binds >= binds else f"({part.text})"


def _mathml_inside(part: Expression, binds: int) -> str:
    return part.mathml if part.binds >= binds else _row(f"<mo>(</mo>{part.mathml}<mo>)</mo>")


def _row(inside: str) -> str:
    return f"<mrow>{inside}</mrow>"


def shows_value(made: Expression) -> bool:
    """Whether the text begins with the value, as that of a number and of because() does."""
    value = shown_number(made.value)
    return made.text == value or made.text.startswith(f"{value} (")


def equation(name: str, made: Expression) -> str:
    """A whole MathML equation: name = expression = value; a value that is there already is not repeated."""
    value = "" if shows_value(made) else f"<mo>=</mo><mn>{shown_number(made.value)}</mn>"
    return f"<math><mrow><mi>{escape(name)}</mi><mo>=</mo>{made.mathml}{value}</mrow></math>"
