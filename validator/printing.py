"""What is printed on things, as constant tables."""

from __future__ import annotations

from typing import Any

from . import data
from .boarding import Boarding
from .model import AttributeInfo, KindInfo
from .types import Broken, Int, ListOf, Set, is_optional


class Printing(Boarding):
    """Printed columns."""

    def printed(self) -> None:
        for kind in self.world.kinds.values():
            rows = {row.name: row for row in self.rows.get(kind.name, [])}
            for info in kind.attributes.values():
                if info.printed and info.syntax is not None and not isinstance(info.type, Broken):
                    self.printed_column(kind, info, rows)

    def printed_column(self, kind: KindInfo, info: AttributeInfo, rows: dict[str, data.Row]) -> None:
        assert info.syntax is not None
        values: list[Any] = []
        for thing in kind.things:
            override = kind.overrides.get(thing, {}).get(info.name)
            row = rows.get(thing)
            if override is not None:
                literals = [self.literal(v) for v in override.values]
                many = isinstance(info.type, ListOf | Set)
                if not many and len(literals) != 1:
                    self.error(
                        "wrong-type", f"`{info.name}` takes one value", override.span, f"{len(literals)} stand here"
                    )
                raw: Any = literals if many else literals[0]
                values.append(self.constant(raw, info.type, override.values[0].span))
            elif row is not None and info.name in row.values:
                values.append(self.constant(row.values[info.name], info.type, row.spans.get(info.name, row.span)))
            elif info.syntax.starts is not None:
                values.append(self.constant(self.literal(info.syntax.starts.value), info.type, info.syntax.starts.span))
            elif is_optional(info.type):
                values.append(-1)
            else:
                if row is None:
                    self.error(
                        "missing-value",
                        f"nothing says what is printed as `{info.name}` on `{thing}`",
                        info.syntax.name.span,
                        "every thing of the kind needs it",
                        help=f"write it in `one {kind.name} called {thing}`, or give it a default with `starts`",
                    )
                values.append([] if isinstance(info.type, ListOf | Set) else 0)
        if isinstance(info.type, ListOf | Set):
            info.rows = True
            self.world.rows[info.full] = {"dims": [kind.name], "data": values}
            if isinstance(info.type, ListOf):
                info.type = ListOf(info.type.item, max([len(v) for v in values], default=0))
        else:
            self.world.tables[info.full] = {"dims": [kind.name], "data": values}
            if isinstance(info.type, Int) and values:
                info.type = Int(min(values), max(values), info.type.length)
