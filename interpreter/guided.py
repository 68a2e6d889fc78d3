"""The reference engine with the compiled one to look ahead for it.

Everything is walked and told by the reference engine; only which options of a play can still be completed, which may
take it minutes, is asked of the compiled engine. Options are a function of the state, so the game is the same."""

from __future__ import annotations

from typing import Any

from .compiled.host import Engine as Compiled
from .reference.engine import Engine as Reference
from .reference.lookup import Node
from .reference.transactions import Transactions
from .state import ATTEMPT, FP, PC, PENDING, STATUS, Option


class Engine(Reference):
    def __init__(self, program: dict[str, Any]) -> None:
        super().__init__(program)
        self._walker = _Walker(program, Compiled(program))


class _Walker(Transactions):
    def __init__(self, program: dict[str, Any], ahead: Compiled) -> None:
        super().__init__(program)
        self.ahead = ahead

    def offered(self, node: Node) -> list[Option]:
        if self.looking or not (self.state[ATTEMPT] or any(branch["whole"] for branch in node["branches"])):
            return super().offered(node)
        asked = self.state[:]
        asked[STATUS], asked[PC], asked[FP] = PENDING, node["point"], self.frame
        choice = self.ahead.choice(asked)
        assert choice is not None
        return choice.options
