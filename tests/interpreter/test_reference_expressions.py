"""Every kind of expression, and every fold, on one small world."""

from __future__ import annotations

from typing import Any

import pytest
from core_builder import (
    Builder,
    Node,
    ask,
    bit,
    clause,
    eq,
    every,
    everything,
    expr,
    fold,
    for_,
    get,
    has,
    if_,
    in_row,
    in_zone,
    ints,
    item,
    length,
    let,
    list_,
    lists,
    move,
    nth,
    of_list,
    of_set,
    of_zone,
    op,
    pair,
    put,
    reach,
    return_,
    row,
    sets,
    size,
    span,
    table,
    things,
    where,
    zone,
)
from rulewright.interpreter.faults import RuleFault
from rulewright.interpreter.reference.engine import Engine

DECK, HAND, PILE = 0, 1, 2  # families of zones; the numbers are deck 1, hands 2 and 3, pile 4


def build() -> Engine:
    b = Builder(players=2).kind("card", 6).kind("space", 70)
    b.zone("deck").zone("hand", of="player", ordered=False).zone("pile")
    b.attribute("value", ints(-9, 9), of="card")
    b.attribute("round", ints(0, 9))
    b.attribute("marks", sets(70), of="player")
    b.attribute("likes", sets(12))
    b.attribute("queue", lists(4), of="player")
    b.table("grid", [2, 3], [10, 11, 12, 20, 21, 22])
    b.row("next", [4], [[1], [2, 3], [], [0]])
    b.row("blocks", [2, 2], [[1, 5, 3], [], [2], [9, 9]])
    b.procedure("twice", [return_(op("*", "n", 2))], params={"n": ints(0, 99)})
    b.procedure("odds", [for_("i", every(9), [let("s", pair("union", "s", things("i")))], where_=op("mod", "i", 2)),
                         return_("s")], result=sets(9), s=sets(9))  # fmt: skip
    b.procedure("silent", [], result=lists(3))
    init: list[Node] = [put("value", c, v) for c, v in enumerate([3, -2, 7, 7, 0, 5])]
    init += [move(4, 1), move(0, 1), move(2, 1)]  # the deck, bottom to top: 4 0 2
    init += [move(5, 3), move(1, 3)]  # the second hand, by id: 1 5
    init += [put("round", None, 4), put("marks", 1, things(0, 31, 32, 69, of=70)), put("queue", 1, list_(8, -3, 8))]
    init += [put("likes", None, things(1 * 4 + 2, 2 * 4 + 3, of=12))]
    b.procedure("init", init)
    return Engine(b.program())


ENGINE = build()
STATE = ENGINE.fresh()


def value(e: Any, **variables: Any) -> Any:
    before = STATE[:]
    result = ENGINE.evaluate(STATE, expr(e), variables)
    assert before == STATE  # expressions never change anything
    return result


def fails(e: Node, code: str, **variables: Any) -> None:
    e["site"] = 77
    with pytest.raises(RuleFault) as caught:
        value(e, **variables)
    assert (caught.value.code, caught.value.site) == (code, 77)


def bits(*ids: int) -> int:
    return sum(1 << i for i in ids)


@pytest.mark.parametrize(
    ("word", "a", "b", "result"),
    [
        ("+", 2, -5, -3), ("-", 2, 5, -3), ("*", -4, 3, -12), ("min", 2, -5, -5), ("max", 2, -5, 2),
        ("div", 7, 2, 3), ("div", -7, 2, -4), ("div", 7, -2, -4), ("div", -7, -2, 3), ("div", 0, 5, 0),
        ("mod", 7, 2, 1), ("mod", -7, 2, 1), ("mod", 7, -2, -1), ("mod", -7, -2, -1), ("mod", -6, 3, 0),
        ("==", 3, 3, 1), ("==", 3, 4, 0), ("!=", 3, 4, 1), ("!=", 3, 3, 0), ("<", 3, 4, 1), ("<", 4, 4, 0),
        ("<=", 4, 4, 1), ("<=", 5, 4, 0), (">", 5, 4, 1), (">", 4, 4, 0), (">=", 4, 4, 1), (">=", 3, 4, 0),
        ("and", 1, 1, 1), ("and", 1, 0, 0), ("and", 0, 1, 0), ("or", 0, 0, 0), ("or", 0, 1, 1), ("or", 1, 0, 1),
    ],
)  # fmt: skip
def test_op(word: str, a: int, b: int, result: int) -> None:
    found = value(op(word, a, b))
    assert found == result
    assert type(found) is int


@pytest.mark.parametrize(("word", "a", "result"), [("neg", 5, -5), ("abs", -5, 5), ("not", 0, 1), ("not", 1, 0)])
def test_op_of_one(word: str, a: int, result: int) -> None:
    assert value(op(word, a)) == result


