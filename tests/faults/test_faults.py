"""Mistakes planted in the bundled rulesets are caught before anybody plays: a sample here, all in report.py."""

from __future__ import annotations

import re
from random import Random

import pytest
from catching import RULESETS, caught, faults
from report import PLACE

ALL = faults()
QUICK = [fault for fault in ALL if fault.game != "ruins"]  # whose games look far ahead
SAMPLE = sorted(Random(9).sample(QUICK, 8), key=lambda fault: fault.number)


def rows() -> dict[int, list[str]]:
    """The table of the docs: number, then yes, – or nothing by catcher."""
    found = {}
    for line in PLACE.read_text(encoding="utf-8").splitlines():
        if re.match(r"\| \d+ \|", line):
            cells = [cell.strip() for cell in line.strip("|").split(" | ")]
            found[int(cells[0])] = cells[-4:]
    return found


def test_there_are_many_mistakes_of_many_sorts() -> None:
    assert len(ALL) >= 60
    assert len({fault.sort for fault in ALL}) >= 15


@pytest.mark.parametrize("fault", ALL, ids=lambda fault: f"{fault.number}-{fault.game}")
def test_each_can_be_planted(fault: object) -> None:
    text = (RULESETS / fault.game / fault.file).read_text(encoding="utf-8")  # type: ignore[attr-defined]
    assert text.count(fault.find) == 1 and fault.find != fault.put  # type: ignore[attr-defined]


def test_the_table_tells_of_all_and_nine_of_ten_are_caught() -> None:
    told = rows()
    assert list(told) == [fault.number for fault in ALL]
    assert sum("yes" in cells for cells in told.values()) >= 0.9 * len(told)


@pytest.mark.parametrize("fault", SAMPLE, ids=lambda fault: f"{fault.number}-{fault.game}")
def test_a_sample_is_caught_as_the_table_says(fault: object) -> None:
    told = "yes" in rows()[fault.number]  # type: ignore[attr-defined]
    assert bool(caught(fault, all_of_them=False).by) == told  # type: ignore[arg-type]
