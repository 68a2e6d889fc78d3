"""Why something cannot be done now: the first requirement that fails, with its words and its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..grammar.diagnostics import Diagnostic, RulewrightError, near
from .decision import Decision
from .naming import Program, Value, listed, scalar_of, spoken, value_of, word_of
from .sight import Sight
from .state import Choice, State

Node = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Refusal:
    """`what` says which sort of condition it is: requires, cost, limit, domain, time, whole."""

    action: str
    text: str
    rules: tuple[str, ...]
    what: str
    file: str | None = None
    line: int | None = None

    def __str__(self) -> str:
        return self.text


def refusal(
    program: Program,
    engine: Any,
    state: State,
    choice: Choice,
    decision: Decision,
    action: str,
    given: Mapping[str, Value],
) -> Refusal | None:
    """None if the action can be taken, with these values, right now. `engine` is one that can evaluate."""
    branch = next((b for b in choice.node["branches"] if b.get("name") == action), None)
    declared = next((a for a in program["actions"] if a["name"] == action), None)
    if branch is None and declared is None:
        names = sorted({a["name"] for a in program["actions"]} | {o.name for o in decision.options if o.name})
        raise _unknown(f"no action is called `{action}`", action, names)
    if branch is None:
        assert declared is not None
        when = listed([spoken(phase) for phase in declared["during"]]) if declared["during"] else None
        text = f"it can be done during {when}; now something else is asked" if when else "now something else is asked"
        return Refusal(action, text, tuple(declared["rules"]), "time")
    names = list(branch.get("params") or [])
    for name in given:
        if name not in names:
            raise _unknown(f"`{action}` has no parameter `{name}`", name, names)
    types = dict(zip(names, branch["types"], strict=True))
    fixed = {name: _scalar(program, name, types[name], value) for name, value in given.items()}
    unseen = _unseen(program, state, choice.who, {name: (types[name], value) for name, value in fixed.items()})
    if unseen is not None and first_failure(program, engine, state, choice, branch, fixed) is not None:
        return _not_now(program, branch, unseen, types[unseen], fixed[unseen])
    return first_failure(program, engine, state, choice, branch, fixed)


def first_failure(
    program: Program, engine: Any, state: State, choice: Choice, branch: dict[str, Any], given: Mapping[str, int]
) -> Refusal | None:
    """Why no option of this branch has the given values: the first condition that no combination of values survives."""
    names = list(branch.get("params") or [])
    places = {name: 1 + place for place, name in enumerate(names)}
    options = (option for option in choice.options if option[0] == branch["tag"])
    if any(all(option[places[name]] == value for name, value in given.items()) for option in options):
        return None
    rules = tuple(branch.get("rules") or ())

    def survives(over: list[Node], tests: list[Node]) -> bool:
        return bool(engine.evaluate(state, {"kind": "fold", "fold": "any", "over": over, "value": _all(tests)}))

    tests: list[Node] = []
    for name, value, type_ in zip(names, branch["values"], branch["types"], strict=True):
        if name in given:
            tests.append({"kind": "op", "op": "==", "args": [value, {"kind": "int", "value": given[name]}]})
            if not survives(_clauses_up_to(branch["over"], value), tests):
                return _not_now(program, branch, name, type_, given[name])
    if not survives(branch["over"], tests):
        return Refusal(branch["name"], "there is nothing to do it with", rules, "domain")
    for condition in branch["refusals"]:
        tests.append(condition["test"])
        if not survives(branch["over"], tests):
            site = program["sites"][condition["site"]]
            text = condition["text"] or f"a condition of `{branch['name']}` does not hold"
            return Refusal(
                branch["name"], text, tuple(condition["rules"]), condition["what"], site["file"], site["line"]
            )
    return Refusal(branch["name"], "it could not be completed", rules, "whole")


def _not_now(program: Program, branch: Node, name: str, type_: dict[str, Any], value: int) -> Refusal:
    text = f"`{name}` cannot be {word_of(value_of(program, type_, value))} now"
    return Refusal(branch["name"], text, tuple(branch.get("rules") or ()), "domain")


def _unseen(program: Program, state: State, player: int, given: Mapping[str, tuple[dict[str, Any], int]]) -> str | None:
    """The first value that names a thing which the player does not see. Which condition fails for it would tell where
    it is, or how it lies."""
    sight = Sight(program)
    for name, (type_, thing) in given.items():
        kind = type_.get("of")
        if kind is None or kind not in program["zoned"] or program["zoned"][kind]["know"] is None or thing < 0:
            continue
        faces = any(a["of"] == kind and a["see"] == "holder" for a in program["attributes"].values())
        known = sight.sees_thing if faces else sight.knows_place
        if not known(state, kind, thing, player):
            return name
    return None


def _all(tests: list[Node]) -> Node:
    whole: Node = {"kind": "int", "value": 1}
    for test in tests:
        whole = {"kind": "op", "op": "and", "args": [whole, test]}
    return whole


def _clauses_up_to(over: list[Node], value: Node) -> list[Node]:
    """The clauses that this value, and those before it, come from: what follows may be empty for another reason."""
    used = _variables(value)
    last = max((place for place, clause in enumerate(over) if clause["var"] in used), default=-1)
    return over[: last + 1]


def _variables(node: Any) -> set[str]:
    if isinstance(node, list):
        return {name for part in node for name in _variables(part)}
    if not isinstance(node, dict):
        return set()
    own = {node["name"]} if node.get("kind") == "var" else set()
    return own | {name for part in node.values() for name in _variables(part)}


def _scalar(program: Program, name: str, type_: dict[str, Any], value: Value) -> int:
    found = scalar_of(program, type_, value)
    if found is None:
        of, word = type_.get("of"), word_of(value)
        headline = f"`{word}` is no {spoken(of) if of else 'number'} that `{name}` can be"
        raise _unknown(headline, word, list(program["names"].get(of, [])))
    return found


def _unknown(headline: str, word: str, among: list[str]) -> RulewrightError:
    meant = near(word, among)
    help_ = f"did you mean `{meant}`?" if meant else (f"there are {listed(among[:12])}" if among else None)
    return RulewrightError(Diagnostic("unknown-choice", headline, help=help_))
