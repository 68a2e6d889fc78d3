"""The compiled engine means what the reference engine means.

Every test of the reference engine is run once more here with both engines side by side: each new game, each answer and
each value in it must come out the same in the compiled one, cell for cell and error for error."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest
from lockstep import Both

pytest.importorskip("wasmtime")

HERE = Path(__file__).parent


def with_both(name: str) -> dict[str, Any]:
    """The tests of a module, with both engines in place of the one."""
    spec = importlib.util.spec_from_file_location(f"both_{name}", HERE / f"test_{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    import rulewright.interpreter.reference.engine as reference

    original = reference.Engine
    reference.Engine = Both  # type: ignore[misc]
    try:
        spec.loader.exec_module(module)
    finally:
        reference.Engine = original  # type: ignore[misc]
    return {f"test_{name}_{key.removeprefix('test_')}": value for key, value in vars(module).items() if key.startswith("test_")}


for _name in ("reference_expressions", "reference_statements", "reference_frames", "reference_zones"):
    globals().update(with_both(_name))
globals().update(with_both("reference_transactions"))
