"""`rulewright new`: a small ruleset to begin from."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from ..files import write_text
from ..grammar.diagnostics import Diagnostic, RulewrightError
from ..grammar.format import format_text
from ..library import bundled
from ..scaffold import scaffold

_NAME = re.compile(r"[a-z][a-z0-9_]*")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name", metavar="NAME", help="lower case letters, digits and underscores; also the folder's name"
    )


def run(args: argparse.Namespace) -> int:
    folder = Path(args.name)
    name = folder.name
    if not _NAME.fullmatch(name):
        meant = re.sub(r"[^a-z0-9_]+", "_", name.lower()).strip("_")
        help_ = f"such as `{meant}`" if _NAME.fullmatch(meant) else "lower case letters, digits and underscores"
        raise RulewrightError(Diagnostic("bad-name", f"`{name}` cannot be the name of a game", help=help_))
    if folder.exists():
        raise RulewrightError(Diagnostic("file-exists", f"`{folder}` is already there", help="choose another name"))
    path = f"./{folder}" if str(folder) in bundled() else str(folder)
    for file, text in scaffold(name, path).items():
        target = folder / file
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            why = (error.strerror or "").lower()
            raise RulewrightError(Diagnostic("file-trouble", f"`{target.parent}` cannot be made: {why}")) from None
        write_text(target, format_text(text, file) if file.endswith(".rules") else text)
    print(f"{folder}/ is a game. Next: rulewright play {path}")
    return 0
