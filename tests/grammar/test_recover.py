"""Files with mistakes: each mistake is reported once, where it is, and nothing else is."""

from __future__ import annotations

import random
import re

import pytest
from grammar_samples import SAMPLES
from rulewright.grammar.characters import decode
from rulewright.grammar.diagnostics import Diagnostic
from rulewright.grammar.parse import parse


def places(found: list[Diagnostic]) -> list[tuple[str, int, int]]:
    return [(one.name, one.labels[0].span.line, one.labels[0].span.column) for one in found]


def reports(text: str) -> list[tuple[str, int, int]]:
    return places(parse(text, "game.rules")[1])


def marked(text: str) -> tuple[str, list[tuple[str, int, int]]]:
    """A text whose mistakes are marked `‹name›` right before them, as a text and what should be reported."""
    expected, clean, line, column = [], "", 1, 1
    for part in re.split(r"(‹[a-z-]+›|\n)", text):
        if part.startswith("‹"):
            expected.append((part[1:-1], line, column))
        else:
            clean += part
            line, column = (line + 1, 1) if part == "\n" else (line, column + len(part))
    return clean, expected


BODY = "phase turn for player\n  let pot be 0\n  {}\n  add 1 to pot\n"

# Each has a mistake, marked, and beside it something that looks like it and is none.
LINES = [
    ("set pot ‹unexpected›3 to 4", "set pot to 4"),
    ("set pot to‹unfinished-line›", "set pot to to_do"),
    ("set pot ‹missing-word›3", "set pot to 3"),
    ("‹misspelt-word›sett pot to 3", "sett(pot)"),
    ("set pot ‹misspelt-word›tu 3", "set pot to tu"),
    ("set pot to ‹doubled-word›to 3", "set pot to topot"),
    ("set pot ‹doubled-word›pot to 3", "set pot to pot"),
    ("let ‹reserved-word›set be 3", "let sets be you.set"),
    ("‹extra-end›end", "end game"),
    ("add 1 ‹citation-in-line›A-1 to pot", "add 1 to pot  A-1"),
    ("add 1 to pot  ‹bad-citation›AB9.1", "add 1 to pot  AB-9.1"),
    ("add 1 to pot  ‹bad-citation›Ab-9.1", "add 1 to pot  AB1-9.1x"),
    ("add 1 to pot  ‹bad-citation›AB-x A-2", "add 1 to pot  AB-2 A-2"),
    ('choose c from s asking ‹unclosed-text›"what', 'choose c from s asking "what"'),
    ("stop if pot ‹double-equals›== 3", 'choose c from s asking "=="'),
    ("stop if pot ‹single-equals›= 3", "stop if pot is 3"),
    ("pot ‹single-equals›= 3", "set pot to 3"),
    ("let tip ‹single-equals›= 3", "let tip be 3"),
    ("you.pot[1].x ‹assignment-sign›+= 3", "add 3 to you.pot[1].x"),
    ("stop if pot ‹not-equals›!= 3", "stop if pot is not 3"),
    ("stop if pot ‹not-equals›<> 3", "stop if pot <= 3"),
    ("stop if a ‹and-sign›&& b", "stop if a and b"),
    ("stop if a ‹or-sign›|| b", "stop if a or b"),
    ("stop if ‹not-sign›!a", "stop if not a"),
    ("set pot to pot ‹percent-sign›% 3", "set pot to pot mod 3"),
    ("add 1 to pot‹semicolon›;", "add 1 to pot  # ;"),
    ("add 1 to pot‹colon›:", 'choose c from s asking "so:"'),
    ("add 1 to pot ‹slash-comment›// one", "set pot to pot / 2 / 2"),
    ("add 1 to pot ‹slash-comment›/* one */", "add 1 to pot # /* one */"),
    ("choose c from s asking ‹single-quotes›'what'", 'choose c from s asking "what\'s this"'),
    ("choose c from s asking ‹smart-quotes›“what”", 'choose c from s asking "“what”"'),
    ("choose c from s asking ‹smart-quotes›“what", 'choose c from s asking "“what"'),
    ("shuffle you‹possessive›'s deck", "shuffle you.deck"),
    ("set ‹capital-letter›Pot to 3", "set pot to 3  A-1"),
    ("set ‹capital-letter›gamePot to 3", "set game_pot to 3"),
    ("set ‹underscore-name›_pot to 3", "set po_t_ to 3"),
    ("add ‹decimal-number›1.5 to pot", "add 1.5mm to pot"),
    ("add ‹decimal-number›1.55mm to pot", "add 1.5mm to pot"),
    ("‹foreign-word›break if pot", "leave if pot"),
    ("‹foreign-word›continue", "continue()"),
    ("‹foreign-return›return pot", "give pot"),
    ("‹foreign-return›return", "return()"),
    ("set pot to ‹foreign-truth›true", "set pot to true_value"),
    ("set pot to ‹foreign-truth›false", "set pot to you.false"),
    ("set pot to ‹foreign-null›null", "set pot to nulls"),
    ("set pot to (1 if a ‹foreign-else›else 2)", "set pot to (1 if a otherwise 2)"),
    ("set p‹strange-character›$$ to 3", 'give "$$"'),
    ("set ‹strange-character›café to 3", 'give "café"'),
    ("stop if pot ‹strange-character›≥ 3", "stop if pot >= 3  # ≥"),
    ("set pot to ‹braces›{1, 2}", "set pot to [1, 2]"),
    ("set pot to ‹missing-word›f(1, 2\n", "set pot to f(1,\n    2)\n"),
    ("set pot to f(1 ‹missing-word›2)", "set pot to f(1, 2)"),
    ("set pot to 3‹unexpected›)", "set pot to (3)"),
    ("‹indented-item›phase other\n    stop\n  stop", "play other"),
    ("‹unexpected›cost 3 coins", "cost_of(3)"),
    ("choose c from ‹unexpected›*", "choose c from s"),
]


