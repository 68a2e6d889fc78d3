"""`reach`: the set that grows until nothing is left to add. Candidates are tested once, members expanded least first.

Up to four words of a set live in locals; candidates are tested all at once where that is possible. Larger sets lie in
memory.
"""

from __future__ import annotations

from . import helpers
from .body import Body, Place, large, small
from .bulk import MOST_WORDS, Bulk, Mask, both
from .clauses import conjuncts
from .domains import any_bit, store_words
from .sets import copied, fresh, load_words
from .values import Node
from .wasm import I64, Code, Label, Var, const, load


@small("reach")
def small_reach(b: Body, node: Node) -> None:
    reached = in_words(b, node)
    b.f.put(*reached)
    b.free(*reached)


@large("reach")
def large_reach(b: Body, node: Node) -> None:
    if b.values.set_of(node).size > 64 * MOST_WORDS:
        in_memory(b, node)
        return
    at = fresh(b, node)
    reached = in_words(b, node)
    store_words(b, list(reached), at)
    b.free(*reached)
    b.f.i32(at)


def in_words(b: Body, node: Node) -> list[Var]:
    """The locals that hold the set."""
    f, size = b.f, b.values.set_of(node).size
    many = -(-size // 64)
    met, reached, waiting, new = ([b.temp(I64) for _ in range(many)] for _ in range(4))
    for words in (met, reached, waiting):
        for word in words:
            f.let(word, 0)
    leave_set(b, node["start"], new)
    var = b.homes[node["var"]] = b.temp()
    admitted, tests = conditions(b, node, size)
    with b.loop_over(node["var"]), f.block() as done, f.loop() as again, b.region():
        for number in range(many):
            f.let(met[number], met[number] | new[number])
            if admitted:
                f.let(new[number], new[number] & admitted[number])
        if tests:
            admit(b, tests, new, var)
        for number in range(many):
            f.let(reached[number], reached[number] | new[number])
            f.let(waiting[number], waiting[number] | new[number])
        take_least(b, waiting, var, done)
        leave_set(b, node["by"], new)
        for number in range(many):
            f.let(new[number], new[number] & ~met[number])
        f.br(again)
    b.free(*met, *waiting, *new, var)
    return reached


def conditions(b: Body, node: Node, size: int) -> tuple[list[Code], list[Node]]:
    """What candidates have to satisfy: a mask for what can be tested at once, and the tests that are left."""
    bulk = Bulk(b, node["var"], size)
    tests = [] if node["where"] is None else conjuncts(node["where"])
    whole: Mask | None = None
    left: list[Node] = []
    for test in tests:
        mask = None if left else bulk.mask(test)
        if mask is None:
            left.append(test)
        else:
            whole = mask if whole is None else both(whole, mask)
    if whole is None:
        return [], left
    whole.prepare(b, bulk.words)
    return [whole.code(number) for number in range(bulk.words)], left


def leave_set(b: Body, node: Node, homes: list[Var]) -> None:
    """Take a set into locals."""
    type_ = b.values.set_of(node)
    if type_.small:
        b.small(node)
        b.f.set(homes[0])
        for home in homes[1:]:
            b.f.let(home, 0)
    else:
        b.large(node)
        load_words(b, homes, type_)


def admit(b: Body, tests: list[Node], new: list[Var], var: Var) -> None:
    """Leave only the candidates that pass every test."""
    f = b.f
    rest = b.temp(I64)
    for number, word in enumerate(new):
        f.let(rest, word)
        with f.repeat(rest.ne(0)), b.region():
            f.let(var, rest.ctz().low() + 64 * number)
            with f.block() as admitted:
                with f.block() as refused:
                    for test in tests:
                        b.jump(test, refused, False)
                    f.br(admitted)
                f.let(word, word ^ helpers.bit(var))
            f.let(rest, rest & (rest - 1))
    b.free(rest)


def take_least(b: Body, waiting: list[Var], var: Var, done: Label) -> None:
    """Take the least member out into the variable, or be done."""
    f = b.f
    f.br_if(done, any_bit(list(waiting)).zero())
    with f.block() as taken:
        for number, word in enumerate(waiting):
            with f.when(word.ne(0)):
                f.let(var, word.ctz().low() + 64 * number)
                f.let(word, word & (word - 1))
                f.br(taken)


def in_memory(b: Body, node: Node) -> None:
    """Leave the address of a set that is too large for locals."""
    f, type_ = b.f, b.values.set_of(node)
    met, reached, waiting, new = (b.memory.scratch(type_.cells) for _ in range(4))
    var = b.homes[node["var"]] = b.temp()
    source, at, word, rest = b.temp(), b.temp(), b.temp(), b.temp()
    for area in (met, reached, waiting):
        b.clear(Place(const(0), area), type_)
    b.large(node["start"])
    f.set(source)
    copied(b, source, const(new), type_, 0)
    end = 4 * type_.cells
    with b.loop_over(node["var"]), f.block() as done, f.loop() as again, b.region():
        f.let(at, 0)
        with f.loop() as next_:
            f.let(word, load(at, new))
            with f.when(word):
                f.keep(at, load(at, met) | word, met)
                if node["where"] is not None:
                    f.let(rest, word)
                    with f.repeat(rest.ne(0)), b.region():
                        f.let(var, rest.ctz() + (at << 3))
                        with f.block() as admitted:
                            b.jump(node["where"], admitted, True)
                            f.let(word, word ^ helpers.word_bit(var))
                        f.let(rest, rest & (rest - 1))
                f.keep(at, load(at, reached) | word, reached)
                f.keep(at, load(at, waiting) | word, waiting)
            f.let(at, at + 4)
            f.br_if(next_, at.lt(end))
        f.let(at, 0)
        with f.block() as found:
            with f.loop() as next_:
                f.let(word, load(at, waiting))
                f.br_if(found, word)
                f.let(at, at + 4)
                f.br_if(next_, at.lt(end))
            f.br(done)
        f.let(var, word.ctz() + (at << 3))
        f.keep(at, word & (word - 1), waiting)
        b.large(node["by"])
        f.set(source)
        f.let(at, 0)
        with f.loop() as next_:
            f.keep(at, load(source + at) & ~load(at, met), new)
            f.let(at, at + 4)
            f.br_if(next_, at.lt(end))
        f.br(again)
    f.i32(reached)
    b.free(var, source, at, word, rest)
