"""Boards: grids against counted lines, graphs against facts worked out by hand, and each mistake in a board file."""

from __future__ import annotations

import networkx
import pytest
from jsonschema import Draft202012Validator
from rulewright.grammar.diagnostics import Diagnostic
from rulewright.validator.boards import (
    GraphBoard,
    column_letters,
    dead_ends,
    graph_schema,
    grid_board,
    hex_board,
    least_degree,
    plane_board,
    read_graph,
    separate_parts,
    strongly_connected,
)
from rulewright.validator.data import Column, EnumColumn, IntColumn
from rulewright.validator.yamlfile import load_yaml, plain

GROUND = [Column("ground", EnumColumn(("camp", "sand", "ruin", "great")))]

# A camp, a ring of spaces and a disc in the middle whose seven spokes let no two of its twelve positions look alike.
WHEEL = """
spaces:
  camp: {ground: camp}
  d5:  {ground: sand}
  d7:  {ground: sand}
  d2:  {ground: sand}
  d11: {ground: sand}
  d3:  {ground: sand}
  d8:  {ground: sand}
  d12: {ground: sand}
  r4:  {ground: ruin}
  r9:  {ground: ruin}
  r1:  {ground: ruin}
  r6:  {ground: ruin}
  r10: {ground: ruin}
  g0:  {ground: great}
  g3:  {ground: great}
paths: [camp -- d5, camp -- d7, d5 -- r4, d5 -- r6, r6 -- r4, r6 -> d3, r4 -- d3, d3 -> g3, g3 -> d2, g3 -- r1,
  d2 -> r4, d2 -- r1, r1 -- d12, d12 -> g0, g0 -> d2, g0 -> d11, d11 -- d12, d11 -- r10, r10 -- r9,
  r9 -> d11, r9 -- d8, d8 -- d7, d7 -> r9, d8 -> r10]
discs:
  wheel:
    ports: 12
    positions: 12
    chords: [[0, 5], [2, 9], [4, 11], [6, 8], [1, 7]]
    spokes: {0: g0, 2: d2, 4: r4, 5: d5, 7: d7, 9: r9, 11: d11}
"""
LIVE = (
    "0: d5-g0, d2-r9, d11-r4 | 1: d5-g0, d7-r9 | 2: d2-d7, d11-r4 | 3: d2-d7, d5-g0, d11-r9 | "
    "4: r4-r9, d5-d11 | 5: r4-r9, d2-d7 | 6: d2-g0 | 7: d7-g0, r4-r9 | 8: d7-g0, d2-r4 | 9: d2-r9 | "
    "10: d2-r9, d7-g0, d5-d11 | 11: d11-r4, d5-d7"
)
PILE = """
layers:
  - {width: 5, height: 4, pile: far}
  - {width: 4, height: 3, pile: far}
  - {width: 3, height: 2, pile: near}
  - {width: 2, height: 1, pile: near}
"""


def read(text: str, columns: list[Column] | None = None) -> tuple[GraphBoard | None, list[Diagnostic]]:
    root, found = load_yaml(text, "board.yaml")
    assert root is not None and not found
    return read_graph(root, "board.yaml", columns or [])


def board(text: str, columns: list[Column] | None = None) -> GraphBoard:
    made, found = read(text, columns)
    assert made is not None and not found, [each.headline for each in found]
    return made


def only(text: str) -> Diagnostic:
    _, found = read(text)
    assert len(found) == 1, [each.headline for each in found]
    return found[0]


def names(made: GraphBoard, relation: str, space: str, position: tuple[int, ...] = ()) -> set[str]:
    return {made.names[other] for other in made.leads(relation, position, made.names.index(space))}


# ---------------------------------------------------------------- grids


def test_cells_are_named_by_column_and_row() -> None:
    made = grid_board(3, 2)
    assert made.names == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert made.row == (1, 1, 1, 2, 2, 2) and made.column == (1, 2, 3, 1, 2, 3)
    assert [column_letters(n) for n in (1, 26, 27, 52, 53, 702, 703)] == ["a", "z", "aa", "az", "ba", "zz", "aaa"]
    assert len(set(grid_board(40, 25).names)) == 1000


