"""The driver: runs frames one after the other until somebody has to decide, and settles what a decision comes to."""

from __future__ import annotations

from ..state import OVER, PENDING, RUNNING
from . import draws, lookahead
from .decisions import WHOLE
from .memory import ANSWER_AT, ATTEMPT_AT, COUNT, FP_AT, NOT_ASKED, OPTION, PC_AT, STATE, STATUS_AT, WHO
from .procedures import ANSWERED, DECIDER, FROM_FRAME, LIST, Framed
from .safety import safe
from .statements import end_game
from .unit import AUTO, CAPPED, CODES, COMPLETE, DEAD, DONE, ENDED, ENTERING, LOOK, PLAY, STOPPED, Signature, Unit
from .values import Node
from .wasm import I32, Code, Function, Var, const, load

# What a run comes to. 1 and 2 are the status of the state.
FAILED, STOPPED_BY_CAP = 4, 5
RESULTS = {ENDED: OVER, COMPLETE: lookahead.COMPLETED, DEAD: FAILED, CAPPED: STOPPED_BY_CAP}

SKIP, ASK, SOME_WHOLE, FIRST_WHOLE, PLAIN_WHO = 1, 2, 4, 8, 16  # flags of a choose


class Points:
    """Constant records of all points, as code: procedure, entry, bytes of its frame, flags, site, attempt around it."""

    def __init__(self, unit: Unit, bodies: dict[int, Framed], attempts: list[Node]) -> None:
        words: list[int] = []
        for number, point in enumerate(unit.program["points"]):
            if point is None:
                words += [0] * 8
                continue
            body = bodies[point["procedure"]]
            node, around = found(body.procedure["body"], point["path"])
            flags = 0
            if node["kind"] == "choose":
                flags = SKIP * (node["none"] == "skip") | ASK * bool(node["ask"] or node["open"] is not None)
                whole = [bool(branch["whole"]) for branch in node["branches"]]
                flags |= SOME_WHOLE * any(whole) | FIRST_WHOLE * whole[0] | PLAIN_WHO * safe(body, node["who"])
            place = next((i for i, other in enumerate(attempts) if other is around), -1)
            sites = [node.get("site", -1), -1 if around is None else around.get("site", -1)]
            entry = body.points.get(number, 0)
            words += [point["procedure"], entry, body.size, flags, sites[0], place, sites[1], 0]
        self.at = unit.memory.words(words)
        sizes = [4 * p["frame"] for p in unit.program["procedures"]]
        self.frames_at = unit.memory.words(sizes)

    def procedure(self, point: Code) -> Code:
        return load(point << 5, self.at)

    def entry(self, point: Code) -> Code:
        return load(point << 5, self.at + 4)

    def frame(self, point: Code) -> Code:
        return load(point << 5, self.at + 8)

    def flags(self, point: Code) -> Code:
        return load(point << 5, self.at + 12)

    def site(self, point: Code) -> Code:
        return load(point << 5, self.at + 16)

    def attempt(self, point: Code) -> Code:
        return load(point << 5, self.at + 20)

    def attempt_site(self, point: Code) -> Code:
        return load(point << 5, self.at + 24)

    def frame_of(self, procedure: Code) -> Code:
        return load(procedure << 2, self.frames_at)


def found(body: list[Node], path: list[int | str]) -> tuple[Node, Node | None]:
    """The statement at the end of a path, and the attempt around it."""
    around = None
    node: Node = body[int(path[0])]
    for place in range(1, len(path), 2):
        if node["kind"] == "attempt":
            around = node
        node = node[str(path[place])][int(path[place + 1])]
    return node, around


