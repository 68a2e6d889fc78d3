"""Runs the command line within the process, as a user would."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from rulewright.cli import main


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


def rulewright(*argv: str, typed: Sequence[str] | None = None) -> Ran:
    """`typed` are the lines of a user at the prompt; behind the last one the input is closed."""
    out, err = io.StringIO(), io.StringIO()
    stdin = io.StringIO("".join(f"{line}\n" for line in typed or ()))
    with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", stdin):
        code = main(list(argv))
    assert "Traceback" not in err.getvalue() + out.getvalue()
    return Ran(code, out.getvalue(), err.getvalue())
