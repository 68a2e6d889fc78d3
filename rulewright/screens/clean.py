"""Text from rulesets and saves made fit for a terminal: no card may move the cursor or change colours."""

from __future__ import annotations

import unicodedata

LONGEST = 2_000  # characters; what is longer is cut
# C: controls, formats (also those that turn the direction of writing), private use, unassigned; Zl and Zp end lines.
_ASCII = str.maketrans(
    {"…": "...", "–": "-", "—": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "×": "x", "→": "->", "·": "-", "•": "*"}
)


def clean(text: str) -> str:
    """The same words on one line, without anything that a terminal would obey."""
    cut = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    return "".join(_shown(sign) for sign in cut)


def _shown(sign: str) -> str:
    if sign in "\n\r\t\v\f":
        return " "
    category = unicodedata.category(sign)
    if category[0] == "C" or category in ("Zl", "Zp"):
        return "" if category == "Cf" else "?"
    return sign


def ascii_only(text: str) -> str:
    """For terminals that know nothing else: letters lose their accents, and what is left over becomes `?`."""
    plain = unicodedata.normalize("NFKD", text.translate(_ASCII))
    return "".join(c for c in plain if not unicodedata.combining(c)).encode("ascii", "replace").decode()