@pytest.mark.parametrize("word", ["div", "mod"])
def test_division_by_zero(word: str) -> None:
    fails(op(word, 1, 0), "division")


def test_and_or_if_are_lazy() -> None:
    broken = op("div", 1, 0)
    assert value(op("and", 0, broken)) == 0
    assert value(op("or", 1, broken)) == 1
    assert value(if_(1, 5, broken)) == 5
    assert value(if_(0, broken, 6)) == 6


def test_other_operators_are_not_lazy_and_go_from_left_to_right() -> None:
    left, right = {**op("div", 1, 0), "site": 1}, {**op("mod", 1, 0), "site": 2}
    with pytest.raises(RuleFault) as caught:
        value(op("*", left, right))
    assert caught.value.site == 1
    with pytest.raises(RuleFault):
        value(op("*", 0, right))


def test_var_and_if_of_any_type() -> None:
    assert value("x", x=4) == 4
    assert value(if_(1, "s", "t"), s=bits(3), t=0) == bits(3)
    assert value(if_(0, list_(), list_(1, 2))) == (1, 2)


def test_sure() -> None:
    assert value({"kind": "sure", "value": expr(0)}) == 0
    fails({"kind": "sure", "value": expr(-1)}, "none")


def test_within() -> None:
    assert value({"kind": "within", "value": expr(3), "low": 0, "high": 3}) == 3
    fails({"kind": "within", "value": expr(4), "low": 0, "high": 3}, "range")
    fails({"kind": "within", "value": expr(-1), "low": 0, "high": 3}, "range")


def test_get() -> None:
    assert value(get("round")) == 4
    assert value(get("value", 1)) == -2
    assert value(get("marks", 1)) == bits(0, 31, 32, 69)
    assert value(get("marks", 0)) == 0
    assert value(get("queue", 1)) == (8, -3, 8)
    assert value(get("queue", 0)) == ()


def test_get_maybe() -> None:
    assert value(get("value", -1, maybe=True)) == -1
    assert value(get("marks", -1, maybe=True)) == 0
    assert value(get("queue", -1, maybe=True)) == ()
    assert value(get("value", 0, maybe=True)) == 3


@pytest.mark.parametrize(
    "e",
    [get("value", 6), get("value", -1), table("grid", 0, 3), table("grid", -1, 0), row("next", 4), zone(HAND, 2),
     where(6), where(-1), bit(0, [0, 4], [3, 4])],
)  # fmt: skip
def test_what_the_checker_must_prove_is_still_noticed(e: Node) -> None:
    fails(e, "bounds")


def test_table() -> None:
    assert [value(table("grid", r, c)) for r in range(2) for c in range(3)] == [10, 11, 12, 20, 21, 22]
    assert value(table("grid", 1, -1, maybe=True)) == -1
    assert value(table("grid", -1, 2, maybe=True)) == -1
    assert value(table("grid", 0, 0, maybe=True)) == 10


def test_row() -> None:
    assert value(row("next", 1)) == bits(2, 3)
    assert value(row("blocks", 0, 0, as_="list")) == (1, 5, 3)
    assert value(row("blocks", 1, 1)) == bits(9)
    assert value(row("blocks", 0, 1, as_="list")) == ()
    assert value(row("next", -1, maybe=True)) == 0
    assert value(row("next", -1, as_="list", maybe=True)) == ()


def test_zone() -> None:
    assert [value(zone(DECK)), value(zone(HAND, 0)), value(zone(HAND, 1)), value(zone(PILE))] == [1, 2, 3, 4]
    assert value(zone(HAND, -1, maybe=True)) == 0
    assert value(zone(HAND, 0, maybe=True)) == 2


@pytest.mark.parametrize(
    ("z", "count", "top", "bottom", "members"),
    [(1, 3, 2, 4, (0, 2, 4)), (2, 0, -1, -1, ()), (3, 2, 5, 1, (1, 5)), (0, 0, -1, -1, ())],
)
def test_of_a_zone(z: int, count: int, top: int, bottom: int, members: tuple[int, ...]) -> None:
    assert value(of_zone("count", z)) == count
    assert value(of_zone("top", z)) == top
    assert value(of_zone("bottom", z)) == bottom
    assert value(of_zone("members", z)) == bits(*members)


def test_at_counts_from_the_top() -> None:
    assert [value(of_zone("at", 1, position=p)) for p in (-1, 0, 1, 2, 3)] == [-1, 2, 0, 4, -1]
    assert value(of_zone("at", 0, position=0)) == -1


def test_tops() -> None:
    assert [value(of_zone("tops", 1, count=c)) for c in (-2, 0, 2, 3, 9)] == [(), (), (2, 0), (2, 0, 4), (2, 0, 4)]