def test_what_lies_next_to_a_cell() -> None:
    made = grid_board(3, 3)
    assert made.relations["neighbours"][0] == (1, 3) and made.relations["neighbours"][4] == (1, 3, 5, 7)
    assert made.relations["diagonals"][4] == (0, 2, 6, 8) and made.relations["diagonals"][1] == (3, 5)
    assert made.relations["around"][4] == (0, 1, 2, 3, 5, 6, 7, 8) and made.relations["around"][2] == (1, 4, 5)
    assert made.step(4, 1, -1) == 2 and made.step(2, 1, 0) == -1 and made.step(0, 0, -1) == -1


@pytest.mark.parametrize(
    ("width", "height", "n", "count"),
    [
        (3, 3, 3, 8),
        (7, 6, 4, 69),
        (15, 15, 5, 572),
        (8, 8, 8, 18),
        (3, 2, 3, 2),
        (2, 2, 3, 0),
        (4, 4, 1, 16),
        (4, 4, 0, 0),
    ],
)
def test_lines_of_squares(width: int, height: int, n: int, count: int) -> None:
    lines = grid_board(width, height).lines(n)
    assert len(lines) == count == len(set(lines))
    assert list(lines) == sorted(lines) and all(list(line) == sorted(line) for line in lines)


def test_lines_through_a_cell() -> None:
    made = grid_board(3, 3)
    assert made.lines(3) == ((0, 1, 2), (0, 3, 6), (0, 4, 8), (1, 4, 7), (2, 4, 6), (2, 5, 8), (3, 4, 5), (6, 7, 8))
    assert [len(through) for through in made.lines_through(3)] == [3, 2, 3, 2, 4, 2, 3, 2, 3]
    assert all(cell in made.lines(3)[line] for cell in range(9) for line in made.lines_through(3)[cell])


def test_hexagons() -> None:
    made = hex_board(3, 3)
    assert made.relations["neighbours"][4] == (1, 2, 3, 5, 6, 7) == made.relations["around"][4]
    assert made.relations["neighbours"][0] == (1, 3) and made.relations["neighbours"][2] == (1, 4, 5)
    assert made.lines(3) == ((0, 1, 2), (0, 3, 6), (1, 4, 7), (2, 4, 6), (2, 5, 8), (3, 4, 5), (6, 7, 8))
    # 11 by 11, as Hex is played: 3 (n - 1)^2 + 2 (n - 1) pairs of neighbours
    assert len(hex_board(11, 11).lines(2)) == 3 * 100 + 2 * 10
    assert sum(map(len, hex_board(11, 11).relations["neighbours"])) == 2 * 320


def test_a_plane_is_measured_in_tenths() -> None:
    made = plane_board(400, 250)
    assert (made.width, made.height) == (4000, 2500)


# ---------------------------------------------------------------- graphs


def test_arrows_and_parallel_paths() -> None:
    made = board("spaces: [a, b, c]\npaths:\n  - a -- b -> c\n  - a -> b\n  - 'c -> a'\n")
    assert made.names == ("a", "b", "c")
    assert made.relations["exits"] == ((1,), (0, 2), (0,))
    assert made.relations["neighbours"] == ((1, 2), (0, 2), (0, 1))
    assert sorted(made.graph().edges()) == [("a", "b"), ("a", "b"), ("b", "a"), ("b", "c"), ("c", "a")]
    assert "covers" not in made.relations


def test_rows_and_places() -> None:
    made = board(
        "spaces:\n  a: {ground: sand, at: [10, 20], title: The A}\n  b: {ground: ruin}\npaths: [a -- b]\n", GROUND
    )
    assert [(row.name, row.title, row.values) for row in made.rows] == [
        ("a", "The A", {"ground": "sand"}),
        ("b", None, {"ground": "ruin"}),
    ]
    assert made.positions_at == {"a": (10, 20)}


@pytest.fixture(scope="module")
def wheel() -> GraphBoard:
    return board(WHEEL, GROUND)


def test_live_links_of_every_position(wheel: GraphBoard) -> None:
    expected = {int(part.split(":")[0]): set(part.split(": ")[1].strip().split(", ")) for part in LIVE.split("|")}
    (disc,) = wheel.discs
    for position in range(12):
        links = {"-".join(sorted(wheel.names[end] for end in link)) for link in disc.links(position) if link}
        assert links == {"-".join(sorted(link.split("-"))) for link in expected[position]}


