"""Do the scenarios of a ruleset notice when its rules are changed?

Every rule line is changed in each of a few small ways. What the checker accepts has to fail a scenario, but for the
few changes listed here, which change nothing that a scenario could see."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playing import FASTEST, RULESETS
from rulewright.interpreter.scenarios import run
from rulewright.validator.check import check_text

TEACHING = ("tic_tac_toe", "connect_four", "breakthrough", "hex", "pig", "goofspiel", "crazy_eights")

SWAPS = [
    (r"\bis not\b", "is"),
    (r"(?<=[\w)]) is (?!not|in|one|grid|hexes|\d+ to|set of|list of)", " is not "),
    (r"\band\b", "or"),
    (r"\bor\b(?! none)", "and"),
    (r"<=", "<"),
    (r"(?<!\w)<(?!=)", "<="),
    (r">=", ">"),
    (r"(?<!\w)>(?!=)", ">="),
    (r"\bmost\b", "least"),
    (r"\bleast\b", "most"),
    (r"\bsome of\b", "none of"),
    (r"\bnone of\b", "some of"),
    (r"\ball of\b", "some of"),
    (r" \+ ", " - "),
]
DELETED = re.compile(r"^ +(set|add|take|move|stop|end game|requires|shuffle|leave|next)\b")

STEPS = 20_000  # enough for any scenario, and soon over where a change makes play go round for ever

# Wider ranges that nothing fills, chance that scenarios fix anyway, and a ten that is worth ten either way.
HARMLESS = {
    "pig": {"score is 0 to 106 starts 0", "pot is 0 to 106 starts 0 each turn", "roll die from 1 to 7"},
    "crazy_eights": {"drawn is 0 to 6 starts 0 each turn", "passes is 0 to 7 starts 0", "10 if c.rank >= 10"},
}


def mutants(text: str) -> Iterator[tuple[str, str]]:
    """The changed lines, and the texts in which they stand. Scenarios stay as they are."""
    lines = text.split("\n")
    rules = next((i for i, line in enumerate(lines) if line.startswith("scenario ")), len(lines))
    for place, line in enumerate(lines[:rules]):
        if line.lstrip().startswith("#") or line.startswith(("language", "game", "  title", "  players", "  text")):
            continue
        others = [other for old, new in SWAPS for other in _swapped(line, old, new)]
        others += _swapped(line, r"\b\d+\b", lambda found: str(int(found.group()) + 1))
        if DELETED.match(line):
            others.append("")
        for other in others:
            name = " ".join((other or f"without {line}").split())
            yield name, "\n".join([*lines[:place], other, *lines[place + 1 :]])


def _swapped(line: str, old: str, new: str | Callable[[re.Match[str]], str]) -> list[str]:
    """The line with each occurrence changed, one at a time. What is written in quotes is for people."""
    found = [one for one in re.finditer(old, line) if line[: one.start()].count('"') % 2 == 0]
    return [line[: one.start()] + (new if isinstance(new, str) else new(one)) + line[one.end() :] for one in found]


def noticed(text: str) -> bool:
    """Does the checker refuse it, or a scenario fail?"""
    checked = check_text(text)
    if checked.program is None:
        return True
    program = {**checked.program, "steps": STEPS}
    return any(not result.passed for result in run(program, program["scenarios"], [FASTEST]))


@pytest.mark.parametrize("name", TEACHING)
def test_scenarios_notice_changed_rules(name: str) -> None:
    text = (RULESETS / name / "game.rules").read_text(encoding="utf-8")
    assert not noticed(text)
    survivors = {line for line, changed in mutants(text) if not noticed(changed)}
    assert survivors == HARMLESS.get(name, set())
