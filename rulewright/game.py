"""A game that can be played: a checked program, ready to be specialised to players and rulings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import __version__
from .grammar.diagnostics import Diagnostic, RulewrightError, near
from .interpreter import engines, saves
from .interpreter.table import Setup, Table
from .library import find

if TYPE_CHECKING:
    from .runs import Row

LARGEST = 64 * 1024 * 1024  # bytes of a compiled program
SEEDS = 1 << 64


class Game:
    """Made by `rulewright.load`."""

    def __init__(self, program: dict[str, Any], source: str, sources: Mapping[str, str], folder: Path | None) -> None:
        self.program = program
        self.source = source
        self.sources = sources  # the texts of the ruleset's files, for reports
        self.folder = folder
        self._rules: dict[tuple[Any, ...], dict[str, Any]] = {}
        self._engines: dict[tuple[Any, ...], engines.Engine] = {}

    @property
    def name(self) -> str:
        return str(self.program["name"])

    @property
    def title(self) -> str:
        return str(self.program["title"])

    @property
    def players(self) -> range:
        """How many can play."""
        return range(self.program["players"]["low"], self.program["players"]["high"] + 1)

    @property
    def rulings(self) -> dict[str, tuple[str, ...]]:
        """The questions that the rulebook leaves open, with their readings. The default comes first."""
        found = {}
        for ruling in self.program["rulings"]:
            names = [reading["name"] for reading in ruling["readings"]]
            default = names.pop(ruling["default"])
            found[ruling["name"]] = (default, *names)
        return found

    def new(
        self,
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, str] | None = None,
        engine: str | None = None,
    ) -> Table:
        """A new game. Without a number, as few play as can; what `options` does not name is read by default. The engine
        is `reference`, unless the game needs a `guided` one."""
        name = engine or self.suited
        return Table(self.setup(players, seed, options, name), self.engine(players, options, name))

    def playouts(
        self,
        games: int,
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, str] | None = None,
        jobs: int | None = None,
    ) -> list[Row]:
        """Random games, one row for each: inside the compiled engine, or on the reference engine if it is missing."""
        from .runs import random_games

        engine = "compiled" if engines.has_compiled() else "reference"
        return list(random_games(self, games, players, seed, options, engine, jobs=jobs))

    def resume(self, blob: bytes | str, engine: str | None = None, upto: int | None = None) -> Table:
        """The game of a save, played again answer by answer. `upto` stops after so many answers."""
        return self.replay(saves.read(blob), engine, upto)

    def replay(self, save: saves.Save, engine: str | None = None, upto: int | None = None) -> Table:
        self._compare(save)
        table = self.new(save.players, save.seed, save.options, engine)
        for number, answer in enumerate(save.answers[:upto], 1):
            try:
                table.play(answer)
            except RulewrightError as error:
                first = error.diagnostics[0]
                headline = f"answer {number} of the save cannot be given: {first.headline}"
                raise RulewrightError(Diagnostic("bad-save", headline, first.labels, help=first.help)) from None
        if (upto is None or upto >= len(save.answers)) and table.digest != save.digest:
            headline = "the save does not lead to the position it says: it has been changed"
            raise RulewrightError(Diagnostic("bad-save", headline))
        return table

    def setup(
        self, players: int | None, seed: int, options: Mapping[str, str] | None, engine: str = "reference"
    ) -> Setup:
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEEDS:
            raise _refusal("bad-seed", f"`{seed}` is no seed", "a seed is a whole number from 0 to 2^64 - 1")
        readings = self.readings(options)
        rules = self.specialised(players, options)
        return Setup(self.program, rules, readings, seed, engine, self.source, __version__)

    @cached_property
    def suited(self) -> str:
        """The engine for tables at which people sit."""
        return engines.suited(self.program)

    def engine(self, players: int | None, options: Mapping[str, str] | None, name: str) -> engines.Engine:
        """An engine for these players and rulings. It serves any number of tables."""
        key = (*self._key(players, options), name)
        if key not in self._engines:
            self._engines[key] = engines.make(self.specialised(players, options), name)
        return self._engines[key]

    def specialised(self, players: int | None, options: Mapping[str, str] | None) -> dict[str, Any]:
        """The program with players and rulings made constant."""
        from .validator.specialise import specialise

        key = self._key(players, options)
        if key not in self._rules:
            indexes = {}
            for ruling in self.program["rulings"]:
                names = [reading["name"] for reading in ruling["readings"]]
                indexes[ruling["name"]] = names.index(dict(key[1])[ruling["name"]])
            self._rules[key] = specialise(self.program, key[0], indexes)
        return self._rules[key]

    def readings(self, options: Mapping[str, str] | None) -> dict[str, str]:
        """Every ruling with its reading: the given ones, and the defaults of the others."""
        chosen = {name: readings[0] for name, readings in self.rulings.items()}
        for name, reading in (options or {}).items():
            if name not in chosen:
                raise _unknown("unknown-ruling", f"`{self.name}` has no ruling `{name}`", name, list(chosen))
            known = self.rulings[name]
            if reading not in known:
                raise _unknown("unknown-reading", f"`{name}` has no reading `{reading}`", str(reading), list(known))
            chosen[name] = reading
        return chosen

    def _key(self, players: int | None, options: Mapping[str, str] | None) -> tuple[int, tuple[tuple[str, str], ...]]:
        count = self.players[0] if players is None else players
        if isinstance(count, bool) or not isinstance(count, int) or count not in self.players:
            low, high = self.players[0], self.players[-1]
            help_ = f"{low} play it" if low == high else f"{low} to {high} play it"
            raise _refusal("player-count", f"`{self.name}` cannot be played by {count}", help_)
        return count, tuple(sorted(self.readings(options).items()))

    def _compare(self, save: saves.Save) -> None:
        """A save belongs to exactly one program: with any other it could mean anything."""
        program = self.program
        if save.game != self.name:
            raise _refusal("other-game", f"the save is of `{save.game}`, not of `{self.name}`")
        if save.language != program["language"]:
            headline = f"the save is of version {save.language} of the language, and this is {program['language']}"
            raise _refusal("save-version", headline)
        if save.variant != program["variant"]:
            headline = f"the save is of {_variant(save.variant)}, and this is {_variant(program['variant'])}"
            raise _refusal("other-game", headline)
        if save.program != program["hash"]:
            headline = f"the rules of `{self.name}` have changed since this game was saved"
            raise _refusal("other-game", headline, "a save needs the very rules it was played with")


def load(what: str | Path, variant: str | None = None) -> Game:
    """A game by its bundled name, its folder, or a compiled `.json`. What is wrong with it is raised as one error."""
    place = find(str(what))
    if place.compiled:
        if variant is not None:
            raise _refusal("no-such-variant", "a compiled game has no variants", "name the variant when you compile it")
        return Game(_compiled(place.path), place.source, {}, None)
    from .validator.check import check_folder

    checked = check_folder(place.path, variant)
    if checked.program is None:
        errors = [d for d in checked.diagnostics if d.severity == "error"]
        raise BrokenRuleset(errors, checked.sources)
    return Game(checked.program, place.source, checked.sources, place.path)


class BrokenRuleset(RulewrightError):
    """A ruleset that does not pass the checker. Its texts are there so that reports can show the lines."""

    def __init__(self, diagnostics: list[Diagnostic], sources: Mapping[str, str]) -> None:
        super().__init__(*diagnostics)
        self.sources = sources


def resume(blob: bytes | str, game: Game | None = None, engine: str | None = None) -> Table:
    """Go on with a saved game. Without `game`, the game is loaded from where the save says it came from."""
    save = saves.read(blob)
    return (game or load(save.source, save.variant)).replay(save, engine)


def _compiled(path: Path) -> dict[str, Any]:
    from .validator.schema import validate

    try:
        if path.stat().st_size > LARGEST:
            raise _refusal("bad-program", f"`{path}` is larger than {LARGEST} bytes")
        program = json.loads(path.read_bytes())
    except OSError as error:
        raise _refusal("file-trouble", f"`{path}` cannot be read: {(error.strerror or '').lower()}") from None
    except (ValueError, RecursionError):
        raise _refusal("bad-program", f"`{path}` is not a compiled game: it is no JSON") from None
    problems = validate(program)
    if problems:
        raise RulewrightError(*problems)
    assert isinstance(program, dict)
    return program


def _variant(name: str | None) -> str:
    return f"variant `{name}`" if name else "the game without a variant"


def _refusal(name: str, headline: str, help_: str | None = None) -> RulewrightError:
    return RulewrightError(Diagnostic(name, headline, help=help_))


def _unknown(name: str, headline: str, word: str, among: list[str]) -> RulewrightError:
    meant = near(word, among)
    if meant:
        return _refusal(name, headline, f"did you mean `{meant}`?")
    return _refusal(name, headline, "there are " + ", ".join(f"`{n}`" for n in among) if among else "there are none")
