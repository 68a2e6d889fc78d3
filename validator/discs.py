"""Rotating parts as a data file describes them: ports on the rim, chords on the disc, spokes to the spaces around."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..grammar.diagnostics import Diagnostic, Label
from ..grammar.spans import Span
from .columns import COORDINATES, NAME, IntColumn, PointColumn, several, value_schema
from .graphs import Disc
from .reading import WORD, Reading, integer, pair
from .yamlfile import Located, Mapping, Scalar

MAX_PORTS = 360
_KEYS = ("ports", "positions", "chords", "spokes", "at", "radius")
_RADIUS = IntColumn(1, COORDINATES[1])


def discs_schema() -> dict[str, object]:
    mark = {"type": "integer", "minimum": 0, "maximum": MAX_PORTS - 1}
    name = {"type": "string", "pattern": NAME}
    disc = {
        "type": "object",
        "properties": {
            "ports": value_schema(IntColumn(2, MAX_PORTS)),
            "positions": value_schema(IntColumn(1, MAX_PORTS)),
            "chords": {"type": "array", "items": {"type": "array", "items": mark, "minItems": 2, "maxItems": 2}},
            "spokes": {"type": "object", "propertyNames": {"pattern": "^[0-9]+$"}, "additionalProperties": name},
            "at": value_schema(PointColumn()),
            "radius": value_schema(_RADIUS),
        },
        "required": ["ports", "chords", "spokes"],
        "additionalProperties": False,
    }
    return {"type": "object", "propertyNames": {"pattern": NAME}, "additionalProperties": disc}


def read_discs(reading: Reading, located: Located) -> Iterator[Disc]:
    discs = reading.mapping(located, "`discs`")
    for key, value in discs.entries if discs else ():
        name = str(key.value)
        body = reading.mapping(value, f"`{name}`")
        if not re.fullmatch(WORD, name):
            help = "lower-case letters, digits and underscores, beginning with a letter"
            reading.say("bad-id", f"`{name}` cannot be the name of a disc", key.span, "not a name", help)
        elif body is not None:
            reading.unknown(body, _KEYS, "part of a disc")
            disc = _disc(reading, name, key.span, body)
            if disc is not None:
                yield disc


def _disc(reading: Reading, name: str, span: Span, body: Mapping) -> Disc | None:
    ports = reading.number(body, "ports", 2, MAX_PORTS, span)
    positions = reading.number(body, "positions", 1, ports, span, ports) if ports else None
    if ports is None or positions is None:
        return None
    if ports % positions:
        headline = f"`{name}` cannot stop at {positions} positions that all meet its {ports} ports"
        help = f"use one of {several(tuple(str(n) for n in range(1, ports + 1) if ports % n == 0), 12)}"
        place = (body.get("positions") or body).span
        reading.say("disc-positions", headline, place, f"{positions} does not divide {ports}", help)
        return None
    errors = len(reading.found)
    chords = dict(_chords(reading, body, name, span, ports))
    spokes = _spokes(reading, body, name, span, ports)
    at, radius = reading.optional(body, "at", PointColumn()), reading.optional(body, "radius", _RADIUS)
    disc = Disc(
        name,
        positions,
        ports,
        tuple(chords),
        spokes,
        at if isinstance(at, tuple) else None,
        radius if isinstance(radius, int) else None,
    )
    if len(reading.found) == errors:
        _idle(reading, disc, chords)
    return disc


def _chords(
    reading: Reading, body: Mapping, name: str, span: Span, ports: int
) -> Iterator[tuple[tuple[int, int], Span]]:
    located = body.get("chords")
    if located is None:
        help = "add `chords: [[0, 5]]`, pairs of marks"
        reading.say("board-shape", f"`{name}` has no `chords`", span, "this disc joins nothing", help)
        return
    taken: dict[int, Span] = {}
    given: dict[frozenset[int], Span] = {}
    for item in reading.items(located, "chords", "a list of pairs such as `[[0, 5], [2, 9]]`"):
        chord = pair(item)
        if chord is None:
            reading.say("board-shape", "a chord is a pair of marks such as `[0, 5]`", item.span, "not a pair")
            continue
        a, b = chord
        outside = [mark for mark in chord if not 0 <= mark < ports]
        shared = [mark for mark in chord if mark in taken]
        if outside:
            said = f"marks are 0 to {ports - 1}"
            reading.say("port-range", f"`{name}` has no mark {outside[0]}", item.span, said)
        elif a == b:
            headline = f"a chord leads from mark {a} to itself"
            reading.say("chord-to-itself", headline, item.span, "both ends are the same")
        elif frozenset(chord) in given:
            reading.twice("duplicate-chord", f"chord [{a}, {b}] is given twice", item.span, given[frozenset(chord)])
        elif shared:
            labels = (Label(item.span, "the second chord"), Label(taken[shared[0]], "the first"))
            help = "two paths may cross on a disc, but they cannot share an end"
            reading.found.append(Diagnostic("port-taken", f"two chords end at mark {shared[0]}", labels, help=help))
        else:
            taken[a] = taken[b] = given[frozenset(chord)] = item.span
            yield chord, item.span


def _spokes(reading: Reading, body: Mapping, name: str, span: Span, ports: int) -> dict[int, int]:
    located = body.get("spokes")
    if located is None:
        help = "add `spokes: {0: some_space}`, from ports to spaces"
        reading.say("board-shape", f"`{name}` has no `spokes`", span, "this disc meets no space", help)
        return {}
    spokes: dict[int, int] = {}
    given = reading.mapping(located, "`spokes`")
    for key, value in given.entries if given else ():
        port = integer(key)
        if port is None or not 0 <= port < ports:
            reading.say("port-range", f"`{name}` has no port {key.text}", key.span, f"ports are 0 to {ports - 1}")
        elif not isinstance(value, Scalar):
            reading.say("board-shape", "a spoke leads to one space", value.span, "not the name of a space")
        elif not value.refused:
            space = reading.space(value.text, value.span)
            if space is not None:
                spokes[port] = space
    return spokes


def _idle(reading: Reading, disc: Disc, chords: dict[tuple[int, int], Span]) -> None:
    for index, (chord, span) in enumerate(chords.items()):
        if not any(disc.links(position)[index] for position in range(disc.positions)):
            headline = f"chord [{chord[0]}, {chord[1]}] of `{disc.name}` joins nothing in any position"
            help = "both its ends have to meet a spoke at the same time"
            reading.warn("idle-chord", headline, span, "never of use", help)
