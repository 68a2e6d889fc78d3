"""Data tables: what the declarations make of a file, and one report for each mistake in it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from rulewright.grammar.diagnostics import Diagnostic
from rulewright.grammar.spans import Span
from rulewright.validator.data import (
    BoolColumn,
    Column,
    EnumColumn,
    IntColumn,
    LengthColumn,
    ListColumn,
    PointColumn,
    RefColumn,
    Row,
    SetColumn,
    ShapeColumn,
    TextColumn,
    read_table,
    table_schema,
)
from rulewright.validator.yamlfile import load_yaml, plain

HERE = Span("game.rules", 10, 15, 2, 3, 2, 8)
BEASTS = [
    Column("strength", IntColumn(0, 9), span=HERE),
    Column("fur", EnumColumn(("brown", "grey", "white"), optional=True), None, HERE),
    Column("tame", BoolColumn(), False, HERE),
    Column("prey", SetColumn(("fish", "fowl", "flesh")), [], HERE),
    Column("tail", LengthColumn(0, 1500), 0, HERE),
    Column("den", PointColumn(), None, HERE),
    Column("range", ShapeColumn(), None, HERE),
    Column("mate", RefColumn("beast", ("wolf", "bear"), optional=True), None, HERE),
    Column("litters", ListColumn(IntColumn(1, 9), 3), [], HERE),
    Column("call", TextColumn(), "", HERE),
]


def table(text: str, columns: list[Column] = BEASTS) -> tuple[list[Row], list[Diagnostic]]:
    root, found = load_yaml(text, "beasts.yaml")
    assert root is not None and not found
    return read_table(root, "beasts.yaml", "beast", columns)


def rows(text: str, columns: list[Column] = BEASTS) -> dict[str, Row]:
    made, found = table(text, columns)
    assert found == []
    return {row.name: row for row in made}


def only(text: str, columns: list[Column] = BEASTS) -> Diagnostic:
    _, found = table(text, columns)
    assert len(found) == 1, [each.headline for each in found]
    return found[0]


def test_every_type_of_column_gives_its_value() -> None:
    wolf = rows(
        "wolf: {strength: 7, fur: grey, tame: no, prey: [flesh, fish], tail: 40.5mm, den: [12mm, -35],\n"
        "  range: [[0, 0], [0, 10mm], [10mm, 10mm], [10mm, 0]], mate: bear, litters: [4, 6], call: owoo,\n"
        "  title: Wolf, text: Runs in packs.}\n"
    )["wolf"]
    assert wolf.title == "Wolf" and wolf.text == "Runs in packs."
    assert wolf.values == {
        "strength": 7,
        "fur": "grey",
        "tame": False,
        "prey": ["fish", "flesh"],  # in the order of the declaration
        "tail": 405,
        "den": (120, -35),
        "range": [(100, 0), (100, 100), (0, 100), (0, 0)],  # turned counter-clockwise
        "mate": "bear",
        "litters": [4, 6],
        "call": "owoo",
    }


def test_what_is_left_out_has_its_default() -> None:
    values = rows("wolf: {strength: 7}\n")["wolf"].values
    assert values["fur"] is None and values["tame"] is False and values["prey"] == [] and values["tail"] == 0
    assert list(values) == [column.name for column in BEASTS]


def test_spans_show_what_was_written() -> None:
    text = "wolf:\n  strength: 7\n  fur: grey\n"
    wolf = rows(text)["wolf"]
    assert (wolf.span.line, wolf.span.column) == (1, 1)
    assert {word: text[span.start : span.end] for word, span in wolf.spans.items()} == {"strength": "7", "fur": "grey"}


def test_the_list_form_keeps_its_order() -> None:
    assert list(rows("- {id: wolf, strength: 7}\n- {strength: 8, id: bear}\n")) == ["wolf", "bear"]


def test_rows_without_columns_need_only_their_ids() -> None:
    assert list(rows("- wolf\n- bear\n- id: elk\n  title: Elk\n", [])) == ["wolf", "bear", "elk"]
    assert list(rows("wolf:\nbear:\n", [])) == ["wolf", "bear"]


@pytest.mark.parametrize("text", ["wolf: {strength: 7, copies: 3}\n", "- {id: wolf, strength: 7, copies: 3}\n"])
def test_copies(text: str) -> None:
    made = rows(text)
    assert list(made) == ["wolf_1", "wolf_2", "wolf_3"]
    assert all(row.values["strength"] == 7 for row in made.values())


A_STRENGTH = "`strength` is a whole number from 0 to 9"
A_PREY = "`prey` is a list of different ones of `fish`, `fowl`, `flesh`"
ONE_PREY = "each of `prey` is one of `fish`, `fowl`, `flesh`"
A_TAIL = "`tail` is a length from 0mm to 150mm"
A_DEN = "`den` is a point such as `[120mm, 80.5mm]`"
ONE_LITTER = "each of `litters` is a whole number from 1 to 9"
ONE_SIDE = "a coordinate of `den` is a length from -819.2mm to 2457.5mm"


@pytest.mark.parametrize(
    ("cell", "headline", "said", "column"),
    [
        ("strength: 12", f"{A_STRENGTH}, not `12`", "more than 9", 18),
        ("strength: -1", f"{A_STRENGTH}, not `-1`", "less than 0", 18),
        ("strength: big", f"{A_STRENGTH}, not `big`", "not a whole number", 18),
        ("strength: yes", f"{A_STRENGTH}, not `yes`", "not a whole number", 18),
        ("strength: ", f"{A_STRENGTH}, and nothing is given", "not a whole number", 18),
        ("strength: [1]", f"{A_STRENGTH}, not a list of one", "not a whole number", 18),
        ("strength: 1, tame: on", "`tame` is `yes` or `no`, not `on`", "neither `yes` nor `no`", 27),
        ("strength: 1, fur: red", "`fur` is one of `brown`, `grey`, `white`, `none`, not `red`", "not one of them", 26),
        ("strength: 1, prey: fish", f"{A_PREY}, not `fish`", "not a list", 27),
        ("strength: 1, prey: [fish, fish]", "`prey` names `fish` twice", "each may stand here once", 27),
        ("strength: 1, prey: [fish, 3]", f"{ONE_PREY}, not `3`", "not one of them", 34),
        ("strength: 1, tail: 4cm", f"{A_TAIL}, not `4cm`", "not a length", 27),
        ("strength: 1, tail: 151mm", f"{A_TAIL}, not `151mm`", "more than 150mm", 27),
        ("strength: 1, tail: -0.1mm", f"{A_TAIL}, not `-0.1mm`", "less than 0mm", 27),
        ("strength: 1, tail: 1501", f"{A_TAIL}, not `1501`", "more than 150mm", 27),
        ("strength: 1, den: [1]", f"{A_DEN}, not a list of one", "not a point", 26),
        ("strength: 1, den: [1, 2, 3]", f"{A_DEN}, not a list", "not a point", 26),
        ("strength: 1, den: [1, x]", f"{ONE_SIDE}, not `x`", "not a length", 30),
        ("strength: 1, den: [1, 3000mm]", f"{ONE_SIDE}, not `3000mm`", "more than 2457.5mm", 30),
        ("strength: 1, mate: wolff", "`mate` names no beast that there is: `wolff`", "not a beast", 27),
        ("strength: 1, litters: [1, 2, 3, 4]", "`litters` holds at most 3, not 4", "1 too many", 30),
        (
            "strength: 1, litters: [1, 10]",
            "each of `litters` is a whole number from 1 to 9, not `10`",
            "more than 9",
            34,
        ),
        ("strength: 1, call: 7", "`call` is text, and `7` is not", "read as a number or as yes or no", 27),
        ("strength: 1, copies: 0", "`copies` is a whole number from 1 to 1000, not `0`", "less than 1", 29),
    ],
)
def test_a_wrong_value_is_one_report(cell: str, headline: str, said: str, column: int) -> None:
    found = only(f"wolf: {{{cell}}}\n")
    assert (found.name, found.headline, found.labels[0].text) == ("wrong-value", headline, said)
    assert (found.labels[0].span.line, found.labels[0].span.column) == (1, column)
    if not cell.endswith("copies: 0"):
        assert found.labels[1].span == HERE


@pytest.mark.parametrize(
    "corners",
    [
        "[[0, 0], [10, 0], [20, 0]]",  # a line
        "[[0, 0], [10, 0], [10, 10], [5, 10], [0, 10]]",  # a corner that is none
        "[[0, 0], [10, 0], [2, 2], [0, 10]]",  # hollow
        "[[0, 0], [10, 10], [10, 0], [0, 10]]",  # crossed
        "[[0, 10], [6, -8], [-10, 3], [10, 3], [-6, -8]]",  # a star turns one way, twice round
        "[[0, 0], [10, 0], [10, 0], [0, 10]]",  # a corner twice
    ],
)
def test_a_shape_has_to_be_convex(corners: str) -> None:
    found = only(f"wolf: {{strength: 1, range: {corners}}}\n")
    assert found.headline == "`range` is not convex"


def test_a_guess_is_offered_as_a_fix() -> None:
    found = only("wolf: {strength: 1, fur: gray}\n")
    assert found.help == "did you mean `grey`?" and found.fixes[0].replacement == "grey" and found.fixes[0].safe
    found = only("wolf: {strength: 1, call: no}\n")
    assert found.fixes[0].replacement == '"no"'


def test_a_misspelt_column_is_one_mistake() -> None:
    found = only("wolf: {strenght_: 1, strength: 2}\n")
    assert found.name == "unknown-column" and not found.fixes[0].safe  # `strength` is there already
    found = only("wolf: {strengh: 1}\n")
    assert (found.name, found.headline) == ("unknown-column", "no column of `beast` is called `strengh`")
    assert found.help == "did you mean `strength`?" and found.fixes[0].safe
    assert [label.span.file for label in found.labels] == ["beasts.yaml", "game.rules"]


def test_an_unknown_column_says_what_there_is() -> None:
    found = only("wolf: {strength: 1, wings: 2}\n")
    assert found.help is not None and "`strength`" in found.help and "printed wings is" in found.help


def test_the_id_is_no_column_of_the_mapping_form() -> None:
    assert only("wolf: {id: wolf, strength: 1}\n").name == "unknown-column"


def test_missing_columns_of_a_row_are_one_report() -> None:
    columns = [Column("a", IntColumn(0, 1), span=HERE), Column("b", IntColumn(0, 1))]
    found = only("wolf: {}\n", columns)
    assert (found.name, found.headline) == ("missing-column", "`wolf` has no `a` and no `b`")
    found = only("- {id: wolf, a: 1, b: 0}\n- {a: 1, b: 0}\n", columns)
    assert (found.headline, found.labels[0].span.line) == ("row 2 has no `id`", 2)


@pytest.mark.parametrize("text", ["Wolf: {strength: 1}\n", "- {id: 7, strength: 1}\n", "'a b': {strength: 1}\n"])
def test_ids_are_names(text: str) -> None:
    assert only(text).name == "bad-id"


def test_ids_are_unique() -> None:
    found = only("- {id: wolf, strength: 1}\n- {id: wolf, strength: 2}\n")
    assert found.name == "duplicate-id" and [label.span.line for label in found.labels] == [2, 1]
    assert only("wolf: {strength: 1, copies: 2}\nwolf_2: {strength: 1}\n").name == "duplicate-id"


@pytest.mark.parametrize("text", ["7\n", "wolf: 3\n", "wolf:\n", "- wolf\n"])
def test_the_shape_of_a_table(text: str) -> None:
    assert only(text).name == "table-shape"


def test_too_many_rows() -> None:
    text = "".join(f"w{n}: {{copies: 1000}}\n" for n in range(11))
    assert only(text, []).name == "too-many-rows"


def test_several_mistakes_in_the_order_of_the_file() -> None:
    made, found = table("wolf: {strength: 12, tame: 7}\nbear: {strength: 3}\nelk: {wings: 1, strength: 2}\nfox: {}\n")
    assert [row.name for row in made] == ["bear"]
    assert [(each.name, each.labels[0].span.line) for each in found] == [
        ("wrong-value", 1),
        ("wrong-value", 1),
        ("unknown-column", 3),
        ("missing-column", 4),
    ]


def test_what_the_reader_refused_is_not_reported_again() -> None:
    root, found = load_yaml("wolf: {strength: 1.5}\nbear: {strength: 3}\n", "beasts.yaml")
    assert root is not None and len(found) == 1
    made, further = read_table(root, "beasts.yaml", "beast", BEASTS)
    assert [row.name for row in made] == ["bear"] and further == []


def test_a_reference_that_cannot_be_checked_yet() -> None:
    columns = [Column("mate", RefColumn("beast"))]
    assert rows("wolf: {mate: bear}\n", columns)["wolf"].values == {"mate": "bear"}
    assert only("wolf: {mate: The Bear}\n", columns).name == "wrong-value"
    assert only("wolf: {mate: none}\n", columns).name == "wrong-value"
    assert rows("wolf: {mate: none}\n", [Column("mate", RefColumn("beast", None, True))])["wolf"].values == {
        "mate": None
    }


def test_the_schema_is_a_schema() -> None:
    schema = table_schema("beast", BEASTS)
    Draft202012Validator.check_schema(schema)
    assert "oneOf" not in str(schema)


def test_no_pythons_words() -> None:
    for cell in ("strength: yes", "tame: 7", "fur: [a]", "prey: {a: 1}", "den: none", "call: none", "mate: 3"):
        _, found = table(f"wolf: {{strength: 1, {cell}}}\n" if "strength" not in cell else f"wolf: {{{cell}}}\n")
        told = " ".join((each.headline + (each.help or "") + each.labels[0].text) for each in found)
        assert found and not re.search(r"\b(True|False|None|int|integer|str|string|dict|null)\b", told)


WORDS = ["yes", "no", "none", "grey", "fish", "bear", "12mm", "7.5mm", "x y", '"7"', "{}", "{a: 1}"]
ITEMS = st.lists(st.sampled_from(["fish", "fowl", "3", "5", "12mm", "none"]), max_size=4)
CELLS = st.sampled_from(WORDS) | st.integers(-3, 12).map(str) | ITEMS.map(lambda items: f"[{', '.join(items)}]")


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from([column.name for column in BEASTS] + ["wings"]), CELLS, max_size=4))
def test_reports_and_schema_agree(cells: dict[str, str]) -> None:
    text = "wolf: {" + ", ".join(f"{name}: {cell}" for name, cell in cells.items()) + "}\n"
    root, _ = load_yaml(text, "beasts.yaml")
    assert root is not None
    made, found = table(text)
    assert bool(found) != bool(made)
    assert Draft202012Validator(table_schema("beast", BEASTS)).is_valid(plain(root)) == (not found)
