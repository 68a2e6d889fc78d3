"""Attempts: an option is offered if and only if some continuation completes it. The truth comes from plain Python."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest
from core_builder import (
    Builder,
    Node,
    append,
    ask,
    attempt,
    branch,
    break_,
    call,
    choose,
    clause,
    continue_,
    drop,
    ensure,
    eq,
    every,
    exclude,
    finish,
    fold,
    for_,
    get,
    has,
    in_row,
    include,
    ints,
    let,
    lists,
    note,
    op,
    put,
    return_,
    row,
    sets,
    table,
    target,
    things,
    when,
    while_,
)
from rulewright.interpreter.faults import RuleFault
from rulewright.interpreter.observer import Observer
from rulewright.interpreter.reference import transactions
from rulewright.interpreter.reference.engine import Engine
from rulewright.interpreter.state import ATTEMPT, OVER, PENDING, STATUS, Option, State

MOVE, STOP = 0, 1


def options(engine: Engine, state: State) -> list[Option]:
    choice = engine.choice(state)
    assert choice is not None
    return choice.options


def fails(code: str, site: int, run: Any, *args: Any) -> None:
    with pytest.raises(RuleFault) as caught:
        run(*args)
    assert (caught.value.code, caught.value.site) == (code, site)


# walks over graphs: cycles, dead ends, several ways to one place


class Graph:
    """A walk from node 0: along the edges, until one stops at a stop; complete if that is a goal."""

    def __init__(self, edges: list[list[int]], stops: set[int], goals: set[int]) -> None:
        self.edges, self.stops, self.goals = edges, stops, goals
        self.good = stops & goals
        while more := {n for n, out in enumerate(edges) if self.good & set(out)} - self.good:
            self.good |= more

    def offered(self, node: int) -> list[Option]:
        moves: list[Option] = [(MOVE, n, 0, 0) for n in self.edges[node] if n in self.good]
        return moves + ([(STOP, 0, 0, 0)] if node in self.stops & self.goals else [])

    def met(self, node: int) -> set[int]:
        """The positions that listing the options of a node has to look at: each option searched by itself, depth first,
        nothing remembered from an earlier option but what is certain."""
        dead: set[int] = set()
        complete: set[int] = set()
        ever: set[int] = set()

        def search(n: int, visited: set[int]) -> bool:
            if n in complete:
                return True
            if n in dead or n in visited or not (self.edges[n] or n in self.stops):
                return False  # where nothing can be chosen nobody is asked: that is no position
            visited.add(n)
            found = any(search(m, visited) for m in self.edges[n]) or n in self.stops & self.goals
            if found:
                complete.add(n)
            return found

        for n in self.edges[node]:
            visited: set[int] = set()
            if not search(n, visited):
                dead |= visited
            ever |= visited
        return ever


def random_graph(rng: Random, size: int) -> Graph:
    edges = [sorted(rng.sample(range(size), rng.choice([0, 1, 1, 2, 3]))) for _ in range(size)]
    for out in edges:
        rng.shuffle(out)
    pick = [n for n in range(size) if rng.random() < 0.4]
    return Graph(edges, set(pick), {n for n in pick if rng.random() < 0.4})


def walk_program(graph: Graph, needs: set[int] | None = None, deep: bool = True, search: int = 1000) -> Node:
    """The choice is made in a procedure of its own, so that the attempt lies in a frame further down."""
    size = len(graph.edges)
    b = Builder(search=search).attribute("node", ints(0, size - 1)).attribute("hope", ints(0, 9))
    b.row("edges", [size], graph.edges)
    b.row("sets", [3], [sorted(graph.stops), sorted(graph.goals), sorted(needs if needs is not None else range(size))])
    here = get("node")
    step = choose(
        0,
        branch(MOVE, "x", over=[clause("x", in_row("edges", here))]),
        branch(STOP, when_=has(row("sets", 0), here)),
        tag="tag",
        into=["to"],
        ask_=True,
    )
    go = [step, when(eq("tag", STOP), [return_(1)]), put("node", None, "to"), return_(0)]
    loop = [call("step", into="stop")] if deep else [*go[:1], let("stop", "tag"), when(eq("tag", MOVE), [go[2]])]
    if deep:
        b.procedure("step", go)
    body = [
        let("which", 2),
        attempt(
            [while_(op("not", "stop"), loop)], [has(row("sets", 1), here)], [has(row("sets", "which"), get("node"))]
        ),
    ]
    return b.procedure("main", body).program()


@pytest.mark.parametrize("deep", [True, False])
def test_offered_is_what_can_be_completed_on_random_graphs(deep: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[transactions.Search] = []

    class Watched(transactions.Search):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            searches.append(self)

    monkeypatch.setattr(transactions, "Search", Watched)
    rng = Random(11)
    cyclic = 0
    for _ in range(150):
        graph = random_graph(rng, rng.randrange(3, 10))
        engine = Engine(walk_program(graph, deep=deep))
        if not graph.offered(0):
            choose_node = next(
                n for p in engine.program["procedures"] for n in everything(p["body"]) if n["kind"] == "choose"
            )
            fails("empty", choose_node["site"], engine.new, 0)
            continue
        state, node = engine.new(0), 0
        for _ in range(12):
            searches.clear()
            assert state[ATTEMPT] == engine.program["stack"]["at"]
            found = options(Engine(engine.program), state)
            assert found == graph.offered(node)
            assert len(searches[0].met) == len(graph.met(node))
            cyclic += any(s is transactions.Standing.FORGOTTEN for s in searches[0].met.values())
            answer = rng.choice(found)
            engine.answer(state, answer)
            if answer[0] == STOP:
                assert (state[STATUS], state[ATTEMPT]) == (OVER, 0)
                break
            node = answer[1]
    assert cyclic  # the case of a doubt that turned out unfounded has been there


def everything(body: list[Node]) -> list[Node]:
    found = []
    for node in body:
        found.append(node)
        for block in ("then", "else", "body"):
            if isinstance(node.get(block), list):
                found += everything(node[block])
    return found


def test_a_position_in_doubt_is_not_dead() -> None:
    """From 0 to 1 or 2; 1 leads to 2 and to the goal 3; 2 leads only back to 1. While 1 is searched, 2 seems dead."""
    graph = Graph([[1, 2], [2, 3], [1], []], {3}, {3})
    engine = Engine(walk_program(graph))
    assert options(engine, engine.new(0)) == [(MOVE, 1, 0, 0), (MOVE, 2, 0, 0)]


def test_needs_prune_without_changing_what_is_offered() -> None:
    rng = Random(4)
    for _ in range(60):
        graph = random_graph(rng, 7)
        if not graph.offered(0):
            continue
        hopeful = graph.good | {n for n in range(7) if rng.random() < 0.3}
        engine = Engine(walk_program(graph, needs=hopeful))
        state = engine.new(0)
        assert options(engine, state) == graph.offered(0)


def test_needs_are_tested_in_look_mode_before_the_options() -> None:
    graph = Graph([[1], [2], []], {2}, {2})
    with pytest.raises(RuleFault):
        Engine(walk_program(graph, needs={0, 2})).new(0)  # wrong needs, and they count: node 1 is cut off
    assert options(*made(walk_program(graph, needs={1, 2}))) == [(MOVE, 1, 0, 0)]  # where one stands they are not asked


def made(program: Node) -> tuple[Engine, State]:
    engine = Engine(program)
    return engine, engine.new(0)


def test_the_budget_counts_distinct_positions() -> None:
    chain = Graph([[1], [2], [3], [4], []], {4}, {4})
    assert options(*made(walk_program(chain, search=4))) == [(MOVE, 1, 0, 0)]
    program = walk_program(chain, search=3)
    site = next(n for n in everything(program["procedures"][-2]["body"]) if n["kind"] == "attempt")["site"]
    fails("search", site, Engine(program).new, 0)


def test_the_start_counts_only_when_it_is_met_again() -> None:
    back = Graph([[1], [0, 2], []], {2}, {2})
    assert options(*made(walk_program(back, search=3)))
    fails_with = walk_program(back, search=2)
    with pytest.raises(RuleFault):
        Engine(fails_with).new(0)


# sets of cards: a play that is legal only in its result

VALUES = [1, 2, 2, 3, 5, 8]


def cards_program(wanted: int, most: int, ascending: bool) -> Node:
    """Choose cards one by one, then be done; their values must add up, and there may not be too many."""
    b = Builder().attribute("taken", sets(6)).table("value", [6], VALUES)
    free = op("not", has(get("taken"), "c"))
    later = fold("all", [clause("d", every(6), has(get("taken"), "d"))], op("<", "d", "c"))
    total = fold("sum", [clause("c", every(6), has(get("taken"), "c"))], table("value", "c"))
    pick = choose(
        0,
        branch(0, "c", over=[clause("c", every(6), op("and", free, later) if ascending else free)]),
        branch(1),
        tag="tag",
        into=["card"],
    )
    count = {"kind": "size", "set": get("taken")}
    body = [pick, when(eq("tag", 1), [break_()]), include(target("taken"), "card"), drop("tag", "card")]
    b.procedure("main", [attempt([while_(1, body)], [eq(total, wanted), op("<=", count, most)])])
    return b.program()


@pytest.mark.parametrize("ascending", [True, False])
@pytest.mark.parametrize(("wanted", "most"), [(8, 3), (8, 1), (11, 3), (21, 6), (4, 2)])
def test_offered_cards_against_all_subsets(wanted: int, most: int, ascending: bool) -> None:
    legal = [
        frozenset(c) for n in range(most + 1) for c in combinations(range(6), n) if sum(VALUES[i] for i in c) == wanted
    ]

    def offered(taken: frozenset[int]) -> list[Option]:
        after = [c for c in range(6) if c not in taken and not (ascending and any(d > c for d in taken))]
        cards: list[Option] = []
        for c in after:
            more = taken | {c}
            floor = max(more) if ascending else -1
            if any(more <= goal and all(d in more or d > floor for d in goal) for goal in legal):
                cards.append((0, c, 0, 0))
        return cards + ([(1, 0, 0, 0)] if taken in legal else [])

    def explore(engine: Engine, state: State, taken: frozenset[int]) -> None:
        found = options(engine, state)
        assert found == offered(taken)
        for option in found:
            after = state[:]
            engine.answer(after, option)
            more = taken | {option[1]} if option[0] == 0 else taken
            while len(offered(more)) == 1 and option[0] == 0 and offered(more)[0][0] == 0:
                more |= {offered(more)[0][1]}  # a single option is taken unasked
            assert more == frozenset(i for i in range(6) if engine.evaluate(after, has(get("taken"), i)))
            if after[STATUS] == PENDING:
                explore(engine, after, more)
            else:
                assert more in legal

    engine = Engine(cards_program(wanted, most, ascending))
    if len(offered(frozenset())) > 1:
        explore(engine, engine.new(0), frozenset())
    else:
        assert legal  # a single way all along
        assert engine.new(0)[STATUS] in (OVER, PENDING)


# a whole act, offered in a menu


def menu_program(fuel: int, price: int, **limits: int) -> Node:
    """Two things are bought for the price or twice the price, then the fuel must be used up exactly; or one passes."""
    b = Builder(**limits).attribute("fuel", ints(0, 99)).attribute("seen", lists(9))
    buy = choose(0, branch(0, price), branch(0, 2 * price), into=["paid"], ask_=True)
    pay = put("fuel", None, op("-", get("fuel"), "paid"))
    act = attempt([for_("i", every(2), [buy, when(op(">", "paid", get("fuel")), [let("paid", 0)]), pay], keep=sets(2))],
                  [eq(get("fuel"), 0)])  # fmt: skip
    b.procedure("act", [append(target("seen"), 1), act, drop("paid")])
    menu = choose(0, branch(5, whole=True), branch(6), tag="t", ask_=True)
    b.procedure("init", [put("fuel", None, fuel)])
    b.procedure("main", [menu, when(eq("t", 5), [call("act")]), append(target("seen"), "t")])
    return b.program()


@pytest.mark.parametrize(("fuel", "price"), [(f, p) for f in range(1, 13) for p in (1, 2, 3, 4)])
def test_a_whole_act_is_offered_only_if_it_can_be_done(fuel: int, price: int) -> None:
    def can(left: int, times: int) -> bool:
        if times == 0:
            return left == 0
        return any(can(left - paid if paid <= left else left, times - 1) for paid in (price, 2 * price))

    engine, state = made(menu_program(fuel, price))
    assert state[ATTEMPT] == 0
    expected = ([(5, 0, 0, 0)] if can(fuel, 2) else []) + [(6, 0, 0, 0)]
    assert options(engine, state) == expected


def test_the_budget_of_a_whole_act_names_the_choice() -> None:
    program = menu_program(4, 1, search=3)
    assert options(*made(program))[0] == (5, 0, 0, 0)
    program = menu_program(5, 1, search=2)
    menu = next(p for p in program["procedures"] if p["name"] == "main")["body"][0]
    fails("search", menu["site"], Engine(program).new, 0)


def test_an_act_that_is_whole_can_be_played_to_its_end() -> None:
    engine, state = made(menu_program(6, 2))
    engine.answer(state, (5, 0, 0, 0))
    assert state[ATTEMPT] == engine.program["stack"]["at"] + engine.program["procedures"][2]["frame"]
    assert options(engine, state) == [(0, 2, 0, 0), (0, 4, 0, 0)]
    engine.answer(state, (0, 4, 0, 0))
    assert options(engine, state) == [(0, 2, 0, 0)]
    engine.answer(state, (0, 2, 0, 0))
    assert (state[STATUS], state[ATTEMPT]) == (OVER, 0)
    assert engine.evaluate(state, get("seen")) == (1, 5)


def test_an_option_belongs_to_the_branch_that_gave_it_first() -> None:
    dead = attempt([choose(0, branch(0), branch(1), tag="u")], [0])
    for first, expected in ((True, [(6, 0, 0, 0)]), (False, [(5, 0, 0, 0), (6, 0, 0, 0)])):
        menu = choose(0, branch(5, whole=first), branch(5, whole=not first), branch(6), tag="t", ask_=True)
        b = Builder().procedure("main", [menu, when(eq("t", 5), [dead])])
        assert options(*made(b.program())) == expected
        dead = attempt([choose(0, branch(0), branch(1), tag="u")], [0])


# edges of an attempt


def one(*body: Node, **limits: int) -> Builder:
    return Builder(**limits).attribute("seen", lists(20)).procedure("main", list(body))


def log(e: Any) -> Node:
    return append(target("seen"), e)


def test_provided_that_fails_is_an_error_with_its_own_site() -> None:
    node = attempt([], [1, eq(1, 2), eq(1, 3)])
    program = one(node).program()
    fails("provided", node["provided"][1]["site"], Engine(program).new, 0)


def test_a_failing_provided_makes_a_whole_branch_vanish() -> None:
    engine, state = made(
        one(
            choose(0, branch(1, whole=True), branch(2), tag="t"), log("t"), when(eq("t", 1), [attempt([], [0])])
        ).program()
    )
    assert engine.evaluate(state, get("seen")) == (2,)  # the only one left was taken unasked


def test_finish_inside_is_success() -> None:
    node = attempt(
        [choose(0, branch(0), branch(1), branch(2), tag="t"), when(eq("t", 1), [finish()]), when(eq("t", 2), [log(1)])],
        [eq({"kind": "length", "list": get("seen")}, 1)],
    )
    engine, state = made(one(node).program())
    assert options(engine, state) == [(1, 0, 0, 0), (2, 0, 0, 0)]


def test_the_end_of_the_game_is_success_too() -> None:
    engine, state = made(one(choose(0, branch(1, whole=True), branch(2), tag="t")).program())
    assert options(engine, state) == [(1, 0, 0, 0), (2, 0, 0, 0)]


def test_no_option_is_a_dead_end_only_when_looking() -> None:
    later = choose(0, branch(7, when_=eq("t", 1)), tag="u")
    engine, state = made(one(attempt([choose(0, branch(0), branch(1), branch(2), tag="t"), later], [1])).program())
    assert state[STATUS] == OVER  # 1 was the only one that could be completed
    skip = choose(0, branch(7, when_=eq("t", 1)), tag="u", none="skip")
    engine, state = made(one(attempt([choose(0, branch(0), branch(1), branch(2), tag="t"), skip], [1])).program())
    assert len(options(engine, state)) == 3


def test_nothing_that_can_be_completed() -> None:
    node = choose(0, branch(0), branch(1), tag="t")
    program = one(attempt([node], [0])).program()
    fails("empty", node["site"], Engine(program).new, 0)
    node = choose(0, branch(0), branch(1), tag="t", none="skip")
    assert made(one(attempt([node], [eq("t", -1)])).program())[1][STATUS] == OVER


@pytest.mark.parametrize("leave", ["break", "continue", "return"])
def test_every_way_out_of_an_attempt_is_its_end(leave: str) -> None:
    out = {"break": break_, "continue": continue_, "return": lambda: return_(op("+", "t", 40))}[leave]()
    checked = attempt(
        [choose(0, branch(0), branch(1), branch(2), tag="t"), out, log(99)], [op(">", ask("same", "t"), 0)]
    )
    body = [for_("i", every(2), [checked], keep=sets(2)), return_(7)]
    b = one(call("play", into="x"), log("x")).procedure("play", body)
    b.procedure("same", [return_("n")], params={"n": ints(0, 9)})
    engine, state = made(b.program())
    while state[STATUS] == PENDING:
        assert state[ATTEMPT] != 0
        assert options(engine, state) == [(1, 0, 0, 0), (2, 0, 0, 0)]
        engine.answer(state, (2, 0, 0, 0))
    assert engine.evaluate(state, get("seen")) == ((42,) if leave == "return" else (7,))
    assert state[ATTEMPT] == 0


def test_after_an_attempt_choices_are_free_again() -> None:
    inner = attempt([choose(0, branch(0), branch(1), tag="t")], [1])
    engine, state = made(one(inner, choose(0, branch(3), branch(4), tag="t"), ensure(eq("t", 3))).program())
    engine.answer(state, (0, 0, 0, 0))
    assert state[ATTEMPT] == 0
    assert options(engine, state) == [(3, 0, 0, 0), (4, 0, 0, 0)]


def test_errors_ahead_are_errors() -> None:
    bad = put("seen", None, {"kind": "list", "items": [op("div", 1, op("-", "t", 1))]})
    quotient = bad["value"]["items"][0]
    program = one(attempt([choose(0, branch(0), branch(1), tag="t"), bad], [1])).program()
    fails("division", quotient["site"], Engine(program).new, 0)


def test_looking_ahead_starts_its_own_count_of_steps() -> None:
    """Four rounds before, four after the answer: neither the tries nor the run after the choice exceed the budget."""
    before, after = for_("i", every(4), []), for_("j", every(4), [])
    inner = attempt([choose(0, branch(0), branch(1), tag="t"), after], [eq("t", 1)])
    assert made(one(before, inner, steps=8).program())[1][STATUS] == OVER
    before, after = for_("i", every(4), []), for_("j", every(4), [])
    inner = attempt([choose(0, branch(0), branch(1), tag="t"), after], [eq("t", 1)])
    fails("steps", 10**6, Engine(with_site(one(before, inner, steps=7), after)).new, 0)


def with_site(builder: Builder, node: Node) -> Node:
    node["site"] = 10**6
    return builder.program()


class Ears(Observer):
    def __init__(self) -> None:
        self.heard: list[tuple[Any, ...]] = []

    def noted(self, node: Node, args: Any) -> None:
        self.heard.append((node["event"], *args))

    def forced(self, node: Node, who: int, option: Option) -> None:
        self.heard.append(("forced", who, option))

    def changed(self, node: Node, attribute: str, index: int, value: Any) -> None:
        self.heard.append(("changed", value))


def test_thoughts_are_not_told() -> None:
    body = [
        note("begin"),
        attempt(
            [choose(1, branch(0), branch(1), tag="t"), log("t"), note("went", "t"), choose(1, branch(5), tag="u")],
            [eq("t", 1)],
        ),
    ]
    engine = Engine(one(*body).program())
    ears = engine.observer = Ears()
    assert engine.new(0)[STATUS] == OVER
    assert ears.heard == [
        ("begin",),
        ("forced", 1, (1, 0, 0, 0)),
        ("changed", (1,)),
        ("went", 1),
        ("forced", 1, (5, 0, 0, 0)),
    ]


def test_an_open_point_must_be_completable_too() -> None:
    valid = {"var": "at", "valid": op(">", "at", 0)}
    node = choose(0, branch(0, 4), branch(0, 5), into=["x"], open_=valid)
    engine, state = made(one(attempt([node], [eq(op("mod", "x", 2), 0)]), log("x")).program())
    assert options(engine, state) == [(0, 4, 0, 0)]
    for refused in (5, 7, -2):
        fails("answer", node["site"], engine.answer, state, (0, refused, 0, 0))
    engine.answer(state, (0, 8, 0, 0))
    assert engine.evaluate(state, get("seen")) == (8,)


def test_positions_are_searched_once() -> None:
    """Ten switches in any order: 10! ways, 2^10 positions; none completes."""
    body = [
        choose(0, branch(0, "c", over=[clause("c", every(10), op("not", has(get("on"), "c")))]), branch(1), tag="t",
               into=["c"], ask_=True),
        when(eq("t", 1), [break_()]),
        include(target("on"), "c"),
        drop("t", "c"),
    ]  # fmt: skip
    play = attempt([while_(1, body)], [0])
    menu = choose(0, branch(0, whole=True), branch(1), tag="m")
    b = one(menu, when(eq("m", 0), [play]), search=1024).attribute("on", sets(10))
    engine, state = made(b.program())
    assert state[STATUS] == OVER  # only declining was left
    assert engine.evaluate(state, get("on")) == 0


def test_undoing_a_step_within_an_attempt_leaves_no_trace() -> None:
    """Switches that can be turned off again: cycles everywhere."""
    body = [
        choose(0, branch(0, "c", over=[clause("c", every(4), op("not", has(get("on"), "c")))]),
               branch(2, "d", over=[clause("d", every(4), has(get("on"), "d"))]), branch(1), tag="t", into=["c"]),
        when(eq("t", 1), [break_()]),
        when(eq("t", 0), [include(target("on"), "c")], [exclude(target("on"), "c")]),
        drop("t", "c"),
    ]  # fmt: skip
    wanted = eq(fold("sum", [clause("e", every(4), has(get("on"), "e"))], op("+", "e", 1)), 10)
    engine, state = made(one(attempt([while_(1, body)], [wanted])).attribute("on", sets(4)).program())
    start = state[:]
    assert options(engine, state) == [(0, c, 0, 0) for c in range(4)]
    engine.answer(state, (0, 2, 0, 0))
    assert options(engine, state) == [(0, 0, 0, 0), (0, 1, 0, 0), (0, 3, 0, 0), (2, 2, 0, 0)]
    engine.answer(state, (2, 2, 0, 0))
    assert state == start
    for c in range(4):
        engine.answer(state, (0, c, 0, 0))
    assert options(engine, state) == [(2, c, 0, 0) for c in range(4)] + [(1, 0, 0, 0)]
    engine.answer(state, (1, 0, 0, 0))
    assert engine.evaluate(state, eq(get("on"), things(0, 1, 2, 3))) == 1
