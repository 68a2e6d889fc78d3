"""Plays many random games on the compiled engine and says what came up in them and what did not.

One module for each number of players counts the places that play comes to (validator/sights.py); readings of rulings
are told by attributes, so it serves all of them. What went wrong in a game is played again, decision by decision, and
its answers are shrunk to the few that matter."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ..validator.mutants import RULING, fixed_rulings
from ..validator.sights import Sight, sighted
from ..validator.specialise import specialise
from .compiled.host import Engine
from .compiled.instance import Instance
from .compiled.playouts import _Series
from .decision import decision_of
from .faults import RuleFault
from .mutation import HOLDS, judged
from .observer import Observer
from .reference.engine import Engine as Reference
from .shrinking import shrunk
from .state import FP, PC, Option, State, Value, packed, zero_state
from .streams import Stream, bot_seed, game_seed

Node = dict[str, Any]
CAP = 5_000  # decisions after which a game is given up
FEW = 20  # games with an unusual reading, at least; and games that are played decision by decision
LONGEST = 60  # decisions of a loop that is recognised
TRIES = 400  # replays for shrinking one log


@dataclass(frozen=True, slots=True)
class Trouble:
    """A game that did not come to its end: the error, or None if it went on and on. `answers` lead there, in words, if
    they are known;
    `loop` are the sites of the decisions that came again and again."""

    players: int
    options: dict[str, str]
    seed: int
    number: int
    fault: RuleFault | None
    answers: list[str] | None = None
    loop: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Watched:
    """What was seen in a series of random games."""

    sights: list[Sight]
    counts: list[int]
    games: int = 0
    troubles: list[Trouble] = field(default_factory=list)
    capped: int = 0
    failed: int = 0
    idle: list[tuple[str, str]] = field(default_factory=list)  # readings with which no game went otherwise
    choices: dict[int, list[int]] = field(default_factory=dict)  # site of a choice: with several options, with one


def watch(program: Node, games: int, seed: int = 0, brief: bool = False) -> Iterator[Watched]:
    """So many games for each number of players, and some more for every reading that is not the usual one. The program
    must have marks. `brief`: with the fewest and the most players and the usual readings only. Gives the same report
    again and again as it grows, so that whoever waits can stop."""
    changed, sights = sighted({**program, "scenarios": []})
    seen = Watched(sights, [0] * len(sights))
    differing: set[tuple[str, int]] = set()
    counts = _counts(program)
    tables = [
        Table(judged(changed), program, players, len(sights))
        for players in (sorted({counts[0], counts[-1]}) if brief else counts)
    ]
    for table in tables:
        usual = table.play(table.defaults, games, seed, seen)
        yield seen
        few = max(FEW, games // 20)
        for ruling in program["rulings"] if not brief else ():
            for reading in range(len(ruling["readings"])):
                if reading != ruling["default"]:
                    rows = table.play({**table.defaults, ruling["name"]: reading}, few, seed, seen)
                    if any(row != before for row, before in zip(rows, usual, strict=False)):
                        differing.add((ruling["name"], reading))
            yield seen
    fixed = fixed_rulings(program)
    for ruling in program["rulings"] if not brief else ():
        for reading in range(len(ruling["readings"])) if ruling["name"] in fixed else ():
            if reading != ruling["default"]:  # what it shows is fixed in the program, which is made anew for it
                table = Table(judged(changed), program, _counts(program)[0], len(sights), {ruling["name"]: reading})
                table.play({**table.defaults, ruling["name"]: reading}, max(FEW, games // 20), seed, seen)
                yield seen
    for ruling in program["rulings"] if not brief else ():
        for reading, said in enumerate(ruling["readings"]):
            known = reading == ruling["default"] or (ruling["name"], reading) in differing
            if not known and ruling["name"] not in fixed:
                seen.idle.append((ruling["name"], said["name"]))
    if not brief:
        tables[0].look(min(games, FEW), seed, seen)
    yield seen


def _counts(program: Node) -> range:
    return range(program["players"]["low"], program["players"]["high"] + 1)


class _Early(Observer):
    """Counts what setting up comes to, which no module does."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()

    def noted(self, node: Node, args: list[Value]) -> None:
        if "sight" in node:
            self.counts[node["sight"]] += 1


