"""Tells the golden games again: `python tests/rulesets/remake_goldens.py [RULESET …]`.

Read the difference before you commit it."""

from __future__ import annotations

import sys

from stories import GOLDEN, golden_path, story, tables


def main(names: list[str]) -> None:
    GOLDEN.mkdir(exist_ok=True)
    wanted = [(name, players) for name, players in tables() if not names or name in names]
    for name, players in wanted:
        path, text = golden_path(name, players), story(name, players)
        before = path.read_text(encoding="utf-8") if path.exists() else None
        path.write_text(text, encoding="utf-8")
        print(f"{path.name}: {'new' if before is None else 'same' if before == text else 'changed'}")
    if not names:
        for path in set(GOLDEN.glob("*.txt")) - {golden_path(*table) for table in wanted}:
            path.unlink()
            print(f"{path.name}: gone")


if __name__ == "__main__":
    main(sys.argv[1:])
