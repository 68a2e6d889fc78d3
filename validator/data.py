"""Data tables: rows of cards, tiles or spaces, checked against what the ruleset declares. The schema is generated from
the declarations and finds the mistakes; what people read about them is ours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..grammar.diagnostics import Diagnostic, Fix, Label, near
from ..grammar.spans import Span
from .columns import (
    COORDINATES,
    MISSING,
    NAME,
    AnyColumn,
    BoolColumn,
    Column,
    ColumnType,
    EnumColumn,
    IntColumn,
    LengthColumn,
    ListColumn,
    PointColumn,
    Problem,
    RefColumn,
    SetColumn,
    ShapeColumn,
    TextColumn,
    explain,
    in_words,
    read_value,
    several,
    value_schema,
)
from .yamlfile import Located, Mapping, Scalar, Sequence, find, plain

__all__ = [
    "MISSING",
    "RESERVED",
    "AnyColumn",
    "BoolColumn",
    "Column",
    "ColumnType",
    "EnumColumn",
    "IntColumn",
    "LengthColumn",
    "ListColumn",
    "PointColumn",
    "RefColumn",
    "Row",
    "SetColumn",
    "ShapeColumn",
    "TextColumn",
    "read_table",
    "table_schema",
]

RESERVED = ("id", "title", "text", "copies")  # what every table has; no declared column may be called so
MAX_COPIES = 1_000
MAX_ROWS = 10_000
_OURS = {
    "id": Column("id", RefColumn("row")),
    "title": Column("title", TextColumn(), None),
    "text": Column("text", TextColumn(), None),
    "copies": Column("copies", IntColumn(1, MAX_COPIES), None),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One thing of a table. `span` is its id's place; `spans` has the place of each value that was written down."""

    name: str
    title: str | None
    text: str | None
    values: dict[str, object]
    span: Span
    spans: dict[str, Span]


