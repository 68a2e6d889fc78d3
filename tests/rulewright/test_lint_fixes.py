"""Whatever stands in a ruleset, a safe fix adds no error, and `fmt` after `--fix` changes nothing that `--fix` or `fmt`
would change again."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import event, given, settings
from hypothesis import strategies as st
from rulewright.grammar.diagnostics import RulewrightError
from rulewright.grammar.format import format_text
from rulewright.grammar.parse import parse

from rulewright.linting import Linted, chosen, fix, lint

ROOT = Path(__file__).parents[2]
SMALL = ("pig", "hex", "tic_tac_toe", "breakthrough", "goofspiel", "connect_four", "crazy_eights")
TEXTS = [(ROOT / "rulesets" / game / "game.rules").read_text(encoding="utf-8") for game in SMALL]
ALL = chosen([], [], None, {})

# Lines that somebody might leave behind: each is found, most of them with a fix.
LEFTOVERS = (
    "let left_over be 3",
    "let left_over be count of players",
    "let left_over be players  # why?",
    "# lint: allow nobody-wins: long ago",
    "# lint: allow unused-name: of course",
    "# lint: allow unused-names",
    "let left_over be (p in players",
    "    where p.seat > 1)",
    "esle",
    "end",
)
WORDS = (("otherwise", "else"), ("is not", "!="), ("players", "plaeyrs"), (" and ", " && "), ("choose", "chose"))

edits = st.one_of(
    st.tuples(st.just("indent"), st.integers(0, 200), st.integers(1, 9)),
    st.tuples(st.just("insert"), st.integers(0, 200), st.sampled_from(LEFTOVERS)),
    st.tuples(st.just("comment"), st.integers(0, 200), st.sampled_from(LEFTOVERS[3:6])),
    st.tuples(st.just("word"), st.integers(0, 200), st.sampled_from(WORDS)),
    st.tuples(st.just("drop"), st.integers(0, 200), st.just(None)),
    st.tuples(st.just("twice"), st.integers(0, 200), st.just(None)),
)


def edited(text: str, changes: list[tuple[str, int, object]]) -> str:
    lines = text.split("\n")
    for what, at, more in changes:
        at %= len(lines)
        line = lines[at]
        indent = len(line) - len(line.lstrip())
        match what, more:
            case "indent", int():
                lines[at] = " " * more + line.lstrip() if indent else line
            case "insert", str():
                lines.insert(at, " " * indent + more)
            case "comment", str():
                lines[at] = f"{line}  {more}"
            case "word", (str() as old, str() as new):
                lines[at] = line.replace(old, new, 1)
            case "drop", None:
                lines[at] = ""
            case "twice", None:
                lines.insert(at, line)
    return "\n".join(lines)


def fixed(folder: Path, text: str) -> tuple[Linted, Linted, int]:
    (folder / "game.rules").write_text(text, encoding="utf-8")
    before = lint(folder, ALL)
    after, made = fix(before, ALL)
    return before, after, made


findable = st.tuples(st.just("insert"), st.integers(0, 200), st.sampled_from(LEFTOVERS[:6]))


@settings(max_examples=50, deadline=None)
@given(st.sampled_from(TEXTS), st.lists(findable, max_size=3), st.lists(edits, max_size=2))
def test_a_fix_adds_no_error_and_fmt_after_it_is_stable(
    text: str, leftovers: list[tuple[str, int, object]], changes: list[tuple[str, int, object]]
) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        before, after, made = fixed(folder, edited(text, [*leftovers, *changes]))
        event(f"{'broken' if before.errors else 'sound'}, {'fixed' if made else 'not fixed'}")
        assert after.errors <= before.errors
        result = after.texts["game.rules"]
        assert (result == before.texts["game.rules"]) == (made == 0)
        if parse(result, "game.rules")[1]:
            return  # what cannot be read cannot be laid out
        try:
            tidy = format_text(result, "game.rules")
        except RulewrightError as error:
            raise AssertionError(error.diagnostics) from error
        again, once_more, more = fixed(folder, tidy)
        assert again.errors == after.errors and more == 0, [one.headline for one in again.found if one.fixes]
        assert format_text(once_more.texts["game.rules"], "game.rules") == tidy


def test_fixes_that_would_add_an_error_are_given_up() -> None:
    """Two findings, of which one has a fix that breaks the text: the other is fixed all the same."""
    from dataclasses import replace

    from rulewright.grammar.diagnostics import Fix
    from rulewright.validator.lint import lints

    text = TEXTS[0].replace("sequence of play\n", "sequence of play\n  let left_over be 3\n")
    spare = text.replace("let left_over be 3", "let left_over be 3\n  let breaking be 4")
    honest = lints()["unused-name"]

    def reckless(subject: object) -> list[object]:
        """Says of one line that everything behind its first word can go."""
        found = []
        for one in honest.check(subject):  # type: ignore[arg-type]
            if "breaking" in one.headline:
                span = one.fixes[0].span
                one = replace(one, fixes=(Fix(replace(span, start=span.start + 5), "", True),))
            found.append(one)
        return found

    choice = replace(ALL, lints={"unused-name": replace(honest, check=reckless)})  # type: ignore[arg-type]
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "game.rules").write_text(spare, encoding="utf-8")
        after, made = fix(lint(folder, choice), choice)
    assert made == 1 and after.errors == 0
    assert after.texts["game.rules"] == text.replace("left_over be 3", "breaking be 4")
