"""Kinds and types, and what their things have: attributes, zones and abilities."""

from __future__ import annotations

from ..grammar import nodes
from .declaring import Declaring
from .model import AbilityInfo, AttributeInfo, KindInfo, ZoneInfo
from .types import Enum, Int, Thing
from .world import PLAYER, PLAYER_WORDS


class Kinds(Declaring):
    """Names and attribute lines."""

    def names(self) -> None:
        world = self.world
        for item in self.of(nodes.TypeItem):
            if not world.claim(item.name, "type"):
                continue
            if isinstance(item.type, nodes.OneOf):
                plural = item.name.text + "s"
                world.enumeration(item.name.text, plural, item.type)
                world.types[item.name.text] = Enum(item.name.text)
                self.plural(plural, item.name)
            else:
                world.types[item.name.text] = world.type_of(item.type, item.name.text)
        for item in self.of(nodes.Kind, nodes.Board):
            name = item.name if isinstance(item, nodes.Kind) else item.of
            if isinstance(item, nodes.Board):
                world.claim(item.name, "board")
            if not world.claim(name, "kind"):
                continue
            plurals = [a for a in item.attributes if isinstance(a, nodes.Plural)]
            plural = plurals[0].name.text if plurals else name.text + "s"
            world.kinds[name.text] = KindInfo(name.text, plural, name.span)
            world.types[name.text] = Thing(name.text)
            self.plural(plural, plurals[0].name if plurals else name)

    def plural(self, plural: str, name: nodes.Name) -> None:
        if plural in self.world.spans:
            self.error(
                "name-twice",
                f"`{plural}` is already a name",
                name.span,
                f"all of them would be called `{plural}`",
                also=[(self.world.spans[plural], "declared here")],
                help="give the kind another `plural`",
            )
            return
        self.world.spans[plural] = name.span
        self.world.plurals[plural] = name.text if name.text in self.world.types else self._singular(plural)

    def _singular(self, plural: str) -> str:
        return next((k.name for k in self.world.kinds.values() if k.plural == plural), plural)

    def attributes(self) -> None:
        world = self.world
        for item in self.items:
            if isinstance(item, nodes.Kind):
                self.kind_source(item)
                self.attribute_lines(item.name.text, item.attributes)
            elif isinstance(item, nodes.Board):
                self.attribute_lines(item.of.text, item.attributes)
            elif isinstance(item, nodes.EachHas):
                if item.kind.text not in world.kinds:
                    world.reports.unknown("kind", item.kind, world.kinds)
                    continue
                self.attribute_lines(item.kind.text, item.attributes)
            elif isinstance(item, nodes.TableHas):
                self.attribute_lines(None, item.attributes)

    def kind_source(self, item: nodes.Kind) -> None:
        world = self.world
        kind = world.kinds.get(item.name.text)
        if kind is None:
            return
        for part in item.per:
            if part.text in kind.per:
                self.error("name-twice", f"`{part.text}` stands twice in this product", part.span, "again here")
                continue
            t = world.types.get(part.text)
            if not isinstance(t, Thing | Enum | Int):
                world.reports.unknown("kind or type", part, world.types)
                continue
            kind.per.append(part.text)
            info = AttributeInfo(part.text, f"{kind.name}.{part.text}", kind.name, t, True, None, "all")
            kind.attributes[part.text] = info

    def attribute_lines(self, kind_name: str | None, lines: tuple[nodes.Attribute, ...]) -> None:
        world = self.world
        if kind_name is not None and kind_name not in world.kinds:
            return
        kind = world.kinds[kind_name] if kind_name else None
        for line in lines:
            match line:
                case nodes.State():
                    self.attribute(kind, line)
                case nodes.Zone():
                    self.zone(kind, line)
                case nodes.Ability():
                    self.ability(kind, line)
                case nodes.Copies() if kind is None or kind.name == PLAYER:
                    self.error(
                        "misplaced-line", "`copies` belongs to a kind", line.span, "there is nothing to copy here"
                    )

    def free(self, kind: KindInfo | None, name: nodes.Name) -> bool:
        """Is this attribute's name still free? Attributes of the table are global names."""
        world = self.world
        if kind is None:
            return world.claim(name, "attribute")
        taken = kind.attributes.get(name.text) or kind.zones.get(name.text) or kind.abilities.get(name.text)
        given = kind.name == PLAYER and name.text in PLAYER_WORDS
        if taken or given:
            also = [(taken.syntax.name.span, "first declared here")] if taken and taken.syntax else []
            self.error(
                "name-twice", f"a `{kind.name}` already has `{name.text}`", name.span, "declared again here", also=also
            )
            return False
        return True

    def attribute(self, kind: KindInfo | None, line: nodes.State) -> None:
        world = self.world
        if not self.free(kind, line.name):
            return
        full = f"{kind.name}.{line.name.text}" if kind else line.name.text
        t = world.type_of(line.type, line.name.text if line.name.text not in world.enums else full)
        info = AttributeInfo(line.name.text, full, kind.name if kind else None, t, line.printed, line)
        if line.printed and kind is None:
            self.error(
                "misplaced-line", "the table has nothing printed on it", line.span, "`printed` belongs to a kind"
            )
        (kind.attributes if kind else world.table)[line.name.text] = info

    def zone(self, kind: KindInfo | None, line: nodes.Zone) -> None:
        world = self.world
        if not self.free(kind, line.name):
            return
        held = world.kinds.get(line.holds.text)
        if held is None:
            world.reports.unknown("kind", line.holds, world.kinds)
            return
        if held.name == PLAYER:
            self.error("wrong-type", "players do not lie in zones", line.holds.span, "a zone holds things")
            return
        held.zoned = True
        full = f"{kind.name}.{line.name.text}" if kind else line.name.text
        info = ZoneInfo(
            line.name.text,
            full,
            len(world.zones),
            kind.name if kind else None,
            held.name,
            line.ordered,
            line.capacity,
            line,
        )
        world.zones.append(info)
        (kind.zones if kind else world.table_zones)[line.name.text] = info

    def ability(self, kind: KindInfo | None, line: nodes.Ability) -> None:
        if kind is None or kind.name == PLAYER:
            self.error("misplaced-line", "an ability belongs to a kind", line.span, "things have abilities")
            return
        if not self.free(kind, line.name):
            return
        params = [(p.name, p.type) for p in self.world.parameters(line.params)]
        result = self.world.type_of(line.type, f"{kind.name}.{line.name.text}") if line.type else None
        kind.abilities[line.name.text] = AbilityInfo(line.name.text, kind.name, line, params, result)
