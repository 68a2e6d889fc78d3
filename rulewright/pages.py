"""All pages that `explain` can show. Importing this also teaches the renderer, which knows only the grammar's own, the
codes of the other rooms."""

from __future__ import annotations

from importlib import import_module

from .grammar.codes import PAGES, Page
from .interpreter.pages import PAGES as _INTERPRETER
from .playpages import PAGES as _OF_PLAY
from .validator.lint import pages_of_lints

__all__ = ["PAGES", "Page"]

PAGES.update(_INTERPRETER)
PAGES.update(pages_of_lints())
PAGES.update(_OF_PLAY)
for _room in ("validator.pages_data", "validator.pages"):
    try:
        PAGES.update(import_module(f".{_room}", __package__).PAGES)
    except ModuleNotFoundError as _missing:
        if _missing.name != f"{__package__}.{_room}":
            raise