class Table:
    """Games with one number of players."""

    def __init__(
        self, changed: Node, program: Node, players: int, sights: int, options: dict[str, int] | None = None
    ) -> None:
        self.program = program
        self.defaults = {ruling["name"]: ruling["default"] for ruling in program["rulings"]}
        self.rules = {**specialise(changed, players, options, script=1), "sights": sights}
        self.engine = Engine(self.rules)
        self.reference = Reference(self.rules)
        self.early = _Early()
        self.told: set[tuple[Any, ...]] = set()  # troubles of which one game was enough

    def start(self, readings: dict[str, int]) -> bytes:
        """A game before it begins."""
        rules = self.rules
        state = zero_state(rules)
        for name, reading in readings.items():
            state[rules["attributes"][RULING + name]["at"]] = reading
        self.reference.observer = self.early
        self.reference.perform(state, rules["init"])
        main = next(i for i, p in enumerate(rules["procedures"]) if p["name"] == rules["main"])
        state[PC], state[FP] = -(main + 1), rules["stack"]["at"]
        return packed(state[: rules["stack"]["at"]])

    def set_up(self, instance: Instance, readings: dict[str, int]) -> None:
        image, at = self.start(readings), self.engine.compiled.image
        instance.memory[at : at + len(image)] = image

    # ------------------------------------------------------------ in the module

    def play(self, readings: dict[str, int], games: int, seed: int, seen: Watched) -> list[Any]:
        """A series of games, added to what was seen; gives how each went."""
        instance = self.engine.machine.instance()
        self.set_up(instance, readings)
        series = _Series(self.engine, games, seed, CAP, 0)
        if self.program["invariants"]:
            series.how = "tested playouts"
        rows: list[Any] = []
        seconds = 0.0
        while (task := series.claim(seconds)) is not None:
            stretch, seconds = series.play(instance, *task)
            rows += list(stretch)
        at, counts = self.engine.compiled.sights, len(seen.counts)
        found = struct.unpack_from(f"<{counts}i", instance.memory, at)
        early = self.early.counts
        seen.counts = [before + now + early[k] for k, (before, now) in enumerate(zip(seen.counts, found, strict=True))]
        seen.games += games
        for number, row in enumerate(rows):
            seen.capped += row.capped
            seen.failed += row.fault is not None
            if row.capped or row.fault is not None:
                self.trouble(readings, seed, number, row.fault, seen)
        return rows

    def trouble(self, readings: dict[str, int], seed: int, number: int, fault: RuleFault | None, seen: Watched) -> None:
        """Told once for each error and place, with a short log, or with the loop."""
        key = (fault.code, fault.site) if fault is not None else ("cap",)
        if key in self.told or any(_key(trouble) == key for trouble in seen.troubles):
            return
        self.told.add(key)
        options = {
            r["name"]: r["readings"][readings[r["name"]]]["name"]
            for r in self.program["rulings"]
            if readings[r["name"]] != r["default"]
        }
        players = self.rules["players"]
        replay = Replay(self, readings, game_seed(seed, number))
        answers, points = replay.drawn(Stream(bot_seed(seed, number)), fault)
        if fault is None:
            trouble = Trouble(players, options, seed, number, None, None, replay.loop(points))
        else:
            trouble = Trouble(players, options, seed, number, fault, replay.short(answers, fault))
        seen.troubles.append(trouble)

    # ------------------------------------------------------------ decision by decision

    def look(self, games: int, seed: int, seen: Watched) -> None:
        """Some games on an engine that asks even where there is one option, to count how often that is so."""
        from .mutation import all_asked

        asking = Table.__new__(Table)
        asking.program, asking.defaults, asking.reference = self.program, self.defaults, self.reference
        asking.early = self.early
        asking.rules = all_asked(self.rules)
        asking.engine = Engine(asking.rules)
        for number in range(games):
            replay = Replay(asking, self.defaults, game_seed(seed, number))
            for site, many in replay.choices(Stream(bot_seed(seed, number))):
                seen.choices.setdefault(site, [0, 0])[many == 1] += 1


