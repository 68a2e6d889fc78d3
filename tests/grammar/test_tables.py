"""The grammar builds without a conflict, and its cached tables are neither trusted blindly nor needed."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest
from grammar_samples import SAMPLES
from lark import Lark
from lark.parsers.lalr_analysis import Shift
from rulewright.grammar import tables, words
from rulewright.grammar.build import RULES


def test_the_grammar_has_no_conflict_and_no_collision() -> None:
    Lark(tables.grammar(), strict=True, **tables.OPTIONS)


def test_every_rule_is_built_and_every_builder_is_a_rule() -> None:
    seen = {
        tree.data for text in SAMPLES.values() for tree in tables.parser().parse(text, start="ruleset").iter_subtrees()
    }
    assert seen == set(RULES)


def test_reserved_are_exactly_the_words_that_may_begin_a_line() -> None:
    table = tables.parser().parser.parser._parse_table
    spelled = {t.name: t.pattern.value for t in tables.parser().terminals if t.pattern.type == "str"}
    after_newline = {arg for row in table.states.values() for t, (do, arg) in row.items() if t == "_NL" and do is Shift}
    begins = {t for state in after_newline for t in table.states[state]} | set(table.states[table.start_states["item"]])
    assert {spelled[t] for t in begins if t in spelled and spelled[t].isalpha()} == words.RESERVED


def test_every_item_word_opens_an_item() -> None:
    spelled = {t.name: t.pattern.value for t in tables.parser().terminals if t.pattern.type == "str"}
    opens = tables.parser().parse_interactive(start="item").accepts()
    named = {spelled[t] for t in opens if t in spelled} | {"at"}  # `at start of`, `at end of` are one token
    assert named == words.ITEM_WORDS


def test_every_reserved_word_but_a_few_has_its_form() -> None:
    values = {"no", "none", "not", "nothing", "this", "top", "yes", "you"}  # these begin expressions
    assert words.RESERVED - set(words.FORMS) == values


TINY = "ruleset: NAME\nitem: NAME\nNAME: /[a-z]+/\n"  # the real grammar takes a second to build


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """An empty cache folder, a small grammar, and a parser that is not made yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(tables, "grammar", lambda: TINY)
    tables.parser.cache_clear()
    yield tmp_path / "rulewright"
    tables.parser.cache_clear()


def _works() -> bool:
    return str(tables.parser().parse("word", start="ruleset").children[0]) == "word"


def test_tables_are_kept_and_read_back(fresh: Path) -> None:
    assert _works()
    (kept,) = fresh.iterdir()
    assert kept.stat().st_mode & 0o077 == 0
    before = kept.stat().st_mtime_ns
    tables.parser.cache_clear()
    assert _works()
    assert kept.stat().st_mtime_ns == before


@pytest.mark.parametrize("garbage", [b"", b"not a pickle", pickle.dumps({"data": 1}), pickle.dumps([1, 2])])
def test_a_broken_table_is_made_anew(fresh: Path, garbage: bytes) -> None:
    assert _works()
    (kept,) = fresh.iterdir()
    kept.write_bytes(garbage)
    tables.parser.cache_clear()
    assert _works()
    assert kept.read_bytes() != garbage


class _Bomb:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return pytest.fail, ("a table that others could have written was opened",)


@pytest.mark.parametrize("loose", ["file", "folder"])
def test_a_table_that_others_could_have_written_is_not_opened(fresh: Path, loose: str) -> None:
    assert _works()
    (kept,) = fresh.iterdir()
    kept.write_bytes(pickle.dumps(_Bomb()))
    (kept if loose == "file" else fresh).chmod(0o777)
    tables.parser.cache_clear()
    assert _works()


def test_a_link_is_not_followed(fresh: Path, tmp_path: Path) -> None:
    assert _works()
    (kept,) = fresh.iterdir()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(pickle.dumps(_Bomb()))
    kept.unlink()
    kept.symlink_to(elsewhere)
    tables.parser.cache_clear()
    assert _works()


def test_no_cache_folder_is_no_error(fresh: Path) -> None:
    fresh.parent.joinpath("rulewright").write_text("a file where the folder should be", encoding="utf-8")
    assert _works()


def test_no_home_is_no_error(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", homeless)
    assert _works()
