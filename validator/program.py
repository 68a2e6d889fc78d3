"""Puts the checked program together: one JSON document, open in the number of players and in the rulings (CORE.md,
section 10)."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from ..grammar import nodes
from ..grammar.spans import Span
from . import core
from .acting import Body
from .bodies import Procedure
from .finish import Finisher, expressions_without_you, stripped
from .lower import Lowering
from .model import expand
from .scenes import Scenes
from .syntax import walk
from .types import Int, Thing, core_type
from .world import PLAYER, World

Node = dict[str, Any]
FORMAT = 1
UNSETTLED = ("get", "zone", "ask", "var", "table", "row")  # what is not known before the game begins
LANGUAGE = "1.0"
STEPS = 2_000_000  # weight of one run, from an answer to the next decision
SEARCH = 200_000  # positions of one look-ahead
OPTIONS = 65_536
DEPTH = 32  # how deep procedures may call each other in a ring, unless they say otherwise


def assemble(world: World) -> Node:
    """Lowers a declared world. The reports of the world say whether the result may be used."""
    lowering = Lowering(world)
    lowering.lower()
    scenes = Scenes(lowering)
    scenarios = [scenes.scenario(i, s) for i, s in enumerate(world.scenarios)]
    sees = _Sees(lowering)
    attributes = [
        sees.declared(info) for kind in world.kinds.values() for info in kind.attributes.values() if not info.printed
    ]
    attributes += [sees.declared(info) for info in world.table.values()]
    attributes += [{**a, "see": sees.lowered(a["see"])} for a in lowering.attributes]
    zones = [sees.zone(z) for z in world.zones]
    finisher = Finisher(lowering, scenes.procedures)
    procedures = finisher.finish()
    own = {p.name for p in scenes.procedures}
    for p in scenes.procedures:
        if procedures[p.name]["effect"] == "suspending":
            world.reports.error(
                "misplaced-line",
                "what is given asks nobody",
                p.span,
                "this would ask somebody, or end the game",
                help="write the position out, or `start` what asks",
            )
    for scenario in scenarios:
        _seat(scenario, procedures, world)
    game = world.game
    assert game is not None
    program: Node = {
        "kind": "program",
        "format": FORMAT,
        "language": LANGUAGE,
        "name": game.name.text,
        "title": game.title or game.name.text.replace("_", " ").title(),
        "variant": world.variant.name.text if world.variant else None,
        "rulebook": game.rulebook.text if game.rulebook else None,
        "players": {"low": world.low, "high": world.high, "names": [n.text for n in game.seats] or None},
        "rulings": [_ruling(r, world) for r in world.rulings.values()],
        "enumerations": [{"name": e.name, "plural": e.plural, "values": e.values} for e in world.enums.values()],
        "kinds": [_kind(k, world) for k in world.kinds.values()],
        "boards": [_board(b) for b in world.boards.values()],
        "attributes": attributes,
        "zones": zones,
        "tables": world.tables,
        "rows": world.rows,
        "procedures": [p for name, p in procedures.items() if name not in own],
        "main": "main",
        "init": "init",
        "score": "ranking.score" if "ranking.score" in procedures else None,
        "invariants": [
            {
                "procedure": f"invariant.{i + 1}",
                "text": v.text,
                "always": v.always,
                "rules": expand(v.cites),
                "site": world.sites.add(v.span, expand(v.cites)),
            }
            for i, v in enumerate(world.invariants)
        ],
        "steps": STEPS,
        "search": SEARCH,
        "options_limit": OPTIONS,
        "depth": DEPTH,
        "phases": [_phase(p) for p in world.phases.values()],
        "actions": [_action(a) for a in world.actions.values()],
        "asides": [{"rules": expand(a.cites), "reason": a.reason} for a in world.asides],
        "cited": _cited(world),
        "sites": world.sites.list,
        "scenarios": [{**s, "procedures": [procedures[n] for n in s["procedures"]]} for s in scenarios],
    }
    program = stripped(program)
    program["hash"] = digest(program)
    return program


def _seat(scenario: Node, procedures: dict[str, Node], world: World) -> None:
    """A phase that is started knows its player only if it asks for one."""
    for scene in scenario["scenes"]:
        if scene["scene"] != "start":
            continue
        procedure = procedures.get(scene["procedure"])
        if procedure is None or "you" not in procedure["params"]:
            continue
        you = scene["~you"]
        if you is None:
            site = world.sites.list[scene["site"]]
            span = Span(site["file"], 0, 0, site["line"], site["column"], site["end_line"], site["end_column"])
            world.reports.error(
                "nobody-acts",
                "nothing says for whom this phase is started",
                span,
                "no player is acting",
                help="write `start PHASE for PLAYER`",
            )
            you = core.int_(0)
        scene["args"] = [you, *scene["args"]]


def digest(program: Node) -> str:
    """Identifies the game's meaning: scenarios, places and texts for people do not count."""
    kept = {k: v for k, v in program.items() if k not in ("scenarios", "sites", "hash", "cited", "asides")}
    return hashlib.sha256(json.dumps(_siteless(kept), sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _siteless(node: Any) -> Any:
    if isinstance(node, dict):
        return {k: _siteless(v) for k, v in node.items() if k != "site"}
    if isinstance(node, list):
        return [_siteless(x) for x in node]
    return node


class _Sees:
    """Who sees what may depend on a ruling; the condition becomes an expression."""

    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering

    def lowered(self, see: Any) -> Any:
        if not isinstance(see, dict) or not isinstance(see.get("test"), nodes.Node):
            return see
        found: list[Node] = []
        shell = Procedure("_", [], None, see["test"].span, [])

        def make(b: Body) -> list[Node]:
            found.append(b.test(see["test"]))
            if any(n.get("kind") in UNSETTLED for n in expressions_without_you(found[-1])):
                b.error(
                    "wrong-type",
                    "who sees it can only depend on rulings",
                    see["test"].span,
                    "this changes in the course of the game",
                    help="hide it, and `reveal` it when it is to be seen",
                )
            return []

        self.lowering.body(shell, make, you=None)
        return {"test": found[-1], "then": see["then"], "else": see["else"]}

    def declared(self, info: Any) -> Node:
        return {
            "name": info.full,
            "of": info.of,
            "type": core_type(info.type, self.lowering.sizes),
            "see": self.lowered(info.see),
        }

    def zone(self, z: Any) -> Node:
        return {
            "name": z.full,
            "of": z.of,
            "holds": z.holds,
            "ordered": z.ordered,
            "capacity": z.capacity,
            "see": self.lowered(z.see),
        }


def _ruling(ruling: nodes.Ruling, world: World) -> Node:
    defaults = [i for i, r in enumerate(ruling.readings) if r.default]
    return {
        "name": ruling.name.text,
        "question": ruling.question,
        "readings": [{"name": r.name.text, "text": r.text} for r in ruling.readings],
        "default": defaults[0] if defaults else 0,
        "rules": expand(ruling.cites),
        "site": world.sites.add(ruling.name.span, expand(ruling.cites)),
    }


def _kind(kind: Any, world: World) -> Node:
    size: Any = PLAYER + "s" if kind.name == PLAYER else list(kind.per) if kind.by_player else len(kind.things)
    lows = [t.low if isinstance(t := world.types[part], Int) else 0 for part in kind.per]
    return {
        "name": kind.name,
        "plural": kind.plural,
        "size": size,
        "names": None if kind.by_player else kind.things,
        "per": list(kind.per),
        "lows": lows,
        "parts": [_part_names(part, world) for part in kind.per],
        "titles": kind.titles,
        "texts": kind.texts,
        "zoned": kind.zoned,
    }


def _part_names(part: str, world: World) -> list[str]:
    t = world.types[part]
    if isinstance(t, Int):
        return [str(n) for n in range(t.low, t.high + 1)]
    return world.kinds[part].things if isinstance(t, Thing) else world.enums[part].values


def _board(board: Any) -> Node:
    at = getattr(board.data, "positions_at", None) or {}
    return {
        "name": board.name,
        "of": board.of,
        "shape": board.shape,
        "width": board.width,
        "height": board.height,
        "discs": [{"name": n, "positions": p, "attribute": f"{n}.position"} for n, p in board.discs],
        "at": {name: list(place) for name, place in at.items()},
    }


def _phase(phase: nodes.Phase | nodes.Window) -> Node:
    plays = [x.phase.text for x in walk(phase.body) if isinstance(x, nodes.Play)] + [
        x.window.text for x in walk(phase.body) if isinstance(x, nodes.Open)
    ]
    window = isinstance(phase, nodes.Window)
    return {
        "name": phase.name.text,
        "window": window,
        "procedure": f"phase.{phase.name.text}" + (".body" if window else ""),
        "plays": list(dict.fromkeys(plays)),
        "rules": expand(phase.cites),
    }


def _action(action: nodes.Action) -> Node:
    text = next((c.text for c in action.clauses if isinstance(c, nodes.Text)), None)
    during = [n.text for c in action.clauses if isinstance(c, nodes.During) for n in c.phases]
    return {
        "name": action.name.text,
        "text": text,
        "during": during,
        "params": [p.name.text for p in action.params],
        "rules": expand(action.cites),
    }


def _cited(world: World) -> list[str]:
    """Every rule that something but a scenario or an aside cites."""
    out: dict[str, None] = {}
    for cite in world.citations:
        out.update(dict.fromkeys(expand([cite])))
    return list(out)
