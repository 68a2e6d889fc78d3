"""Changes of rules that change nothing, as a file beside the ruleset says: `equivalent.yaml`, a list of entries with
`file`, `line` (its text without citations), `place` (what is changed), `change` and the reason, `why`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from .grammar.diagnostics import Diagnostic, RulewrightError
from .validator.yamlfile import load_yaml, plain

NAME = "equivalent.yaml"
KEYS = ("file", "line", "place", "change", "why")
CITES = re.compile(r"\s+[A-Z]{2,}-[\w.,\s-]*$")


class Equivalents:
    def __init__(self, folder: Path, sources: dict[str, str]) -> None:
        self.sources = sources
        self.reasons: dict[tuple[str, ...], str] = {}
        self.used: set[tuple[str, ...]] = set()
        path = folder / NAME
        if path.is_file():
            for entry in _entries(path):
                self.reasons[tuple(entry[key] for key in KEYS[:4])] = entry["why"]

    def why(self, change: str, file: str, line: int, place: str) -> str | None:
        """The reason given for a change, if one is given."""
        key = file, bare(self.sources[file].split("\n")[line - 1]), place, change
        if key in self.reasons:
            self.used.add(key)
        return self.reasons.get(key)

    def unused(self) -> list[str]:
        return [f"`{place}` in `{line}` ({file})" for file, line, place, _ in self.reasons.keys() - self.used]


def bare(line: str) -> str:
    """A line without its layout and its citations, so that an entry outlives both."""
    return " ".join(CITES.sub("", line).split())


def _entries(path: Path) -> list[dict[str, Any]]:
    try:
        tree, problems = load_yaml(path.read_text(encoding="utf-8"), path.name)
    except (OSError, UnicodeDecodeError):
        raise _refused(f"`{path}` cannot be read") from None
    if problems:
        raise RulewrightError(*problems)
    data = plain(tree) if tree is not None else []
    if not isinstance(data, list):
        raise _refused(f"`{path}` is a list of entries")
    for number, entry in enumerate(data, 1):
        if (
            not isinstance(entry, dict)
            or set(entry) != set(KEYS)
            or not all(isinstance(v, str) for v in entry.values())
        ):
            raise _refused(f"entry {number} of `{path}` has other keys than {', '.join(KEYS)}, or they are no text")
    return data


def _refused(headline: str) -> RulewrightError:
    return RulewrightError(Diagnostic("bad-equivalents", headline, help="see `rulewright explain bad-equivalents`"))