@pytest.mark.parametrize("line", [wrong for wrong, _ in LINES])
def test_a_mistake_in_a_line(line: str) -> None:
    text, expected = marked(BODY.replace("{}", line))
    if "missing-word" in line and line.endswith("\n"):
        expected = [("missing-word", 3, 20)]  # at the end of the line
    assert reports(text) == expected


@pytest.mark.parametrize("line", [right for _, right in LINES])
def test_what_only_looks_like_a_mistake(line: str) -> None:
    assert reports(BODY.replace("{}", line)) == []


ITEMS = [
    ("‹not-an-item›turn for player\n  stop\n", "at start of turn\n  stop\n"),
    ("‹misspelt-word›phaze turn\n  stop\n", "phase phaze\n  stop\n"),
    ("‹foreign-function›def f(x):\n  stop\n", "to def(x is y)\n  stop\n"),
    ("‹foreign-function›function f(x)\n  stop\n", "to function(x is y)\n  stop\n"),
    ("‹empty-body›phase turn\n", "event turn()\n"),
    ("‹empty-body›each player has\n", "kind player\n"),
    ('‹empty-body›scenario "x"\n', "fact x()\n"),
    ("phase turn\n‹unindented-line›stop\n", "phase turn\n stop\n"),
    ("phase turn\n  stop\n‹extra-end›end\n", "phase turn\n  stop\n# end\n"),
    ("action a\n  during b\n  ‹missing-line›stop\n", "action a\n  during b\n  do\n    stop\n"),
    ("define a\n  1 if b\n  2 if c‹missing-line›\n", "define a\n  1 if b\n  2 otherwise\n"),
    ("phase x\n  as a whole\n    stop\n  ‹missing-line›end\n", "phase x\n  as a\n    stop\n  end\n"),
    ("phase x\n  ‹missing-end›if a\n    stop\n", "phase x\n  stop if a\n"),
    ("phase x\n  ‹empty-body›if a\n  end\n", "phase x\n  choose\n    option a\n  end\n"),
    ("phase x\n  if a\n    stop\n  ‹foreign-else›else\n    stop\n  end\n", "phase x\n  if else\n    stop\n  end\n"),
    ("phase x\n  if a\n    stop\n  ‹foreign-else›else if b\n    stop\n  end\n", "phase x\n  elif(b)\n"),
    ("phase x\n  if a\n    stop\n  ‹foreign-else›elif b\n    stop\n  end\n", "phase x\n  elif.b()\n"),
    ("phase x\n  ‹foreign-while›while a\n    stop\n  end\n", "phase x\n  repeat while a\n    stop\n  end\n"),
    ("phase x\n  ‹foreign-word›foreach a in b\n    stop\n  end\n", "phase x\n  for each a in b\n    stop\n  end\n"),
    ("phase x\n  if a ‹foreign-word›then\n    stop\n  end\n", "phase x\n  if then\n    stop\n  end\n"),
    ("phase x ‹braces›{\n  stop\n}\n", 'phase x  # {\n  give "}"\n'),
    (
        "phase x\n  if a ‹braces›{\n    stop\n  } ‹foreign-else›else ‹braces›{\n    stop\n  }\n",
        "phase x\n  if a\n    stop\n  otherwise\n    stop\n  end\n",
    ),
    ('type a is one of b, c\n  ‹lost-lines›title "x"\n  players 2\n', 'game a\n  title "x"\n  players 2\n'),
    ("phase x\n  ‹lost-lines›is a\n    stop\n  end\n", "phase x\n  depending on a\n    is a\n      stop\n  end\n"),
    ("each player has\n  a is ‹mixed-range›3 to 80mm\n", "each player has\n  a is 0 to 80mm\n"),
    ('ruling a "b"\n  c default,‹unfinished-line›\n', 'ruling a "b"\n  c default,\n  d\n'),
    ("  ‹indented-item›type a is b\n", "type a is b\n"),
    ("‹capital-letter›Phase x\n  stop\n", "phase x\n  stop\n"),
    ("language ‹unexpected›1\n", "language 1.0\n"),
    ("‹empty-body›to x()\n", "event x()\n"),
]


