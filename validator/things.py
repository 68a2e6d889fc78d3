"""The things of each kind: rows of data, products, ones written out, copies."""

from __future__ import annotations

import itertools

from ..grammar import nodes
from . import core, data
from .kinds import Kinds
from .model import KindInfo
from .types import Enum, Int
from .world import MOST_THINGS, PLAYER


class Things(Kinds):
    """What there is."""

    def things(self) -> None:
        world = self.world
        for item in self.of(nodes.Kind):
            kind = world.kinds.get(item.name.text)
            if kind is None or kind.things:
                continue
            if item.data:
                self.data_rows(kind, item)
            elif kind.per:
                self.product(kind, item)
        for one in self.of(nodes.One):
            self.one(one)
        for item in self.of(nodes.Kind):
            kind = world.kinds.get(item.name.text)
            if kind is None:
                continue
            for line in item.attributes:
                if isinstance(line, nodes.Copies):
                    self.too_many(kind, len(kind.things) + line.count, line.span)
                    kind.things.extend(f"{kind.name}_{i + 1}" for i in range(min(line.count, MOST_THINGS)))
        for kind in world.kinds.values():
            for thing in kind.things:
                if thing in world.spans:
                    self.error(
                        "name-twice",
                        f"`{thing}` is already a name",
                        kind.span,
                        f"a `{kind.name}` is called `{thing}`",
                        also=[(world.spans[thing], "declared here")],
                    )

    def data_rows(self, kind: KindInfo, item: nodes.Kind) -> None:
        assert item.data is not None
        located = self.yaml(item.data, item.span)
        if located is None:
            return
        rows, found = data.read_table(located, item.data, kind.name, self.columns(kind))
        self.report_all(found)
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

    def product(self, kind: KindInfo, item: nodes.Kind) -> None:
        world = self.world
        if PLAYER in kind.per:
            kind.by_player = True
        if self.too_many(kind, world.size(list(kind.per)), item.name.span):
            kind.by_player = False
            return
        parts = [self.member_names(part) for part in kind.per]
        combos = list(itertools.product(*parts))
        kind.things = [core.product_name(kind.name, names) for names in combos]
        if kind.by_player:
            return
        indexes = list(itertools.product(*(range(len(p)) for p in parts)))
        for position, part in enumerate(kind.per):
            t = world.types[part]
            low = t.low if isinstance(t, Int) else 0
            world.tables[f"{kind.name}.{part}"] = {"dims": [kind.name], "data": [low + i[position] for i in indexes]}

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
        if kind is None or kind.name == PLAYER or kind.per or kind.board:
            if kind is None:
                world.reports.unknown("kind", one.kind, world.kinds)
            else:
                self.error(
                    "misplaced-line",
                    f"the things of `{kind.name}` are given already",
                    one.kind.span,
                    "none can be written out",
                )
            return
        name = one.name.text
        if name not in kind.things:
            if kind.name in self.rows:
                world.reports.unknown(f"{kind.name} of the data file", one.name, kind.things)
                return
            if not self.too_many(kind, len(kind.things) + 1, one.name.span):
                kind.things.append(name)
        elif name in kind.overrides:
            self.error("name-twice", f"`{name}` is written out twice", one.name.span, "again here")
        values = kind.overrides.setdefault(name, {})
        for part in one.parts:
            match part:
                case nodes.OneValue():
                    if part.name.text not in kind.attributes:
                        world.reports.unknown(f"attribute of `{kind.name}`", part.name, kind.attributes)
                    elif kind.attributes[part.name.text].printed and kind.name in self.rows:
                        self.error(
                            "misplaced-line",
                            f"`{part.name.text}` is printed in the data file",
                            part.span,
                            "it cannot be written here as well",
                        )
                    else:
                        values[part.name.text] = part
                case nodes.OneText():
                    (kind.titles if part.word == "title" else kind.texts)[name] = part.text
                case nodes.AbilityBody() | nodes.AbilityValue():
                    ability = kind.abilities.get(part.name.text)
                    if ability is None:
                        world.reports.unknown(f"ability of `{kind.name}`", part.name, kind.abilities)
                    elif (ability.result is None) != isinstance(part, nodes.AbilityBody):
                        said = "a body of lines" if ability.result is None else "a value: `ability NAME is …`"
                        self.error(
                            "wrong-type",
                            f"`{part.name.text}` is {said}",
                            part.span,
                            "not in this form",
                            also=[(ability.syntax.span, "declared here")],
                        )
                    else:
                        ability.bodies[name] = part