def test_the_wheel_never_strands_anybody(wheel: GraphBoard) -> None:
    assert strongly_connected(wheel) == []
    assert dead_ends(wheel) == []
    degrees = least_degree(wheel)
    assert degrees.pop("camp") == 2 and min(degrees.values()) == 3
    assert len(set(wheel.relations["exits"])) == 12
    assert len(wheel.paths) == 24 and sum(path.one_way for path in wheel.paths) == 10
    fixed = networkx.DiGraph((u, v) for u, v, kind in wheel.graph((6,)).edges(data="kind") if kind != "wheel")
    assert networkx.is_strongly_connected(fixed)


def test_a_chord_against_an_arrow(wheel: GraphBoard) -> None:
    assert "d2" not in names(wheel, "exits", "r4", (0,)) and "d2" in names(wheel, "exits", "r4", (8,))
    assert "d2" in names(wheel, "neighbours", "r4", (0,))
    assert names(wheel, "exits", "d11", (6,)) == {"d12", "r10"}
    against = {
        position
        for (position,) in wheel.positions()
        for u, v, kind in wheel.graph((position,)).edges(data="kind")
        if kind == "arrow" and any(data["kind"] == "wheel" for data in wheel.graph((position,))[u][v].values())
    }
    assert against == {1, 3, 6, 8}


def test_crossing_chords_do_not_meet() -> None:
    made = board(
        "spaces: [n, e, s, w]\npaths: [n -> e]\ndiscs:\n"
        "  x: {ports: 4, chords: [[0, 2], [1, 3]], spokes: {0: n, 1: e, 2: s, 3: w}}\n"
    )
    assert made.discs[0].positions == 4
    assert made.leads("exits", (0,), 2) == (0,) and made.leads("exits", (1,), 2) == (0,)


def test_fewer_positions_than_ports_and_two_spokes_of_one_space() -> None:
    made = board(
        "spaces: [n, e, s]\npaths: [n -- e, e -- s]\n"
        "discs:\n  x: {ports: 4, positions: 2, chords: [[0, 1]], spokes: {0: n, 1: n, 2: e, 3: s}}\n"
    )
    assert made.discs[0].links(0) == (None,)  # from a space to itself is no link
    assert made.discs[0].links(1) == ((1, 2),)


def test_two_discs_nest() -> None:
    made = board(
        "spaces: [a, b, c]\npaths: [a -- b]\ndiscs:\n"
        "  x: {ports: 2, chords: [[0, 1]], spokes: {0: a, 1: c}}\n"
        "  y: {ports: 3, chords: [[0, 1]], spokes: {0: b, 1: c}}\n"
    )
    exits = made.relations["exits"]
    assert len(exits) == 2 and len(exits[0]) == 3  # type: ignore[arg-type]
    assert exits[0][0] == ((1, 2), (0, 2), (0, 1)) and exits[0][1] == ((1, 2), (0,), (0,))  # type: ignore[index]
    assert list(made.positions()) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert made.graph((0, 0)).has_edge("b", "c") and not made.graph((0, 1)).has_edge("b", "c")


def test_strandings_are_found() -> None:
    made = board("spaces: [a, b, c]\npaths: [a -> b, b -- c]\n")
    assert strongly_connected(made) == [()]
    assert dead_ends(made) == [((), "b", "c"), ((), "c", "b")]
    assert least_degree(made) == {"a": 1, "b": 2, "c": 1}


# ---------------------------------------------------------------- covers and layers


@pytest.mark.parametrize(
    "covers", ["[roof covers hall, attic, attic covers hall]", "{roof: [hall, attic], attic: [hall]}"]
)
def test_covers(covers: str) -> None:
    if covers.startswith("["):
        covers = "\n  - roof covers hall, attic\n  - attic covers hall"
    made = board(f"spaces: [hall, attic, roof]\ncovers: {covers}\n")
    assert made.relations["covers"] == ((), (0,), (0, 1))
    assert made.relations["covered_by"] == ((1, 2), (2,), ())
    assert made.relations["exits"] == ((), (), ())


def test_a_pile_of_four_layers() -> None:
    made = board(PILE, [Column("pile", EnumColumn(("near", "far"))), Column("layer", IntColumn(1, 4))])
    assert len(made.names) == 40 and len(made.covers) == 80
    assert made.names[0] == "s_1_1_1" and made.names[-1] == "s_4_1_2"
    assert [row.values["layer"] for row in made.rows] == [1] * 20 + [2] * 12 + [3] * 6 + [4] * 2
    assert made.rows[-1].values == {"pile": "near", "layer": 4}
    free = [name for name in made.names if not names(made, "covered_by", name)]
    assert free == ["s_4_1_1", "s_4_1_2"]
    assert names(made, "covers", "s_4_1_1") == {"s_3_1_1", "s_3_1_2", "s_3_2_1", "s_3_2_2"}
    assert all(len(names(made, "covers", name)) == 4 for name in made.names if not name.startswith("s_1"))
    # when the first is taken, the two that it alone covered are free
    alone = [name for name in names(made, "covers", "s_4_1_1") if names(made, "covered_by", name) == {"s_4_1_1"}]
    assert sorted(alone) == ["s_3_1_1", "s_3_2_1"]
    assert networkx.is_directed_acyclic_graph(networkx.DiGraph(made.covers))


