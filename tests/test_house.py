"""The house itself: its rooms, their order, their packaging, and that nothing in them knows a game."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("grammar", "validator", "interpreter", "rulewright")
MAY_IMPORT = {
    "grammar": {"grammar"},
    "validator": {"grammar", "validator"},
    "interpreter": {"grammar", "validator", "interpreter"},
    "rulewright": set(ROOMS),
}


def python_files() -> list[Path]:
    return [p for room in ROOMS for p in sorted((ROOT / room).rglob("*.py"))]


def imported(path: Path) -> list[str]:
    """Every module a file imports, absolutely named."""
    package = ["rulewright", *path.relative_to(ROOT).parts[:-1]]
    if package[1:2] == ["rulewright"]:
        package = package[1:]
    out: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            out += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            out += [module] if node.module else [f"{module}.{alias.name}" for alias in node.names]
    return out


@pytest.mark.parametrize("path", python_files(), ids=lambda p: str(p.relative_to(ROOT)))
def test_a_room_imports_only_the_rooms_before_it(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0]
    for module in imported(path):
        parts = module.split(".")
        assert parts[0] not in ("grammar", "validator", "interpreter"), f"bare import of {module}"
        if parts[0] == "rulewright" and room != "rulewright":
            assert len(parts) > 1 and parts[1] in MAY_IMPORT[room], f"{room} must not import {module}"


def test_every_package_is_shipped() -> None:
    """A subpackage that pyproject forgets vanishes from the wheel while the editable install still finds it."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    folders = {
        p.parent.relative_to(ROOT) for room in (*ROOMS, "rulesets", "seeds") for p in (ROOT / room).rglob("__init__.py")
    }
    named = {
        "rulewright"
        if f == Path("rulewright")
        else ".".join(("rulewright", *f.parts)).replace("rulewright.rulewright", "rulewright")
        for f in folders
    }
    assert named == set(settings["packages"])
    assert set(settings["package-dir"]) == set(settings["packages"])


def test_nothing_in_the_rooms_knows_a_game() -> None:
    games = [p.name for p in (ROOT / "rulesets").iterdir() if (p / "game.rules").exists()]
    words = [g for g in games if len(g) > 3] + ["sandstorm", "caravan", "riftwalker", "momentum", "warband"]
    pattern = re.compile(r"\b(" + "|".join(words) + r")\b", re.I)
    found = [
        f"{path.relative_to(ROOT)}:{i}: {line.strip()}"
        for path in [*python_files(), *(ROOT / "grammar").glob("*.lark")]
        for i, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == []


def test_the_interpreter_does_no_io_but_for_its_cache() -> None:
    calls = re.compile(
        r"\bopen\(|\.read_text\(|\.write_text\(|\.read_bytes\(|\.write_bytes\(|\bos\.(remove|rename|makedirs)\("
    )
    found = [
        str(path.relative_to(ROOT))
        for path in (ROOT / "interpreter").rglob("*.py")
        if path.name != "cache.py" and calls.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_lint() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "."], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout


def test_types(tmp_path: Path) -> None:
    """mypy wants the package as one tree; the rooms are linked together for it."""
    package = tmp_path / "rulewright"
    package.mkdir()
    for entry in (ROOT / "rulewright").iterdir():
        (package / entry.name).symlink_to(entry)
    for room in ROOMS[:-1]:
        (package / room).symlink_to(ROOT / room)
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), "-p", "rulewright"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel alone in a fresh venv; gives the path of its `rulewright` command."""
    place = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", str(place), str(ROOT)], check=True, capture_output=True)
    wheel = next(place.glob("*.whl"))
    subprocess.run([sys.executable, "-m", "venv", str(place / "venv")], check=True)
    bin_ = place / "venv" / ("Scripts" if os.name == "nt" else "bin")
    own_pip = [str(bin_ / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*own_pip, "install", str(wheel)], check=True, capture_output=True)
    return bin_ / "rulewright"


def test_the_wheel_alone_plays_every_bundled_ruleset(installed: Path, tmp_path: Path) -> None:
    import json

    for game in sorted(p.name for p in (ROOT / "rulesets").iterdir() if (p / "game.rules").exists()):
        command = [str(installed), "run", game, "--games", "1", "--seed", "1", "--json"]
        run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
        assert run.returncode == 0, (game, run.stdout, run.stderr)
        report = json.loads(run.stdout)
        assert report["game"] == game and report["finished"] + report["capped"] == 1 and report["failed"] == 0
