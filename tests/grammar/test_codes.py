"""The pages of codes.md are true: each name that is used has a page, and each example gives what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from grammar_samples import ROOT
from rulewright.grammar.codes import PAGES
from rulewright.grammar.parse import parse
from rulewright.grammar.signs import OPERATORS

EXAMPLES = [
    (name, kind, text)
    for name, page in PAGES.items()
    for kind, text in re.findall(r"```(wrong|right)\n(.*?)```", page.text, re.S)
    if page.code < "RW100"
]
WITHOUT_EXAMPLE = {
    "too-deep", "too-many", "tab", "lone-return", "invisible-character", "not-utf8", "file-too-large", "line-too-long",
    "format-failed",
}  # fmt: skip


def used() -> set[str]:
    """The first argument of every Diagnostic, and all names in the tables of habits."""
    names: set[str] = set()
    for path in Path(ROOT / "grammar").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        names |= set(re.findall(r'(?:Diagnostic\(|, |\(|: \(|= |else )\s*"([a-z]+(?:-[a-z0-9]+)+)"', text))
    names |= {name for name, _ in OPERATORS.values()}
    return names - {"utf-8", "utf-8-sig"}


def test_every_name_has_a_page_and_every_page_a_use() -> None:
    pages = {name for name, page in PAGES.items() if page.code < "RW100"}
    one_word = {"unexpected", "tab", "braces", "semicolon", "colon", "possessive"}
    assert used() | one_word == pages


def test_codes_are_ours_and_unlike() -> None:
    codes = [page.code for page in PAGES.values()]
    assert len(codes) == len(set(codes))
    assert all(re.fullmatch(r"RW\d{3}", code) for code in codes)


def test_headlines_are_lower_case_without_a_full_stop() -> None:
    for page in PAGES.values():
        assert page.headline[0] in "`'" or page.headline[0].islower()
        assert not page.headline.endswith(".")


def test_every_page_has_a_pair_of_examples() -> None:
    shown = {(name, kind) for name, kind, _ in EXAMPLES}
    for name, page in PAGES.items():
        if page.code < "RW100" and name not in WITHOUT_EXAMPLE:
            assert {(name, "wrong"), (name, "right")} <= shown


@pytest.mark.parametrize(("name", "kind", "text"), EXAMPLES, ids=[f"{name}-{kind}" for name, kind, _ in EXAMPLES])
def test_examples(name: str, kind: str, text: str) -> None:
    found = {diagnostic.name for diagnostic in parse(text, "example.rules")[1]}
    assert found == ({name} if kind == "wrong" else set())
