"""`python tests/faults/report.py`: plants all mistakes of faults.yaml and writes docs/faults.md, the table of who
caught what. It takes a few minutes; the tests try a sample."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from catching import CATCHERS, GAMES, ROOT, Catch, caught, faults

PLACE = ROOT / "docs/faults.md"
HEAD = f"""# Planted mistakes, and who catches them

Made by `python tests/faults/report.py` from `tests/faults/faults.yaml`; not to be changed by hand.

Each mistake stands alone in a copy of a bundled ruleset. `check` must refuse it, or `lint` find something new, or a
scenario fail, or `lint --play {GAMES}` find something new in random games. A ruleset that does not check (–) cannot be
linted, tested or played.
"""


def table(catches: list[Catch]) -> str:
    lines = [HEAD, summary(catches), "", "| # | ruleset | mistake | check | lint | scenarios | play |"]
    lines.append("| --- | --- | --- | --- | --- | --- | --- |")
    for catch in catches:
        refused = "check" in catch.by
        marks = ["yes" if name in catch.by else "–" if refused else "" for name in CATCHERS]
        fault = catch.fault
        lines.append(
            f"| {fault.number} | {fault.game} | {fault.sort}: {_short(fault.put, fault.find)} | {' | '.join(marks)} |"
        )
    return "\n".join(lines) + "\n"


def summary(catches: list[Catch]) -> str:
    by = Counter(name for catch in catches for name in catch.by)
    alone = Counter(next(iter(catch.by)) for catch in catches if len(catch.by) == 1)
    every = sum(bool(catch.by) for catch in catches)
    lines = ["| caught by | mistakes | by nobody else |", "| --- | --- | --- |"]
    lines += [f"| {name} | {by[name]} | {alone[name]} |" for name in CATCHERS]
    lines.append(f"| anybody | {every} of {len(catches)} ({100 * every / len(catches):.0f} %) | |")
    return "\n".join(lines)


def _short(put: str, find: str) -> str:
    """The first line that is otherwise, or the line that is gone."""
    new, old = put.split("\n"), find.split("\n")
    added = [line for line in new if line not in old]
    gone = [line for line in old if line not in new]
    words = " ".join((added or gone or new)[0].split()).replace("|", "\\|")
    text = words if len(words) <= 70 else words[:69] + "…"
    return f"`{text}`" if added else f"without `{text}`" if gone else "lines in another order"


def main() -> None:
    catches = []
    for fault in faults():
        catches.append(caught(fault))
        found = ", ".join(catches[-1].by) or "nobody"
        print(f"{fault.number} {fault.game} {fault.sort}: {found}", flush=True)
    PLACE.parent.mkdir(exist_ok=True)
    PLACE.write_text(table(catches), encoding="utf-8")
    print(summary(catches))


if __name__ == "__main__":
    main()
