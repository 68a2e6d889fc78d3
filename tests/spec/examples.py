"""The examples of grammar/SPEC.md, cut out of it and completed as it says at its beginning."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

MARK = re.compile(r"<!-- (prelude|completes|file|variant): (.+?) -->")
FENCE = re.compile(r"^```([a-z-]*)\n(.*?)^```$", re.M | re.S)
GIVES = re.compile(r"\s*Gives (.*)")
HEAD = 'language 1.0\n\ngame example\n  title "Example"\n  players light, dark\n  seen by everyone\n'
TAIL = "sequence of play\n  end game drawn\n"


@dataclass(frozen=True, slots=True)
class Example:
    """`own` is what stands in the spec, `text` the whole ruleset."""

    line: int
    own: str
    text: str
    files: dict[str, str] = field(default_factory=dict)
    variant: str | None = None
    gives: tuple[str, ...] = ()  # the diagnostics that an example of a mistake is followed by

    @property
    def name(self) -> str:
        return f"line {self.line}"


def spec() -> str:
    return resources.files("rulewright.grammar").joinpath("SPEC.md").read_text(encoding="utf-8")


@cache
def examples() -> tuple[Example, ...]:
    text = spec()
    found: list[Example] = []
    preludes: dict[str, str] = {}
    files: dict[str, str] = {}
    at = 0
    for fence in FENCE.finditer(text):
        between, word, body = text[at : fence.start()], fence[1], fence[2]
        at = fence.end()
        line = text.count("\n", 0, fence.start()) + 2
        marks = dict(MARK.findall(between[-300:].split("\n\n")[-1]))
        if "file" in marks:
            files[marks["file"]] = body
        elif "prelude" in marks:
            preludes[marks["prelude"]] = body
        elif word in ("rules", "rules-error"):
            whole = completed(body, preludes[marks["completes"]] if "completes" in marks else None)
            gives = tuple(re.findall(r"`([a-z-]+)`", GIVES.match(text, at)[1])) if word == "rules-error" else ()
            found.append(Example(line, body, whole, files, marks.get("variant"), gives))
            files = {}
    return tuple(found)


def completed(body: str, prelude: str | None) -> str:
    """A whole ruleset: with its prelude, or a game for two players, and a sequence of play."""
    parts = [] if re.search(r"^game\b", (prelude or "") + body, re.M) else [HEAD]
    parts += [prelude] if prelude else []
    parts.append(body)
    if not re.search(r"^sequence\b", "".join(parts), re.M):
        parts.append(TAIL)
    return "\n".join(parts)
