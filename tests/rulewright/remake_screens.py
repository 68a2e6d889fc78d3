"""Draws the snapshots of screens again: `python tests/rulewright/remake_screens.py [NAME …]`.

Read the difference before you commit it."""

from __future__ import annotations

import sys

from screenshots import SHOTS, SNAPSHOTS, drawn

if __name__ == "__main__":
    SNAPSHOTS.mkdir(exist_ok=True)
    for name in sys.argv[1:] or SHOTS:
        path, text = SNAPSHOTS / f"{name}.txt", drawn(*SHOTS[name])
        before = path.read_text(encoding="utf-8") if path.exists() else None
        path.write_text(text, encoding="utf-8")
        print(f"{path.name}: {'new' if before is None else 'same' if before == text else 'changed'}")
