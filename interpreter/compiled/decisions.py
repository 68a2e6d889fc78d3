"""`choose`: listing options, taking answers, and the short way of a playout, which decides at random on the spot.

Normally a choose suspends, and the driver lists its options through one of its entries, finds out which of them can be
completed and settles what happens (CORE.md, section 6). In a playout a choose outside of attempts draws its option
without suspending.
"""

from __future__ import annotations

from functools import partial

from . import draws
from .body import Body, Place, statement
from .domains import each
from .members import gather
from .memory import ANSWER_AT, ATTEMPT_AT, OPTION, VALID, WHO
from .procedures import Framed
from .unit import AUTO, CAPPED, DECISION, LISTED, Unit
from .values import Int, Node
from .wasm import I32, I64, Code, Function, Label, Var, const, load

POINT = Int(-1, 2**30 - 1)
WHOLE = 1 << 30  # marks the tag of an option that must lead into an attempt that can be completed


@statement("choose")
def choose(b: Body, node: Node) -> None:
    assert isinstance(b, Framed)
    f, unit = b.f, b.unit
    whole = any(branch["whole"] for branch in node["branches"])
    plain = plain_clause(b, node)
    with f.block() as taken:
        with f.block() as answered:
            with f.block() as listing:
                with f.block() as deciding:
                    with f.block() as opening:
                        with f.when(b.entry):
                            f.put(b.entry - b.points[node["point"]])
                            f.br_table([listing, answered, deciding], opening)
                        if not whole:
                            with f.when(unit.mode.eq(AUTO) & load(ATTEMPT_AT).zero()), b.region():
                                if plain is None:
                                    f.br(listing)
                                else:
                                    draw_plain(b, node, plain, taken)
                        b.stand(node["point"])
                        f.save(unit.why, DECISION)
                        b.suspend()
                    with b.region():
                        test_open(b, node)
                with b.region():
                    b.cell(node["who"])
                who = b.temp()
                f.set(who)
                f.keep(WHO, who)
                b.free(who)
                f.back(LISTED)
            with b.region():
                list_options(b, node)
            if whole or plain is not None:
                f.back(LISTED)
            else:
                with f.when(b.entry):
                    f.back(LISTED)
                draw_listed(b, node, taken)
        take_answer(b, node)


def homes(b: Body, node: Node) -> list[Var | None]:
    """Where an answer goes: tag and values."""
    names = [node["into"]["tag"], *node["into"]["values"]]
    found: list[Var | None] = []
    for name in names:
        home = None if name is None else b.homes[name]
        assert not isinstance(home, Place)
        found.append(home)
    return found


def take(b: Body, node: Node, parts: list[Code]) -> None:
    for home, part in zip(homes(b, node), parts, strict=False):
        if home is not None:
            b.f.put(part)
            b.convert(I32, home.type)
            b.f.set(home)


def take_answer(b: Framed, node: Node) -> None:
    """The answer lies in the state, where it is needed no more."""
    f = b.f
    f.let(b.entry, 0)
    take(b, node, [load(ANSWER_AT + 4 * part) for part in range(4)])
    f.keep(ANSWER_AT, 0, op="i64.store")
    f.keep(ANSWER_AT + 8, 0, op="i64.store")


def test_open(b: Framed, node: Node) -> None:
    """May the point in the mailbox be answered, though it is none of the options?"""
    f = b.f
    if node["open"] is None:
        f.op("unreachable")
        return
    name = node["open"]["var"]
    point = b.temp()
    b.values.variables[name] = b.values.variables.get(name, POINT)
    b.homes[name] = point
    f.let(point, load(VALID))
    valid = b.temp()
    b.test(node["open"]["valid"])
    f.set(valid)
    f.keep(VALID, valid)
    b.free(point, valid)
    f.back(LISTED)


# --- listing


def list_options(b: Framed, node: Node) -> None:
    """Write the options behind each other, each once, and how many there are."""
    f, unit = b.f, b.unit
    at, last = b.temp(), b.temp()
    f.let(at, unit.options)
    f.let(last, unit.options + OPTION * unit.limit)
    repeats = may_repeat(b, node)
    for branch in node["branches"]:
        tests = [] if branch["when"] is None else [branch["when"]]
        write = partial(offer, b, node, branch, at, last, repeats)
        each(b, branch["over"], b.weight(branch["values"]) + 8, write, tests)
    f.save(unit.listed, (at - unit.options) >> 4)
    b.free(at, last)


