"""What a bare name means: a local, a name of the game, or the value or thing that the expected type settles."""

from __future__ import annotations

from ..grammar import nodes
from ..grammar.spans import Span
from . import core
from .evaluating import Evaluating
from .types import Bool, Broken, Enum, ListOf, NothingType, Reading, Set, Thing, Type, fits, spoken, values
from .values import BROKEN, Node, Val, Value, ZoneVal
from .world import PLAYER


class Naming(Evaluating):
    """Names."""

    def you_word(self, e: nodes.You, _: Type | None) -> Val:
        if self.you is None:
            return self.error(
                "nobody-acts",
                "there is no `you` here",
                e.span,
                "no player is acting",
                help="name the player, or stand inside `as PLAYER … end`",
            )
        return Val(self.you, Thing(PLAYER))

    def this_word(self, e: nodes.This, _: Type | None) -> Val:
        if self.this is None:
            return self.error(
                "nobody-acts",
                "there is no `this` here",
                e.span,
                "only an ability, and what an attribute or zone starts with, has a thing of its own",
                help="give the thing as a parameter",
            )
        return Val(self.this[0], Thing(self.this[1]))

    def string(self, e: nodes.String, _: Type | None) -> Val:
        return self.error("wrong-type", "a text is not a value", e.span, "texts are for people only")

    def nothing(self, e: nodes.Nothing, expected: Type | None) -> Val:
        if isinstance(expected, Set):
            return Val({"kind": "things", "of": expected.of, "items": []}, expected)
        if isinstance(expected, ListOf):
            return Val({"kind": "list", "items": []}, expected)
        return Val(core.int_(0), NothingType())

    def player(self, e: nodes.Expr | None, span: Span) -> Node:
        """The player who decides: the one named, or you."""
        if e is not None:
            return self.wanted(e, Thing(PLAYER))
        return self.you_word(nodes.You(span), None).node

    def name(self, e: nodes.Name, expected: Type | None) -> Value:
        bound = self.find(e.text)
        if bound is not None:
            return Val(bound.node, bound.type)
        choices = self.candidates(e.text, expected)
        found = self.global_name(e)
        if found is not None and not (len(choices) == 1 and self.foreign(found, expected)):
            return found
        if len(choices) == 1:
            return choices[0]
        if len(choices) > 1:
            said = ", ".join(sorted(spoken(c.type) for c in choices))
            return self.error(
                "ambiguous-name",
                f"`{e.text}` could be several things",
                e.span,
                said,
                help="compare it with, or pass it to, something whose type is known",
            )
        if expected is not None and not isinstance(expected, Broken):
            others = self.candidates(e.text, None)
            if others:
                return others[0]
        if not self.misused(e):
            self.reports.unknown("value", e, self.known_names(expected))
        return BROKEN

    def misused(self, e: nodes.Name) -> bool:
        """Is this the name of something that is no value? Then says what it is."""
        world, name = self.world, e.text
        asked = world.defines.get(name) or world.stats.get(name) or world.facts.get(name)
        if asked is not None:
            form = f"{name}({', '.join(p.name.text for p in asked.params)})"
            headline = f"`{name}` takes {values(len(asked.params))}, not 0"
            self.error("wrong-arguments", headline, e.span, "nothing is said of what", help=f"write `{form}`")
        elif name in world.procedures or name in world.events:
            self.happening(e, name)
        elif name in world.kinds or name in world.types:
            of = world.kinds.get(name) or world.enums.get(name)
            help = f"all of them together are `{of.plural}`" if of is not None and of.plural else None
            word = "kind" if name in world.kinds else "type"
            self.error("wrong-type", f"`{name}` is a {word}, not a value", e.span, f"a {word}", help=help)
        elif name in world.boards:
            plural = world.kinds[world.boards[name].of].plural
            self.error(
                "wrong-type",
                f"`{name}` is a board, not a value",
                e.span,
                "a board",
                help=f"its places together are `{plural}`",
            )
        elif name in world.discs:
            self.error(
                "wrong-type", f"`{name}` is a disc, not a value", e.span, "a disc", help=f"write `{name}.position`"
            )
        else:
            return self.nearly(e)
        return True

    def nearly(self, e: nodes.Name) -> bool:
        """Is this a name that is known, but not by itself?"""
        world, name = self.world, e.text
        rulings = [r.name.text for r in world.rulings.values() if any(x.name.text == name for x in r.readings)]
        player = world.kinds[PLAYER]
        if name in ("none", "nothing", "yes", "no"):
            self.error("wrong-type", f"`{name}` is not a place", e.span, "something that can be named is needed")
        elif rulings:
            help = f"compare it with its ruling: `{rulings[0]} is {name}`"
            self.error("unknown-name", f"`{name}` is only a reading", e.span, "not a value by itself", help=help)
        elif name in player.attributes or name in player.zones:
            whose = "you" if self.you is not None else "PLAYER"
            help = f"write `{whose}.{name}`"
            self.error("unknown-name", f"no value is called `{name}`", e.span, "every player has one", help=help)
        else:
            return False
        return True

    def happening(self, e: nodes.Name | nodes.Call, name: str) -> Val:
        return self.error(
            "value-changes-game",
            f"`{name}` happens, so it cannot stand inside a value",
            e.span,
            "values only look",
            help=f"write `let x be {name}(…)` on a line of its own, then use `x`",
        )

    @staticmethod
    def foreign(found: Value, expected: Type | None) -> bool:
        """Is a value or reading wanted here that this global name cannot be? Then the value of the same name is
        meant."""
        if not isinstance(expected, Enum | Reading | Thing):
            return False
        return not isinstance(found, Val) or not fits(found.type, expected)

    def known_names(self, expected: Type | None) -> list[str]:
        names = {n for scope in self.scopes for n in scope.names}
        names.update(
            (n for n in self.world.table if "." not in n),
            self.world.table_zones,
            (n for n, d in self.world.defines.items() if not d.params),
            self.world.rulings,
            self.world.plurals,
        )
        match expected:
            case Enum():
                names.update(self.world.enums[expected.name].values)
            case Thing():
                names.update(self.world.kinds[expected.kind].things)
            case Reading():
                return [r.name.text for r in self.world.rulings[expected.ruling].readings]
            case None:
                for kind in self.world.kinds.values():
                    names.update(kind.things)
        return sorted(names)

    def global_name(self, e: nodes.Name) -> Value | None:
        world = self.world
        name = e.text
        if name in world.table:
            info = world.table[name]
            return Val(core.get(info.full, None), info.type)
        if name in world.table_zones:
            zone = world.table_zones[name]
            return ZoneVal({"kind": "zone", "zone": zone.index, "index": None}, zone)
        if name == "active":
            return Val(core.get("active", None), Thing(PLAYER, True))
        if name in world.defines and not world.defines[name].params:
            return self.ask(name, (), e)
        if name in world.rulings:
            ruling = world.rulings[name]
            node = {"kind": "ruling", "name": name}
            readings = [r.name.text for r in ruling.readings]
            if sorted(readings) == ["no", "yes"]:
                return Val(core.equal(node, core.int_(readings.index("yes"))), Bool())
            return Val(node, Reading(name))
        if name in world.plurals:
            of = world.plurals[name]
            return Val({"kind": "all", "of": of}, Set(of))
        return None

    def candidates(self, name: str, expected: Type | None) -> list[Val]:
        """What a bare name may be: a reading, a value of an enumeration, a thing. The expected type settles it."""
        if isinstance(expected, Reading):
            readings = [r.name.text for r in self.world.rulings[expected.ruling].readings]
            return [Val(core.int_(readings.index(name)), expected)] if name in readings else []
        out = [Val(core.int_(i), Enum(enum)) for enum, i in self.world.enums_with(name)]
        out += [self.thing(kind, i) for kind, i in self.world.things_called(name)]
        if isinstance(expected, Set):
            out = [c for c in out if self.set_of(c.type) == expected.of]
        elif isinstance(expected, ListOf):
            out = [c for c in out if fits(c.type, expected.item)]
        elif expected is not None and not isinstance(expected, Broken):
            out = [c for c in out if fits(c.type, expected)]
        return out

    def thing(self, kind: str, number: int) -> Val:
        """A thing by its name. A seat that may be empty, and what belongs to it, is none where nobody sits there; the
        numbers of a product with players depend on how many they are."""
        info = self.world.kinds[kind]
        if not info.by_player:
            return Val(core.int_(number), Thing(kind))
        parts = info.per or [PLAYER]
        places: list[int] = []
        for part in reversed(parts):
            number, place = divmod(number, self.world.size(part))
            places.insert(0, place)
        node = core.int_(0)
        for part, place in zip(parts, places, strict=True):
            many: Node = {"kind": "extent", "of": PLAYER} if part == PLAYER else core.int_(self.world.size(part))
            above = core.op("*", node, many)
            node = core.int_(place) if core.is_int(node, 0) else core.op("+", above, core.int_(place))
        seat = places[parts.index(PLAYER)]
        if seat < self.world.low:
            return Val(node, Thing(kind))
        there = core.op(">", {"kind": "extent", "of": PLAYER}, core.int_(seat))
        return Val(core.if_(there, node, core.int_(-1)), Thing(kind, True))
