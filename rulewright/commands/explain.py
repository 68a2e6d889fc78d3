"""`rulewright explain`: the page of a diagnostic, by its name or its code."""

from __future__ import annotations

import argparse

from ..grammar.diagnostics import near
from ..pages import PAGES
from ..reporting import add_format, complain, print_json


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what", nargs="?", metavar="NAME|CODE", help="such as unknown-name or RW102; without it, all of them"
    )
    add_format(parser)


def run(args: argparse.Namespace) -> int:
    if args.what is None:
        return _list(args.format)
    by_code = {page.code.lower(): name for name, page in PAGES.items()}
    name = by_code.get(args.what.lower(), args.what.lower())
    if name not in PAGES:
        meant = near(name, [*PAGES, *by_code])
        complain(f"there is no diagnostic `{args.what}`", f"did you mean `{meant}`?" if meant else None)
        return 2
    page = PAGES[name]
    if args.format == "json":
        print_json({"name": name, "code": page.code, "headline": page.headline, "text": page.text})
        return 0
    print(f"{page.code} {name}: {page.headline}")
    if page.text:
        print(f"\n{page.text}")
    return 0


def _list(format_: str) -> int:
    pages = sorted(PAGES.items(), key=lambda item: item[1].code)
    if format_ == "json":
        print_json([{"name": name, "code": page.code, "headline": page.headline} for name, page in pages])
    else:
        for name, page in pages:
            print(f"{page.code} {name}: {page.headline}")
    return 0