class Driver:
    """The functions through which all running goes."""

    def __init__(self, unit: Unit, bodies: dict[int, Framed]) -> None:
        self.unit = unit
        attempts = [node for body in bodies.values() for node in body.own_attempts]
        self.points = Points(unit, bodies, attempts)
        module = unit.module
        self.dispatch = module.function((I32, I32, I32), (I32,))
        self.needs = module.function((I32, I32), (I32,))
        self.decide = module.function((), (I32,))
        self.run = module.function((), (I32,))
        self.list = module.function((I32,), (I32,))
        self.strip = module.function((I32,))
        choices = [node for body in bodies.values() for node in body.own_choices]
        whole = any(branch["whole"] for node in choices for branch in node["branches"])
        self.search = lookahead.Search(self) if attempts or whole else None
        self._write_dispatch(bodies)
        self._write_needs(bodies, attempts)
        self._write_list()
        self._write_strip()
        self._write_decide()
        self._write_run()
        if self.search is not None:
            self.search.write()

    def _write_dispatch(self, bodies: dict[int, Framed]) -> None:
        """Calls a framed procedure by its number: frame, entry, and parameters that it takes from its frame."""
        f, main = self.dispatch, self.unit.procedures[self.unit.program["main"]]
        numbers = sorted({*bodies, main.index})
        labels = [f.begin(0x02) for _ in range(len(numbers) + 1)][::-1]
        by_number = {number: labels[place] for place, number in enumerate(numbers)}
        targets = [by_number.get(number, labels[-1]) for number in range(len(self.unit.program["procedures"]))]
        f.put(f.param(0))
        f.br_table(targets, labels[-1])
        for number in numbers:
            f.end()
            if number not in bodies:
                self._whole_game(f, main)
                continue
            function = bodies[number].f
            f.put(f.param(1), f.param(2))
            for kind in function.params[2:]:
                f.const(0, kind)
            f.call(function)
            f.back()
        f.end()
        f.op("unreachable")

    def _whole_game(self, f: Function, main: Signature) -> None:
        """A game in which nobody is ever asked."""
        f.call(main.function)
        f.op("drop")
        with f.when(load(STATUS_AT).eq(OVER)):
            f.save(self.unit.why, ENDED)
            f.back(STOPPED)
        f.back(DONE)

    def _write_needs(self, bodies: dict[int, Framed], attempts: list[Node]) -> None:
        """Do the needs of an attempt hold in its frame? By the number of the attempt and the address of the frame."""
        f = self.needs
        labels = [f.begin(0x02) for _ in range(len(attempts) + 1)][::-1]
        f.put(f.param(0))
        f.br_table(labels[:-1], labels[-1])
        owner = {id(node): body for body in bodies.values() for node in body.own_attempts}
        for node in attempts:
            f.end()
            body = owner[id(node)].elsewhere(f, f.param(1))
            with f.block() as fails:
                for need in node["needs"]:
                    body.jump(need, fails, False)
                f.back(1)
            f.back(0)
        f.end()
        f.op("unreachable")

    def _write_list(self) -> None:
        """Lists the options of the choose at which the state stands; its entry is given. Gives how many there are."""
        f = self.list
        point = load(PC_AT)
        f.call(self.dispatch, self.points.procedure(point), top_frame(), self.points.entry(point) + f.param(0))
        f.op("drop")
        f.put(self.unit.listed)

    def _write_strip(self) -> None:
        """Takes the marks off the tags of so many options."""
        f = self.strip
        at, left = f.local(), f.param(0)
        f.let(at, self.unit.options)
        with f.repeat(left.ne(0)):
            f.keep(at, load(at) & ~WHOLE)
            f.let(at, at + OPTION)
            f.let(left, left - 1)

    def _write_decide(self) -> None:
        """Somebody may have to decide. Gives 0 if play goes on with an answer, else what the run comes to."""
        f, unit, points = self.decide, self.unit, self.points
        point, many, flags, drawn = f.local(), f.local(), f.local(), f.local()
        f.let(point, load(PC_AT))
        f.let(flags, points.flags(point))
        if self.search is not None:
            with f.when(unit.mode.eq(LOOK) & load(ATTEMPT_AT).ne(0)):
                f.call(self.search.needed)
                f.op("i32.eqz")
                with f.when():
                    f.back(FAILED)
        f.call(self.list, LIST)
        f.set(many)
        if self.search is not None:
            with f.when(load(ATTEMPT_AT).ne(0) | (flags & SOME_WHOLE)), f.block() as plain:
                f.br_if(plain, unit.mode.eq(LOOK))
                f.let(drawn, unit.mode.eq(AUTO))
                with f.when(drawn, I32):
                    f.call(self.search.one, many, flags & ASK)
                    f.otherwise()
                    f.call(self.search.filter, many)
                f.set(many)
            with f.when(flags & SOME_WHOLE):
                f.call(self.strip, many)
        with f.when(many.zero()):
            with f.when(flags & SKIP):
                self._answer(f, [const(-1), const(0), const(0), const(0)])
                f.back(0)
            with f.when(unit.mode.eq(LOOK)):
                f.back(FAILED)
            f.call(unit.fault, const(CODES.index("empty")), points.site(point))
        with f.when(unit.mode.eq(AUTO)):
            self._draw(f, many, flags, drawn)
        with f.when(many.eq(1) & (flags & ASK).zero()):
            with f.when(unit.mode.eq(PLAY)):
                f.save(unit.moves, unit.moves + 1)
            self._answer(f, [load(unit.options, 4 * part) for part in range(4)])
            f.back(0)
        f.keep(STATUS_AT, PENDING)
        f.keep(COUNT, many)
        with f.when(unit.mode.eq(PLAY)):  # who decides is no part of the run; but where nobody can tell, it is said
            f.keep(WHO, NOT_ASKED)
            with f.when(flags & PLAIN_WHO):
                f.call(self.list, DECIDER)
                f.op("drop")
        f.i32(PENDING)

    def _draw(self, f: Function, many: Var, flags: Var, drawn: Var) -> None:
        """The bot of a playout decides, unless it has drawn while looking ahead."""
        unit, place = self.unit, f.local()
        f.save(unit.moves, unit.moves + 1)
        f.let(place, 0)
        asked = many.ne(1) | (flags & ASK)
        with f.when(asked if self.search is None else asked | (drawn & self.search.asked.ne(0))):
            with f.when(unit.decisions.eq(unit.cap)):
                f.back(STOPPED_BY_CAP)
            f.save(unit.decisions, unit.decisions + 1)
            f.save(unit.steps, 0)
            with f.when(drawn.zero()):
                f.call(draws.bot_below(unit), many)
                f.set(place)
        f.let(place, unit.options + (place << 4))
        self._answer(f, [load(place, 4 * part) for part in range(4)])
        f.back(0)

    def _answer(self, f: Function, option: list[Code]) -> None:
        for part, code in enumerate(option):
            f.keep(ANSWER_AT + 4 * part, code)

    def _write_run(self) -> None:
        """Goes on from where the top frame stands until somebody decides, or until there is nothing to go on with."""
        f, unit, points = self.run, self.unit, self.points
        procedure, frame, entry, status, point = (f.local() for _ in range(5))
        f.let(frame, top_frame())
        f.let(point, load(PC_AT))
        with f.when(point.lt(0)):
            f.let(procedure, const(-1) - point)
            f.let(entry, FROM_FRAME)
            f.otherwise()
            f.let(procedure, points.procedure(point))
            f.let(entry, points.entry(point) + ANSWERED)
        f.keep(STATUS_AT, RUNNING)
        with f.loop() as again:
            f.call(self.dispatch, procedure, frame, entry)
            f.set(status)
            with f.when(status.eq(DONE)):
                f.let(point, load(frame))
                f.fill(frame, 0, points.frame_of(procedure))
                with f.when(point.zero()):
                    f.call(end_game(unit), -1)
                    f.back(OVER)
                f.let(procedure, points.procedure(point))
                f.let(frame, frame - points.frame(point))
                f.let(entry, points.entry(point))
                f.br(again)
            with f.when(status.eq(STOPPED)):
                for why, result in RESULTS.items():
                    with f.when(unit.why.eq(why)):
                        f.back(result)
            f.let(frame, top_frame())
            f.let(point, load(PC_AT))
            with f.when(unit.why.eq(ENTERING)):
                f.let(procedure, const(-1) - point)
                f.let(entry, FROM_FRAME)
                f.br(again)
            f.call(self.decide)
            f.set(status)
            with f.when(status):
                f.back(status)
            f.let(procedure, points.procedure(point))
            f.let(entry, points.entry(point) + ANSWERED)
            f.br(again)
        f.op("unreachable")


def top_frame() -> Code:
    """The address of the top frame."""
    return (load(FP_AT) << 2) + STATE
