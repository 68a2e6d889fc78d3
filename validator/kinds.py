"""Kinds and types, and what their things have: attributes, zones and abilities."""

from __future__ import annotations

from ..grammar import nodes
from .declaring import Declaring
from .model import AbilityInfo, AttributeInfo, KindInfo, ZoneInfo
from .types import Broken, Enum, Int, Thing, Type, spoken
from .world import PLAYER, PLAYER_WORDS


class Kinds(Declaring):
    """Names and attribute lines."""

    def names(self) -> None:
        world = self.world
        others: dict[str, nodes.TypeItem] = {}  # types that stand for other types: these come when all are known
        for item in self.of(nodes.TypeItem):
            if not world.claim(item.name, "type"):
                continue
            if isinstance(item.type, nodes.OneOf):
                plural = item.name.text + "s"
                world.enumeration(item.name.text, plural, item.type)
                world.types[item.name.text] = Enum(item.name.text)
                self.plural(plural, item.name)
            else:
                others[item.name.text] = item
        for item in self.of(nodes.Kind, nodes.Board):
            name = item.name if isinstance(item, nodes.Kind) else item.of
            if isinstance(item, nodes.Board):
                world.claim(item.name, "board")
            if not world.claim(name, "kind"):
                continue
            plurals = [a for a in item.attributes if isinstance(a, nodes.Plural)]
            self.once(plurals, "plural")
            plural = plurals[0].name.text if plurals else name.text + "s"
            world.kinds[name.text] = KindInfo(name.text, plural, name.span)
            world.types[name.text] = Thing(name.text)
            self.plural(plural, plurals[0].name if plurals else name)
        self.named_types(others)

    def named_types(self, others: dict[str, nodes.TypeItem]) -> None:
        """Each type after those it speaks of, whatever the order of the text."""
        world = self.world
        while others:
            ready = [n for n, item in others.items() if not any(x.text in others for x in names_in(item.type))]
            if not ready:
                first = next(iter(others.values()))
                self.error(
                    "recursive-value",
                    f"`{first.name.text}` stands for itself",
                    first.name.span,
                    "a type cannot be made of itself",
                    help="write the range or the kind that is meant",
                )
                ready = list(others)
                world.types |= dict.fromkeys(others, Broken())
            for name in ready:
                item = others.pop(name)
                if name not in world.types:
                    world.types[name] = world.type_of(item.type, name)

    def plural(self, plural: str, name: nodes.Name) -> None:
        if plural == "players" or plural in self.world.spans:
            self.error(
                "name-twice",
                f"`{plural}` is already a name",
                name.span,
                f"all of them would be called `{plural}`",
                also=[(self.world.spans[plural], "declared here")] if plural in self.world.spans else [],
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
            match item:
                case nodes.Kind():
                    self.kind_source(item)
                    self.attribute_lines(item.name.text, item.attributes, ())
                case nodes.Board():
                    self.attribute_lines(item.of.text, item.attributes, (nodes.Copies,))
                case nodes.EachHas() if item.kind.text not in world.kinds:
                    world.reports.unknown("kind", item.kind, world.kinds)
                case nodes.EachHas():
                    self.attribute_lines(item.kind.text, item.attributes, (nodes.Copies, nodes.Plural))
                case nodes.TableHas():
                    self.attribute_lines(None, item.attributes, (nodes.Copies, nodes.Plural))

    def kind_source(self, item: nodes.Kind) -> None:
        world = self.world
        kind = world.kinds.get(item.name.text)
        if kind is None or kind.span is not item.name.span:
            return
        for part in item.per:
            if part.text in kind.per:
                self.error(
                    "name-twice",
                    f"`{part.text}` stands twice in this product",
                    part.span,
                    "again here",
                    help="take one of them out",
                )
                continue
            t = world.types.get(part.text)
            if t is None:
                world.reports.unknown("kind or type", part, world.types)
            elif self.countable(part, t):
                kind.per.append(part.text)
                info = AttributeInfo(part.text, f"{kind.name}.{part.text}", kind.name, t, True, None, "all")
                kind.attributes[part.text] = info

    def countable(self, part: nodes.Name, t: Type) -> bool:
        """Can this be a part of a product? A kind, an enumeration or a range, by its own name."""
        if isinstance(t, Int) or t in (Thing(part.text), Enum(part.text)):
            depends = part.text != PLAYER and any(
                p.text == PLAYER for item, _ in self.kinds() if item.name.text == part.text for p in item.per
            )
            if not depends:
                return True
            said, help = "it depends on the number of players", "name its parts instead"
        elif isinstance(t, Broken):
            return False
        else:
            said, help = f"it is {spoken(t)}", "name a kind, an enumeration or a range"
        self.error("wrong-type", f"`{part.text}` cannot be a part of a product", part.span, said, help=help)
        return False

    def attribute_lines(
        self, kind_name: str | None, lines: tuple[nodes.Attribute, ...], misplaced: tuple[type, ...]
    ) -> None:
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
                case _ if isinstance(line, misplaced):
                    word = "copies" if isinstance(line, nodes.Copies) else "plural"
                    self.error(
                        "misplaced-line",
                        f"`{word}` belongs to a kind",
                        line.span,
                        "not here",
                        help=f"write it in an item `kind {kind_name or 'NAME'}`",
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
                "name-twice",
                f"a `{kind.name}` already has `{name.text}`",
                name.span,
                "declared again here",
                also=also,
                help="give this one another name",
            )
            return False
        return True

    def attribute(self, kind: KindInfo | None, line: nodes.State) -> None:
        world = self.world
        if not self.free(kind, line.name):
            return
        full = f"{kind.name}.{line.name.text}" if kind else line.name.text
        taken = line.name.text in world.enums or line.name.text in world.types
        own = f"{kind.name if kind else 'table'}.{line.name.text}" if taken else line.name.text
        t = world.type_of(line.type, own)
        info = AttributeInfo(line.name.text, full, kind.name if kind else None, t, line.printed, line)
        if line.printed and kind is None:
            self.error(
                "misplaced-line",
                "the table has nothing printed on it",
                line.span,
                "`printed` belongs to a kind",
                help="leave out `printed`, or write a `define`",
            )
        elif line.printed:
            self.only_printed(line)
        (kind.attributes if kind else world.table)[line.name.text] = info

    def only_printed(self, line: nodes.State) -> None:
        """What is printed never changes and is known to all."""
        if line.starts is not None and line.starts.each is not None:
            self.error(
                "misplaced-line",
                "what is printed never starts anew",
                line.starts.each.span,
                "it never changes",
                help="leave out `printed`, or `each …`",
            )
        if line.seen is not None:
            self.error(
                "misplaced-line",
                "what is printed is known to everybody",
                line.seen.span,
                "it cannot be hidden",
                help="hide the thing: its zone says who sees it",
            )

    def zone(self, kind: KindInfo | None, line: nodes.Zone) -> None:
        world = self.world
        if not self.free(kind, line.name):
            return
        held = world.kinds.get(line.holds.text)
        if held is None:
            world.reports.unknown("kind", line.holds, world.kinds)
            return
        if held.name == PLAYER:
            self.error(
                "wrong-type",
                "players do not lie in zones",
                line.holds.span,
                "a zone holds things",
                help="write a set: `NAME is set of player`",
            )
            return
        if line.capacity == 0:
            self.error(
                "out-of-range", f"`{line.name.text}` could hold nothing", line.span, "`up to 0`", help="write `up to 1`"
            )
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
            self.error(
                "misplaced-line",
                "an ability belongs to a kind",
                line.span,
                "things have abilities",
                help="write a procedure `to NAME(p is player)` or a `define`",
            )
            return
        if not self.free(kind, line.name):
            return
        params = [(p.name, p.type) for p in self.world.parameters(line.params)]
        result = self.world.type_of(line.type, f"{kind.name}.{line.name.text}") if line.type else None
        kind.abilities[line.name.text] = AbilityInfo(line.name.text, kind.name, line, params, result)


def names_in(syntax: nodes.Type) -> list[nodes.Name]:
    """The names a type speaks of."""
    match syntax:
        case nodes.NamedType():
            return [syntax.name]
        case nodes.SetType():
            return [syntax.of]
        case nodes.ListType():
            return names_in(syntax.of)
    return []
