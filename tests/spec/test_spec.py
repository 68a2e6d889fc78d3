"""Every example of the spec does what it says: it is accepted and plays, or it gives the report named below it."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator

import pytest
from examples import Example, examples, spec
from rulewright.grammar import nodes, words
from rulewright.grammar.build import RULES
from rulewright.grammar.format import format_text
from rulewright.grammar.parse import parse
from rulewright.grammar.render import render
from rulewright.grammar.tables import parser
from rulewright.interpreter import engines, scenarios
from rulewright.interpreter.faults import RuleFault
from rulewright.interpreter.meanings import MEANINGS
from rulewright.interpreter.reference.engine import Engine
from rulewright.validator.check import Checked, check_text
from rulewright.validator.schema import validate
from rulewright.validator.specialise import specialise

RIGHT = [e for e in examples() if not e.gives]
WRONG = [e for e in examples() if e.gives]
ENGINES = ["reference", *(["compiled"] if engines.has_compiled() else [])]
ABSTRACT = {"Node", "Statement", "Item", "Scene"}


def name(example: Example) -> str:
    return example.name


@pytest.mark.parametrize("example", RIGHT, ids=name)
def test_example_is_accepted(example: Example) -> None:
    checked = check(example)
    assert checked.program is not None and not checked.diagnostics, shown(checked)
    assert validate(checked.program) == []


@pytest.mark.parametrize("example", RIGHT, ids=name)
def test_example_is_formatted(example: Example) -> None:
    assert format_text(example.own, "game.rules") == example.own
    for file, text in example.files.items():
        if file.endswith(".rules"):
            assert format_text(text, file) == text


@pytest.mark.parametrize("example", RIGHT, ids=name)
def test_scenarios_of_example_pass(example: Example) -> None:
    checked = check(example)
    assert checked.program is not None
    for result in scenarios.run(checked.program, checked.program["scenarios"], ENGINES):
        assert result.passed, f"{result.engine}:\n{render([result.failure], checked.sources, False)}"


@pytest.mark.parametrize("example", RIGHT, ids=name)
def test_random_games_of_example_end_or_fail_by_the_rules(example: Example) -> None:
    program = check(example).program
    assert program is not None
    chance = random.Random(example.line)
    engine = Engine(specialise(program, program["players"]["low"]))
    try:
        state = engine.new(example.line)
        for _ in range(100):
            choice = engine.choice(state)
            if choice is None:
                break
            engine.answer(state, chance.choice(choice.options))
    except RuleFault as fault:
        assert fault.code != "bounds", fault


@pytest.mark.parametrize("example", WRONG, ids=name)
def test_mistake_gives_the_report_below_it(example: Example) -> None:
    checked = check(example)
    assert sorted(d.name for d in checked.diagnostics) == sorted(example.gives), shown(checked)


def test_every_rule_of_the_grammar_occurs() -> None:
    seen = {tree.data for text in texts() for tree in parser().parse(text, start="ruleset").iter_subtrees()}
    assert set(RULES) - seen == set()


def test_every_node_of_the_syntax_tree_occurs() -> None:
    every = {c.__name__ for c in vars(nodes).values() if dataclasses.is_dataclass(c) and c.__module__ == nodes.__name__}
    seen = {type(node).__name__ for text in texts() for node in below(parse(text, "game.rules")[0])}
    assert every - ABSTRACT - seen == set()


def test_every_reserved_word_and_every_error_is_named() -> None:
    text = spec()
    assert [w for w in sorted(words.RESERVED) if f"`{w}`" not in text] == []
    assert [c for c in sorted(MEANINGS) if f"`{c}`" not in text] == []


def texts() -> Iterator[str]:
    for example in examples():
        yield example.text
        yield from (text for file, text in example.files.items() if file.endswith(".rules"))


def below(node: object) -> Iterator[object]:
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, tuple):
            waiting.extend(here)
        elif isinstance(here, nodes.Node):
            yield here
            waiting.extend(getattr(here, f.name) for f in dataclasses.fields(here) if f.name != "span")


def check(example: Example) -> Checked:
    return check_text(example.text, example.files, example.variant)


def shown(checked: Checked) -> str:
    return render(checked.diagnostics, checked.sources, False) or "nothing was reported"