def test_where() -> None:
    assert [value(where(c)) for c in range(6)] == [1, 3, 1, 0, 1, 3]
    assert value(where(-1, maybe=True)) == 0
    assert value(where(0, maybe=True)) == 1


def test_sets() -> None:
    a, b = things(1, 2, 40, -1, of=70), things(2, 40, 69, of=70)
    assert value(a) == bits(1, 2, 40)
    assert value(everything(3)) == 0b111
    assert value(pair("union", a, b)) == bits(1, 2, 40, 69)
    assert value(pair("meet", a, b)) == bits(2, 40)
    assert value(pair("minus", a, b)) == bits(1)
    assert [value(has(a, i)) for i in (-1, 0, 1, 40)] == [0, 0, 1, 1]
    assert value(size(a)) == 3
    assert value(pair("same", a, things(40, 2, 1, of=70))) == 1
    assert value(pair("same", a, b)) == 0


def test_bit_of_a_relation() -> None:
    found = {(i, j) for i in range(3) for j in range(4) if value(bit(get("likes"), [i, j], [3, 4]))}
    assert found == {(1, 2), (2, 3)}
    assert value(bit(get("likes"), [1, -1], [3, 4])) == 0
    assert value(bit(get("likes"), [-1, 2], [3, 4])) == 0


def test_nth() -> None:
    s = things(69, 3, 31, of=70)
    assert [value(nth(s, p)) for p in range(3)] == [3, 31, 69]
    fails(nth(s, 3), "index")
    fails(nth(s, -1), "index")
    fails(nth(0, 0), "index")


def test_lists() -> None:
    q = list_(5, -1, 5)
    assert value(q) == (5, -1, 5)
    assert value(length(q)) == 3
    assert [value(item(q, p)) for p in range(3)] == [5, -1, 5]
    fails(item(q, 3), "index")
    fails(item(q, -1), "index")
    assert value(pair("same", q, list_(5, -1, 5))) == 1
    assert value(pair("same", q, list_(5, 5, -1))) == 0


def test_ask() -> None:
    assert value(ask("twice", op("+", 1, 2))) == 6
    assert value(ask("odds")) == bits(1, 3, 5, 7)
    assert value(ask("silent")) == ()  # an end without a return gives the empty value of the result


def test_a_query_does_not_touch_its_callers_variables() -> None:
    e = fold("sum", [clause("n", span(1, 3)), clause("i", span(1, 2))], op("+", ask("twice", "i"), op("*", "n", 100)))
    assert value(e) == 2 * 600 + 3 * (2 + 4)
    e = fold("list", [clause("i", every(4))], op("+", op("*", size(ask("odds")), 10), "i"), capacity=9)
    assert value(e) == (40, 41, 42, 43)


def test_geometry() -> None:
    def geometry(name: str, *args: Any) -> Any:
        return value({"kind": "geometry", "name": name, "args": [expr(arg) for arg in args]})

    a, b = geometry("point", 0, 0), geometry("point", 30, -40)
    assert a == 8192 << 15 | 8192
    assert b == (8192 + 30) << 15 | (8192 - 40)
    assert geometry("distance", a, b) == 50
    inside = geometry("inside_shape", a, list_(*[geometry("point", x, y) for x, y in ((-9, -9), (9, -9), (0, 9))]))
    assert inside == 1
    assert type(inside) is int


# folds


def test_domains_yield_in_order() -> None:
    def order(domain: Node) -> Any:
        return value(fold("list", [clause("x", domain)], "x", capacity=9))

    assert order(span(-1, 2)) == (-1, 0, 1, 2)
    assert order(span(2, 1)) == ()
    assert order(every(3)) == (0, 1, 2)
    assert order(of_set(things(69, 0, 32, of=70))) == (0, 32, 69)
    assert order(of_list(list_(3, 1, 3))) == (3, 1, 3)
    assert order(in_zone(1)) == (4, 0, 2)
    assert order(in_zone(0)) == ()
    assert order(in_row("blocks", 0, 0)) == (1, 5, 3)
    assert order(in_row("blocks", 1, 1)) == (9, 9)
    assert order(in_row("blocks", -1, 0, maybe=True)) == ()


def test_clauses_nest_and_later_ones_see_earlier_ones() -> None:
    over = [clause("x", every(4), op("!=", "x", 1)), clause("y", span("x", 3), op(">", "y", "x"))]
    e = fold("list", over, op("+", op("*", "x", 10), "y"), capacity=9)
    assert value(e) == (1, 2, 3, 23)


