"""Which answers can be taken back at a table of people: never one after which somebody knows more than before."""

from __future__ import annotations

from collections.abc import Collection

from .sight import Cells, Sight
from .state import RNG_HIGH, RNG_LOW


def learned(sight: Sight, before: Cells, after: Cells, people: Collection[int]) -> str | None:
    """What an answer has brought to light for one of these players that taking it back could not hide again; None if
    nothing. `before` and `after` are whole states."""
    if (before[RNG_LOW], before[RNG_HIGH]) != (after[RNG_LOW], after[RNG_HIGH]):
        return "chance has decided something since"
    for player in people:
        for kind, layout in sight.program["zoned"].items():
            if layout["know"] is None:
                continue
            for thing in range(layout["size"]):
                if _told(sight, before, after, kind, thing, player):
                    return "something hidden has been shown since"
        for name, attribute in sight.program["attributes"].items():
            if attribute["see"] == "all":
                continue
            for thing in range(attribute["count"]):
                if not sight.sees_attribute(before, name, thing, player) and sight.sees_attribute(
                    after, name, thing, player
                ):
                    return "something hidden has been shown since"
    return None


def _told(sight: Sight, before: Cells, after: Cells, kind: str, thing: int, player: int) -> bool:
    """Does the player now know where a thing is, or in which zone, and did not before? Who knew that a card is in the
    deck, and now sees that it lies on top, has learned something."""
    if sight.knows_place(before, kind, thing, player):
        return False
    if sight.knows_place(after, kind, thing, player):
        return True
    return sight.knows_zone(after, kind, thing, player) and not sight.knows_zone(before, kind, thing, player)
