"""Every diagnostic that can be raised has its page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rulewright.interpreter.meanings import MEANINGS

from rulewright.pages import PAGES

REPO = Path(__file__).parents[2]
NAMED = re.compile(r'(?:Diagnostic|_refusal|_problem|_unknown)\(\s*(?:name=)?"([a-z]+(?:-[a-z]+)+)"')
FILES = [*(REPO / "interpreter").glob("*.py"), *(REPO / "rulewright").rglob("*.py")]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(REPO).as_posix())
def test_every_diagnostic_has_a_page(path: Path) -> None:
    for name in NAMED.findall(path.read_text()):
        assert name in PAGES, f"{path.name} raises `{name}`"


def test_every_fault_has_a_meaning_and_a_page() -> None:
    for code, meaning in MEANINGS.items():
        assert f"fault-{code}" in PAGES
        assert meaning.headline[0].islower() or meaning.headline[0] == "`"
        assert not meaning.headline.endswith(".")


def test_faults_of_the_engines_have_a_meaning() -> None:
    raised = re.compile(r'(?:fault|RuleFault)\(\s*"([a-z]+)"')
    sources = [*(REPO / "interpreter").rglob("*.py")]
    for path in sources:
        for code in raised.findall(path.read_text()):
            assert code in MEANINGS, f"{path.name} raises `{code}`"
