"""What people see of a diagnostic, to the letter."""

from __future__ import annotations

import dataclasses
import json
import re

import pytest
from rulewright.grammar.codes import PAGES, Page
from rulewright.grammar.diagnostics import Diagnostic, Fix, Label
from rulewright.grammar.parse import parse
from rulewright.grammar.render import as_json, render
from rulewright.grammar.source import Source

LINES = ["each player has", *[""] * 10, "  stamina is 0 to 40", *[""] * 18, "  cost 1 stamna  AB-3.9", ""]
TEXT = "\n".join(LINES)


def labelled(text: str, *labels: tuple[str, str], name: str = "unknown-name", **more: object) -> Diagnostic:
    """A diagnostic with labels at certain words of a text."""
    source = Source(text, "game.rules")
    found = tuple(Label(source.span(text.index(word), text.index(word) + len(word)), said) for word, said in labels)
    return Diagnostic(name, "no resource is called `stamna`", found, **more)  # type: ignore[arg-type]


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PAGES, "unknown-name", Page("RW102", "", ""))


@pytest.mark.usefixtures("page")
def test_the_manner_of_the_design() -> None:
    one = labelled(
        TEXT,
        ("stamna", "not a resource"),
        ("stamina", "a resource with a similar name"),
        help="did you mean `stamina`?",
        rules=("AB-3.9",),
    )
    one = dataclasses.replace(one, fixes=(Fix(one.labels[0].span, "stamina", True),))
    assert render([one], {"game.rules": TEXT}, colour=False) == (
        "error[unknown-name] RW102: no resource is called `stamna`\n"
        "  --> game.rules:31:10\n"
        "   |\n"
        "12 |   stamina is 0 to 40\n"
        "   |   ------- a resource with a similar name\n"
        "31 |   cost 1 stamna  AB-3.9\n"
        "   |          ^^^^^^ not a resource\n"
        "   = help: did you mean `stamina`?                              [safe fix]\n"
        "   = rule: AB-3.9\n"
    )


def test_several_labels_on_a_line() -> None:
    text = "set alpha to beta\n"
    one = labelled(text, ("beta", "this"), ("set", "that"), ("alpha", "and these"))
    shown = render([one], {"game.rules": text}, False)
    assert shown.split("\n")[2:-1] == [
        "  |",
        "1 | set alpha to beta",
        "  | --- -----    ^^^^ this",
        "  | |   |",
        "  | |   and these",
        "  | |",
        "  | that",
    ]


def test_labels_that_overlap() -> None:
    text = "set alpha to beta\n"
    shown = render([labelled(text, ("alpha", "inner"), ("alpha to beta", "outer"))], {"game.rules": text}, False)
    assert shown.split("\n")[4] == "  |     ^^^^^--------"
    assert "inner" in shown and "outer" in shown


def test_notes_come_before_help_and_fixes_that_are_not_safe_say_so() -> None:
    text = "set alpha to beta\n"
    fix = Fix(Source(text, "f").span(0, 3), "", False)
    one = labelled(text, ("beta", "this"), notes=("one", "two"), help="three", fixes=(fix,))
    assert render([one], {}, False).split("\n")[2:] == [
        "  = note: one",
        "  = note: two",
        "  = help: three                                                 [unsafe fix]",
        "",
    ]


def test_a_file_that_is_not_there_is_named() -> None:
    text = "set alpha to beta\n"
    assert " --> game.rules:1:14" in render([labelled(text, ("beta", "this"))], {}, False)


def test_a_diagnostic_without_a_place() -> None:
    one = Diagnostic("x", "nothing can be done", severity="warning")
    assert render([one], {}, False) == "warning[x]: nothing can be done\n"


def test_labels_in_two_files() -> None:
    other = Source("define x is 1\n", "other.rules")
    one = labelled("use x\n", ("x", "used here"))
    both = Diagnostic("x", "twice", (*one.labels, Label(other.span(7, 8), "defined there")))
    shown = render([both], {"game.rules": "use x\n", "other.rules": other.text}, False)
    assert " --> game.rules:1:5\n" in shown
    assert " ::: other.rules:1:8\n" in shown


def marks(text: str, word: str) -> tuple[str, str]:
    """The line as it is shown, and the row with the mark."""
    rows = render([labelled(text, (word, "here"))], {"game.rules": text}, False).split("\n")
    return rows[3][4:], rows[4][4:]


def test_tabs_and_wide_characters_do_not_shift_the_mark() -> None:
    assert marks("\tset x\n", "x") == ("  set x", "      ^ here")
    assert marks('give "日本" word\n', "word") == ('give "日本" word', "            ^^^^ here")
    assert marks("give e\u0301 word\n", "word") == ("give e\u0301 word", "       ^^^^ here")
    assert marks("a\x00b word\n", "word") == ("a\ufffdb word", "    ^^^^ here")


def test_a_long_line_is_shown_in_part() -> None:
    text = "set " + "a + " * 200 + "WORD" + " + b" * 200 + "\n"
    line, row = marks(text, "WORD")
    assert line.startswith("… ") and line.endswith(" …")
    assert len(line) < 140
    assert line[row.index("^") : row.index("^") + 4] == "WORD"


def test_a_place_without_width_and_one_behind_the_end() -> None:
    text = "set x to\n"
    source = Source(text, "game.rules")
    for start, end in ((8, 8), (8, 9)):
        one = Diagnostic("x", "x", (Label(source.span(start, end), "here"),))
        assert render([one], {"game.rules": text}, False).split("\n")[4] == "  |         ^ here"


def test_a_stretch_of_several_lines_is_marked_on_the_first() -> None:
    text = "phase x   AB-1\n  stop\n"
    one = Diagnostic("x", "x", (Label(Source(text, "game.rules").span(0, 20), "here"),))
    assert render([one], {"game.rules": text}, False).split("\n")[4] == "  | ^^^^^^^ here"


def test_the_citation_behind_a_statement_is_not_marked() -> None:
    text = "  stop if x    AB-1 AB-2\n"
    one = Diagnostic("x", "x", (Label(Source(text, "game.rules").span(2, 24), "here"),))
    assert render([one], {"game.rules": text}, False).split("\n")[4] == "  |   ^^^^^^^^^ here"


def test_colour_only_adds_colour() -> None:
    text = "phase x\n  set a 3\n  if b == c\n    stop\n"
    found = parse(text, "game.rules")[1]
    plain, coloured = (render(found, {"game.rules": text}, colour) for colour in (False, True))
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain != coloured


def test_json_says_it_all() -> None:
    text = "phase x\n  stop;\n"
    (one,) = as_json(parse(text, "game.rules")[1])
    assert json.loads(json.dumps(one)) == {
        "name": "semicolon",
        "code": "RW029",
        "severity": "error",
        "headline": "a line does not end with `;`",
        "labels": [
            {
                "file": "game.rules",
                "start": {"offset": 14, "line": 2, "column": 7},
                "end": {"offset": 15, "line": 2, "column": 8},
                "text": "not needed",
                "primary": True,
            }
        ],
        "notes": [],
        "help": "leave it out",
        "fixes": [
            {
                "file": "game.rules",
                "start": {"offset": 14, "line": 2, "column": 7},
                "end": {"offset": 15, "line": 2, "column": 8},
                "replacement": "",
                "safe": True,
            }
        ],
        "rules": [],
    }