@pytest.mark.parametrize(
    ("offset", "below"), [("[0, 0]", 1), ("[1, 0]", 2), ("[1, 1]", 4), ("[-1, 0]", 1), ("[2, 3]", 2)]
)
def test_offsets_are_half_tiles(offset: str, below: int) -> None:
    made = board(f"layers:\n  - {{width: 3, height: 3}}\n  - {{width: 1, height: 1, offset: {offset}}}\n")
    assert len(names(made, "covers", "s_2_1_1")) == below


def test_a_column_too_narrow_for_its_layers() -> None:
    _, found = read("layers:\n  - {width: 5, height: 1}\n", [Column("column", IntColumn(1, 4))])
    assert [each.headline for each in found] == ["`column` is 1 to 4, and 5 is needed"]


# ---------------------------------------------------------------- mistakes, one report each

DISC = "spaces: [a, b, c]\npaths: [a -- b, b -- c]\ndiscs:\n  x: "


@pytest.mark.parametrize(
    ("text", "name", "line", "column"),
    [
        ("[a, b]\n", "board-shape", 1, 1),
        ("paths: [a -- b]\n", "board-shape", 1, 1),
        ("spaces: [a, b]\npaths: [a -- b]\nspokes: {}\n", "board-shape", 3, 1),
        ("spaces: [a, b]\npath: [a -- b]\n", "board-shape", 2, 1),
        ("spaces: [a, b]\npaths: a -- b\n", "board-shape", 2, 8),
        ("spaces: [a, b]\npaths: [a - b]\n", "path-form", 2, 9),
        ("spaces: [a, b]\npaths: [a <- b]\n", "path-form", 2, 9),
        ("spaces: [a, b]\npaths: [{from: a, to: b}]\n", "path-form", 2, 9),
        ("spaces: [a, b]\npaths: [a -- b, a -- bb]\n", "unknown-space", 2, 22),
        ("spaces: [a, b]\npaths: [a -- b, a -> a]\n", "path-to-itself", 2, 22),
        ("spaces: [a, a]\npaths: []\n", "duplicate-id", 1, 13),
        ("spaces: {a: {}, B: {}}\n", "bad-id", 1, 17),
        ("spaces: {a: {colour: red}, b: {}}\npaths: [a -- b]\n", "unknown-column", 1, 14),
        ("spaces: [a, b]\ncovers: [a cover b]\n", "path-form", 2, 10),
        ("spaces: [a, b]\ncovers: [a covers c]\n", "unknown-space", 2, 19),
        ("spaces: [a, b]\ncovers: {a: b}\n", "board-shape", 2, 13),
        ("spaces: [a, b]\ncovers: [a covers a]\n", "path-to-itself", 2, 19),
        ("spaces: [a, b, c]\ncovers: [a covers b, b covers c, c covers a]\n", "cover-cycle", 2, 19),
        (DISC + "7\n", "board-shape", 4, 6),
        (DISC + "{ports: 4, chords: [[0, 1]]}\n", "board-shape", 4, 3),
        (DISC + "{ports: 4, spokes: {0: a}}\n", "board-shape", 4, 3),
        (DISC + "{chords: [[0, 1]], spokes: {0: a, 1: b}}\n", "board-shape", 4, 3),
        (DISC + "{ports: 1, chords: [[0, 1]], spokes: {0: a, 1: b}}\n", "board-shape", 4, 14),
        (DISC + "{ports: 4, chords: [[0, 1]], spokes: {0: a, 1: b}, ticks: 3}\n", "board-shape", 4, 57),
        (DISC + "{ports: 4, positions: 3, chords: [[0, 1]], spokes: {0: a, 1: b}}\n", "disc-positions", 4, 28),
        (DISC + "{ports: 4, chords: [[0, 4]], spokes: {0: a, 1: b}}\n", "port-range", 4, 26),
        (DISC + "{ports: 4, chords: [[0, 1]], spokes: {0: a, 4: b}}\n", "port-range", 4, 50),
        (DISC + "{ports: 4, chords: [[0, 1]], spokes: {0: a, x: b}}\n", "port-range", 4, 50),
        (DISC + "{ports: 4, chords: [[0, 1]], spokes: {0: a, 1: d}}\n", "unknown-space", 4, 53),
        (DISC + "{ports: 4, chords: [[0, 1], [2, 2]], spokes: {0: a, 1: b}}\n", "chord-to-itself", 4, 34),
        (DISC + "{ports: 4, chords: [[0, 1], [1, 0]], spokes: {0: a, 1: b}}\n", "duplicate-chord", 4, 34),
        (DISC + "{ports: 4, chords: [[0, 1], [1, 2]], spokes: {0: a, 1: b}}\n", "port-taken", 4, 34),
        (DISC + "{ports: 4, chords: [[0]], spokes: {0: a, 1: b}}\n", "board-shape", 4, 26),
        (DISC + "{ports: 360, chords: [[0, 1]], spokes: {0: a, 1: b}}\n  y: {ports: 360, chords: [[0, 1]], spokes: "
         "{0: a, 1: b}}\n", "graph-too-large", 1, 1),
        ("layers: {width: 3}\n", "board-shape", 1, 9),
        ("layers:\n  - {width: 3}\n", "board-shape", 2, 5),
        ("layers:\n  - {width: 3, height: 2, offset: [1]}\n", "board-shape", 2, 35),
        ("layers:\n  - {width: 3, height: 2, colour: red}\n", "unknown-column", 2, 27),
        ("layers:\n  - {width: 100, height: 100}\n", "graph-too-large", 2, 3),
    ],
)  # fmt: skip
def test_a_mistake_is_one_report(text: str, name: str, line: int, column: int) -> None:
    found = only(text)
    place = found.labels[0].span
    assert (found.name, found.severity, place.line, place.column) == (name, "error", line, column), found.headline


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("spaces: [a, b, c]\npaths: [a -- b]\n", "unreachable-space"),
        ("spaces: [a, b, c, d, e]\npaths: [a -- b, c -- d, d -- e]\n", "unreachable-space"),
        (DISC + "{ports: 4, chords: [[0, 1], [2, 3]], spokes: {0: a, 1: b, 2: c}, positions: 1}\n", "idle-chord"),
        ("layers:\n  - {width: 3, height: 3}\n  - {width: 2, height: 2, offset: [5, 5]}\n", "floating-tile"),
    ],
)
def test_what_is_legal_but_odd_is_a_warning(text: str, name: str) -> None:
    found = only(text)
    assert (found.name, found.severity) == (name, "warning")


