"""The primitives of the plane give the same numbers in WebAssembly as in Python."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

pytest.importorskip("wasmtime")

from core_builder import WIDE, Builder, ints, lists, op, put
from hypothesis import given, settings
from hypothesis import strategies as st
from rulewright.interpreter.compiled.host import Engine
from rulewright.interpreter.geometry import HIGH, LOW, PRIMITIVES, pack

POINT = ints(-1, 2**30 - 1)
TYPES = {"point": POINT, "length": WIDE, "int": WIDE, "shape": lists(12, -1, 2**30 - 1)}
coordinates = st.one_of(st.integers(-50, 4050), st.integers(LOW, HIGH))
points = st.builds(pack, coordinates, coordinates)
ARGUMENTS: dict[str, st.SearchStrategy[Any]] = {
    "point": points,
    "length": st.one_of(st.integers(-10, 500), st.integers(-60_000, 60_000)),
    "int": st.integers(-40, 40),
    "shape": st.lists(points, max_size=12).map(tuple),
}


@cache
def engine() -> Engine:
    """One procedure for each primitive; its result is kept in two parts, since a cell may be too small."""
    b = Builder(stack=200).attribute("low", WIDE).attribute("high", WIDE)
    for name, primitive in PRIMITIVES.items():
        params = {f"a{place}": TYPES[word] for place, word in enumerate(primitive.params)}
        call = {"kind": "geometry", "name": name, "args": [{"kind": "var", "name": p} for p in params]}
        body = [put("low", None, op("mod", call, 2**30)), put("high", None, op("div", call, 2**30))]
        b.procedure(name, body, params)
    return Engine(b.program(), cached=False)


@pytest.mark.parametrize("name", PRIMITIVES)
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_primitive(name: str, data: st.DataObject) -> None:
    primitive = PRIMITIVES[name]
    if primitive.params and name == "point":
        args = [data.draw(st.integers(-30_000, 60_000)) for _ in primitive.params]
    else:
        args = [data.draw(ARGUMENTS[word]) for word in primitive.params]
    state = engine().fresh()
    engine().perform(state, name, args)
    at = engine().program["attributes"]
    found = state[at["low"]["at"]] + state[at["high"]["at"]] * 2**30
    assert found == primitive.function(*[list(arg) if isinstance(arg, tuple) else arg for arg in args])
