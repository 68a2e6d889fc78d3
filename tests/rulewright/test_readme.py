"""What the README shows is so: its game checks and passes its scenario, its Python runs, its report is a real one."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copytree

import pytest
from commandline import rulewright
from rulewright.validator.check import check_text

from rulewright.cli import COMMANDS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.M | re.S)


def block(start: str, language: str = "") -> str:
    (found,) = [text for said, text in BLOCKS if said == language and text.startswith(start)]
    return found


def without_lines(report: str) -> str:
    """The rules may grow above the place."""
    return re.sub(r"[ -]+", " ", re.sub(r"(?m)^ *\d+ \||:\d+:\d+$", "|", report))


def test_its_game_checks_and_passes_its_scenario(tmp_path: Path) -> None:
    text = block("language 1.0")
    assert check_text(text).diagnostics == []
    (tmp_path / "game.rules").write_text(text, encoding="utf-8")
    ran = rulewright("test", str(tmp_path))
    assert (ran.code, ran.out.strip()) == (0, "1 scenario passed, on reference and compiled")


def test_its_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(block("import rulewright", "python"), "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("(")


def test_its_report_is_a_real_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = block("error[")
    copytree(ROOT / "rulesets" / "as_rubble_as_storm", tmp_path, dirs_exist_ok=True)
    rules = tmp_path / "game.rules"
    rules.write_text(rules.read_text("utf-8").replace("cost 1 stamina", "cost 1 stamna", 1), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    ran = rulewright("check", ".")
    assert ran.code == 1
    assert without_lines(ran.out).startswith(without_lines(shown))


def test_it_names_every_command() -> None:
    named = set(re.findall(r"`(?:rulewright )?(\w+)[ `]", README))
    assert set(COMMANDS) - named == set()
