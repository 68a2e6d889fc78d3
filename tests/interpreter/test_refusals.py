"""Why an action cannot be taken: which condition it is, when its parameters come from one another."""

from __future__ import annotations

import pytest
from rulewright.interpreter.decision import decision_of
from rulewright.interpreter.reference.engine import Engine
from rulewright.interpreter.refusals import Refusal, refusal
from rulewright.validator.check import check_text
from rulewright.validator.specialise import specialise

TEXT = """language 1.0

game walk
  title "Walk"
  players light, dark
  seen by everyone

board yard of spot is grid 4 by 4
  walker is player or none starts (light if this.row is 1 otherwise none)

sequence of play
  play turn for light
  end game drawn

phase turn for player
  act

action step(s from spots where s.walker is you, goal from s.around)
  during turn
  requires goal.row is s.row + 1 "a walker goes up"
  requires goal.walker is none or goal.column is not s.column "the way is taken"
  do
    set s.walker to none
    set goal.walker to you

action rest(s from spots where s.walker is you.opponent)
  during turn
  do
    set s.walker to none
"""


def why_not(action: str, **given: str) -> Refusal | None:
    checked = check_text(TEXT)
    assert checked.program is not None, checked.diagnostics
    rules = specialise(checked.program, 2)
    engine = Engine(rules)
    state = engine.new(0)
    choice = engine.choice(state)
    assert choice is not None
    decision = decision_of(rules, choice.node, choice.who, choice.options)
    return refusal(rules, engine, state, choice, decision, action, given)


@pytest.mark.parametrize(
    ("given", "what", "text"),
    [
        ({"s": "b1", "goal": "c1"}, "requires", "a walker goes up"),
        ({"s": "b2"}, "domain", "`s` cannot be b2 now"),
        ({"s": "b1", "goal": "b4"}, "domain", "`goal` cannot be b4 now"),
        ({"goal": "d4"}, "domain", "`goal` cannot be d4 now"),
        ({"goal": "a1"}, "requires", "a walker goes up"),
    ],
)
def test_the_first_condition_that_fails_is_the_reason(given: dict[str, str], what: str, text: str) -> None:
    refused = why_not("step", **given)
    assert refused is not None
    assert (refused.what, refused.text) == (what, text)


@pytest.mark.parametrize("given", [{}, {"s": "b1"}, {"goal": "c2"}, {"s": "b1", "goal": "c2"}])
def test_what_can_be_done_is_not_refused(given: dict[str, str]) -> None:
    assert why_not("step", **given) is None


def test_an_action_without_anything_to_do_it_with_says_so() -> None:
    refused = why_not("rest")
    assert refused is not None
    assert (refused.what, refused.text) == ("domain", "there is nothing to do it with")
