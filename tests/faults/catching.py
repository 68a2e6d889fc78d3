"""Plants the mistakes of faults.yaml one by one in copies of the bundled rulesets, and sees who catches them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml
from rulewright.grammar.diagnostics import Diagnostic
from rulewright.interpreter import engines
from rulewright.interpreter.scenarios import run
from rulewright.validator.check import Checked, check_folder
from rulewright.validator.lint import subject_of

from rulewright.linting import chosen, lint
from rulewright.playlints import played

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
RULESETS = ROOT / "rulesets"
CATCHERS = ("check", "lint", "scenarios", "play")
GAMES = 40  # random games per player count
STEPS = 200_000  # a mistake may make play go round for ever


@dataclass(frozen=True, slots=True)
class Fault:
    """One mistake. `find` stands once in the file and becomes `put`."""

    number: int
    game: str
    file: str
    sort: str
    find: str
    put: str


@dataclass(slots=True)
class Catch:
    """Who caught a mistake, and with which words. What does not check cannot be linted, tested or played."""

    fault: Fault
    by: dict[str, str] = field(default_factory=dict)


def faults() -> list[Fault]:
    rows = yaml.safe_load((HERE / "faults.yaml").read_text(encoding="utf-8"))
    return [Fault(number, **row) for number, row in enumerate(rows, 1)]


def caught(fault: Fault, all_of_them: bool = True) -> Catch:
    """Plants a mistake and asks everybody, or until the first has caught it."""
    catch = Catch(fault)
    with TemporaryDirectory() as place:
        folder = _copy(fault.game, Path(place))
        path = folder / fault.file
        text = path.read_text(encoding="utf-8")
        assert text.count(fault.find) == 1, f"fault {fault.number}: `{fault.find}` is not in {fault.file} once"
        path.write_text(text.replace(fault.find, fault.put), encoding="utf-8")
        checked = check_folder(folder)
        if checked.program is None:
            catch.by["check"] = next(d.headline for d in checked.diagnostics if d.severity == "error")
            return catch
        for name in CATCHERS[1:]:
            said = ASKED[name](folder, checked) - usual(fault.game, name)
            if said:
                catch.by[name] = min(said)
                if not all_of_them:
                    break
    return catch


@cache
def usual(game: str, catcher: str) -> frozenset[str]:
    """What is said of the ruleset as it is."""
    with TemporaryDirectory() as place:
        folder = _copy(game, Path(place))
        return frozenset(ASKED[catcher](folder, check_folder(folder)))


def _copy(game: str, place: Path) -> Path:
    folder = place / game
    shutil.copytree(RULESETS / game, folder)
    return folder


def _linted(folder: Path, checked: Checked) -> set[str]:
    return _words(lint(folder, chosen([], [], None, {})).found)


def _tested(folder: Path, checked: Checked) -> set[str]:
    """The first scenario that fails is enough."""
    program: dict[str, Any] = {**checked.program, "steps": STEPS}  # type: ignore[dict-item]
    engine = "compiled" if engines.suited(program) == "guided" else "reference"
    results = run(program, program["scenarios"], [engine])
    failed = next((result.name for result in results if not result.passed), None)
    return set() if failed is None else {f'"{failed}"'}


def _played(folder: Path, checked: Checked) -> set[str]:
    assert checked.world is not None and checked.program is not None
    subject = subject_of(checked, None)
    return _words(played(GAMES, 0, lambda _: None, brief=True)(subject, folder))


def _words(found: Iterable[Diagnostic]) -> set[str]:
    """What lints say, without how many games there were."""
    kept = [one for one in found if one.name != "only-option"]
    return {one.name if one.name == "endless-game" else f"{one.name}: {one.headline}" for one in kept}


ASKED: dict[str, Callable[[Path, Checked], set[str]]] = {"lint": _linted, "scenarios": _tested, "play": _played}
