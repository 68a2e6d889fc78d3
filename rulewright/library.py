"""Where rulesets and rulebooks are: bundled with Rulewright, in a folder, or in one compiled file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from os.path import exists, isdir, isfile  # unlike those of Path, these never raise
from pathlib import Path

from .files import read_bytes
from .grammar.diagnostics import Diagnostic, RulewrightError, near

MAIN = "game.rules"
LARGEST_RULEBOOK = 2_000_000  # bytes
PRESENTATION = "presentation.yaml"


@dataclass(frozen=True, slots=True)
class Place:
    """A ruleset that was found. `source` is what finds it again."""

    source: str
    path: Path
    compiled: bool


def bundled() -> list[str]:
    """The names of the rulesets that come with Rulewright."""
    root = _shelf("rulesets")
    return sorted(p.name for p in root.iterdir() if (p / MAIN).is_file()) if root.is_dir() else []


def find(what: str) -> Place:
    """A ruleset by its bundled name, by its folder, by a file of it, or as a compiled `.json`."""
    if what in bundled():
        return Place(what, _shelf("rulesets") / what, compiled=False)
    path = Path(what)
    if path.suffix == ".json" and isfile(path):
        return Place(what, path, compiled=True)
    if what and isfile(path / MAIN):
        return Place(what, path, compiled=False)
    if path.suffix == ".rules" and isfile(path.parent / MAIN) and isfile(path):
        return Place(str(path.parent), path.parent, compiled=False)
    if what and exists(path):
        raise _missing(
            f"`{what}` is not a ruleset", f"a ruleset is a folder with a file `{MAIN}`, or a compiled `.json`"
        )
    short = what if len(what) <= 60 else what[:60] + "…"
    meant = near(what, bundled())
    help_ = f"did you mean `{meant}`?" if meant else "name a folder, a compiled `.json`, or a bundled game: " + _names()
    raise _missing(f"no game is called `{short}`", help_)


def rulesets_at(paths: Iterable[str]) -> list[Path]:
    """The folders of all rulesets that are meant: each path is a ruleset, a folder of rulesets or a file of one."""
    found: dict[Path, None] = {}
    for what in paths:
        path = Path(what)
        if what and isdir(path) and not isfile(path / MAIN) and what not in bundled():
            below = _rulesets_below(path)
            if not below:
                raise _missing(f"there is no ruleset in `{what}`", f"a ruleset is a folder with a file `{MAIN}`")
            found.update(dict.fromkeys(below))
        else:
            place = find(what)
            if place.compiled:
                raise _missing(f"`{what}` is compiled, not a ruleset", "name the folder of its ruleset")
            found[place.path] = None
    return list(found)


def _rulesets_below(path: Path) -> list[Path]:
    """At any depth, but none within another and none in hidden folders."""
    found: list[Path] = []
    for main in sorted(path.rglob(MAIN)):
        hidden = any(part.startswith(".") for part in main.relative_to(path).parts)
        if not hidden and not any(main.is_relative_to(other) for other in found):
            found.append(main.parent)
    return found


def rulebook(name: str, folder: Path | None) -> Path | None:
    """`NAME.md`, in the ruleset's folder or among the shipped seeds."""
    for shelf in (folder, _shelf("seeds")):
        if shelf is not None and (shelf / f"{name}.md").is_file():
            return shelf / f"{name}.md"
    return None


def read_rulebook(path: Path) -> str:
    """Its text; what is no text shows as such, and what is beyond all measure is left out."""
    return read_bytes(path, LARGEST_RULEBOOK).decode("utf-8", errors="replace")


def _missing(headline: str, help_: str) -> RulewrightError:
    return RulewrightError(Diagnostic("no-such-game", headline, help=help_))


def _names() -> str:
    return ", ".join(f"`{name}`" for name in bundled()) or "there is none"


def _shelf(name: str) -> Path:
    return Path(str(files(f"{__package__}.{name}")))
