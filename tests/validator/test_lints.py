"""Every lint has a page, a case that it finds on the line that says so, and a near miss that it leaves alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from chunks import Chunk, chunks, completed
from linted import found, linted
from rulewright.grammar.diagnostics import Diagnostic
from rulewright.grammar.render import render
from rulewright.validator import checks
from rulewright.validator.lint import SAFETIES, lints
from rulewright.validator.mending import mended

from rulewright.pages import PAGES

CASES = Path(__file__).parent / "lints"
LINTS = lints()
WRONG = [(p.stem, c) for p in sorted(CASES.glob("*.rules")) if not p.name.endswith(".ok.rules") for c in chunks(p)]
RIGHT = [(p.name.removesuffix(".ok.rules"), c) for p in sorted(CASES.glob("*.ok.rules")) for c in chunks(p)]
EXAMPLES = [
    (name, sort, text)
    for name, lint in LINTS.items()
    for sort, text in re.findall(r"```rules (wrong|right)\n(.*?)```", lint.page.text, re.S)
]


def test_there_are_at_least_thirty_with_codes_of_their_own() -> None:
    assert len(LINTS) >= 30
    codes = [page.code for page in PAGES.values()]
    assert len(codes) == len(set(codes))


@pytest.mark.parametrize("name", LINTS)
def test_a_lint_stands_in_a_file_of_its_name_and_says_what_it_must(name: str) -> None:
    lint = LINTS[name]
    assert (Path(checks.__file__).parent / f"{name.replace('-', '_')}.py").exists()
    assert re.fullmatch(r"RW3\d\d", lint.code)
    assert lint.fix in SAFETIES
    for part in ("**Finds**", "**Why it matters.**", "**Avoid**", "**Prefer**", f"**Fix**: {lint.fix}"):
        assert part in lint.page.text, part
    assert lint.page.headline[0].islower() and not lint.page.headline.endswith(".")


@pytest.mark.parametrize("name", LINTS)
def test_a_lint_has_a_case_and_a_near_miss(name: str) -> None:
    assert (CASES / f"{name}.rules").exists() and (CASES / f"{name}.ok.rules").exists()


@pytest.mark.parametrize(("name", "chunk"), WRONG, ids=lambda x: x.name if isinstance(x, Chunk) else x)
def test_case_is_found_where_it_says(name: str, chunk: Chunk) -> None:
    reports = found(name, chunk.text, chunk.files)
    assert chunk.expected, "no line says what is found"
    seen = sorted((*_place(one), one.name, one.headline) for one in reports)
    assert [s[:3] for s in seen] == [e[:3] for e in chunk.expected], _shown(reports, chunk)
    for (*_, words), (*_, headline) in zip(chunk.expected, seen, strict=True):
        assert words in headline, _shown(reports, chunk)


@pytest.mark.parametrize(("name", "chunk"), RIGHT, ids=lambda x: x.name if isinstance(x, Chunk) else x)
def test_near_miss_is_left_alone(name: str, chunk: Chunk) -> None:
    reports = found(name, chunk.text, chunk.files)
    assert not reports, _shown(reports, chunk)


@pytest.mark.parametrize("path", sorted(CASES.parent.glob("cases/*.ok.rules")), ids=lambda path: path.stem)
def test_whatever_checks_can_be_linted(path: Path) -> None:
    for chunk in chunks(path):
        done = linted(chunk.text, chunk.files)
        assert done.subject is not None and not done.errors


@pytest.mark.parametrize(("name", "sort", "text"), EXAMPLES)
def test_examples_of_the_pages(name: str, sort: str, text: str) -> None:
    assert bool(found(name, completed(text))) == (sort == "wrong")


@pytest.mark.parametrize(("name", "chunk"), WRONG, ids=lambda x: x.name if isinstance(x, Chunk) else x)
def test_findings_are_in_the_house_style(name: str, chunk: Chunk) -> None:
    for one in found(name, chunk.text, chunk.files):
        assert not one.headline[0].isupper() and not one.headline.endswith("."), one.headline
        assert one.labels and one.help and one.headline.count("`") % 2 == 0
        assert not one.fixes or {fix.safe for fix in one.fixes} == {LINTS[name].fix == "safe"}


@pytest.mark.parametrize(("name", "chunk"), WRONG, ids=lambda x: x.name if isinstance(x, Chunk) else x)
def test_safe_fixes_mend_what_was_found(name: str, chunk: Chunk) -> None:
    if LINTS[name].fix != "safe":
        return
    texts = {"game.rules": chunk.text, **chunk.files}
    for _ in range(5):
        texts, met = mended(
            texts, found(name, texts["game.rules"], {f: t for f, t in texts.items() if f != "game.rules"})
        )
        if not met:
            break
    assert texts != {"game.rules": chunk.text, **chunk.files}
    assert not found(name, texts["game.rules"], {f: t for f, t in texts.items() if f != "game.rules"})


def _place(one: Diagnostic) -> tuple[str, int]:
    return one.labels[0].span.file, one.labels[0].span.line


def _shown(reports: list[Diagnostic], chunk: Chunk) -> str:
    return "\n" + render(reports, {"game.rules": chunk.text, **chunk.files}, colour=False)
