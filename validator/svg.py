"""The few pieces of SVG that drawings are made of, and one look for all of them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from html import escape

Spot = tuple[float, float]

INK = "#2b2d33"
SOFT = "#8b8f9a"
FAINT = "#d5d8df"
PAPER = "#fbfaf7"
LIVE = "#c2571a"
# Fill and outline, told apart also by lightness; the first values of an enumeration get the first pairs.
PALETTE = (
    ("#f6d186", "#b98a1d"), ("#bcd9ea", "#4a7f9e"), ("#d9c7e6", "#7f5f9b"), ("#c5e0b4", "#5d8a43"),
    ("#f2b8a8", "#b2553b"), ("#e3e3e3", "#7a7a7a"), ("#a9dcd3", "#2f8578"), ("#f3c6dc", "#a84f7d"),
)  # fmt: skip
FONT = "font-family=\"'DejaVu Sans', Verdana, 'Segoe UI', sans-serif\""


def number(value: float) -> str:
    """At most one decimal, so that no machine's last bit shows."""
    text = f"{value:.1f}"
    return "0" if text in ("-0.0", "0.0") else text.removesuffix(".0")


def page(width: float, height: float, title: str, body: Iterable[str]) -> str:
    w, h = math.ceil(width), math.ceil(height)
    marks = "".join(
        f'<marker id="{name}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" orient="auto" '
        f'markerUnits="userSpaceOnUse"><path d="M0 1 L10 5 L0 9 z" fill="{colour}"/></marker>'
        for name, colour in (("arrow", INK), ("soft-arrow", SOFT))
    )
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" role="img" {FONT}>',
        f"<title>{escape(title)}</title>",
        f"<defs>{marks}</defs>",
        f'<rect width="{w}" height="{h}" fill="{PAPER}"/>',
    ]
    if title:
        head.append(text((24, 34), title, 17, INK, "start", bold=True))
    return "\n".join([*head, *body, "</svg>"]) + "\n"


def text(at: Spot, words: str, size: int, colour: str = INK, anchor: str = "middle", bold: bool = False) -> str:
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{number(at[0])}" y="{number(at[1])}" font-size="{size}" fill="{colour}" '
        f'text-anchor="{anchor}"{weight}>{escape(words)}</text>'
    )


def note(at: Spot, words: str) -> str:
    """Small words that stay readable across a line."""
    halo = f'stroke="{PAPER}" stroke-width="4" paint-order="stroke"'
    return text(at, words, 10, SOFT, "start").replace("<text ", f"<text {halo} ", 1)


def line(a: Spot, b: Spot, colour: str, width: float, extra: str = "") -> str:
    ends = f'x1="{number(a[0])}" y1="{number(a[1])}" x2="{number(b[0])}" y2="{number(b[1])}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{number(width)}" stroke-linecap="round"{_more(extra)}/>'


def curve(points: tuple[Spot, ...], colour: str, width: float, extra: str = "") -> str:
    """A straight line, a quadratic or a cubic curve, by the number of points."""
    start, *rest = points
    letter = {1: "L", 2: "Q", 3: "C"}[len(rest)]
    way = " ".join(f"{number(x)} {number(y)}" for x, y in rest)
    shape = f'd="M{number(start[0])} {number(start[1])} {letter}{way}" fill="none"'
    return f'<path {shape} stroke="{colour}" stroke-width="{number(width)}" stroke-linecap="round"{_more(extra)}/>'


def circle(at: Spot, radius: float, fill: str, outline: str, width: float, extra: str = "") -> str:
    place = f'cx="{number(at[0])}" cy="{number(at[1])}" r="{number(radius)}"'
    return f'<circle {place} fill="{fill}" stroke="{outline}" stroke-width="{number(width)}"{_more(extra)}/>'


def box(
    at: Spot, width: float, height: float, corner: float, fill: str, outline: str, stroke: float, extra: str = ""
) -> str:
    """Around its middle."""
    place = f'x="{number(at[0] - width / 2)}" y="{number(at[1] - height / 2)}"'
    size = f'width="{number(width)}" height="{number(height)}" rx="{number(corner)}"'
    return f'<rect {place} {size} fill="{fill}" stroke="{outline}" stroke-width="{number(stroke)}"{_more(extra)}/>'


def group(tip: str, parts: Iterable[str]) -> str:
    """Pieces with words that show when the pointer rests on them."""
    return f"<g><title>{escape(tip)}</title>{''.join(parts)}</g>"


def wide(words: str, size: int) -> float:
    """About how wide a text is."""
    return len(words) * size * 0.62


def _more(extra: str) -> str:
    return f" {extra}" if extra else ""
