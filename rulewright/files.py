"""Files that the command line reads and writes, with a diagnostic where that fails."""

from __future__ import annotations

from pathlib import Path

from .grammar.diagnostics import Diagnostic, RulewrightError


def write_text(path: str | Path, text: str) -> None:
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: str | Path, blob: bytes) -> None:
    try:
        Path(path).write_bytes(blob)
    except (OSError, ValueError) as error:
        raise _failed(path, "written", error) from None


def read_bytes(path: str | Path, most: int) -> bytes:
    """What is larger than `most` is cut there: whoever reads it will say that it is too large."""
    try:
        with Path(path).open("rb") as file:
            return file.read(most + 1)
    except (OSError, ValueError) as error:
        raise _failed(path, "read", error) from None


def _failed(path: str | Path, done: str, error: OSError | ValueError) -> RulewrightError:
    why = getattr(error, "strerror", None) or str(error)
    return RulewrightError(Diagnostic("file-trouble", f"`{path}` cannot be {done}: {why.lower()}"))
