"""Lays out the state of a specialised program: which cell holds what, how large frames are, where play can be
suspended."""

from __future__ import annotations

from typing import Any

from . import core
from .rings import rings

Node = dict[str, Any]
HEADER = 16
ACTIVE = 13
BLOCKS = ("then", "else", "body")


def width(t: Node) -> int:
    if t["kind"] == "set":
        return max(1, (int(t["of"]) + 31) // 32)
    if t["kind"] == "list":
        return 1 + int(t["capacity"])
    return 1


def lay_out(out: Node, attributes: list[Node], zones: list[Node], procedures: list[Node], sizes: Any) -> None:
    """Writes the layout into a specialised program. `sizes` tells how large a universe is."""
    at = HEADER
    placed: Node = {
        "active": {
            "at": ACTIVE,
            "count": 1,
            "width": 1,
            "type": {"kind": "int", "low": -1, "high": out["players"] - 1, "of": "player"},
            "of": None,
            "see": "all",
            "shadow": None,
        }
    }
    for a in attributes:
        count = 1 if a["of"] is None else sizes.size(a["of"])
        shadowed = a["see"] == "holder"
        of = a["of"] if isinstance(a["of"], str) else None
        entry = {
            "at": at,
            "count": count,
            "width": width(a["type"]),
            "type": a["type"],
            "of": of,
            "see": a["see"],
            "shadow": f"shadow.{a['name']}" if shadowed else None,
        }
        if a.get("sealed"):
            entry["sealed"] = True
        placed[a["name"]] = entry
        at += count * entry["width"]
        if shadowed:
            placed[f"shadow.{a['name']}"] = {**entry, "at": at, "see": "all", "shadow": None}
            at += count * entry["width"]
    out["attributes"] = placed
    at = _zones(out, zones, sizes, at)
    out["script"] = {"at": at, "capacity": sizes.script}
    if sizes.script:
        at += 2 * (1 + sizes.script)
    shadow_start(out, procedures)
    _frames(procedures)
    out["procedures"] = procedures
    out["points"] = _points(procedures)
    out["stack"] = {"at": at, "size": _stack(procedures, out["depth"])}
    out["cells"] = at + out["stack"]["size"]


def _zones(out: Node, zones: list[Node], sizes: Any, at: int) -> int:
    number = 1
    listed = []
    for z in zones:
        count = 1 if z["of"] is None else sizes.size(z["of"])
        listed.append({**z, "first": number, "count": count})
        number += count
    out["zones"] = listed
    out["zoned"] = {}
    for kind in dict.fromkeys(z["holds"] for z in zones):
        n = sizes.size(kind)
        hidden = any(z["see"] != "all" for z in zones if z["holds"] == kind)
        out["zoned"][kind] = {
            "where": at,
            "next": at + n,
            "prev": at + 2 * n,
            "know": at + 3 * n if hidden else None,
            "size": n,
        }
        at += (4 if hidden else 3) * n
    total = number if zones else 0
    out["zone_cells"] = {"head": at, "tail": at + total, "count": at + 2 * total, "zones": total}
    return at + 3 * total


def shadow_start(out: Node, procedures: list[Node]) -> None:
    """Everybody knows how things start: the shadows begin equal to what they shadow."""
    init = next((p for p in procedures if p["name"] == out["init"]), None)
    shadowed = [(name, a) for name, a in out["attributes"].items() if a["shadow"]]
    if init is None or not shadowed:
        return
    init["locals"]["_shadowed"] = {"type": {"kind": "int", "low": 0, "high": 2**20}}
    for name, a in shadowed:
        body = [
            core.set_attribute(a["shadow"], core.var("_shadowed"), core.get(name, core.var("_shadowed")), init["site"])
        ]
        init["body"].append(
            {
                "kind": "for",
                "var": "_shadowed",
                "domain": core.all_domain(a["count"]),
                "where": None,
                "body": body,
                "site": init["site"],
                "weight": 1,
                "snapshot": None,
                "index": None,
            }
        )


def _frames(procedures: list[Node]) -> None:
    for p in procedures:
        slot = 1
        ordered = [*p["params"], *(n for n in p["locals"] if n not in p["params"])]
        placed: Node = {}
        for name in ordered:
            info = p["locals"][name]
            placed[name] = {**info, "slot": slot}
            slot += width(info["type"])
        p["locals"] = placed
        p["frame"] = slot if p["effect"] == "suspending" else 0


def _points(procedures: list[Node]) -> list[Node | None]:
    effects = {p["name"]: p["effect"] for p in procedures}
    points: list[Node | None] = [None]

    def visit(body: list[Node], procedure: int, path: list[Any]) -> None:
        for i, s in enumerate(body):
            here = [*path, i]
            if s["kind"] == "choose" or (s["kind"] == "call" and effects[s["procedure"]] == "suspending"):
                s["point"] = len(points)
                points.append({"procedure": procedure, "path": here})
            for part in BLOCKS:
                if part in s and isinstance(s[part], list):
                    visit(s[part], procedure, [*here, part])

    for index, p in enumerate(procedures):
        if p["effect"] == "suspending":
            visit(p["body"], index, [])
    return points


def _stack(procedures: list[Node], default: int) -> int:
    """The deepest stack there can be: the longest way down, rings taken as often as their `depth` allows."""
    frames = {p["name"]: p["frame"] for p in procedures if p["effect"] == "suspending"}
    depths = {p["name"]: p["depth"] for p in procedures}
    calls = {p["name"]: [c for c in _calls(p["body"]) if c in frames] for p in procedures if p["name"] in frames}
    best: dict[str, int] = {}
    for group in rings(calls):
        own = sum(frames[name] for name in group)
        if len(group) > 1 or group[0] in calls[group[0]]:
            stated = [depths[name] for name in group if depths[name]]
            own *= max(stated) if stated else default
        deepest = own + max((best[c] for name in group for c in calls[name] if c in best), default=0)
        best.update(dict.fromkeys(group, deepest))
    return max(best.values(), default=0)


def _calls(body: list[Node]) -> list[str]:
    out: list[str] = []
    for s in body:
        if s["kind"] == "call":
            out.append(s["procedure"])
        for part in BLOCKS:
            if part in s and isinstance(s[part], list):
                out += _calls(s[part])
    return out