def test_near_misses_are_fine() -> None:
    assert separate_parts(board("spaces: [a, b]\n")) == [["a"], ["b"]]  # places without paths are meant so
    assert board("spaces: [a, b, c]\npaths: [a -- b]\ncovers: [c covers a]\n")  # joined by lying on top
    assert board(DISC + "{ports: 4, chords: [[0, 1], [2, 3]], spokes: {0: a, 1: b, 2: c}}\n")


def test_a_space_that_is_wrong_is_not_also_unknown() -> None:
    _, found = read("spaces:\n  a: {ground: sand}\n  b: {ground: sea}\npaths: [a -- b]\n", GROUND)
    assert [each.name for each in found] == ["wrong-value"]


def test_help_with_names() -> None:
    found = only("spaces: [tower, gate]\npaths: [tower -- gate, towers -- gate]\n")
    assert found.help == "did you mean `tower`?" and found.fixes[0].replacement == "tower"
    assert found.labels[1].text == "a space with a similar name"


def test_the_schema_for_editors() -> None:
    schema = graph_schema(GROUND)
    Draft202012Validator.check_schema(schema)
    root, _ = load_yaml(WHEEL, "board.yaml")
    assert root is not None
    Draft202012Validator(schema).validate(plain(root))
    pile, _ = load_yaml(PILE, "board.yaml")
    assert pile is not None
    Draft202012Validator(graph_schema([Column("pile", EnumColumn(("near", "far")))])).validate(plain(pile))
    assert not Draft202012Validator(schema).is_valid({"spaces": {"a": {"ground": "sea"}}})
    assert not Draft202012Validator(schema).is_valid({"space": {}})
