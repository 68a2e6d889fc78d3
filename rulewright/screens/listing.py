"""The options of a decision as lines: groups with their heads, and numbers to answer with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..interpreter.decision import Decision
from .menu import Group
from .sections import hang
from .words import Words

if TYPE_CHECKING:
    from rich.text import Text


def menu(found: list[Group], decision: Decision, words: Words, width: int, dense: bool = False) -> list[Text]:
    """Groups with their heads; short options share lines, long ones have one each, unless room is scarce."""
    from rich.cells import cell_len
    from rich.text import Text

    lines: list[Text] = []
    digits = len(str(len(decision.options)))
    widest = max((len(group.lead) for group in found), default=0)
    before, flow = "", Text()
    for group in found:
        if group.head and group.head != before:
            lines.append(Text(f"  {group.head}", "bold" if len(group.items) > 1 or len(found) > 1 else ""))
        before = group.head
        indent = 4 if group.head else 2
        if group.lead and dense:
            flow.append("    " if flow.plain else "")
            flow.append(f"{group.lead}:\u00a0", "bold")
            flow.append_text(_items(group))
            if group is found[-1] or found[found.index(group) + 1].head != group.head:
                lines += hang(Text(" " * indent), flow, width)
                flow = Text()
            continue
        if group.lead:
            lines += hang(Text(" " * indent + group.lead.ljust(widest) + "   "), _items(group), width)
            continue
        cells = [f"{number:>{digits}}) {item}" if number else item for number, item in group.items]
        longest = max(cell_len(cell) for cell in cells) + 3
        per_line = (
            max(1, (width - indent) // longest)
            if not group.rows and (len(cells) > 3 or dense or not group.items[0][0])
            else 1
        )
        for start in range(0, len(cells), per_line):
            line = Text(" " * indent, no_wrap=True)
            for (number, item), cell in zip(
                group.items[start : start + per_line], cells[start : start + per_line], strict=True
            ):
                if number:
                    line.append(f"{number:>{digits}})", "bold cyan")
                    line.append(f" {item}")
                else:
                    line.append(item, "bold cyan")
                line.append(" " * (longest - cell_len(cell)))
            line.rstrip()
            line.truncate(width, overflow="ellipsis" if words.unicode else "crop")
            lines.append(line)
        if group.more:
            lines.append(Text(f"{' ' * indent}and {group.more} more: `options` lists them all", "dim"))
    if decision.open:
        lines.append(Text("  or any valid point in millimetres, such as 120.5 80", "dim"))
    return lines


def _items(group: Group) -> Text:
    """What one thing can do, on one line if there is room."""
    from rich.text import Text

    body = Text()
    for number, item in group.items:
        body.append("   " if body.plain else "")
        body.append(f"{number})" if number else "", "bold cyan")
        body.append(f"\u00a0{item}".replace(" ", "\u00a0"))
    if group.more:
        body.append(f"   and {group.more} more", "dim")
    return body
