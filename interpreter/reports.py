"""A fault of the rules as a diagnostic: where in the ruleset, what it means, and through what play got there."""

from __future__ import annotations

from ..grammar.diagnostics import Diagnostic, Label, RulewrightError
from ..grammar.spans import Span
from .faults import RuleFault
from .frames import frames
from .meanings import MEANINGS
from .naming import Program, spoken
from .state import State


def site_span(program: Program, site: int) -> Span | None:
    """A place in the ruleset. Sites know lines and columns, not offsets."""
    if not 0 <= site < len(program["sites"]):
        return None
    place = program["sites"][site]
    line, column = place["line"], place["column"]
    end_line, end_column = place.get("end_line", line), place.get("end_column", column + 1)
    return Span(place["file"], 0, 0, line, column, end_line, end_column)


def fault_report(program: Program, fault: RuleFault, state: State | None = None) -> RulewrightError:
    """What the table raises after a fault. It has gone back to the position before the last answer."""
    span = site_span(program, fault.site)
    rules = tuple(program["sites"][fault.site]["rules"]) if span else ()
    meaning = MEANINGS[fault.code]
    notes = [fault.detail] if fault.detail else []
    notes += chain(program, state) if state else []
    return RulewrightError(
        Diagnostic(
            name=f"fault-{fault.code}",
            headline=meaning.headline,
            labels=(Label(span, meaning.label),) if span else (),
            notes=tuple(notes),
            help=meaning.help,
            rules=rules,
        )
    )


def chain(program: Program, state: State) -> list[str]:
    """The procedures that were open, the innermost first, as lines for a report."""
    lines: list[str] = []
    for frame in frames(program, state):
        procedure = program["procedures"][frame.procedure]
        place = program["sites"][procedure["site"]] if procedure.get("site", -1) >= 0 else None
        where = f" ({place['file']}:{place['line']})" if place else ""
        line = f"in {_called(program, procedure['name'])}{where}"
        if line not in lines[-1:]:
            lines.append(line)
    return lines


def _called(program: Program, name: str) -> str:
    """What the text calls a procedure: lowering has split some of them and marked the parts."""
    if name == program["main"]:
        return "the sequence of play"
    words = [word for word in name.split("@")[0].split(".") if word not in ("to", "do", "body", "inner")]
    return spoken(" ".join(words))
