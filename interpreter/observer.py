"""What an engine tells a listener (log, trace, tests) while it runs. Nothing is told of what look-ahead tries."""

from __future__ import annotations

from typing import Any

from .state import Option, Value

Node = dict[str, Any]


class Observer:
    """Hears nothing; override what you want to hear. A listener must not call the engine that speaks to it."""

    def noted(self, node: Node, args: list[Value]) -> None:
        """A `note` was reached."""

    def forced(self, node: Node, who: int, option: Option) -> None:
        """A `choose` had one option, and it was taken unasked."""

    def picked(self, node: Node, value: int) -> None:
        """A `pick` gave this member at random."""

    def shuffled(self, node: Node, zone: int) -> None:
        """A zone was shuffled."""

    def moved(self, node: Node, thing: int, source: int, target: int) -> None:
        """A thing went from one zone to another; 0 is nowhere."""

    def revealed(self, node: Node, things: int, players: int) -> None:
        """Things (a set) were shown to players (a set)."""

    def unsealed(self, node: Node) -> None:
        """The sealed answers since the last time are now shown, or stay with their owners: `node["shown"]`."""

    def changed(self, node: Node, attribute: str, index: int, value: Value) -> None:
        """An attribute was set or changed. Of a common attribute the index is 0."""
