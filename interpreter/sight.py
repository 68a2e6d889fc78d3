"""Who sees what: the declarations of zones and attributes, and the knowledge bits, read for one player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Program = dict[str, Any]
Cells = Sequence[int]


class Sight:
    """Answers about one specialised program; the state and the player are given with each question."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.zones: list[tuple[dict[str, Any], int]] = [({}, 0)]  # by zone number: its declaration and its owner's id
        for zone in program["zones"]:
            self.zones += [(zone, i) for i in range(zone["count"])]
        self.holding: dict[str, list[int]] = {kind: [] for kind in program["zoned"]}
        for number, (zone, _) in enumerate(self.zones):
            if number:
                self.holding[zone["holds"]].append(number)

    def members(self, cells: Cells, zone: int) -> list[int]:
        """What lies in a zone, from bottom to top."""
        kind = self.program["zoned"][self.zones[zone][0]["holds"]]
        found, link = [], cells[self.program["zone_cells"]["head"] + zone]
        while link:
            found.append(link - 1)
            link = cells[kind["next"] + link - 1]
        return found

    def zone_of(self, cells: Cells, kind: str, thing: int) -> int:
        return int(cells[self.program["zoned"][kind]["where"] + thing])

    def owns(self, kind: str | None, thing: int, player: int) -> bool:
        """Is this the player, or a thing that has the player as a component?"""
        owners = self.program["owners"]
        if kind is None or kind not in owners:
            return False
        table = owners[kind]
        return bool((thing if table is None else self.program["tables"][table]["data"][thing]) == player)

    def sees_zone(self, cells: Cells, zone: int, player: int) -> bool:
        """Does the player see all that lies in this zone? Nobody sees what lies nowhere."""
        seen: set[int] = set()  # a thing may lie, by way of others, in its own zone; then nobody sees it
        while zone and zone not in seen:
            seen.add(zone)
            declared, owner = self.zones[zone]
            if declared["see"] != "holder":
                return declared["see"] == "all" or (
                    declared["see"] == "owner" and self.owns(declared["of"], owner, player)
                )
            if declared["of"] not in self.program["zoned"]:
                return False
            zone = self.zone_of(cells, declared["of"], owner)
        return False

    def sees_thing(self, cells: Cells, kind: str, thing: int, player: int) -> bool:
        """Does the player see the thing itself at this moment, with its faces?"""
        zone = self.zone_of(cells, kind, thing)
        if self.sees_zone(cells, zone, player):
            return True
        on_top = zone and cells[self.program["zone_cells"]["tail"] + zone] == thing + 1
        return bool(on_top and self.zones[zone][0]["see"] == "top")

    def knows_place(self, cells: Cells, kind: str, thing: int, player: int) -> bool:
        """Does the player know that this very thing is where it is?"""
        know = self.program["zoned"][kind]["know"]
        if know is None or cells[know + thing] >> player & 1:
            return True
        return self.sees_thing(cells, kind, thing, player)

    def knows_zone(self, cells: Cells, kind: str, thing: int, player: int) -> bool:
        """Does the player know in which zone the thing is, though perhaps not where in it?"""
        know = self.program["zoned"][kind]["know"]
        return know is None or bool(cells[know + thing] >> 16 + player & 1)

    def counts_zone(self, cells: Cells, zone: int, player: int) -> bool:
        """How many things lie in a zone is open, unless the zone belongs to a thing that is itself out of sight."""
        declared, owner = self.zones[zone]
        kind = declared["of"]
        return kind not in self.program["zoned"] or self.knows_place(cells, kind, owner, player)

    def sees_attribute(self, cells: Cells, name: str, thing: int, player: int) -> bool:
        attribute = self.program["attributes"][name]
        match attribute["see"]:
            case "all":
                return True
            case "owner":
                return self.owns(attribute["of"], thing, player)
            case "holder":
                kind = attribute["of"]
                return kind in self.program["zoned"] and self.sees_thing(cells, kind, thing, player)
        return False
