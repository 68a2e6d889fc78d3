"""Rulesets with something changed: at the level of words and lines, or of whole expressions, statements and types."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from chunks import chunks
from rulewright.grammar import nodes
from rulewright.grammar.parse import parse
from rulewright.validator.syntax import walk

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
WORD = re.compile(r"[a-z_0-9]+|\"[^\"\n]*\"|[A-Z]+-[0-9.]+|[<>]=?|[^\s]")
SORTS: dict[str, tuple[type, ...]] = {
    "expression": nodes.Expr.__args__,  # type: ignore[attr-defined]
    "statement": nodes.Stmt.__args__,  # type: ignore[attr-defined]
    "type": nodes.Type.__args__,  # type: ignore[attr-defined]
    "item": nodes.AnyItem.__args__,  # type: ignore[attr-defined]
    "scene": nodes.AnyScene.__args__,  # type: ignore[attr-defined]
    "attribute": nodes.Attribute.__args__,  # type: ignore[attr-defined]
}


@dataclass(frozen=True, slots=True)
class Seed:
    """A ruleset that is accepted as it stands."""

    name: str
    text: str
    files: dict[str, str] = field(default_factory=dict)


def seeds() -> list[Seed]:
    found = [Seed(p.stem, p.read_text(encoding="utf-8")) for p in sorted((HERE / "plays").glob("*.rules"))]
    for path in sorted((HERE / "cases").glob("*.ok.rules")):
        found += [Seed(chunk.name, chunk.text, chunk.files) for chunk in chunks(path)]
    for path in sorted((ROOT / "rulesets").glob("*/game.rules")):
        text = path.read_text(encoding="utf-8")
        if "\nuse " not in text and ".yaml" not in text:
            found.append(Seed(path.parent.name, text))
    return found


def words_changed(seed: Seed, chance: Random, times: int) -> str:
    """Some words or lines taken out, doubled, exchanged or put in."""
    text = seed.text
    for _ in range(times):
        places = list(WORD.finditer(text))
        if not places:
            return text
        here, there = chance.choice(places), chance.choice(places)
        lines = text.split("\n")
        at = chance.randrange(len(lines))
        match chance.randrange(7):
            case 0:
                text = text[: here.start()] + text[here.end() :]
            case 1:
                text = text[: here.start()] + there[0] + text[here.end() :]
            case 2:
                text = f"{text[: here.end()]} {there[0]}{text[here.end() :]}"
            case 3:
                text = text[: here.start()] + chance.choice(NASTY) + text[here.end() :]
            case 4:
                text = "\n".join([*lines[:at], *lines[at + 1 :]])
            case 5:
                text = "\n".join([*lines[:at], chance.choice(lines), *lines[at:]])
            case 6:
                other = chance.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
                text = "\n".join(lines)
    return text


NASTY = (
    "none", "nothing", "you", "this", "active", "players", "player", "yes", "0", "-1", "1000", "99999999999", "80mm",
    "[]", "(", ")", "end", "all", "count of", "is not", "0 to 0", "3 to 1", "or none", "set of", "list of", "top of",
)  # fmt: skip


def parts_changed(seed: Seed, donors: list[Seed], chance: Random, times: int) -> str:
    """Some expressions, statements, types or items in the place of others of their sort."""
    text = seed.text
    for _ in range(times):
        sort = chance.choice(list(SORTS))
        own = list(spans(text, sort))
        if not own:
            continue
        donor = text if chance.random() < 0.5 else chance.choice(donors).text
        others = list(spans(donor, sort)) or own
        start, end = chance.choice(own)
        first, last = chance.choice(others)
        text = text[:start] + (donor if others is not own else text)[first:last] + text[end:]
    return text


def spans(text: str, sort: str) -> Iterator[tuple[int, int]]:
    tree, _ = parse(text, "game.rules")
    for node in walk(tree):
        if isinstance(node, SORTS[sort]) and node.span.end > node.span.start:
            yield node.span.start, node.span.end
