"""`rulewright compile`: the checked program as JSON, for the schema and for everybody who runs it elsewhere."""

from __future__ import annotations

import argparse
import json
import sys

from ..files import write_text
from ..game import load


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--variant", metavar="NAME")
    parser.add_argument("-o", "--out", metavar="FILE", help="default: the output")


def run(args: argparse.Namespace) -> int:
    game = load(args.game, args.variant)
    text = json.dumps(game.program, ensure_ascii=False, separators=(",", ":")) + "\n"
    if args.out is None:
        sys.stdout.write(text)
    else:
        write_text(args.out, text)
    return 0
