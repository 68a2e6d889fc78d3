"""The command line as a whole: commands, exit codes, help, speed, pipes, and mistakes in the line itself."""

from __future__ import annotations

import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest
from commandline import rulewright

import rulewright as package
from rulewright.cli import COMMANDS

REPO = Path(__file__).parents[2]
RUN = [sys.executable, "-m", "rulewright.cli"]


def test_help_names_every_command() -> None:
    ran = rulewright("--help")
    assert ran.code == 0
    for name in COMMANDS:
        assert f"\n    {name}" in ran.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    ran = rulewright(name, "--help")
    assert ran.code == 0 and f"usage: rulewright {name}" in ran.out


def test_the_version_is_that_of_the_distribution() -> None:
    said = tomllib.loads((REPO / "pyproject.toml").read_text())["project"]["version"]
    assert package.__version__ == said
    assert rulewright("--version").out == f"rulewright {said}\n"


def test_no_command_at_all() -> None:
    assert rulewright().code == 2


def test_a_command_that_is_not_there() -> None:
    ran = rulewright("chekc")
    assert ran.code == 2 and ran.err == "error: there is no command `chekc`\n  = help: see `rulewright --help`\n"
    assert "did you mean `check`?" in rulewright("chek").err


@pytest.mark.parametrize(
    "argv",
    [
        ("check",),
        ("run", "pig", "--games", "many"),
        ("run", "pig", "--engine", "fast"),
        ("test", "pig", "--format", "xml"),
        ("play",),
        ("check", "pig", "--nonsense"),
        ("replay", "x", "--at", "soon"),
    ],
)
def test_a_line_that_makes_no_sense(argv: tuple[str, ...]) -> None:
    ran = rulewright(*argv)
    assert ran.code == 2 and ran.err.startswith("error: ") and "--help" in ran.err and not ran.out


@pytest.mark.parametrize("command", ["check", "fmt", "test", "coverage", "options", "play", "run", "compile", "graph"])
@pytest.mark.parametrize("game", ["no_such_game", "/nowhere", "a\x00b", "", "README.md", "x" * 5000])
def test_a_game_that_is_not_there(command: str, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "README.md").write_text("hello")
    ran = rulewright(command, game)
    assert ran.code == 2 and "error[no-such-game]" in ran.err


def test_did_you_mean_a_bundled_game() -> None:
    assert "did you mean `tic_tac_toe`?" in rulewright("play", "tic_tac_to").err


def test_a_problem_as_json() -> None:
    ran = rulewright("options", "no_such_game", "--format", "json")
    assert ran.code == 2 and ran.data["diagnostics"][0]["name"] == "no-such-game"


def test_help_starts_quickly_and_loads_nothing_heavy() -> None:
    heavy = "[m for m in ('lark', 'networkx', 'jsonschema', 'yaml') if m in sys.modules]"
    code = f"import sys, rulewright.cli as c; c.main(['--help']); print({heavy})"
    best = 9.0
    for _ in range(3):
        start = time.perf_counter()
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        best = min(best, time.perf_counter() - start)
    assert ran.stdout.endswith("[]\n")
    assert best < 1.0, "far from the 0.2 s it should take, even on a busy machine"


def test_a_reader_that_goes_away() -> None:
    pipe = subprocess.Popen([*RUN, "compile", "pig"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert pipe.stdout is not None and pipe.stderr is not None
    pipe.stdout.read(10)
    pipe.stdout.close()
    assert pipe.wait(60) == 0 and pipe.stderr.read() == b""


def test_interrupting_a_run_tells_what_was_done() -> None:
    import signal

    run = subprocess.Popen(
        [*RUN, "run", "pig", "--games", "1000000", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    time.sleep(3)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=60)
    assert run.returncode == 130 and '"games":' in out and "Traceback" not in err
