"""Every diagnostic of the checker has a case that gives it, on the line that says so, and a near miss."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from chunks import Chunk, chunks, completed
from rulewright.grammar.diagnostics import Diagnostic
from rulewright.grammar.render import render
from rulewright.validator import pages, suppress
from rulewright.validator.check import Checked, check_text
from rulewright.validator.pages import PAGES
from rulewright.validator.pages_data import PAGES as DATA_PAGES

CASES = Path(__file__).parent / "cases"
WRONG = [c for p in sorted(CASES.glob("*.rules")) if not p.name.endswith(".ok.rules") for c in chunks(p)]
ELSEWHERE = {"unknown-variant", "broken-program"}  # no text gives these: see test_variants.py and test_schema.py
EXAMPLES = [
    (name, sort, text)
    for name, page in PAGES.items()
    for sort, text in re.findall(r"```rules (wrong|right)\n(.*?)```", page.text, re.S)
]
RIGHT = [c for p in sorted(CASES.glob("*.ok.rules")) for c in chunks(p)]


@pytest.mark.parametrize("chunk", WRONG, ids=lambda c: c.name)
def test_case_is_reported_where_it_says(chunk: Chunk) -> None:
    checked = check_text(chunk.text, chunk.files)
    assert chunk.expected, "no line says what is reported"
    assert checked.program is None
    found = sorted((*_place(d), d.name, d.headline) for d in checked.diagnostics)
    assert [f[:3] for f in found] == [e[:3] for e in chunk.expected], shown(checked)
    for (*_, words), (*_, headline) in zip(chunk.expected, found, strict=True):
        assert words in headline, shown(checked)


@pytest.mark.parametrize("chunk", RIGHT, ids=lambda c: c.name)
def test_near_miss_is_accepted(chunk: Chunk) -> None:
    checked = check_text(chunk.text, chunk.files)
    assert not checked.diagnostics, shown(checked)


@pytest.mark.parametrize("chunk", WRONG, ids=lambda c: c.name)
def test_reports_are_in_the_house_style(chunk: Chunk) -> None:
    for diagnostic in check_text(chunk.text, chunk.files).diagnostics:
        if diagnostic.name not in DATA_PAGES:
            assert style(diagnostic) == []


@pytest.mark.parametrize("name", sorted(set(PAGES) - ELSEWHERE))
def test_every_name_has_a_case_and_a_near_miss(name: str) -> None:
    case, miss = CASES / f"{name}.rules", CASES / f"{name}.ok.rules"
    assert case.exists(), f"write {case.name}: a ruleset that gives {name}"
    assert miss.exists(), f"write {miss.name}: one that nearly does"
    assert any(e[2] == name for chunk in chunks(case) for e in chunk.expected), f"{case.name} does not expect {name}"


@pytest.mark.parametrize(("name", "sort", "text"), EXAMPLES)
def test_page_does_as_it_says(name: str, sort: str, text: str) -> None:
    checked = check_text(completed(text))
    assert [d.name for d in checked.diagnostics] == ([name] if sort == "wrong" else []), shown(checked)


def test_every_name_has_its_page() -> None:
    folder = Path(pages.__file__).parent
    named = set()
    for path in folder.glob("*.py"):
        source = path.read_text(encoding="utf-8")
        named |= set(re.findall(r'(?:\.error|_plain|Diagnostic)\(\s*"([a-z]+(?:-[a-z]+)*)"', source))
    assert named - set(DATA_PAGES) - set(suppress.PAGES) == set(PAGES)


def test_codes_are_ours_and_in_order() -> None:
    codes = [page.code for page in PAGES.values()]
    assert codes == sorted(set(codes)) and all("RW100" <= code <= "RW199" for code in codes)


def style(diagnostic: Diagnostic) -> list[str]:
    """What the house would object to: capitals, full stops, words of Python."""
    said = [diagnostic.headline, *(label.text for label in diagnostic.labels), diagnostic.help or ""]
    found = []
    for text in said:
        plain = re.sub(r"`[^`]*`", "", text)
        if plain[:1].isupper():
            found.append(f"begins with a capital: {text}")
        if text.rstrip().endswith("."):
            found.append(f"ends with a full stop: {text}")
        if re.search(r"\b(None|True|False|int|str|bool|dict|tuple|NoneType|Traceback)\b", plain):
            found.append(f"speaks Python: {text}")
    if diagnostic.help is None and diagnostic.name not in HELPLESS:
        found.append(f"says no way out: {diagnostic.name}: {diagnostic.headline}")
    return found


# A word that is unknown and like no other, or a type that does not fit: there is nothing to advise.
HELPLESS = {"unknown-name", "wrong-type"}


def shown(checked: Checked) -> str:
    return render(checked.diagnostics, checked.sources, False) or "nothing was reported"


def _place(diagnostic: Diagnostic) -> tuple[str, int]:
    span = diagnostic.labels[0].span if diagnostic.labels else None
    return (span.file, span.line) if span else ("game.rules", 1)
