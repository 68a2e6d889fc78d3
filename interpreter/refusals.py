"""Why something cannot be done now: the first requirement that fails, with its words and its rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from ..grammar.diagnostics import Diagnostic, RulewrightError, near
from .decision import Decision
from .naming import Program, Value, listed, scalar_of, spoken, word_of
from .state import Choice, State

TRIED = 2000  # combinations of values that are looked at where some are not given


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
    return first_failure(program, engine, state, choice, branch, fixed)


def first_failure(
    program: Program, engine: Any, state: State, choice: Choice, branch: dict[str, Any], given: Mapping[str, int]
) -> Refusal | None:
    """Why no option of this branch has the given values: the failure of the combination that came furthest, which
    is the one nearest to being possible."""
    names = list(branch.get("params") or [])
    offered = {o[1 : 1 + len(names)] for o in choice.options if o[0] == branch["tag"]}
    best: tuple[int, dict[str, Any] | None] | None = None
    for values in islice(_combinations(branch, names, given), TRIED):
        if values in offered:
            return None
        variables = dict(zip(names, values, strict=True))
        for place, condition in enumerate(branch["refusals"]):
            if not engine.evaluate(state, condition["test"], variables):
                if best is None or place > best[0]:
                    best = place, condition
                break
        else:
            best = len(branch["refusals"]), None
    if best is None:
        return Refusal(branch["name"], "there is nothing to do it with", tuple(branch.get("rules") or ()), "domain")
    condition = best[1]
    if condition is None:
        return Refusal(branch["name"], "it could not be completed", tuple(branch.get("rules") or ()), "whole")
    site = program["sites"][condition["site"]]
    text = condition["text"] or f"a condition of `{branch['name']}` does not hold"
    return Refusal(branch["name"], text, tuple(condition["rules"]), condition["what"], site["file"], site["line"])


def _combinations(branch: dict[str, Any], names: list[str], given: Mapping[str, int]) -> Iterator[tuple[int, ...]]:
    ways: list[list[int] | range] = []
    for name, type_ in zip(names, branch["types"], strict=True):
        if name in given:
            ways.append([given[name]])
        else:
            ways.append(range(max(type_["low"], 0), min(type_["high"], type_["low"] + TRIED) + 1))
    yield from product(*ways)


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
