"""Case files: small rulesets with the expected report as a comment on the line that causes it.

A line `#---` ends one ruleset and begins the next. `#: file NAME` and the lines `#| …` after it are a data file beside
it. A ruleset that says nothing of its game gets one for two players, and one without a sequence of play an empty one.
`#! name: words of the headline` stands at the end of the line that is reported."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

HEAD = 'language 1.0\n\ngame case\n  title "Case"\n  players light, dark\n  seen by everyone\n\n'
TAIL = "\nsequence of play\n  end game drawn\n"
MARK = re.compile(r"#! (?P<name>[a-z-]+)(?:: (?P<headline>.*?))?\s*(?=#!|$)")


@dataclass(frozen=True, slots=True)
class Chunk:
    name: str
    text: str
    files: dict[str, str] = field(default_factory=dict)

    @property
    def expected(self) -> list[tuple[str, int, str, str]]:
        """(file, line, name, words of the headline) of each report."""
        found = []
        for file, text in {"game.rules": self.text, **self.files}.items():
            for number, line in enumerate(text.splitlines(), 1):
                for mark in MARK.finditer(line):
                    found.append((file, number, mark["name"], mark["headline"] or ""))
        return sorted(found)


def chunks(path: Path) -> list[Chunk]:
    parts = re.split(r"^#---.*\n", path.read_text(encoding="utf-8"), flags=re.M)
    return [_chunk(f"{path.stem}-{i}" if len(parts) > 1 else path.stem, part) for i, part in enumerate(parts, 1)]


def _chunk(name: str, part: str) -> Chunk:
    lines, files, file = [], {}, ""
    for line in part.splitlines():
        if line.startswith("#: file "):
            file = line.removeprefix("#: file ").strip()
            files[file] = ""
        elif file and line.startswith("#|"):
            files[file] += line[2:].removeprefix(" ") + "\n"
        else:
            lines.append(line)
    return Chunk(name, completed("\n".join(lines).strip("\n") + "\n"), files)


def completed(text: str) -> str:
    """A whole ruleset, but for one that says `#: no sequence`."""
    if not re.search(r"^(language|game|variant)\b", text, re.M):
        text = HEAD + text
    if not re.search(r"^sequence\b", text, re.M) and "#: no sequence" not in text:
        text += TAIL
    return text