@pytest.mark.parametrize("text", [wrong for wrong, _ in ITEMS])
def test_a_mistake_in_an_item(text: str) -> None:
    clean, expected = marked(text)
    assert reports(clean) == expected


@pytest.mark.parametrize("text", [right for _, right in ITEMS])
def test_an_item_that_only_looks_like_a_mistake(text: str) -> None:
    assert reports(text) == []


@pytest.mark.parametrize("text", [wrong for wrong, _ in ITEMS])
def test_a_mistake_does_not_reach_the_items_around_it(text: str) -> None:
    """The item before may take a lost line for its own; the one behind is never touched."""
    clean, expected = marked(text)
    if clean.startswith("  "):
        return
    tree, found = parse(f"language 1.0\n\n{clean}\ntype later is 1 to 3\n", "game.rules")
    assert places(found) == [(name, line + 2, column) for name, line, column in expected]
    assert tree.items[0].span.line == 1 and tree.items[-1].span.column == 1


FIVE = """\
language 1.0

game five
  title "Five
  players 2 to 4

each player has
  score is 0 too 120 starts 0
  coins is 0 to 9 starts 0

phase turn for player
  for each p in players
    add 1 p.score
    if p.score == 3
      stop
    end
  end

scenario "five"
  start turn of player_1
  expect player_1.score is 1
"""


def test_five_mistakes_are_five_reports() -> None:
    tree, found = parse(FIVE, "five.rules")
    assert places(found) == [
        ("unclosed-text", 4, 9),
        ("misspelt-word", 8, 14),
        ("missing-word", 13, 11),
        ("double-equals", 14, 16),
        ("unexpected", 20, 14),
    ]
    assert [type(item).__name__ for item in tree.items] == ["Language"]


MANY = """\
phase turn for player
  set a 3
  if b
    set c tu 4
    for each in d
      stop if e = 5
    end
  else
    add 1
    return
  end
  choose
    option f("x")
    optoin g
      let true be 3
  end
"""


def test_many_mistakes_in_one_item_are_as_many_reports() -> None:
    assert reports(MANY) == [
        ("missing-word", 2, 9),
        ("misspelt-word", 4, 11),
        ("missing-word", 5, 17),
        ("single-equals", 6, 17),
        ("foreign-else", 8, 3),
        ("unfinished-line", 9, 10),
        ("foreign-return", 10, 5),
        ("unexpected", 13, 14),
        ("misspelt-word", 14, 5),
        ("foreign-truth", 15, 11),
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("phase x\n  for each p in ps\n    if a\n      stop\n    act\n  end\n  stop\n", 3),
        ("phase x\n  for each p in ps\n    if a\n      stop\n    end\n    act\n", 2),
        ("phase x\n  if a\n    repeat\n      stop\n  otherwise\n    stop\n  end\n", 3),
    ],
)
def test_the_block_that_was_left_open_is_blamed(text: str, line: int) -> None:
    assert [(name, at) for name, at, _ in reports(text)] == [("missing-end", line)]


