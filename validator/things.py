"""The things of each kind: rows of data, products, ones written out, copies."""

from __future__ import annotations

import itertools
from typing import Any

from ..grammar import nodes
from . import core, data
from .kinds import Kinds
from .model import KindInfo
from .types import Enum, Int
from .world import PLAYER


class Things(Kinds):
    """What there is."""

    def things(self) -> None:
        for item, kind in self.kinds():
            if item.data:
                self.data_rows(kind, item)
        for one in self.of(nodes.One):
            self.one(one)
        for item, kind in self.kinds():
            self.copies(item, kind)
        for item, kind in self.kinds():
            if item.per:
                self.product(kind, item, [])
        for kind in self.world.kinds.values():
            self.distinct(kind)

    def distinct(self, kind: KindInfo) -> None:
        world = self.world
        for thing in kind.things:
            if thing in world.spans:
                self.error(
                    "name-twice",
                    f"`{thing}` is already a name",
                    world.spans[thing] if kind.name == PLAYER else kind.span,
                    "a player is called so" if kind.name == PLAYER else f"a `{kind.name}` is called `{thing}`",
                    also=[] if kind.name == PLAYER else [(world.spans[thing], "declared here")],
                    help="give one of them another name",
                )
        plane = kind.board is not None and world.boards[kind.board].shape == "plane"
        if not kind.things and not plane and kind.name not in self.unread:
            self.error(
                "no-things",
                f"there is no `{kind.name}` at all",
                kind.span,
                "a kind of nothing",
                help=f"write `copies 10` in it, name a data file, or write one out: `one {kind.name} called …`",
            )

    def copies(self, item: nodes.Kind, kind: KindInfo) -> None:
        lines = [a for a in item.attributes if isinstance(a, nodes.Copies)]
        for line in lines[:1]:
            if item.per:
                self.error(
                    "misplaced-line",
                    "a product has no copies",
                    line.span,
                    f"there is one `{kind.name}` for each combination",
                    help="make a further part of it: a range such as `type number is 1 to 2`",
                )
            elif not self.too_many(kind, len(kind.things) + line.count, line.span):
                names = [f"{kind.name}_{i + 1}" for i in range(line.count)]
                for name in names:
                    if name in kind.things:
                        self.error(
                            "name-twice",
                            f"`{name}` is written out and is a copy too",
                            line.span,
                            f"the copies are called `{kind.name}_1`, `{kind.name}_2` …",
                            help="give the one that is written out another name",
                        )
                kind.things.extend(n for n in names if n not in kind.things)
        self.once(lines, "copies")

    def data_rows(self, kind: KindInfo, item: nodes.Kind) -> None:
        assert item.data is not None
        located, text = self.yaml(item.data, item.span, kind)
        if located is None:
            return
        rows, found = data.read_table(located, item.data, kind.name, self.columns(kind))
        self.report_all(found, kind, text)
        if self.too_many(kind, len(rows), item.name.span):
            return
        self.rows[kind.name] = rows
        self.take_rows(kind, rows)

    def take_rows(self, kind: KindInfo, rows: list[data.Row] | tuple[data.Row, ...]) -> None:
        for row in rows:
            kind.things.append(row.name)
            if row.title:
                kind.titles[row.name] = row.title
            if row.text:
                kind.texts[row.name] = row.text

    def product(self, kind: KindInfo, item: nodes.Kind, above: list[str]) -> None:
        """One thing for each combination of the parts, which come first whatever the order of the text."""
        world = self.world
        if kind.things or kind.name in self.unread:
            return
        if kind.name in above:
            ring = " of ".join(f"`{n}`" for n in [*above[above.index(kind.name) :], kind.name])
            said = "a product cannot be a part of itself"
            self.error("recursive-value", ring, item.name.span, said, help="name what it is really made of")
            self.unread.update(above)
            return
        for other, part in self.kinds():
            if part.name in kind.per and other.per:
                self.product(part, other, [*above, kind.name])
        if len(kind.per) < len(item.per) or any(p in self.unread for p in kind.per):
            self.unread.add(kind.name)
            return
        if self.too_many(kind, world.size(list(kind.per)), item.name.span):
            return
        kind.by_player = PLAYER in kind.per
        parts = [self.member_names(part) for part in kind.per]
        kind.things = [core.product_name(kind.name, names) for names in itertools.product(*parts)]
        if kind.by_player:
            return
        indexes = list(itertools.product(*(range(len(p)) for p in parts)))
        for position, part_name in enumerate(kind.per):
            t = world.types[part_name]
            low = t.low if isinstance(t, Int) else 0
            values = [low + i[position] for i in indexes]
            world.tables[f"{kind.name}.{part_name}"] = {"dims": [kind.name], "data": values}

    def member_names(self, part: str) -> list[str]:
        t = self.world.types[part]
        if isinstance(t, Int):
            return [str(n) for n in range(t.low, t.high + 1)]
        if isinstance(t, Enum):
            return self.world.enums[t.name].values
        return self.world.kinds[part].things

    def one(self, one: nodes.One) -> None:
        world = self.world
        kind = world.kinds.get(one.kind.text)
        if kind is None:
            world.reports.unknown("kind", one.kind, world.kinds)
            return
        if kind.name == PLAYER or any(item.per for item, k in self.kinds() if k is kind):
            self.error(
                "misplaced-line",
                f"the things of `{kind.name}` are given already",
                one.kind.span,
                "none can be written out",
                help="give the others a kind of their own",
            )
            return
        name = one.name.text
        if name not in kind.things:
            if kind.name in self.rows or kind.board is not None or kind.name in self.unread:
                where = "data file" if kind.name in self.rows else "board"
                if kind.name not in self.unread:
                    world.reports.unknown(f"{kind.name} of the {where}", one.name, kind.things)
                return
            if not self.too_many(kind, len(kind.things) + 1, one.name.span):
                kind.things.append(name)
        elif name in kind.overrides:
            self.error(
                "name-twice",
                f"`{name}` is written out twice",
                one.name.span,
                "again here",
                help="put everything about it into one item",
            )
        kind.overrides.setdefault(name, {})
        for part in one.parts:
            self.one_part(kind, name, part, one)

    def one_part(self, kind: KindInfo, thing: str, part: Any, one: nodes.One) -> None:
        match part:
            case nodes.OneValue():
                self.one_value(kind, thing, part)
            case nodes.OneText():
                self.once([p for p in one.parts if isinstance(p, nodes.OneText) and p.word == part.word], part.word)
                (kind.titles if part.word == "title" else kind.texts)[thing] = part.text
            case nodes.AbilityBody() | nodes.AbilityValue():
                self.one_ability(kind, thing, part)

    def one_value(self, kind: KindInfo, thing: str, part: nodes.OneValue) -> None:
        values = kind.overrides[thing]
        info = kind.attributes.get(part.name.text)
        if info is None or info.syntax is None:
            own = [n for n, a in kind.attributes.items() if a.syntax is not None]
            self.world.reports.unknown(f"attribute of `{kind.name}`", part.name, own)
        elif info.printed and kind.name in self.rows:
            self.error(
                "misplaced-line",
                f"`{part.name.text}` is printed in the data file",
                part.span,
                "it cannot be written here as well",
                help="change it in the data file",
            )
        elif part.name.text in values:
            first = values[part.name.text]
            self.error(
                "name-twice",
                f"`{part.name.text}` of `{thing}` stands twice",
                part.span,
                "again here",
                also=[(first.span, "first here")],
                help="take one of them out",
            )
        else:
            values[part.name.text] = part

    def one_ability(self, kind: KindInfo, thing: str, part: nodes.AbilityBody | nodes.AbilityValue) -> None:
        ability = kind.abilities.get(part.name.text)
        if ability is None:
            self.world.reports.unknown(f"ability of `{kind.name}`", part.name, kind.abilities)
        elif (ability.result is None) != isinstance(part, nodes.AbilityBody):
            said = "a body of lines" if ability.result is None else "a value"
            form = f"`ability {part.name.text}`, then its lines" if ability.result is None else None
            self.error(
                "wrong-type",
                f"`{part.name.text}` is {said}",
                part.span,
                "not in this form",
                also=[(ability.syntax.span, "declared here")],
                help=f"write {form or f'`ability {part.name.text} is …`'}",
            )
        elif thing in ability.bodies:
            self.error(
                "name-twice",
                f"`{part.name.text}` of `{thing}` stands twice",
                part.name.span,
                "again here",
                also=[(ability.bodies[thing].name.span, "first here")],
                help="take one of them out",
            )
        else:
            ability.bodies[thing] = part
