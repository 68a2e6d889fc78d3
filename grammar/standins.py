"""Lines read in place of broken or missing ones, so that one mistake never makes the lines after it look wrong."""

from __future__ import annotations

# By the word that begins an item: first lines that keep the rest of the item readable.
HEADERS = {
    "action": ("action x",),
    "after": ("after x()",),
    "aside": ('aside A-1 ""',),
    "at": ("at start of x",),
    "before": ("before x()",),
    "board": ("board x of x is grid 1 by 1",),
    "change": ("change x(x) by none",),
    "define": ("define x is none", "define x", "define x is"),
    "each": ("each x has",),
    "event": ("event x()",),
    "fact": ("fact x()",),
    "game": ("game x",),
    "instead": ("instead of x",),
    "invariant": ('invariant ""',),
    "kind": ("kind x",),
    "language": ("language 1.0",),
    "one": ("one x called x",),
    "phase": ("phase x",),
    "ranking": ("ranking of x",),
    "ruling": ('ruling x ""',),
    "scenario": ('scenario ""',),
    "sequence": ("sequence of play",),
    "stat": ("stat x() starts none",),
    "table": ("table has",),
    "to": ("to x()",),
    "type": ("type x is x",),
    "use": ("use x.rules",),
    "variant": ("variant x of x",),
    "window": ("window x()",),
    "without": ("without x",),
}

# Tried where lines cannot belong to the item they stand in: first lines of the items that have several lines.
LOST_HEADERS = ("phase x", "table has", 'scenario ""', "game x", "action x", "one x called x", "ranking of x")

# By the word that begins a line: lines with the same part in the structure of blocks.
SAME_PART = {
    "if": ("if none",),
    "depending": ("depending on none",),
    "for": ("for each x in x",),
    "foreach": ("for each x in x",),
    "repeat": ("repeat",),
    "while": ("repeat",),
    "as": ("as x", "as a whole"),
    "secretly": ("secretly each x in x",),
    "otherwise": ("otherwise", "otherwise if none"),
    "else": ("otherwise", "otherwise if none"),
    "elif": ("otherwise if none",),
    "elseif": ("otherwise if none",),
    "elsif": ("otherwise if none",),
    "ability": ("ability x", "ability x is none"),
    "is": ("is none",),
    "option": ("option x",),
    "do": ("do",),
    "provided": ("provided none",),
    "needs": ("needs none",),
    "end": ("end", ""),
    "endif": ("end", ""),
}

# By the word that begins a line: the line that opens the block it belongs to.
LOST_OPENERS = {"is": "depending on none", "option": "choose"}

# For a broken line of which nothing more is known: whatever may stand here, then nothing at all.
PLAIN = (
    "stop", "x is x", "expect none", "none if none", "none otherwise", "x none", 'title ""', "most none", "none", "x",
    'text ""', "",
)  # fmt: skip

# For a broken line that may have opened a block.
OPENING = (
    "if none", "repeat", "may", "choose", "may choose", "may choose x from x", "depending on none", "otherwise",
    "option x", "is none", "ability x",
)  # fmt: skip

# All that keep the structure of what stands around them.
STRUCTURE = frozenset(OPENING) | {text for table in (HEADERS, SAME_PART) for texts in table.values() for text in texts}

# Lines that may be missing, each with what to say of it. An empty phrase means that a body has nothing in it.
MISSING = (
    ("end", "end"),
    ("do", "do"),
    ("provided none", "provided"),
    ("none otherwise", "otherwise"),
    ("none if none", ""),
    ("stop", ""),
    ("option x", ""),
    ("is none", ""),
    ("x is x", ""),
    ('title ""', ""),
    ("expect none", ""),
    ("most none", ""),
    ("none", ""),
    ("x", ""),
)
