"""The front door: the public interface and the command line.

import rulewright as rw

game = rw.load("path/to/a_ruleset")
table = game.new(seed=7)
while not table.over:
    table.play(0)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from .game import Game, load, resume
    from .grammar.diagnostics import Diagnostic, RulewrightError
    from .interpreter.decision import Decision, Option
    from .interpreter.log import Log
    from .interpreter.naming import Point
    from .interpreter.refusals import Refusal
    from .interpreter.table import Table

__all__ = [
    "Decision",
    "Diagnostic",
    "Game",
    "Log",
    "Option",
    "Point",
    "Refusal",
    "RulewrightError",
    "Table",
    "__version__",
    "load",
    "resume",
]

# Each name is loaded when it is first used: the command line must not pay for an engine to print its help.
_HOMES = {
    "Decision": ".interpreter.decision",
    "Diagnostic": ".grammar.diagnostics",
    "Game": ".game",
    "Log": ".interpreter.log",
    "Option": ".interpreter.decision",
    "Point": ".interpreter.naming",
    "Refusal": ".interpreter.refusals",
    "RulewrightError": ".grammar.diagnostics",
    "Table": ".interpreter.table",
    "load": ".game",
    "resume": ".game",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name], __name__), name)
