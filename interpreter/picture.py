"""A position as a player sees it, in words: nested dictionaries that hold only what is open to that player."""

from __future__ import annotations

from typing import Any

from .naming import Program, Value, is_declared, value_of
from .sight import Cells
from .views import Views

Seen = Value | list[Value]
Picture = dict[str, Any]  # {"table": {name: seen}, kind: {thing: {name: seen}}}


def picture(views: Views, state: Cells, player: int) -> Picture:
    """A zone is the list of what lies in it, bottom first, None for a thing that the player does not know. What the
    player may not see at all is not there."""
    cells = views.scrub(state, player)
    program = views.program
    shown: Picture = {"table": {}}
    for name, attribute in program["attributes"].items():
        if not is_declared(program, name):
            continue
        for thing in range(attribute["count"]):
            if views.sight.sees_attribute(cells, name, thing, player):
                at = attribute["at"] + thing * attribute["width"]
                value = _value(program, attribute["type"], cells[at : at + attribute["width"]])
                # Two discs of the table both have a position.
                short = name if attribute["of"] is None else name.rsplit(".", 1)[-1]
                _place(program, shown, attribute["of"], thing)[short] = value
    for number, (zone, owner) in enumerate(views.sight.zones):
        if number and views.sight.counts_zone(cells, number, player):
            name = zone["name"].rsplit(".", 1)[-1]
            _place(program, shown, zone["of"], owner)[name] = contents(views, cells, number, player)
    return shown


def contents(views: Views, cells: Cells, zone: int, player: int) -> list[Value]:
    """What the player knows of a zone. Where there is no order the unknown things come last."""
    declared, _ = views.sight.zones[zone]
    kind = declared["holds"]
    found: list[Value] = []
    for thing in views.sight.members(cells, zone):
        known = views.sight.knows_place(cells, kind, thing, player)
        found.append(value_of(views.program, {"of": kind}, thing) if known else None)
    return found if declared["ordered"] else sorted(found, key=lambda name: name is None)


def _place(program: Program, shown: Picture, of: str | None, thing: int) -> dict[str, Seen]:
    if of is None:
        table: dict[str, Seen] = shown["table"]
        return table
    things = shown.setdefault(of, {})
    found: dict[str, Seen] = things.setdefault(program["names"][of][thing], {})
    return found


def _value(program: Program, type_: dict[str, Any], cells: Cells) -> Seen:
    if type_["kind"] == "list":
        return [value_of(program, type_, v) for v in cells[1 : 1 + cells[0]]]
    if type_["kind"] == "set":
        members = [i for i in range(type_["of"]) if cells[i // 32] >> i % 32 & 1]
        return [value_of(program, {"of": type_.get("things")}, i) for i in members]
    return value_of(program, type_, cells[0])
