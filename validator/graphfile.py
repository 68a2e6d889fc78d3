"""The data file of a graph board: spaces, paths, rotating discs, covers and layers, read into a GraphBoard.

spaces:
  camp: {ground: sand, at: [0, 0]}           # its printed columns; `at` is only for drawing
paths:
  - camp -- well -> ruin                     # both ways, then one way
discs:
  wheel: {ports: 12, positions: 12, chords: [[0, 5]], spokes: {0: camp, 5: ruin}}
covers:
  - roof covers camp, well                   # or a mapping, roof: [camp, well]
layers:
  - {width: 5, height: 4}                    # spaces s_1_1_1 (layer, row, column) and so on
  - {width: 4, height: 3, offset: [1, 1]}    # moved by half tiles, so each lies on four corners
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..grammar.diagnostics import Diagnostic, Label
from .columns import NAME, Column, PointColumn, several
from .data import read_table, table_schema
from .discs import discs_schema, read_discs
from .graphs import GraphBoard, Path, make_board, separate_parts
from .layers import MAX_SPACES, layers_schema, read_layers
from .reading import WORD, Reading, inner, refused
from .yamlfile import Located, Mapping, Scalar

MAX_TABLE = 100_000  # spaces times positions of all discs
_SECTIONS = ("spaces", "paths", "discs", "covers", "layers")
_PATH = rf"\s*{WORD}(\s*(--|->)\s*{WORD})+\s*"
_COVER = rf"\s*{WORD}\s+covers\s+{WORD}(\s*,\s*{WORD})*\s*"
_AT = Column("at", PointColumn(), None)


def graph_schema(columns: list[Column]) -> dict[str, object]:
    """The JSON Schema of such a file, for editors. That names, ports and covers fit together is beyond it."""
    spaces = table_schema("space", [*columns, _AT])
    covers = {
        "type": ["array", "object"],
        "items": {"type": "string", "pattern": f"^{_COVER}$"},
        "additionalProperties": {"type": "array", "items": {"type": "string", "pattern": NAME}},
    }
    return {
        "$schema": spaces.pop("$schema"),
        "type": "object",
        "properties": {
            "spaces": spaces,
            "paths": {"type": "array", "items": {"type": "string", "pattern": f"^{_PATH}$"}},
            "discs": discs_schema(),
            "covers": covers,
            "layers": layers_schema(columns),
        },
        "additionalProperties": False,
    }


def read_graph(root: Located, file: str, columns: list[Column]) -> tuple[GraphBoard | None, list[Diagnostic]]:
    """The board, if there is enough of one to go on with, and what is wrong with its file."""
    reading = Reading(file, columns)
    board = _read(reading, root)
    return board, sorted(reading.found, key=lambda each: each.labels[0].span.start)


def _read(reading: Reading, root: Located) -> GraphBoard | None:
    if not isinstance(root, Mapping):
        help = "begin with `spaces:` and `paths:`"
        reading.say("board-shape", f"`{reading.file}` is not a board", root.span, "not a mapping", help)
        return None
    reading.unknown(root, _SECTIONS, "part of a board")
    sections = {str(key.value): value for key, value in root.entries}
    if "spaces" in sections:
        _spaces(reading, sections["spaces"])
    if "layers" in sections:
        read_layers(reading, sections["layers"])
    if not reading.rows:
        if not reading.found:
            reading.say("board-shape", "this board has no spaces", root.span, "nothing to stand on", "add `spaces:`")
        return None
    paths = list(_paths(reading, sections["paths"])) if "paths" in sections else []
    discs = list(read_discs(reading, sections["discs"])) if "discs" in sections else []
    if "covers" in sections:
        _covers(reading, sections["covers"])
        _cover_cycle(reading)
    size = len(reading.rows)
    for disc in discs:
        size *= disc.positions
    if len(reading.rows) > MAX_SPACES or size > MAX_TABLE:
        said = f"at most {MAX_SPACES:,} spaces, and {MAX_TABLE:,} counting every position of every disc"
        reading.say("graph-too-large", f"this board has {size:,} spaces in all positions", root.span, said)
        return None
    board = make_board(reading.rows, paths, discs, list(reading.covers), reading.tiles, reading.at)
    if all(each.severity != "error" for each in reading.found):
        _separate(reading, board)
    return board


def _spaces(reading: Reading, located: Located) -> None:
    own = any(column.name == "at" for column in reading.columns)
    rows, found = read_table(located, reading.file, "space", reading.columns if own else [*reading.columns, _AT])
    reading.found += found
    if isinstance(located, Mapping):
        reading.known |= {str(key.value) for key, _ in located.entries}
    for row in rows:
        at = row.values.get("at") if own else row.values.pop("at")
        if isinstance(at, tuple):
            reading.at[row.name] = at
        reading.add(row, None)


def _paths(reading: Reading, located: Located) -> Iterator[Path]:
    help = "write `a -- b` for both ways, `a -> b` for one way; several in a row are allowed"
    for item in reading.items(located, "paths", "a list of paths such as `- a -- b`"):
        if not isinstance(item, Scalar) or not re.fullmatch(_PATH, item.text):
            if not refused(item):
                reading.say("path-form", "this is not a path", item.span, "not of the form `a -- b`", help)
            continue
        words = list(re.finditer(rf"{WORD}|--|->", item.text))
        for start, sign, end in zip(words[::2], words[1::2], words[2::2], strict=False):
            a, b = reading.space(start[0], inner(item, start)), reading.space(end[0], inner(item, end))
            if start[0] == end[0]:
                headline, said = f"a path leads from `{start[0]}` to itself", "both ends are the same space"
                reading.say("path-to-itself", headline, inner(item, end), said)
            elif a is not None and b is not None:
                yield Path(a, b, sign[0] == "->")


def _covers(reading: Reading, located: Located) -> None:
    if isinstance(located, Mapping):
        for key, lowers in located.entries:
            upper = reading.space(str(key.value), key.span)
            for lower in reading.items(lowers, str(key.value), f"covered by nothing: write `{key.value}: [a, b]`"):
                if isinstance(lower, Scalar) and not lower.refused:
                    reading.cover(upper, reading.space(lower.text, lower.span), lower.span)
        return
    help = "write `a covers b`, or `a covers b, c`"
    for item in reading.items(located, "covers", "a list of covers such as `- a covers b`"):
        if not isinstance(item, Scalar) or not re.fullmatch(_COVER, item.text):
            if not refused(item):
                reading.say("path-form", "this is not a cover", item.span, "not of the form `a covers b`", help)
            continue
        first, _, *others = re.finditer(WORD, item.text)
        upper = reading.space(first[0], inner(item, first))
        for word in others:
            reading.cover(upper, reading.space(word[0], inner(item, word)), inner(item, word))


def _cover_cycle(reading: Reading) -> None:
    import networkx

    graph: networkx.DiGraph[int] = networkx.DiGraph()
    graph.add_edges_from(reading.covers)
    if networkx.is_directed_acyclic_graph(graph):
        return
    cycle = [(edge[0], edge[1]) for edge in networkx.find_cycle(graph)]
    names = [f"`{reading.rows[upper].name}`" for upper, _ in cycle]
    below = [*names[1:], names[0]]
    labels = tuple(
        Label(reading.covers[edge], f"{upper} covers {lower}")
        for edge, upper, lower in zip(cycle, names, below, strict=True)
    )
    help = "what lies on top cannot lie underneath as well; remove one of these"
    reading.found.append(Diagnostic("cover-cycle", " covers ".join([*names, names[0]]), labels[:6], help=help))


def _separate(reading: Reading, board: GraphBoard) -> None:
    if not (board.paths or board.discs):
        return  # a board of mere places, or a pile, is what was meant
    piled = {board.names[end] for pair in board.covers for end in pair}
    parts = separate_parts(board)
    main = max(parts, key=len)
    for part in parts:
        if part is main or piled.intersection(part):
            continue
        headline = f"nothing leads to `{part[0]}`"
        if len(part) > 1:
            headline = f"nothing joins {several(tuple(part), 5)} to the rest of the board"
        labels = tuple(Label(board.rows[reading.ids[name]].span, "cannot be reached") for name in part[:3])
        help = "add a path, or remove what is not used"
        reading.found.append(Diagnostic("unreachable-space", headline, labels, help=help, severity="warning"))