def offer(b: Framed, node: Node, branch: Node, at: Var, last: Var, repeats: bool) -> None:
    """Add one option to the list, if it is not there yet."""
    f = b.f
    with f.block() as skip:
        values = [b.temp() for _ in branch["values"]]
        for home, value in zip(values, branch["values"], strict=True):
            b.cell(value)
            f.set(home)
        tag = const(branch["tag"] | (WHOLE if branch["whole"] else 0))
        option = [tag, *values, *[const(0)] * (3 - len(values))]
        if repeats:
            f.call(is_listed(b.unit), at, *option)
            f.br_if(skip)
        b.fail_if("options", node, at.eq(last))
        for part, code in enumerate(option):
            f.keep(at, code, 4 * part)
        f.let(at, at + OPTION)
        b.free(*values)


def is_listed(unit: Unit) -> Function:
    """Is this option among those listed up to an address? Equal ones of different branches are one."""
    f, new = unit.helper("is_listed", params=(I32,) * 5, results=(I32,))
    if new:
        end, tag, a, b, c = (f.param(i) for i in range(5))
        at, low, high = f.local(), f.local(I64), f.local(I64)
        f.let(at, unit.options)
        f.let(low, (tag & ~WHOLE).long() | (a.long() << 32))
        f.let(high, b.long() | (c.long() << 32))
        with f.repeat(at.ne(end)):
            same = (load(at, 0, "i64.load") & ~WHOLE).eq(low) & load(at, 8, "i64.load").eq(high)
            with f.when(same):
                f.back(1)
            f.let(at, at + OPTION)
        f.i32(0)
    return f


def may_repeat(b: Body, node: Node) -> bool:
    """Can two combinations give the same option? Not if the options tell all that was chosen for them."""
    tags = [branch["tag"] for branch in node["branches"]]
    if len(set(tags)) < len(tags):
        return True
    for branch in node["branches"]:
        told = {value["name"] for value in branch["values"] if value["kind"] == "var"}
        for clause in branch["over"]:
            domain = clause["domain"]
            if clause["var"] not in told or domain["domain"] == "list":
                return True
            if domain["domain"] == "row":
                rows = b.program["rows"][domain["rows"]]["data"]
                if any(len(set(row)) < len(row) for row in rows):
                    return True
    return False


# --- playouts


def drawn(b: Framed, node: Node, many: Var, taken: Label) -> None:
    """Make of the number of options the number of one of them, as a bot that likes all equally well."""
    f, unit = b.f, b.unit
    with f.when(many.zero()):
        if node["none"] == "error":
            b.fail("empty", node)
        else:
            take(b, node, [const(-1), const(0), const(0), const(0)])
            f.br(taken)
    f.save(unit.moves, unit.moves + 1)
    with f.block() as done:
        if not node["ask"] and node["open"] is None:  # one option is taken unasked
            with f.when(many.eq(1)):
                f.let(many, 0)
                f.br(done)
        with f.when(unit.decisions.eq(unit.cap)):
            b.end(CAPPED)
        f.save(unit.decisions, unit.decisions + 1)
        f.save(unit.steps, 0)
        f.call(draws.bot_below(unit), many)
        f.set(many)


def draw_listed(b: Framed, node: Node, taken: Label) -> None:
    f, many = b.f, b.temp()
    f.let(many, b.unit.listed)
    drawn(b, node, many, taken)
    f.let(many, b.unit.options + (many << 4))
    take(b, node, [load(many, 4 * part) for part in range(4)])
    b.free(many)
    f.br(taken)


def plain_clause(b: Body, node: Node) -> Node | None:
    """The clause of a choose whose options are just the members of one domain, with all conditions in it."""
    branches = node["branches"]
    if len(branches) != 1 or len(branches[0]["over"]) != 1 or branches[0]["whole"] or may_repeat(b, node):
        return None
    branch = branches[0]
    clause: Node = branch["over"][0]
    values = branch["values"]
    if len(values) != 1 or values[0]["kind"] != "var":
        return None
    if b.values.many(clause["domain"]) > b.unit.limit:
        return None
    tests = [test for test in (clause["where"], branch["when"]) if test is not None]
    where = {"kind": "op", "op": "and", "args": tests} if len(tests) == 2 else tests[0] if tests else None
    return {"var": clause["var"], "domain": clause["domain"], "where": where}


def draw_plain(b: Framed, node: Node, clause: Node, taken: Label) -> None:
    """Count the members and take the one drawn, without a list of options."""
    f = b.f
    members = gather(b, clause, lasting=False)
    many, found = b.temp(), b.temp()
    f.let(many, members.count)
    drawn(b, node, many, taken)
    members.nth(b, many)
    f.set(found)
    take(b, node, [const(node["branches"][0]["tag"]), found, const(0), const(0)])
    b.free(many, found)
    members.free(b)
    f.br(taken)
