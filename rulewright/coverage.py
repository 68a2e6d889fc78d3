"""Which rules of the rulebook a ruleset covers. A rule is modelled if an item cites it, tested if a scenario that
passes cites it, or set aside with a reason."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .validator.rulebook import Rulebook

MODELLED, TESTED, ASIDE, NOTHING = "modelled", "tested", "set aside", "nothing"


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the rulebook and how it stands. A rule can be both modelled and tested; `standing` is the better."""

    id: str
    text: str
    modelled: bool
    tested: bool
    reason: str | None  # why it was set aside

    @property
    def standing(self) -> str:
        if self.tested:
            return TESTED
        if self.modelled:
            return MODELLED
        return NOTHING if self.reason is None else ASIDE

    @property
    def words(self) -> str:
        """All there is to say of it."""
        said = [word for word, so in ((MODELLED, self.modelled), (TESTED, self.tested)) if so]
        if self.reason is not None:
            said.append(f"{ASIDE}: {self.reason}")
        return ", ".join(said) or NOTHING


@dataclass(frozen=True, slots=True)
class Coverage:
    rules: tuple[Rule, ...]
    unknown: tuple[str, ...]  # cited, but not in the rulebook

    def count(self, standing: str) -> int:
        if standing == MODELLED:
            return sum(rule.modelled for rule in self.rules)
        return sum(rule.standing == standing for rule in self.rules)

    def totals(self) -> dict[str, int]:
        """`modelled` counts the tested ones too; `modelled`, `set_aside` and `nothing` together need not be all: a
        scenario may cite what no item does."""
        return {
            "rules": len(self.rules),
            "modelled": self.count(MODELLED),
            "tested": self.count(TESTED),
            "set_aside": self.count(ASIDE),
            "nothing": self.count(NOTHING),
        }


def rules_of(rulebook: str) -> dict[str, str]:
    """The rules of a rulebook, in its order."""
    return {rule.id: rule.text for rule in Rulebook("", rulebook).rules.values()}


def together(programs: list[dict[str, Any]]) -> dict[str, Any]:
    """What a game and its variants cite and set aside: a rule may be one of a variant alone."""
    return {key: [part for program in programs for part in program[key]] for key in ("cited", "asides", "scenarios")}


def coverage(rulebook: str, program: dict[str, Any], passed: Iterable[str]) -> Coverage:
    """`passed` are the rules that passing scenarios cite."""
    rules = rules_of(rulebook)
    cited, tested = set(program["cited"]), set(passed)
    reasons = {rule: aside["reason"] for aside in program["asides"] for rule in aside["rules"]}
    scenarios = {rule for scenario in program["scenarios"] for rule in scenario["rules"]}
    found = [Rule(i, text, i in cited, i in tested, reasons.get(i)) for i, text in rules.items()]
    unknown = sorted((cited | scenarios | set(reasons)) - set(rules), key=_natural)
    return Coverage(tuple(found), tuple(unknown))


def _natural(rule: str) -> list[int | str]:
    """RUB-2 before RUB-10."""
    return [f"{int(part):09d}" if part.isdecimal() else part for part in re.split(r"(\d+)", rule)]
