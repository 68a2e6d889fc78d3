"""A game told from its beginning to its end: who decides, between how many options, what is chosen and what happens."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from rulewright.interpreter.streams import Stream, bot_seed

import rulewright as rw
from rulewright.library import bundled

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
SEED = 1
FIRST, LAST = 70, 25  # lines at the beginning and at the end that are told; what lies between them is only counted
MOST_COUNTS = 4  # a ruleset for more numbers of players than this is told with the fewest and with the most


def tables() -> Iterator[tuple[str, int]]:
    """Every ruleset, at the numbers of players with which it is told."""
    for name in bundled():
        try:
            counts = rw.load(name).players
        except rw.RulewrightError:
            yield name, 0  # so that this ruleset fails, and not all of them
            continue
        for players in counts if len(counts) <= MOST_COUNTS else (counts[0], counts[-1]):
            yield name, players


def golden_path(name: str, players: int) -> Path:
    return GOLDEN / f"{name}_{players}.txt"


def story(name: str, players: int) -> str:
    game = rw.load(name)
    table = game.new(players, seed=SEED)
    bot = Stream(bot_seed(SEED, 0))
    lines = [f"{game.title}, {_counted(players, 'player')}, seed {SEED}", "", *_happened(table)]
    starts: list[int] = []  # the lines with which decisions begin
    while not table.over:
        decision = table.decision
        option = decision.options[bot.below(len(decision.options))]
        how = "decides in secret" if decision.sealed else "decides"
        starts.append(len(lines))
        offered = _counted(len(decision.options), "option")
        lines.append(f"{len(starts):>4}  {decision.player_name} {how} ({offered}): {option.label}")
        table.play(option)
        lines += _happened(table)
    return "\n".join([*_told(lines, starts), "", *_end(table, len(starts))]) + "\n"


def _happened(table: rw.Table) -> list[str]:
    everyone = (1 << len(table.players)) - 1
    lines = []
    for line in table.trace:
        seers = [player for seat, player in enumerate(table.players) if line.seers >> seat & 1]
        hidden = line.seers & everyone != everyone
        secret = f"   [seen by {', '.join(seers) or 'nobody'}]" if hidden else ""
        lines.append(f"      {line.text}{secret}")
    return lines


def _told(lines: list[str], starts: list[int]) -> list[str]:
    """The beginning and the end, cut where a decision begins; what is left out still counts, by its digest."""
    if len(lines) <= FIRST + LAST + 10:
        return lines
    first = max((start for start in starts if FIRST // 2 < start <= FIRST), default=FIRST)
    last = min((start for start in starts if start >= len(lines) - LAST), default=len(lines) - LAST)
    silent = lines[first:last]
    digest = hashlib.sha256("\n".join(silent).encode()).hexdigest()[:16]
    decisions = sum(first <= start < last for start in starts)
    between = f"   …  {_counted(decisions, 'decision')} in {_counted(len(silent), 'line')}, digest {digest}"
    return [*lines[:first], between, *lines[last:]]


def _counted(many: int, what: str) -> str:
    return f"{many} {what}" if many == 1 else f"{many} {what}s"


def _end(table: rw.Table, decisions: int) -> list[str]:
    forced = sum(entry.forced for entry in table.log.entries)
    lines = [table.outcome or "not over"]
    if table.scores is not None:
        named = zip(table.players, table.scores, strict=True)
        lines.append("scores: " + ", ".join(f"{player} {score}" for player, score in named))
    return [*lines, f"{_counted(decisions, 'decision')}, and {_counted(forced, 'move')} without a choice"]
