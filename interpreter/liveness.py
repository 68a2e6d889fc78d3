"""Which slots of a frame hold a value at a point. An empty slot is 0, and 0 is also the first thing of a kind, so the
cells alone cannot tell; the text of the procedure can. Locals are filled before they are read and dropped where their
block ends, so it is enough to follow what is surely filled on every way to the point. How many values an answer has
filled depends on the option taken, which later tests of its tag tell apart."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

Program = dict[str, Any]
Node = dict[str, Any]
SKIPPED = -1  # the tag where nothing could be chosen


@dataclass(frozen=True, slots=True)
class Menu:
    """A choice whose tag is still there to be tested: which tags it can be, and how many values each fills."""

    tag: str
    values: tuple[str, ...]
    filled: tuple[tuple[int, int], ...]

    def sure(self) -> frozenset[str]:
        return frozenset(self.values[: min((many for _, many in self.filled), default=0)])


@dataclass(frozen=True, slots=True)
class Facts:
    names: frozenset[str]
    menus: tuple[Menu, ...] = ()

    def fill(self, *names: str | None) -> Facts:
        return replace(self, names=self.names | {n for n in names if n})

    def empty(self, names: frozenset[str]) -> Facts:
        return Facts(self.names - names, tuple(m for m in self.menus if m.tag not in names))

    def join(self, other: Facts) -> Facts:
        """What holds whichever of two ways was taken."""
        menus = []
        for menu in self.menus:
            for same in other.menus:
                if (menu.tag, menu.values) == (same.tag, same.values):
                    menus.append(replace(menu, filled=tuple(dict.fromkeys(menu.filled + same.filled))))
        return Facts(self.names & other.names, tuple(menus))

    def decide(self, test: Node, outcome: bool) -> Facts:
        """What a test of a tag adds when it holds or fails."""
        tag, value = _tag_test(test)
        facts = self
        for menu in self.menus:
            if menu.tag == tag:
                left = tuple(f for f in menu.filled if (f[0] == value) is outcome)
                rest = tuple(m for m in facts.menus if m is not menu)
                menu = replace(menu, filled=left)
                facts = Facts(facts.names | menu.sure(), (*rest, menu))
        return facts


def filled_at(program: Program, point: int) -> frozenset[str]:
    """The locals that hold a value while the procedure stands at this point."""
    place = program["points"][point]
    procedure = program["procedures"][place["procedure"]]
    facts = Facts(frozenset(procedure["params"]))
    body: list[Node] = procedure["body"]
    path = list(place["path"])
    while True:
        at = path.pop(0)
        facts = _after(body[:at], facts) or Facts(frozenset())
        if not path:
            return facts.names
        statement, field = body[at], path.pop(0)
        facts = _inside(statement, field, facts)
        body = statement[field]


def _inside(statement: Node, field: str, facts: Facts) -> Facts:
    """What is filled when a nested body begins, on the first round and on all later ones."""
    if statement["kind"] == "when":
        return facts.decide(statement["test"], field == "then")
    if statement["kind"] in ("for", "while"):
        facts = facts.empty(_emptied(statement["body"]))
    if statement["kind"] == "for":
        facts = facts.fill(statement["var"], statement.get("snapshot"), statement.get("index"))
    return facts


def _after(body: list[Node], facts: Facts) -> Facts | None:
    """What is filled behind these statements; None if play never gets there."""
    for statement in body:
        kind = statement["kind"]
        if kind in ("return", "break", "continue", "finish"):
            return None
        if kind == "set" and statement["target"]["kind"] == "var":
            name = statement["target"]["name"]
            facts = facts.empty(frozenset([name])).fill(name)
        elif kind in ("call", "pick"):
            facts = facts.fill(statement["into"])
        elif kind == "choose":
            facts = _answered(statement, facts)
        elif kind == "drop":
            facts = facts.empty(frozenset(statement["names"]))
        elif kind == "when":
            then = _after(statement["then"], facts.decide(statement["test"], True))
            otherwise = _after(statement["else"], facts.decide(statement["test"], False))
            if then is None and otherwise is None:
                return None
            if then is None or otherwise is None:
                facts = then or otherwise or facts
            else:
                facts = then.join(otherwise)
        elif kind == "attempt":
            within = _after(statement["body"], facts)
            if within is None:
                return None
            facts = within
        elif kind in ("while", "for"):
            facts = facts.empty(_emptied(statement["body"]) | {statement.get("var", "")})
    return facts


def _answered(choose: Node, facts: Facts) -> Facts:
    tag, values = choose["into"]["tag"], tuple(choose["into"]["values"])
    filled = [(branch["tag"], len(branch["values"])) for branch in choose["branches"]]
    if choose["none"] == "skip":
        filled.append((SKIPPED, 0))
    menu = Menu(tag or "", values, tuple(filled))
    facts = facts.empty(frozenset([*values, tag or ""])).fill(tag, *menu.sure())
    return replace(facts, menus=(*facts.menus, menu)) if tag else facts


def _tag_test(test: Node) -> tuple[str, int]:
    """The name and the value of a test `name == value`; of any other test, nothing."""
    if (
        test["kind"] == "op"
        and test["op"] == "=="
        and test["args"][0]["kind"] == "var"
        and test["args"][1]["kind"] == "int"
    ):
        return test["args"][0]["name"], test["args"][1]["value"]
    return "", 0


def _emptied(body: list[Node]) -> frozenset[str]:
    """Every name that some statement of a loop's body may empty, or whose meaning it may change."""
    found: set[str] = set()
    for statement in body:
        if statement["kind"] == "drop":
            found |= set(statement["names"])
        if statement["kind"] == "for":
            found.add(statement["var"])
        if statement["kind"] == "choose":
            found |= {n for n in (statement["into"]["tag"], *statement["into"]["values"]) if n}
        for field in ("then", "else", "body"):
            found |= _emptied(statement.get(field) or [])
    return frozenset(found)
