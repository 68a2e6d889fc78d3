"""Pictures: well-formed, complete, the same every time, and drawn without any library for numbers."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree

import pytest
from rulewright.validator.boards import GraphBoard, grid_board, hex_board, read_graph
from rulewright.validator.data import Column, EnumColumn
from rulewright.validator.drawing import flow_svg, graph_svg, grid_svg, plane_svg
from rulewright.validator.yamlfile import load_yaml

SVG = "{http://www.w3.org/2000/svg}"
GROUND = [Column("ground", EnumColumn(("sand", "ruin")), "sand")]
WHEEL = """
spaces: {n: {ground: ruin, title: "North & <South>"}, e: {}, s: {}, w: {}, far_away_place: {}}
paths: [n -- e, e -- s, s -> w, w -> n, n -> far_away_place, far_away_place -- n]
discs:
  wheel: {ports: 8, chords: [[0, 3], [1, 5]], spokes: {0: n, 3: e, 4: s, 6: w}}
"""


def board(text: str, columns: list[Column]) -> GraphBoard:
    root, found = load_yaml(text, "board.yaml")
    assert root is not None and not found
    made, found = read_graph(root, "board.yaml", columns)
    assert made is not None and not found
    return made


def words(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.fixture
def no_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.setitem(sys.modules, "scipy", None)


def test_a_graph_with_a_disc(no_numbers: None) -> None:
    made = board(WHEEL, GROUND)
    svg = graph_svg(made, (1,), "A <wheel> & more")
    shown = words(svg)
    assert set(made.names) <= set(shown) and {"A <wheel> & more", "wheel at 1 of 0 to 7", "live", "one way"} <= set(
        shown
    )
    assert svg == graph_svg(board(WHEEL, GROUND), (1,), "A <wheel> & more")
    tips = [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}title")]
    assert "North & <South>\nground: ruin" in tips


def test_live_chords_are_told_from_dead_ones(no_numbers: None) -> None:
    made = board(WHEEL, GROUND)
    for position in range(8):
        tips = [
            element.text or "" for element in ElementTree.fromstring(graph_svg(made, (position,))).iter(f"{SVG}title")
        ]
        live = {f"{made.names[link[0]]} -- {made.names[link[1]]}" for link in made.discs[0].links(position) if link}
        assert {tip for tip in tips if " -- " in tip} == live


def test_places_that_are_given_are_kept() -> None:
    made = board("spaces: {a: {at: [0, 0]}, b: {at: [300, 0]}, c: {at: [300, 400]}}\npaths: [a -- b -- c]\n", [])
    root = ElementTree.fromstring(graph_svg(made))
    at = {element.text: (float(element.attrib["x"]), float(element.attrib["y"])) for element in root.iter(f"{SVG}text")}
    assert at["a"][1] == at["b"][1] and at["b"][0] == at["c"][0] and at["a"][0] < at["b"][0] and at["b"][1] < at["c"][1]


@pytest.mark.parametrize(
    "text",
    [
        "spaces: [a]\n",
        "spaces: [a, b]\n",
        "spaces: [a, b, c, d]\npaths: [a -- b, c -- d, b -> c]\ncovers: [a covers d]\n",
        "spaces: {a: {copies: 200}}\npaths: [" + ", ".join(f"a_{n} -- a_{n + 1}" for n in range(1, 200)) + "]\n",
        "spaces: {k: {copies: 6}}\npaths: [" + ", ".join(f"k_{a} -- k_{b}" for a in range(2, 7) for b in range(1, a))
        + "]\n",
        "spaces: [a, b, c]\npaths: [a -- b]\ndiscs:\n  x: {ports: 2, chords: [[0, 1]], spokes: {0: a, 1: c}}\n"
        "  y: {ports: 2, chords: [[0, 1]], spokes: {0: b, 1: c}}\n",
        "layers:\n  - {width: 3, height: 2}\n  - {width: 2, height: 1}\n",
    ],
)  # fmt: skip
def test_any_board_can_be_drawn(text: str, no_numbers: None) -> None:
    svg = graph_svg(board(text, []), (), "x")
    ElementTree.fromstring(svg)
    assert "nan" not in svg and "inf" not in svg


def test_spaces_do_not_hide_one_another(no_numbers: None) -> None:
    ring = "spaces: {a: {copies: 12}}\npaths: [" + ", ".join(f"a_{n} -- a_{n % 12 + 1}" for n in range(1, 13)) + "]\n"
    for text in (ring, WHEEL):
        root = ElementTree.fromstring(graph_svg(board(text, GROUND)))
        names = set(board(text, GROUND).names)
        spots = [(float(e.attrib["x"]), float(e.attrib["y"])) for e in root.iter(f"{SVG}text") if e.text in names]
        assert min(abs(ax - bx) + abs(ay - by) for n, (ax, ay) in enumerate(spots) for bx, by in spots[:n]) > 44


def test_grids_and_hexagons(no_numbers: None) -> None:
    for made in (grid_board(7, 6), hex_board(5, 4), grid_board(32, 32)):
        shown = words(grid_svg(made, "Cells"))
        assert "Cells" in shown
        assert set(made.names) <= set(shown) or made.width > 20
    square = ElementTree.fromstring(grid_svg(grid_board(2, 2)))
    at = {element.text: float(element.attrib["y"]) for element in square.iter(f"{SVG}text")}
    assert at["a1"] > at["a2"]  # row 1 is at the bottom


def test_a_plane_has_its_measure(no_numbers: None) -> None:
    root = ElementTree.fromstring(plane_svg(400, 300, "Field"))
    labels = [e for e in root.iter(f"{SVG}text") if (e.text or "").isdecimal()]
    across, up = ([e for e in labels if e.attrib["text-anchor"] == anchor] for anchor in ("middle", "end"))
    assert [e.text for e in across] == [str(x) for x in range(0, 401, 50)]
    assert [e.text for e in up] == [str(y) for y in range(0, 301, 50)]
    ys = [float(e.attrib["y"]) for e in up]
    assert ys == sorted(ys, reverse=True)  # the origin is below
    assert words(plane_svg(9_999, 3, "Strip")) and "1 by 1 mm" in words(plane_svg(1, 1))


def test_a_chart_of_phases(no_numbers: None) -> None:
    edges = [
        ("play", "round", "again & again"),
        ("round", "turn"),
        ("turn", "turn"),
        ("turn", "round"),
        ("play", "turn"),
    ]
    svg = flow_svg(["play", "round", "turn", "lonely_one"], edges, "Phases")
    shown = words(svg)
    assert {"play", "round", "turn", "lonely one", "again & again", "Phases"} <= set(shown)
    root = ElementTree.fromstring(svg)
    at = {element.text: float(element.attrib["y"]) for element in root.iter(f"{SVG}text")}
    assert at["play"] < at["round"] < at["turn"]
    assert svg == flow_svg(["play", "round", "turn", "lonely_one"], edges, "Phases")
    ElementTree.fromstring(flow_svg([], [], ""))
