"""The lints that play: what never came up in many random games, and what went wrong in them (`lint --play N`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from .grammar.diagnostics import Diagnostic
from .grammar.spans import Span
from .interpreter.reports import site_span
from .interpreter.watching import Trouble, Watched, watch
from .playpages import PAGES
from .reporting import counted
from .validator.check import check_folder
from .validator.lint import Lint, Subject, finding
from .validator.marks import marking
from .validator.sights import ACTION, LINE, OPTION, POWER, PROCEDURE, TRIGGER

SHARE = 0.9  # of times a choice had one option only, from which on it is told
OFTEN = 10  # times that it must have come up
NOTES = ("idle-reading", "only-option")


def of_play() -> dict[str, Lint]:
    """The lints that `--play` adds. They look together, at games and not at the text."""
    severity = {name: "note" if name in NOTES else "warning" for name in PAGES}
    return {name: Lint(name, page, lambda _: (), "none", severity[name]) for name, page in PAGES.items()}


def played(
    games: int, seed: int, step: Callable[[int], None], brief: bool = False
) -> Callable[[Subject, Path], Iterable[Diagnostic]]:
    """What plays so many games of a ruleset for each number of players. `step` hears of so many more
    from time to time."""

    def look(subject: Subject, folder: Path) -> list[Diagnostic]:
        with marking():
            program = check_folder(folder).program
        assert program is not None
        seen, done = None, 0
        for seen in watch(program, games, seed, brief):
            step(seen.games - done)
            done = seen.games
        assert seen is not None
        return [replace(one, severity=of_play()[one.name].severity) for one in _found(program, seen)]

    return look


def _found(program: dict[str, Any], seen: Watched) -> Iterator[Diagnostic]:
    report = _Report(program, seen)
    yield from report.rules()
    yield from report.places(ACTION, "untaken-action", "the action `{}` was never taken")
    yield from report.places(OPTION, "untaken-option", "the option `{}` was never taken")
    yield from report.places(TRIGGER, "silent-trigger", "this trigger never fired")
    yield from report.places(POWER, "unused-power", "the {} was never used")
    yield from report.readings()
    yield from report.choices()
    for trouble in seen.troubles:
        yield report.endless(trouble) if trouble.fault is None else report.fault(trouble)


class _Report:
    def __init__(self, program: dict[str, Any], seen: Watched) -> None:
        self.program, self.seen = program, seen
        self.sites = program["sites"]
        self.label = f"not once in {counted(seen.games, 'random game')}"

    def span(self, site: int) -> Span:
        found = site_span(self.program, site)
        assert found is not None
        return found

    def made(self, name: str, headline: str, site: int, label: str, **more: Any) -> Diagnostic:
        return replace(finding(headline, self.span(site), label, **more), name=name)

    def rules(self) -> Iterator[Diagnostic]:
        lines: dict[str, list[tuple[int, int]]] = {}
        for sight, count in zip(self.seen.sights, self.seen.counts, strict=True):
            asked = sight.name.endswith(".if")  # whether a trigger fires is not what it does
            if sight.sort in (LINE, PROCEDURE, ACTION, TRIGGER, POWER) and not asked:
                for rule in self.sites[sight.site]["rules"]:
                    lines.setdefault(rule, []).append((count, sight.site))
        for rule, found in lines.items():
            if not any(count for count, _ in found):
                headline = f"nothing that plays `{rule}` was ever come to"
                yield self.made("unplayed-rule", headline, found[0][1], self.label, rules=(rule,))

    def places(self, sort: str, name: str, headline: str) -> Iterator[Diagnostic]:
        """Things of one sort that never came up: none of the places that mean them did."""
        counts: dict[tuple[str, tuple[Any, ...]], int] = {}
        at: dict[tuple[str, tuple[Any, ...]], int] = {}
        for sight, count in zip(self.seen.sights, self.seen.counts, strict=True):
            if sight.sort == sort:
                site = self.sites[sight.site]
                key = sight.name, (site["file"], site["line"], site["column"])
                counts[key] = counts.get(key, 0) + count
                at.setdefault(key, sight.site)
        for (word, _), count in counts.items():
            if not count:
                site_number = at[word, _]
                rules = tuple(self.sites[site_number]["rules"])
                yield self.made(name, headline.format(word), site_number, self.label, rules=rules)

    def readings(self) -> Iterator[Diagnostic]:
        rulings = {ruling["name"]: ruling for ruling in self.program["rulings"]}
        for name, reading in self.seen.idle:
            headline = f"with `{name}={reading}` no game ended otherwise than usual"
            ruling = rulings[name]
            yield self.made("idle-reading", headline, ruling["site"], "", rules=tuple(ruling["rules"]))

    def choices(self) -> Iterator[Diagnostic]:
        for site, (several, one) in self.seen.choices.items():
            share = one / (several + one)
            if several + one >= OFTEN and share >= SHARE:
                headline = f"this choice had one option only, {one} times of {several + one} ({share:.0%})"
                yield self.made("only-option", headline, site, "hardly a decision")

    def endless(self, trouble: Trouble) -> Diagnostic:
        also = [(self.span(site), "asked again and again") for site in trouble.loop[1:4]]
        headline = f"{counted(self.seen.capped, 'game')} of {self.seen.games} did not come to an end"
        site = trouble.loop[0] if trouble.loop else self.program["procedures"][0]["site"]
        notes = [f"for instance {_game(trouble)}"]
        return self.made("endless-game", headline, site, "asked again and again", also=also, notes=notes)

    def fault(self, trouble: Trouble) -> Diagnostic:
        assert trouble.fault is not None
        what = trouble.fault.detail or f"`{trouble.fault.code}`"
        notes = [f"in {_game(trouble)}"]
        if trouble.answers:
            notes.append(f"it takes {counted(len(trouble.answers), 'answer')}: {'; '.join(trouble.answers)}")
        elif trouble.answers is not None:
            notes.append("it comes without anybody having to decide")
        site = trouble.fault.site if trouble.fault.site >= 0 else self.program["procedures"][0]["site"]
        return self.made("fault-in-play", f"a random game breaks off: {what}", site, "here", notes=notes)


def _game(trouble: Trouble) -> str:
    options = "".join(f", {name}={reading}" for name, reading in trouble.options.items())
    return f"game {trouble.number} of seed {trouble.seed} with {counted(trouble.players, 'player')}{options}"
