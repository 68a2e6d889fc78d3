"""The command line. Each command is a module of its own and is loaded only when it is called."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from typing import Any, NoReturn

from . import __version__

FINE, FINDINGS, CANNOT, INTERRUPTED = 0, 1, 2, 130

COMMANDS = {
    "new": "scaffold a ruleset that checks, tests and plays",
    "check": "read rulesets and report what is wrong",
    "lint": "find what is legal but wrong in rulesets",
    "fmt": "bring rulesets into the canonical layout",
    "test": "play the scenarios of rulesets",
    "coverage": "which rules of the rulebook are modelled, tested, set aside",
    "mutate": "which changes of the rules the scenarios notice",
    "options": "the rulings and variants of a game, with their readings",
    "play": "play at the terminal",
    "run": "play many games at random",
    "replay": "tell a saved game again",
    "explain": "what a diagnostic means",
    "compile": "write the checked program as JSON",
    "graph": "draw a board or the flow of phases as SVG",
}

EPILOG = """exit codes: 0 all is well, 1 something was found, 2 it could not be done
a GAME is the name of a bundled game, a folder with a game.rules, or a compiled .json"""


class Parser(argparse.ArgumentParser):
    """Says what is wrong with a command line in our own words."""

    def error(self, message: str) -> NoReturn:
        from .reporting import complain

        complain(message, f"see `{self.prog} --help`")
        raise SystemExit(CANNOT)


def main(argv: list[str] | None = None) -> int:
    """Runs one command and gives its exit code. What a user does wrong never ends in a traceback."""
    given = sys.argv[1:] if argv is None else argv
    try:
        args = _parse(given)
        return _run(args)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else CANNOT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone; python would complain once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE


def _parse(given: list[str]) -> argparse.Namespace:
    parser = Parser(
        prog="rulewright",
        description="A rules language for tabletop games, and the tools around it.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"rulewright {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    wanted = next((word for word in given if not word.startswith("-")), None)
    if wanted is not None and wanted not in COMMANDS:
        from .grammar.diagnostics import near

        meant = near(wanted, list(COMMANDS))
        help_ = f"did you mean `{meant}`?" if meant else "see `rulewright --help`"
        from .reporting import complain

        complain(f"there is no command `{wanted}`", help_)
        raise SystemExit(CANNOT)
    for name, said in COMMANDS.items():
        below = commands.add_parser(name, help=said, description=said[0].upper() + said[1:] + ".")
        if name == wanted:
            import_module(f".commands.{name}", __package__).configure(below)
    args = parser.parse_args(given)
    if args.command is None:
        parser.print_help()
        raise SystemExit(CANNOT)
    return args


def _run(args: Any) -> int:
    from .grammar.diagnostics import RulewrightError

    command = import_module(f".commands.{args.command}", __package__)
    try:
        code: int = command.run(args)
        sys.stdout.flush()
        return code
    except RulewrightError as error:
        from .reporting import report

        report(error.diagnostics, getattr(error, "sources", {}), getattr(args, "format", "text"), to_stderr=True)
        return CANNOT
    except RecursionError:
        from .reporting import complain

        complain("something in this is nested too deeply to be read")
        return CANNOT


if __name__ == "__main__":
    raise SystemExit(main())
