"""A variant extends a ruleset: its items join, `replace` takes another's place, `without` leaves one out. Scenarios
stay behind: they speak of the game that they were written for, and a variant brings its own."""

from __future__ import annotations

from typing import Any

from ..grammar import nodes
from .model import Reports


def apply_variant(base: list[nodes.AnyItem], own: list[nodes.AnyItem], reports: Reports) -> list[nodes.AnyItem]:
    items: list[nodes.AnyItem] = [item for item in base if not isinstance(item, nodes.Scenario)]
    for item in own:
        match item:
            case nodes.Replace():
                name = item_name(item.item)
                places = [i for i, x in enumerate(items) if type(x) is type(item.item) and item_name(x) == name]
                if not places:
                    known = sorted({n for x in items if type(x) is type(item.item) and (n := item_name(x))})
                    reports.error(
                        "unknown-name",
                        f"there is no such item `{name}` to replace",
                        item.span,
                        "nothing of this kind and name",
                        help=f"there are: {', '.join(known)}" if known else None,
                    )
                    continue
                items[places[0]] = item.item
            case nodes.Without():
                kept = [x for x in items if item_name(x) != item.name.text]
                if len(kept) == len(items):
                    reports.unknown("item", item.name, [n for x in items if (n := item_name(x))])
                items = kept
            case _:
                items.append(item)
    return items


def item_name(item: Any) -> str | None:
    """The name by which a variant speaks of an item."""
    match item:
        case nodes.Board():
            return item.name.text
        case nodes.Scenario() | nodes.Invariant():
            return str(item.text)
        case nodes.EachHas():
            return f"each {item.kind.text}"
        case nodes.TableHas():
            return "table"
        case nodes.Sequence():
            return "sequence"
        case nodes.Ranking():
            return "ranking"
        case nodes.Change() | nodes.Trigger():
            return None
    name = getattr(item, "name", None)
    return name.text if isinstance(name, nodes.Name) else None