def _key(trouble: Trouble) -> tuple[Any, ...]:
    return ("cap",) if trouble.fault is None else (trouble.fault.code, trouble.fault.site)


class Replay:
    """One game, played from its seed with given answers."""

    def __init__(self, table: Table, readings: dict[str, int], seed: int) -> None:
        self.table, self.seed = table, seed
        self.engine = table.engine
        self.engine._prepare()
        table.set_up(self.engine._instance, readings)
        self.judges = [(HOLDS + invariant["procedure"], invariant["site"]) for invariant in table.program["invariants"]]

    def begin(self) -> State:
        state = self.engine.new(self.seed)
        self.hold(state)
        return state

    def hold(self, state: State) -> None:
        from .invariants import in_action

        acting = bool(self.judges) and in_action(self.table.rules, state)
        for (judge, _), invariant in zip(self.judges, self.table.program["invariants"], strict=True):
            if invariant["always"] or not acting:
                self.engine.perform(state[:], judge)

    def drawn(self, stream: Stream, fault: RuleFault | None) -> tuple[list[Option], list[int]]:
        """The answers of the bot until the error or the cap, and the points at which it gave them."""
        answers: list[Option] = []
        points: list[int] = []
        try:
            state = self.begin()
            while len(answers) < CAP and (choice := self.engine.choice(state)) is not None:
                option = choice.options[stream.below(len(choice.options))]
                answers.append(option)
                points.append(choice.point)
                self.engine.answer(state, option)
                self.hold(state)
        except RuleFault:
            pass
        return answers, points

    def choices(self, stream: Stream) -> Iterator[tuple[int, int]]:
        """The site of every choice of a game, and how many options it had."""
        try:
            state = self.engine.new(self.seed)
            for _ in range(CAP):
                choice = self.engine.choice(state)
                if choice is None:
                    return
                yield choice.node["site"], len(choice.options)
                self.engine.answer(state, choice.options[stream.below(len(choice.options))])
        except RuleFault:
            return

    def ends(self, answers: list[Option]) -> tuple[RuleFault | None, list[tuple[int, Option, Node]]]:
        """What these answers come to. One that is not offered when its turn comes is left out."""
        given: list[tuple[int, Option, Node]] = []
        try:
            state = self.begin()
            for answer in answers:
                choice = self.engine.choice(state)
                if choice is None:
                    break
                if answer in choice.options:
                    given.append((choice.who, answer, choice.node))
                    self.engine.answer(state, answer)
                    self.hold(state)
        except RuleFault as fault:
            return fault, given
        return None, given

    def short(self, answers: list[Option], fault: RuleFault) -> list[str] | None:
        """The fewest answers that come to the same error, in words."""

        def shows(some: list[Option]) -> bool:
            found = self.ends(some)[0]
            return found is not None and (found.code, found.site) == (fault.code, fault.site)

        if not shows(answers):
            return None
        rules = self.table.rules
        names = rules["names"]["player"]
        return [
            f"{names[who]}: {decision_of(rules, node, who, [answer]).options[0].text}"
            for who, answer, node in self.ends(shrunk(answers, shows, TRIES))[1]
        ]

    def loop(self, points: list[int]) -> list[int]:
        """The sites of the decisions at the end of a game that did not end, each once: of the shortest round that was
        gone three times, or of the last ones."""
        period = next(
            (n for n in range(1, LONGEST) if points[-n:] * 3 == points[-3 * n :] and len(points) >= 3 * n), LONGEST
        )
        sites = [self.engine._node(point)["site"] for point in points[-period:]]
        return [site for site, _ in Counter(sites).most_common()]
