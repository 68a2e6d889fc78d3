"""Changes of rules that change nothing, as a file beside the ruleset says: `equivalent.yaml`, a list of entries with
`file`, `line` (its text without citations) and the reason, `why`. `place` (what is changed) and `change` narrow an
entry down; without them it speaks of every change in the line that nobody notices."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from .grammar.diagnostics import Diagnostic, RulewrightError
from .validator.yamlfile import load_yaml, plain

NAME = "equivalent.yaml"
NEEDED, MAY = {"file", "line", "why"}, {"place", "change"}
CITES = re.compile(r"\s+[A-Z]{2,}-[\w.,\s-]*$")


class Equivalents:
    def __init__(self, folder: Path, sources: dict[str, str]) -> None:
        self.sources = sources
        path = folder / NAME
        self.entries = _entries(path) if path.is_file() else []
        self.used: set[int] = set()

    def why(self, change: str, file: str, line: int, place: str) -> str | None:
        """The reason given for a change, if one is given."""
        here = {"file": file, "line": bare(self.sources[file].split("\n")[line - 1]), "place": place, "change": change}
        for number, entry in enumerate(self.entries):
            if all(entry[key] == here[key] for key in here if key in entry):
                self.used.add(number)
                return str(entry["why"])
        return None

    def unused(self) -> list[str]:
        """Entries that speak of no change that goes unnoticed."""
        left = [entry for number, entry in enumerate(self.entries) if number not in self.used]
        return [f"`{entry.get('place', entry['line'])}` in {entry['file']}: `{entry['line']}`" for entry in left]


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
        known = isinstance(entry, dict) and NEEDED <= set(entry) <= NEEDED | MAY
        if not known or not all(isinstance(value, str) for value in entry.values()):
            headline = f"entry {number} of `{path}` needs `file`, `line` and `why`, and may have `place` and `change`"
            raise _refused(headline)
    return data


def _refused(headline: str) -> RulewrightError:
    return RulewrightError(Diagnostic("bad-equivalents", headline, help="see `rulewright explain bad-equivalents`"))
