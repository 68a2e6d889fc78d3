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
                replace(items, item, reports)
            case nodes.Without():
                kept = [x for x in items if item.name.text not in (item_name(x), hooked(x))]
                if len(kept) == len(items):
                    reports.unknown("item", item.name, [n for x in items if (n := item_name(x))])
                items = kept
            case nodes.Variant():
                of_game(item, base, reports)
                items.append(item)
            case _:
                items.append(item)
    return items


def replace(items: list[nodes.AnyItem], item: nodes.Replace, reports: Reports) -> None:
    """Puts an item in the place of the one of its sort and name."""
    name = item_name(item.item)
    alike = [(i, item_name(x)) for i, x in enumerate(items) if type(x) is type(item.item)]
    places = [i for i, n in alike if n == name]
    if len(places) == 1:
        items[places[0]] = item.item
        return
    known = ", ".join(f"`{n}`" for n in sorted({n for _, n in alike if n}))
    if places:
        headline, said = f"there are several `{name}`", "which of them is not known"
        help: str | None = "leave out what they belong to with `without`, and write it anew"
    else:
        headline, said = f"there is no such item `{name}` to replace", "nothing of this sort and name"
        help = f"there is {known}" if known else None
    reports.error("unknown-name", headline, item.span, said, help=help)


def of_game(item: nodes.Variant, base: list[nodes.AnyItem], reports: Reports) -> None:
    game = next((x for x in base if isinstance(x, nodes.Game)), None)
    if game is not None and game.name.text != item.of.text:
        reports.error(
            "unknown-name",
            f"this ruleset is not `{item.of.text}`",
            item.of.span,
            "not the game of this folder",
            also=[(game.name.span, "this is")],
            help=f"write `variant {item.name.text} of {game.name.text}`",
        )


def hooked(item: Any) -> str | None:
    """What a trigger or a change belongs to: it goes with it."""
    return item.name.text if isinstance(item, nodes.Trigger | nodes.Change) else None


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
        case nodes.Change():
            return f"change {item.name.text}"
        case nodes.Trigger():
            return f"{item.word} {item.name.text}"
    name = getattr(item, "name", None)
    return name.text if isinstance(name, nodes.Name) else None