def table_schema(kind: str, columns: list[Column]) -> dict[str, object]:
    """The JSON Schema (draft 2020-12) of a table of one kind: a mapping from ids to rows, or a list of rows."""
    properties = {name: value_schema(_OURS[name].type) for name in ("title", "text", "copies")}
    properties |= {column.name: value_schema(column.type) for column in columns}
    required = [column.name for column in columns if column.default is MISSING]
    row = {
        "type": "object" if required else ["object", "null"],
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
    listed = {
        "type": "object" if required else ["object", "string"],  # a row of nothing but its id may be just that id
        **({} if required else {"pattern": NAME}),
        "properties": {"id": {"type": "string", "pattern": NAME}, **properties},
        "required": ["id", *required],
        "additionalProperties": False,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": kind,
        "type": ["object", "array"],
        "propertyNames": {"pattern": NAME},
        "additionalProperties": row,
        "items": listed,
    }


def read_table(root: Located, file: str, kind: str, columns: list[Column]) -> tuple[list[Row], list[Diagnostic]]:
    """The rows of a table in their order, without those that are wrong, and one report for each mistake."""
    from jsonschema import Draft202012Validator  # 40 ms that a ruleset without data need not spend

    table = _Table(root, file, kind, columns)
    places: set[tuple[str, tuple[str | int, ...]]] = set()
    for error in Draft202012Validator(table_schema(kind, columns)).iter_errors(plain(root)):
        path = tuple(error.absolute_path)
        if "propertyNames" in error.absolute_schema_path:
            path += (str(error.instance),)
        place = (error.validator, path)
        if place not in places:  # each missing column is an error to the schema, and one report to people
            places.add(place)
            table.report(error.validator, path, "propertyNames" in error.absolute_schema_path)
    rows = list(table.rows())
    found = sorted(table.found, key=lambda each: each.labels[0].span.start)
    return rows, found


class _Table:
    def __init__(self, root: Located, file: str, kind: str, columns: list[Column]) -> None:
        self.root = root
        self.file = file
        self.kind = kind
        self.columns = {**_OURS, **{column.name: column for column in columns}}
        self.declared = columns
        self.found: list[Diagnostic] = []
        self.bad: set[str | int] = set()  # rows that are left out

    # ------------------------------------------------------------ mistakes that the schema finds

    def report(self, keyword: str, path: tuple[str | int, ...], of_key: bool) -> None:
        located = find(self.root, path)
        if path:
            self.bad.add(path[0])
        if isinstance(located, Scalar) and located.refused:
            return
        if not path:
            self._shape(located)
        elif of_key or path[1:] == ("id",):
            self._bad_id(self._key(path[0]) if of_key else located)
        elif len(path) == 1 and keyword == "additionalProperties":
            self._unknown(path[0], located)
        elif len(path) == 1 and keyword == "required":
            self._missing(path[0], located)
        elif len(path) == 1:
            self._bad_row(path[0], located, keyword)
        else:
            self._value(path, located)

    def _shape(self, located: Located) -> None:
        example = ", ".join(f"{column.name}: ..." for column in self.declared[:3])
        help = f"write one line for each {self.kind}, such as `some_name: {{{example}}}`"
        label = Label(located.span, "neither a mapping nor a list")
        self.found.append(Diagnostic("table-shape", f"`{self.file}` is not a table", (label,), help=help))

    def _bad_row(self, step: str | int, located: Located, keyword: str) -> None:
        if keyword == "pattern":
            self._bad_id(located)
            return
        help = "write its columns as `{name: value, name: value}`, or each on a deeper line of its own"
        labels = (Label(self._key(step).span if isinstance(step, str) else located.span, "this row"),)
        what = "holds nothing" if isinstance(located, Scalar) and not located.text else "is not a mapping of columns"
        self.found.append(Diagnostic("table-shape", f"{self._called(step, located)} {what}", labels, help=help))

    def _bad_id(self, located: Located) -> None:
        text = located.text if isinstance(located, Scalar) else "..."
        help = "an id is a lower-case letter, then lower-case letters, digits and underscores"
        label = Label(located.span, "not a name")
        self.found.append(Diagnostic("bad-id", f"`{text}` cannot be the id of a {self.kind}", (label,), help=help))

    def _unknown(self, step: str | int, located: Located) -> None:
        assert isinstance(located, Mapping)
        known = [name for name in self.columns if isinstance(step, int) or name != "id"]
        for key, _ in located.entries:
            word = str(key.value)
            if word in known:
                continue
            guess = near(word, known)
            labels = [Label(key.span, "not declared")]
            if guess is None:
                own = tuple(column.name for column in self.declared)
                help = f"a {self.kind} has {several(own)}; declare it with `printed {word} is ...`, or remove it"
                fixes: tuple[Fix, ...] = ()
            else:
                labels += _declared(self.columns[guess])
                help = f"did you mean `{guess}`?"
                fixes = (Fix(key.span, guess, located.get(guess) is None),)
            headline = f"no column of `{self.kind}` is called `{word}`"
            self.found.append(Diagnostic("unknown-column", headline, tuple(labels), help=help, fixes=fixes))

    def _missing(self, step: str | int, located: Located) -> None:
        assert isinstance(located, Mapping)
        needed = [name for name, column in self.columns.items() if column.default is MISSING]
        known = [name for name in self.columns if isinstance(step, int) or name != "id"]
        given = [str(key.value) for key, _ in located.entries]
        misspelt = {near(word, known) for word in given if word not in known}
        missing = [
            self.columns[name]
            for name in needed
            if name not in given and name not in misspelt and (name != "id" or isinstance(step, int))
        ]
        if not missing:
            return  # the unknown column that was meant is reported, and that is one mistake
        names = " and ".join(f"no `{column.name}`" for column in missing[:3])
        rest = f" and {len(missing) - 3} more missing" if len(missing) > 3 else ""
        place = self._key(step).span if isinstance(step, str) else located.span
        labels = [Label(place, "in this row"), *(label for column in missing for label in _declared(column))]
        first = missing[0]
        words = "a name" if first.name == "id" else in_words(first.type)
        headline = f"{self._called(step, located)} has {names}{rest}"
        help = f"`{first.name}` is {words}"
        self.found.append(Diagnostic("missing-column", headline, tuple(labels), help=help))

    def _value(self, path: tuple[str | int, ...], located: Located) -> None:
        column = self.columns[str(path[1])]
        type, part = column.type, ""
        for _ in path[2:]:
            part = "each of "
            match type:
                case ListColumn(item, _):
                    type = item
                case SetColumn(values):
                    type = EnumColumn(values)
                case ShapeColumn():
                    type, part = PointColumn(), "a corner of "
                case _:
                    type, part = LengthColumn(*COORDINATES), "a coordinate of "
        self._problem(column, replace(explain(type, located), part=part), located)

    def _problem(self, column: Column, problem: Problem, located: Located) -> None:
        place = (problem.at or located).span
        labels = (Label(place, problem.said), *_declared(column))
        fixes = (Fix(place, problem.replacement, True),) if problem.replacement else ()
        headline = f"{problem.part}`{column.name}` {problem.headline}"
        self.found.append(Diagnostic("wrong-value", headline, labels, help=problem.help, fixes=fixes))

    def _key(self, step: str | int) -> Scalar:
        key = self.root.key(str(step)) if isinstance(self.root, Mapping) else None
        assert key is not None
        return key

    def _called(self, step: str | int, located: Located) -> str:
        name = located.get("id") if isinstance(located, Mapping) else None
        if isinstance(step, str):
            return f"`{step}`"
        return f"`{name.text}`" if isinstance(name, Scalar) and name.text else f"row {step + 1}"

    # ------------------------------------------------------------ rows, and mistakes between them

    def rows(self) -> Iterator[Row]:
        taken: dict[str, Span] = {}
        for step, name, row in self._entries():
            if step in self.bad or _refused(row):
                continue
            for made in self._copies(name, row):
                if made.name in taken:
                    labels = (Label(made.span, "again here"), Label(taken[made.name], "first here"))
                    headline = f"two rows are called `{made.name}`"
                    self.found.append(Diagnostic("duplicate-id", headline, labels, help="give one of them another id"))
                    break
                if len(taken) >= MAX_ROWS:
                    label = Label(made.span, f"row {MAX_ROWS + 1:,} begins here")
                    self.found.append(
                        Diagnostic("too-many-rows", f"`{self.file}` makes more than {MAX_ROWS:,} rows", (label,))
                    )
                    return
                taken[made.name] = made.span
                yield made

    def _entries(self) -> Iterator[tuple[str | int, Scalar, Located]]:
        if isinstance(self.root, Mapping):
            for key, row in self.root.entries:
                yield str(key.value), key, row
        elif isinstance(self.root, Sequence):
            for step, row in enumerate(self.root.items):
                name = row.get("id") if isinstance(row, Mapping) else row
                if isinstance(name, Scalar):
                    yield step, name, row

    def _copies(self, name: Scalar, row: Located) -> Iterator[Row]:
        values: dict[str, object] = {}
        spans: dict[str, Span] = {}
        given = {str(key.value): value for key, value in row.entries} if isinstance(row, Mapping) else {}
        whole = True
        for word, located in given.items():
            column = self.columns[word]
            value = read_value(column.type, located)
            if isinstance(value, Problem):
                self._problem(column, value, located)
                whole = False
            values[word], spans[word] = value, located.span
        if not whole:
            return
        ours = {word: values.pop(word, None) for word in RESERVED if self.columns[word] is _OURS[word]}
        for column in self.declared:
            values.setdefault(column.name, column.default)
        values = {column.name: values[column.name] for column in self.declared}
        title, text = ours.get("title"), ours.get("text")
        copies = ours.get("copies")
        names = [f"{name.value}_{n + 1}" for n in range(copies)] if isinstance(copies, int) else [str(name.value)]
        for each in names:
            yield Row(
                each,
                title if isinstance(title, str) else None,
                text if isinstance(text, str) else None,
                dict(values),
                name.span,
                dict(spans),
            )


def _declared(column: Column) -> list[Label]:
    return [Label(column.span, f"`{column.name}` is declared here")] if column.span else []


def _refused(located: Located) -> bool:
    if isinstance(located, Mapping):
        return any(_refused(value) for _, value in located.entries)
    if isinstance(located, Sequence):
        return any(_refused(item) for item in located.items)
    return located.refused
