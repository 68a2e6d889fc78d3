"""Every diagnostic about data has its page, and the examples on it do what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rulewright.grammar.diagnostics import Diagnostic
from rulewright.validator import pages_data
from rulewright.validator.data import Column, EnumColumn, IntColumn, read_table
from rulewright.validator.graphfile import read_graph
from rulewright.validator.pages_data import PAGES
from rulewright.validator.yamlfile import load_yaml

TILE = [Column("price", IntColumn(0, 9)), Column("colour", EnumColumn(("blue", "green", "red"), True), None)]
READERS = ("yamlfile", "columns", "data", "reading", "graphfile", "discs", "layers")
EXAMPLES = [
    (name, sort, text)
    for name, page in PAGES.items()
    for sort, text in re.findall(r"```yaml (wrong|right)\n(.*?)```", page.text, re.S)
]


def reports(text: str) -> list[Diagnostic]:
    root, found = load_yaml(text, "file.yaml")
    if root is None:
        return found
    if re.match("spaces|layers", text):
        return found + read_graph(root, "file.yaml", [])[1]
    return found + read_table(root, "file.yaml", "tile", TILE)[1]


@pytest.mark.parametrize(("name", "sort", "text"), EXAMPLES)
def test_examples_do_as_they_say(name: str, sort: str, text: str) -> None:
    assert [each.name for each in reports(text)] == ([name] if sort == "wrong" else [])


def test_every_report_has_its_page() -> None:
    folder = Path(pages_data.__file__).parent
    names = set()
    for reader in READERS:
        source = (folder / f"{reader}.py").read_text(encoding="utf-8")
        names |= set(re.findall(r'(?:say|warn|twice|_wrong|Diagnostic|_refuse)\(\s*(?:event, )?"([a-z-]+)"', source))
    assert names == set(PAGES)


def test_codes_are_ours_and_in_order() -> None:
    codes = [page.code for page in PAGES.values()]
    assert codes == sorted(set(codes)) and all("RW200" <= code <= "RW299" for code in codes)
