"""Whatever is thrown at them, the parser reports and the formatter proves: no crash, no loss, one layout for all."""

from __future__ import annotations

import random
import re

from grammar_samples import SAMPLES
from hypothesis import given, settings
from hypothesis import strategies as st
from rulewright.grammar.characters import decode
from rulewright.grammar.diagnostics import RulewrightError
from rulewright.grammar.format import format_text, same
from rulewright.grammar.parse import parse
from rulewright.grammar.pieces import pieces
from rulewright.grammar.render import as_json, render
from rulewright.grammar.words import FORMS, ITEM_WORDS, RESERVED

TEXTS = list(SAMPLES.values())
SIGNS = [*".,()[]+-*/<>{};:=!&|%'\"#_", "==", "&&", "//", "/*", "“", "’", "é", "\t", "\r", "\n", "\n  ", "\x00"]
SOUP = [*sorted(RESERVED | ITEM_WORDS), *SIGNS, "x", "f(", "3", "1.5", '"text"', "AB-1", "Ab", "else", "true", "end\n"]


def unharmed(text: str) -> None:
    """Everything can be done with any text; what is wrong has a place in it."""
    tree, found = parse(text, "f")
    for one in found:
        for label in one.labels:
            assert 0 <= label.span.start <= label.span.end <= len(text) + 1
            assert label.span.line >= 1 and label.span.column >= 1
    render(found, {"f": text}, colour=True)
    as_json(found)
    try:
        made = format_text(text, "f")
    except RulewrightError as refused:
        assert {one.name for one in refused.diagnostics} == {one.name for one in found}
        assert found
    else:
        assert not found
        assert format_text(made, "f") == made
        assert same(parse(made, "f")[0], tree)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    unharmed(text)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    text, found = decode(data, "f")
    assert (text is None) == bool(found)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(SOUP), max_size=60), st.sampled_from([" ", ""]))
def test_token_soup(words: list[str], between: str) -> None:
    unharmed(between.join(words))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(sorted(FORMS.values())), max_size=12), st.integers(0, 3))
def test_lines_that_almost_fit(forms: list[str], indent: int) -> None:
    unharmed("".join(" " * indent * (i % 2) + form.lower() + "\n" for i, form in enumerate(forms)))


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(TEXTS), st.integers(0, 10**9), st.integers(1, 4))
def test_spoiled_files(text: str, seed: int, times: int) -> None:
    """Words dropped, doubled, changed for others or moved."""
    dice = random.Random(seed)
    for _ in range(times):
        cut = pieces(text, 0, len(text))
        if not cut:
            break
        one, other = dice.choice(cut), dice.choice(cut)
        twice = f"{one.text} {one.text}"
        stead = dice.choice(["", twice, other.text, dice.choice(SOUP), one.text[::-1], one.text[1:]])
        text = text[: one.start] + stead + text[one.end :]
    unharmed(text)


def relaid(text: str, dice: random.Random) -> str:
    """The same text with other indents, other spaces between words and more blank lines where there are some."""
    lines = []
    for line in text.split("\n"):
        if not line.strip():
            lines += [" " * dice.randrange(3)] * dice.randrange(1, 4)
            continue
        indent = 0 if line[0] != " " else dice.randrange(1, 9)
        parts = re.split(r'("[^"]*"|#.*)', line.strip())
        parts[::2] = [re.sub(" +", lambda _: " " * dice.randrange(1, 4), part) for part in parts[::2]]
        lines.append(" " * indent + "".join(parts) + " " * dice.randrange(3))
    return "\n".join(lines)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(TEXTS), st.integers(0, 10**9))
def test_layout_does_not_depend_on_layout(text: str, seed: int) -> None:
    other = relaid(text, random.Random(seed))
    assert parse(other, "f")[1] == []
    assert format_text(other, "f") == text


def commented(text: str, dice: random.Random) -> tuple[str, list[str]]:
    """The same text with comments at line ends and between lines, and those comments in order."""
    lines, put = [], []
    for line in text.split("\n"):
        if dice.random() < 0.2:
            put.append(f'# note {len(put)} "quoted" it\'s {{}}')
            lines.append(" " * dice.randrange(6) + put[-1])
        if line.strip() and "#" not in line and dice.random() < 0.2:
            put.append(f"# beside {len(put)}")
            line += " " * dice.randrange(3) + put[-1]
        elif "#" in line:
            put.append(line[line.index("#") :].rstrip())
        lines.append(line)
    return "\n".join(lines), put


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(TEXTS), st.integers(0, 10**9))
def test_every_comment_survives(text: str, seed: int) -> None:
    other, put = commented(text, random.Random(seed))
    made = format_text(other, "f")
    assert [piece.text for piece in pieces(made, 0, len(made)) if piece.kind == "comment"] == put
    assert same(parse(made, "f")[0], parse(text, "f")[0])
    assert format_text(made, "f") == made


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(TEXTS), st.integers(0, 10**9))
def test_comments_after_commas_and_before_joining_words_survive(text: str, seed: int) -> None:
    dice = random.Random(seed)
    parts = re.split(r'("[^"]*"|#.*|, | (?=(?:and|or|where|[+*-]) ))', text)
    put = 0
    for i in range(1, len(parts), 2):
        if parts[i] in (", ", " ") and not parts[i - 1].endswith("\n") and dice.random() < 0.3:
            parts[i] = parts[i].rstrip() + f"  # inside {put}\n" + " " * dice.randrange(1, 5)
            put += 1
    other = "".join(part or "" for part in parts)
    if parse(other, "f")[1]:
        return  # the space stood where a line began
    made = format_text(other, "f")
    assert made.count("# inside") == put
    assert format_text(made, "f") == made
