"""The formatter: one layout for each text, all comments kept, nothing else changed."""

from __future__ import annotations

import re

import pytest
from grammar_samples import ALL, HERE, SAMPLES
from rulewright.grammar import format as formatting
from rulewright.grammar.diagnostics import RulewrightError
from rulewright.grammar.format import format_text, same
from rulewright.grammar.parse import parse
from rulewright.grammar.typeset import WIDEST

LAYOUTS = {
    path.name.removesuffix(".before.rules"): (
        path.read_text(encoding="utf-8"),
        path.with_name(path.name.replace(".before.", ".after.")).read_text(encoding="utf-8"),
    )
    for path in sorted((HERE / "layouts").glob("*.before.rules"))
}


def comments(text: str) -> list[str]:
    return [found.rstrip() for found in re.findall(r"#.*", re.sub(r'"[^"\n]*"', "", text))]


@pytest.mark.parametrize("name", SAMPLES)
def test_the_samples_are_in_canonical_layout(name: str) -> None:
    assert format_text(SAMPLES[name], name) == SAMPLES[name]


@pytest.mark.parametrize("name", ALL)
def test_formatting_twice_is_formatting_once(name: str) -> None:
    once = format_text(ALL[name], name)
    assert format_text(once, name) == once
    assert comments(once) == comments(ALL[name])
    assert same(parse(once, name)[0], parse(ALL[name], name)[0])


def test_an_empty_file_stays_empty() -> None:
    assert format_text("", "f") == format_text("\n  \n", "f") == ""
    assert format_text("  # only this", "f") == "# only this\n"


@pytest.mark.parametrize("name", LAYOUTS)
def test_layouts(name: str) -> None:
    before, after = LAYOUTS[name]
    assert format_text(before, name) == after
    assert format_text(after, name) == after


def test_citations_stand_in_a_column() -> None:
    made = format_text("phase x A-1\n  stop A-2   A-3\n  expect_it(" + "a, " * 25 + "a) A-4\n", "f").split("\n")
    assert made[0] == "phase x".ljust(78) + "A-1"
    assert made[1] == "  stop".ljust(78) + "A-2 A-3"
    assert made[2].endswith("a)   A-4")


def test_what_a_refusal_names_stays_in_the_line() -> None:
    text = 'scenario "x"  A-1\n  expect p cannot f(x) because A-2   A-3\n'
    assert format_text(text, "f").split("\n")[1] == "  expect p cannot f(x) because A-2 A-3"


def test_long_lines_are_broken() -> None:
    long = "define a is " + " and ".join(f"condition_{i}(x, y)" for i in range(20)) + "\n"
    made = format_text(long, "f")
    assert all(len(line) <= WIDEST for line in made.split("\n"))
    assert all(line.startswith("  and ") for line in made.split("\n")[1:-1])
    assert format_text(made, "f") == made


def test_a_long_line_breaks_outside_of_brackets() -> None:
    long = f"define a is f({', '.join(['argument'] * 9)}) + g({', '.join(['argument'] * 4)})\n"
    assert len(long) > WIDEST
    first, second, _ = format_text(long, "f").split("\n")
    assert first.endswith(")") and second.startswith("  + g(")


def test_a_line_that_cannot_be_broken_is_left_long() -> None:
    text = 'scenario "' + "x" * 150 + '"\n  expect a\n'
    assert format_text(text, "f") == text


def test_line_ends_become_newlines() -> None:
    assert format_text(SAMPLES["small"].replace("\n", "\r\n"), "f") == SAMPLES["small"]


def test_a_text_with_mistakes_is_not_formatted() -> None:
    with pytest.raises(RulewrightError) as raised:
        format_text("phase x\n  set a 3\n", "f")
    assert [one.name for one in raised.value.diagnostics] == ["missing-word"]


@pytest.mark.parametrize("spoiled", ["language 2.0\n", "language 1.0\n# more\n", "phase x\n"])
def test_a_result_that_is_not_the_same_is_refused(monkeypatch: pytest.MonkeyPatch, spoiled: str) -> None:
    monkeypatch.setattr(formatting, "written", lambda _: spoiled)
    with pytest.raises(RulewrightError) as raised:
        format_text("language 1.0\n", "f")
    assert [one.name for one in raised.value.diagnostics] == ["format-failed"]


def test_same_looks_at_everything_but_places() -> None:
    one, moved, other = (parse(text, "f")[0] for text in ("type a is b\n", "\ntype  a is b\n", "type a is c\n"))
    assert same(one, moved)
    assert not same(one, other)
    assert not same(one, parse("", "f")[0])
