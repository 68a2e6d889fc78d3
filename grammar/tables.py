"""The Lark parser, made once. Building its tables takes about a second, so they are kept in the user's cache folder."""

from __future__ import annotations

import hashlib
import os
import pickle
import stat
import sys
import tempfile
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import lark
from lark import Lark, Token

# Why a cache and not a table in the wheel: Lark's saved form is its internal data and holds for one version of Lark,
# which the wheel does not pin; a generated binary in the repository would also have to be kept in step with rules.lark.
# The key below covers grammar, Lark and Python, so a stale table is never even opened.
# Why pickle: it is Lark's own format. It can run code, so it is read only where nobody but this user can have written.


class WholeWords:
    """Lets the lexer take a whole word everywhere, so that `tofoo` is one strange word and never `to foo`."""

    always_accept = ("NAME",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        return stream


# LALR, contextual lexer, every token kept (the builder takes spans from them, the formatter writes them).
OPTIONS: dict[str, Any] = {
    "start": ["ruleset", "item"],
    "parser": "lalr",
    "lexer": "contextual",
    "keep_all_tokens": True,
    "postlex": WholeWords(),
}


def grammar() -> str:
    return resources.files(__package__ or "rulewright.grammar").joinpath("rules.lark").read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def parser() -> Lark:
    rules = grammar()
    path = _cache_file(rules)
    kept = _load(path) if path else None
    if kept is not None:
        return kept
    made = Lark(rules, **OPTIONS)
    if path:
        _save(made, path)
    return made


def _cache_file(rules: str) -> Path | None:
    base = os.environ.get("XDG_CACHE_HOME", "")
    try:
        folder = Path(base) if os.path.isabs(base) else Path.home() / ".cache"
    except RuntimeError:  # no home
        return None
    key = hashlib.sha256(f"{rules}\n{OPTIONS.keys()}\n{lark.__version__}\n{sys.version}".encode()).hexdigest()[:24]
    return folder / "rulewright" / f"grammar-{key}.pickle"


def _ours_alone(path: Path) -> bool:
    """Nobody else can write here. Where the system has no owners (Windows) the profile folder is private already."""
    if not hasattr(os, "getuid"):
        return True
    found = path.lstat()
    return found.st_uid == os.getuid() and not stat.S_ISLNK(found.st_mode) and not found.st_mode & 0o022


def _load(path: Path) -> Lark | None:
    try:
        if not (_ours_alone(path.parent) and _ours_alone(path)):
            return None
        with path.open("rb") as file:
            return Lark.load(file)
    except Exception:  # absent, cut short, garbled: whatever is wrong with it, building is the answer
        return None


def _save(made: Lark, path: Path) -> None:
    """Written beside and renamed, so that a reader never sees half a table. A cache that cannot be written is fine."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _ours_alone(path.parent):
            return
        handle, name = tempfile.mkstemp(dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                made.save(file)
            os.replace(name, path)
        except (OSError, pickle.PicklingError):
            os.unlink(name)
    except OSError:
        return