def test_the_end_that_is_too_many_is_blamed() -> None:
    text = "phase x\n  for each p in ps\n    if a\n      stop\n    end\n    end\n    act\n  end\n"
    assert reports(text) == [("extra-end", 6, 5)]


def test_good_items_among_bad_ones_are_read() -> None:
    tree, found = parse("type a is 1 to 3\nphaze b\n  stop\ntype c is 1 to 3\nfoo\ntype d is 1 to 3\n", "game.rules")
    assert [item.span.line for item in tree.items] == [1, 4, 6]
    assert len(found) == 2


def test_lines_spoiled_at_random_are_reported_one_by_one() -> None:
    """Each of these lines is the one report of a file by itself; so several of them have to be as many reports. No
    repair can always guess right, but it has to be rare that it does not."""
    dice = random.Random(4)
    lines = SAMPLES["everything"].split("\n")
    spoiled: dict[int, str] = {}
    while len(spoiled) < 40:
        i = dice.randrange(len(lines))
        words = lines[i].split(" ")
        at = dice.randrange(len(words))
        words[at : at + 1] = dice.choice([[], [words[at], ")"], ["==", words[at]], [words[at], "what", words[at]]])
        text = "\n".join([*lines[:i], " ".join(words), *lines[i + 1 :]])
        if lines[i].startswith(" ") and [line for _, line, _ in reports(text)] == [i + 1]:
            spoiled[i] = " ".join(words)
    right = 0
    for _ in range(20):
        some = sorted(dice.sample(sorted(spoiled), dice.randrange(2, 9)))
        found = reports("\n".join(spoiled[i] if i in some else line for i, line in enumerate(lines)))
        right += [at for _, at, _ in found] == [i + 1 for i in some]
    assert right >= 19


def test_words_are_never_the_grammars() -> None:
    """No report shows the name of a terminal."""
    for wrong, _ in LINES:
        text, _ = marked(BODY.replace("{}", wrong))
        for one in parse(text, "game.rules")[1]:
            said = " ".join([one.headline, one.help or "", *one.notes, *(label.text for label in one.labels)])
            shown = re.sub(r"`[^`]*`", "", said)
            assert not re.search(r"\b(_[A-Z]+|[A-Z]{3,}_?[A-Z]*)\b", shown.replace("UTF", "")), said
            assert one.headline[0] in "`" or one.headline[0].islower() or one.headline.startswith("U+")
            assert not one.headline.endswith(".")


def fixed(text: str) -> str:
    """All fixes that are safe, applied."""
    fixes = [fix for one in parse(text, "game.rules")[1] for fix in one.fixes if fix.safe]
    for fix in sorted(fixes, key=lambda fix: (-fix.span.start, -fix.span.end)):
        text = text[: fix.span.start] + fix.replacement + text[fix.span.end :]
    return text


@pytest.mark.parametrize("wrong", [wrong for wrong, _ in [*LINES, *ITEMS]])
def test_safe_fixes_mend(wrong: str) -> None:
    """What can be mended by a safe fix is right afterwards; what cannot is left alone."""
    text, _ = marked(BODY.replace("{}", wrong) if (wrong, "") not in ITEMS and wrong in dict(LINES) else wrong)
    found = parse(text, "game.rules")[1]
    if found and all(one.fixes and all(fix.safe for fix in one.fixes) for one in found):
        assert reports(fixed(text)) == []


def test_the_habits_of_another_language_are_all_mended() -> None:
    text = (
        "phase Turn for player {\n  if (you.Score == 3 && !ready) {\n    you.score += 1;\n  } else {\n"
        "    drawCard(you); // one\n  }\n}\n"
    )
    assert reports(fixed(text)) == []


# ---------------------------------------------------------------- characters and limits


