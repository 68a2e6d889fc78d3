"""`rulewright mutate`: changes that nobody notices, with their lines, and a score."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.cli import main

EQUIVALENT = """- file: game.rules
  line: "roll die from 1 to 6"
  place: "6"
  change: shifted
  why: "scenarios say what is rolled"
"""


def told(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, dict[str, object]]:
    code = main(["mutate", *args, "--format", "json"])
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return code, found


def pig(tmp_path: Path) -> Path:
    folder = tmp_path / "pig"
    folder.mkdir()
    text = (Path(__file__).parents[2] / "rulesets/pig/game.rules").read_text(encoding="utf-8")
    (folder / "game.rules").write_text(text, encoding="utf-8")
    return folder


def test_what_nobody_notices(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = pig(tmp_path)
    code, found = told(capsys, str(folder), "--jobs", "1")
    assert code == 1 and found["unnoticed"] == 1 and found["tried"] == found["mutants"]
    unnoticed = [row for row in found["changes"] if row["noticed"] is None]  # type: ignore[attr-defined]
    assert [(row["text"], row["change"], row["reached"], row["game"]["number"]) for row in unnoticed] == [
        ("6", "shifted", True, 0)
    ]
    (folder / "equivalent.yaml").write_text(EQUIVALENT, encoding="utf-8")
    code, found = told(capsys, str(folder), "--jobs", "1", "--games", "0")
    assert code == 0 and found["score"] == 100.0 and found["equivalent"] == 1


def test_what_is_said_to_be_equivalent_must_be_unnoticed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = pig(tmp_path)
    (folder / "equivalent.yaml").write_text(EQUIVALENT.replace("shifted", "deleted"), encoding="utf-8")
    code, found = told(capsys, str(folder), "--jobs", "1", "--games", "0", "--under", "50")
    assert code == 1 and found["stale"] == ["`6` in game.rules: `roll die from 1 to 6`"]


def test_a_sample_in_several_processes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = pig(tmp_path)
    code, found = told(capsys, str(folder), "--jobs", "2", "--games", "0", "--sample", "4", "--under", "0")
    again = told(capsys, str(folder), "--jobs", "1", "--games", "0", "--sample", "4", "--under", "0")[1]
    assert code == 0 and found == again and found["tried"] == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [("- file: x\n", "entry 1 of"), ("file: x\n", "is a list of entries"), ("- [\n", "equivalent.yaml")],
)
def test_a_bad_file(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, said: str) -> None:
    folder = pig(tmp_path)
    (folder / "equivalent.yaml").write_text(text, encoding="utf-8")
    assert main(["mutate", str(folder)]) == 2
    assert said in capsys.readouterr().err
