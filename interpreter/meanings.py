"""What each fault of CORE.md says to a person: as a headline, at its place in the rules, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Meaning:
    headline: str
    label: str
    help: str | None = None


MEANINGS: dict[str, Meaning] = {
    "range": Meaning(
        "a value is outside the range of what is to hold it", "set here", "widen the range, or test the value first"
    ),
    "division": Meaning("a number is divided by zero", "divided here", "test the divisor first"),
    "index": Meaning("there is no item at this place", "asked for here", "test how many there are first"),
    "only": Meaning("`only of` needs exactly one, and there are none or several", "asked for here"),
    "empty": Meaning("there is nothing to choose or to take", "needed here", "say with `otherwise` what happens then"),
    "none": Meaning("a thing is needed here, and there is none", "needed here", "test `is not none` first"),
    "nothing": Meaning("there is nothing to move", "moved here", "use `up to`, or test first"),
    "full": Meaning("there is no room left", "added here", "give it a larger `up to`, or test how much it holds"),
    "options": Meaning("too many options in one choice", "chosen here", "ask in two steps"),
    "steps": Meaning(
        "play goes on and on without a decision", "it was here when it was stopped", "look for a loop that never ends"
    ),
    "stack": Meaning(
        "effects are nested too deeply",
        "the last one is called here",
        "allow more with `at most N deep`, or break the chain",
    ),
    "search": Meaning("too many ways to complete a play", "the play begins here", "narrow it with `needs`"),
    "provided": Meaning("a play was completed although it must not be", "this does not hold"),
    "invariant": Meaning("an invariant of the game does not hold", "stated here"),
    "script": Meaning(
        "the scenario fixes a result that cannot happen",
        "drawn here",
        "compare `dice` and `shuffled` with what is drawn",
    ),
    "answer": Meaning("this answer is not offered", "asked here"),
    "bounds": Meaning("a value is outside its kind", "used here", "this is a mistake in Rulewright: please report it"),
}