def test_tabs_are_one_report_with_a_fix_for_all() -> None:
    text = "phase x\n\tstop\n\t\tstop\n"
    (one,) = parse(text, "game.rules")[1]
    assert places([one]) == [("tab", 2, 1)]
    assert len(one.fixes) == 2
    assert reports(fixed(text)) == []
    assert reports('phase x\n  give "a\tb"\n')[0][0] == "tab"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("phase x\r  stop\r", [("lone-return", 1, 8)]),
        ("phase x\r\n  stop\r\n", []),
        ("phase x\x00\n  stop\n", [("invisible-character", 1, 8)]),
        ("phase x\n  stop  # \u202e\n", [("invisible-character", 2, 11)]),
        ('phase x\n  give "\u200b"\n', [("invisible-character", 2, 9)]),
        ("\ufefftype a is b\n", [("invisible-character", 1, 1), ("indented-item", 1, 2)][:1]),
        ('phase x\n  give "日本語 é"  # ü\n', []),
    ],
)
def test_characters(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert reports(text)[: len(expected)] == expected
    assert bool(reports(text)) == bool(expected)


def test_decode() -> None:
    assert decode(b"\xef\xbb\xbftype a is b\n", "f") == ("type a is b\n", [])
    assert decode("é".encode(), "f") == ("é", [])
    text, found = decode(b"type a\n  is \xff b", "f")
    assert (text, places(found)) == (None, [("not-utf8", 2, 6)])
    text, found = decode("type".encode("utf-16"), "f")
    assert (text, places(found)) == (None, [("not-utf8", 1, 1)])
    text, found = decode(b"#" * 2_000_001, "f")
    assert (text, places(found)) == (None, [("file-too-large", 1, 1)])


def test_a_file_that_is_too_large() -> None:
    assert reports("#\n" * 1_000_001) == [("file-too-large", 1, 1)]


def test_a_line_that_is_too_long() -> None:
    long = "phase x\n  give " + "a + " * 600 + "a\nphase y\n  stop\n"
    assert reports(long) == [("line-too-long", 2, 2001)]
    assert reports("# " + "x" * 1998 + "\n") == []
    assert reports("# " + "x" * 1999 + "\n") == [("line-too-long", 1, 2001)]


def nested(depth: int) -> str:
    return "phase x\n" + "  if a\n" * depth + "  stop\n" + "  end\n" * depth


@pytest.mark.parametrize(
    ("fits", "deep"),
    [
        (nested(60), nested(61)),
        ("define x is " + "(" * 60 + "a" + ")" * 60 + "\n", "define x is " + "(" * 61 + "a" + ")" * 61 + "\n"),
        ("define x is " + "f(" * 60 + "a" + ")" * 60 + "\n", "define x is " + "f(" * 500 + "a" + ")" * 500 + "\n"),
        ("define x is a" + "\n  + a" * 150 + "\n", "define x is a" + "\n  + a" * 5000 + "\n"),
        ("define x is " + "not " * 100 + "a\n", "define x is " + "not " * 400 + "a\n"),
    ],
)
def test_nesting_is_bounded(fits: str, deep: str) -> None:
    assert reports(fits) == []
    assert [name for name, _, _ in reports(deep)] == ["too-deep"]


@pytest.mark.parametrize(
    "text",
    [
        "phase x\n" + "  foo bar\n" * 3000,
        "foo bar\n" * 3000,
        "phase x\n  foo bar\n" * 3000,
        "phase x\n" + "  if a\n" * 3000,
        "phase x\n" + "  end\n" * 3000,
        "{\n" * 3000 + "}\n" * 3000,
        "phase x\n  stop\n" + "\n" * 100_000,
        '"' * 1500,
        "(" * 1500,
        "def f(x):\n  return x\n" * 1500,
    ],
)
def test_bad_files_are_read_in_bounded_time_with_bounded_reports(text: str) -> None:
    assert len(reports(text)) <= 201


def test_more_mistakes_than_are_shown() -> None:
    found = reports("phase x\n  stop;\n" * 300)
    assert len(found) == 201
    assert found[-1][0] == "too-many"


def test_every_sample_with_one_line_broken_gives_one_report() -> None:
    """A word that fits nowhere, put into each line in turn."""
    for name in ("small", "variant"):
        lines = SAMPLES[name].split("\n")
        for i, line in enumerate(lines):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            broken = "\n".join([*lines[:i], line.rstrip() + " ) what", *lines[i + 1 :]])
            found = reports(broken)
            assert [at for _, at, _ in found] == [i + 1], (line, found)
