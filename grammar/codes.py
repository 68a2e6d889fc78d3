"""What each diagnostic of this room means: the sections of codes.md by the diagnostic's name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import resources


@dataclass(frozen=True, slots=True)
class Page:
    """`text` is Markdown without its heading."""

    code: str
    headline: str
    text: str


_HEADING = re.compile(r"^## (?P<code>RW\d{3}) (?P<name>[a-z0-9-]+): (?P<headline>.+)$", re.M)


def pages(markdown: str) -> dict[str, Page]:
    """One page for each heading `## RW001 name: headline`."""
    found = list(_HEADING.finditer(markdown))
    ends = [heading.start() for heading in found[1:]] + [len(markdown)]
    return {
        heading["name"]: Page(heading["code"], heading["headline"], markdown[heading.end() : end].strip())
        for heading, end in zip(found, ends, strict=True)
    }


PAGES: dict[str, Page] = pages(
    resources.files(__package__ or "rulewright.grammar").joinpath("codes.md").read_text(encoding="utf-8")
)
