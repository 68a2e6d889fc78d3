"""The engines by name. All mean the same; the compiled one is loaded only when it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Protocol

from ..grammar.diagnostics import Diagnostic, RulewrightError, near
from .state import Choice, Option, Outcome, State, Value

ENGINES = ("reference", "compiled", "guided")


class Engine(Protocol):
    """What a table needs of an engine. The reference engine can do more: it tells an observer what happens, and it
    evaluates expressions."""

    def new(self, seed: int) -> State: ...

    def fresh(self) -> State: ...

    def start(self, state: State, procedure: str, args: Sequence[Value]) -> Outcome: ...

    def run(self, state: State) -> Outcome: ...

    def choice(self, state: State) -> Choice | None: ...

    def answer(self, state: State, option: Option) -> Outcome: ...


def has_compiled() -> bool:
    """Is the compiled engine here, and what it runs on?"""
    return bool(find_spec("wasmtime") and find_spec(".compiled.host", __package__))


def suited(program: dict[str, Any]) -> str:
    """The engine for a table at which people sit. The reference engine tells everything, but it cannot look far ahead:
    where plays are put together step by step it needs the compiled one to guide it."""
    ahead = any(_attempts(procedure["body"]) for procedure in program["procedures"])
    return "guided" if ahead and has_compiled() else "reference"


def _attempts(body: list[dict[str, Any]]) -> bool:
    return any(
        node["kind"] == "attempt" or any(_attempts(node.get(block) or []) for block in ("then", "else", "body"))
        for node in body
    )


def make(program: dict[str, Any], name: str) -> Engine:
    if name == "reference":
        from .reference.engine import Engine as Reference

        return Reference(program)
    if name in ("compiled", "guided"):
        if not has_compiled():
            raise RulewrightError(
                Diagnostic(
                    "no-engine",
                    "the compiled engine is not available here",
                    help="install `wasmtime`, or use the reference engine",
                )
            )
        if name == "guided":
            from .guided import Engine as Guided

            return Guided(program)
        from .compiled.host import Engine as Compiled

        return Compiled(program)
    meant = near(name, list(ENGINES))
    raise RulewrightError(
        Diagnostic(
            "no-engine",
            f"no engine is called `{name}`",
            help=f"did you mean `{meant}`?" if meant else "there are `reference`, `compiled` and `guided`",
        )
    )