def test_sum_and_count() -> None:
    over = [clause("c", every(6), op(">", get("value", "c"), 0))]
    assert value(fold("sum", over, get("value", "c"))) == 22
    assert value(fold("count", over, op("div", 1, 0))) == 4  # the value is not looked at
    assert value(fold("sum", [clause("c", every(0))], 1)) == 0


def test_any_and_all_stop_when_it_is_decided() -> None:
    trap = op("div", 6, op("-", "x", 2))  # fails at 2
    assert value(fold("any", [clause("x", every(9))], op("==", trap, -6))) == 1
    assert value(fold("all", [clause("x", every(9))], op("==", trap, -3))) == 0
    with pytest.raises(RuleFault):
        value(fold("any", [clause("x", every(9))], op("==", trap, 99)))
    assert value(fold("any", [clause("x", every(0))], 1)) == 0
    assert value(fold("all", [clause("x", every(0))], 0)) == 1


def test_max_and_min() -> None:
    over = [clause("c", every(6))]
    assert value(fold("max", over, get("value", "c"), empty=-1)) == 7
    assert value(fold("min", over, get("value", "c"), empty=-1)) == -2
    none = [clause("c", every(0))]
    assert value(fold("max", none, "c", empty=op("+", 40, 2))) == 42
    assert value(fold("max", over, "c", empty=op("div", 1, 0))) == 5  # looked at only if needed
    fails(fold("min", none, "c"), "empty")


def test_first_and_last() -> None:
    over = [clause("c", of_list(list_(5, 2, 3)), op("==", get("value", "c"), 7))]
    assert value(fold("first", over, "c", empty=-1)) == 2
    assert value(fold("last", over, "c", empty=-1)) == 3
    none = [clause("c", every(6), 0)]
    assert value(fold("first", none, "c", empty=-1)) == -1
    assert value(fold("last", none, "c", empty=-1)) == -1
    fails(fold("first", none, "c"), "empty")
    trap = op("div", 6, op("-", "x", 2))
    assert value(fold("first", [clause("x", every(9))], trap, empty=0)) == -3
    with pytest.raises(RuleFault):
        value(fold("last", [clause("x", every(9))], trap, empty=0))


def test_only() -> None:
    assert value(fold("only", [clause("c", every(6), eq(get("value", "c"), 5))], op("*", "c", 2))) == 10
    fails(fold("only", [clause("c", every(6), eq(get("value", "c"), 7))], "c"), "only")
    fails(fold("only", [clause("c", every(6), eq(get("value", "c"), 9))], "c"), "only")


def test_set_and_list() -> None:
    over = [clause("c", of_list(list_(4, -1, 4, 0)))]
    assert value(fold("set", over, "c", of=6)) == bits(0, 4)
    assert value(fold("list", over, "c", capacity=4)) == (4, -1, 4, 0)
    fails(fold("list", over, "c", capacity=3), "full")


def test_best_keeps_ties() -> None:
    over = [clause("c", every(6))]
    assert value(fold("best", over, "c", key=get("value", "c"), most=True, of=6)) == bits(2, 3)
    assert value(fold("best", over, "c", key=get("value", "c"), most=False, of=6)) == bits(1)
    assert value(fold("best", over, "c", key=0, of=6)) == everything_of(6)
    assert value(fold("best", [clause("c", every(0))], "c", key=0, most=True, of=6)) == 0


def everything_of(n: int) -> int:
    return (1 << n) - 1


def test_reach() -> None:
    step = row("next", "x")
    assert value(reach("x", things(0), step)) == bits(0, 1, 2, 3)
    assert value(reach("x", things(2), step)) == bits(2)
    assert value(reach("x", things(), step)) == 0
    assert value(reach("x", things(0), step, op("!=", "x", 2))) == bits(0, 1, 3)
    assert value(reach("x", things(0), step, op("!=", "x", 1))) == bits(0)
    assert value(reach("x", things(0, 3), step, op("!=", "x", 0))) == bits(3)  # the start is tested too


def test_reach_against_a_plain_search_on_random_graphs() -> None:
    import random

    rng = random.Random(5)
    for _ in range(20):
        ways = [[y for y in range(40) if rng.random() < 0.05] for _ in range(40)]
        allowed = {x for x in range(40) if rng.random() < 0.8}
        b = Builder().row("ways", [40], ways).row("allowed", [1], [sorted(allowed)])
        engine = Engine(b.program())
        start = rng.sample(range(40), 3)
        found = {x for x in start if x in allowed}
        while True:
            more = {y for x in found for y in ways[x] if y in allowed} - found
            if not more:
                break
            found |= more
        e = reach("x", things(*start, of=40), row("ways", "x"), has(row("allowed", 0), "x"), of=40)
        assert engine.evaluate(engine.fresh(), e) == bits(*found)
