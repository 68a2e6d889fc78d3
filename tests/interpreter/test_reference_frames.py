"""Decisions deep inside loops and calls: a state is only cells, can be copied at any decision, and goes on the same."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from core_builder import (
    Builder,
    Node,
    append,
    branch,
    break_,
    call,
    choose,
    clause,
    continue_,
    drop,
    eq,
    every,
    finish,
    fold,
    for_,
    get,
    has,
    in_row,
    include,
    ints,
    let,
    list_,
    lists,
    of_list,
    of_set,
    op,
    put,
    return_,
    sets,
    span,
    target,
    things,
    when,
    while_,
)
from rulewright.interpreter.faults import RuleFault
from rulewright.interpreter.reference.engine import Engine
from rulewright.interpreter.state import (
    ANSWER,
    ATTEMPT,
    FP,
    OVER,
    PC,
    PENDING,
    RESULT,
    RET,
    RUNNING,
    STATUS,
    Option,
    Outcome,
    State,
    packed,
)


def log(e: Any) -> Node:
    return append(target("seen"), e)


def options(engine: Engine, state: State) -> list[Option]:
    choice = engine.choice(state)
    assert choice is not None
    return choice.options


def free_cells_are_zero(engine: Engine, state: State) -> None:
    """Nothing lies behind the top frame, no answer or result is left over."""
    program = engine.program
    assert state[ANSWER : ANSWER + 4] == [0, 0, 0, 0]
    assert state[RET] == 0
    end = program["stack"]["at"]
    if state[STATUS] == PENDING:
        point = program["points"][state[PC]]
        end = state[FP] + program["procedures"][point["procedure"]]["frame"]
    else:
        assert state[PC] == state[FP] == state[ATTEMPT] == 0
    assert not any(state[end:])
    assert all(-(2**31) <= cell < 2**31 for cell in state)


def play_through(program: Node, seed: int, decide: Callable[[list[Option]], Option]) -> tuple[Engine, State]:
    """Plays with two engines in turn, each going on from the other's cells; at every decision the state is copied and
    the copy must go the same way."""
    engines = [Engine(program), Engine(program)]
    state = engines[0].new(seed)
    turn = 0
    while state[STATUS] != OVER:
        turn += 1
        engine = engines[turn % 2]
        free_cells_are_zero(engine, state)
        offered = options(engine, state)
        assert offered == options(engines[0], list(state))  # asking changes nothing
        chosen = decide(offered)
        copy = state[:]
        engine.answer(state, chosen)
        engines[1 - turn % 2].answer(copy, chosen)
        assert packed(copy) == packed(state)
    free_cells_are_zero(engines[0], state)
    return engines[0], state


def test_counts_of_a_well_known_game() -> None:
    """Three in a row on nine squares: the number of lines of play is known for each depth."""
    rows = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
    b = Builder().kind("square", 9).attribute("owner", ints(-1, 1), of="square").row("lines", [8], rows)
    line = fold("all", [clause("q", in_row("lines", "l"))], eq(get("owner", "q"), "p"))
    free = clause("s", every(9), eq(get("owner", "s"), -1))
    b.procedure("init", [for_("s", every(9), [put("owner", "s", -1)])])
    b.procedure("won", [return_(fold("any", [clause("l", every(8))], line))], params={"p": ints(0, 1)})
    turn = [
        choose("p", branch(0, "s", over=[free]), into=["at"], ask_=True),
        put("owner", "at", "p"),
        drop("at"),
        when({"kind": "ask", "procedure": "won", "args": [{"kind": "var", "name": "p"}]}, [finish(things("p"))]),
        let("p", op("-", 1, "p")),
    ]
    b.procedure("main", [while_(fold("any", [free], 1), turn)], p=ints(0, 1))
    engine = Engine(b.program())

    def lines(state: State, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for option in options(engine, state) if state[STATUS] == PENDING else []:
            after = state[:]
            engine.answer(after, option)
            total += lines(after, depth - 1)
        return total

    assert [lines(engine.new(0), depth) for depth in range(1, 6)] == [9, 72, 504, 3024, 15120]


# loops with decisions in them


def loop_program(domain: Node, keep: Node) -> Node:
    """For each member: skip it, stop, do it again below, or go on; the answers are asked for two calls further down."""
    b = Builder(stack=400).attribute("seen", lists(200)).attribute("marks", sets(40))
    number = {"n": ints(-9, 99)}
    question = choose(0, branch(0, 0), branch(0, 1), branch(0, 2), branch(0, 3), into=["got"])
    deep = [let("twice", op("*", "n", 2)), question, return_(op("+", op("*", "twice", 10), "got"))]
    b.procedure("deep", deep, params=number)
    b.procedure("ask", [call("deep", "n", into="x"), log("x"), return_(op("mod", "x", 10))], params=number)
    inner = for_(
        "j",
        span(0, 1),
        [call("ask", op("+", "m", "j"), into="again"), when(eq("again", 0), [break_()]), log(op("+", 500, "j"))],
        keep=lists(2),
    )
    body = [
        call("ask", "m", into="answer"),
        when(eq("answer", 0), [continue_()]),
        when(eq("answer", 1), [break_()]),
        when(eq("answer", 2), [inner]),
        include(target("marks"), 33),
        log(op("+", 1000, "m")),
    ]
    loop = for_("m", domain, body, where_=op("!=", "m", 5), keep=keep)
    b.procedure("main", [put("marks", None, things(2, 5, 31, 32, of=40)), loop, log("m"), log("answer")])
    return b.program()


def loop_model(members: list[int], ask: Callable[[], int]) -> list[int]:
    """The same as plain Python."""
    seen: list[int] = []

    def question(n: int) -> int:
        got = ask()
        seen.append(n * 20 + got)
        return (n * 20 + got) % 10

    answer = 0
    for m in members:
        answer = question(m)
        if answer == 0:
            continue
        if answer == 1:
            break
        if answer == 2:
            for j in (0, 1):
                if question(m + j) == 0:
                    break
                seen.append(500 + j)
        seen.append(1000 + m)
    return [*seen, 0, answer]


@pytest.mark.parametrize(
    ("domain", "keep", "members"),
    [
        (of_set(get("marks")), sets(40), [2, 31, 32]),
        (of_list(list_(7, 5, 1, 7)), lists(4), [7, 1, 7]),
        (every(4), sets(4), [0, 1, 2, 3]),
        (span(-1, 1), lists(3), [-1, 0, 1]),
        (of_list(list_()), lists(4), []),
    ],
)
def test_loops_with_decisions_go_as_plain_python(domain: Node, keep: Node, members: list[int]) -> None:
    program = loop_program(domain, keep)
    for seed in range(40):
        rng, twin = Random(seed), Random(seed)
        engine, state = play_through(program, seed, rng.choice)
        expected = loop_model(members, lambda twin=twin: twin.choice([0, 1, 2, 3]))  # type: ignore[misc]
        assert engine.evaluate(state, get("seen")) == tuple(expected)


def test_the_snapshot_of_a_set_is_what_remains() -> None:
    b = Builder().procedure("main", [for_("m", of_set(things(3, 33, 39, of=40)), [choose(0, branch(0), branch(1))],
                                          keep=sets(40))])  # fmt: skip
    engine = Engine(b.program())
    state = engine.new(0)
    frame = engine.program["stack"]["at"]
    slots = {name: frame + local["slot"] for name, local in engine.program["procedures"][0]["locals"].items()}
    var, kept = slots["m"], slots["m.snapshot"]
    assert (state[var], state[kept : kept + 2]) == (3, [0, 1 << 1 | 1 << 7])
    engine.answer(state, (0, 0, 0, 0))
    assert (state[var], state[kept : kept + 2]) == (33, [0, 1 << 7])
    engine.answer(state, (0, 0, 0, 0))
    assert (state[var], state[kept : kept + 2]) == (39, [0, 0])


def test_the_snapshot_of_a_list_stays_and_the_index_moves() -> None:
    b = Builder().procedure(
        "main",
        [
            for_("m", of_list(list_(6, 6, 4)), [choose(0, branch(0), branch(1), tag="t"), when("t", [break_()])],
                 keep=lists(5)),
            choose(0, branch(0), branch(1)),
        ],
    )  # fmt: skip
    engine = Engine(b.program())
    frame = engine.program["stack"]["at"]
    slots = {name: frame + local["slot"] for name, local in engine.program["procedures"][0]["locals"].items()}

    def shown(state: State) -> tuple[Any, ...]:
        kept = slots["m.snapshot"]
        return state[slots["m"]], state[kept : kept + 6], state[slots["m.index"]]

    state = engine.new(0)
    assert shown(state) == (6, [3, 6, 6, 4, 0, 0], 1)
    engine.answer(state, (0, 0, 0, 0))
    assert shown(state) == (6, [3, 6, 6, 4, 0, 0], 2)
    ended = state[:]
    engine.answer(ended, (1, 0, 0, 0))  # by break
    assert shown(ended) == (0, [0] * 6, 0)
    engine.answer(state, (0, 0, 0, 0))
    assert shown(state) == (4, [3, 6, 6, 4, 0, 0], 3)
    engine.answer(state, (0, 0, 0, 0))  # by exhaustion
    assert shown(state) == (0, [0] * 6, 0)


def test_a_snapshot_that_is_too_small() -> None:
    loop = for_("m", every(3), [choose(0, branch(0), branch(1))], keep=lists(2))
    engine = Engine(Builder().procedure("main", [loop]).program())
    with pytest.raises(RuleFault) as caught:
        engine.new(0)
    assert (caught.value.code, caught.value.site) == ("full", loop["site"])


def test_where_and_the_domain_are_looked_at_on_entry_only() -> None:
    b = Builder().attribute("seen", lists(20)).attribute("marks", sets(9))
    loop = for_("m", every(9), [include(target("marks"), 8), choose(0, branch(0, "m"), branch(1, "m"), into=["x"]),
                                log("x")], where_=has(get("marks"), "m"), keep=sets(9))  # fmt: skip
    b.procedure("main", [put("marks", None, things(2, 4)), loop])
    engine, state = play_through(b.program(), 0, lambda offered: offered[0])
    assert engine.evaluate(state, get("seen")) == (2, 4)


# recursion


def test_recursion_through_frames() -> None:
    """A walk over a binary tree that asks at each node whether to go on, with a result and locals on both sides."""
    b = Builder(stack=300).attribute("seen", lists(300))
    body = [
        let("mine", op("*", "n", 7)),
        choose(op("mod", "depth", 2), branch(0, 0), branch(0, 1), into=["more"]),
        when(op("or", eq("depth", 5), eq("more", 0)), [return_("n")]),
        call("tree", op("*", "n", 2), op("+", "depth", 1), into="left"),
        log("left"),
        call("tree", op("+", op("*", "n", 2), 1), op("+", "depth", 1), into="right"),
        return_(op("+", op("+", "left", "right"), "mine")),
    ]
    b.procedure("tree", body, params={"n": ints(0, 99), "depth": ints(0, 9)})
    b.procedure("main", [call("tree", 1, 0, into="x"), log("x")])
    program = b.program()

    def model(ask: Callable[[], int], seen: list[int], n: int = 1, depth: int = 0) -> int:
        if not ask() or depth == 5:
            return n
        left = model(ask, seen, n * 2, depth + 1)
        seen.append(left)
        return left + model(ask, seen, n * 2 + 1, depth + 1) + n * 7

    for seed in range(25):
        rng, twin = Random(seed), Random(seed)
        engine, state = play_through(program, seed, rng.choice)
        seen: list[int] = []
        total = model(lambda twin=twin: twin.choice([0, 1]), seen)  # type: ignore[misc]
        assert engine.evaluate(state, get("seen")) == (*seen, total)


def test_a_frame_lies_right_behind_its_callers_and_knows_the_way_back() -> None:
    b = Builder().procedure("inner", [choose(0, branch(0), branch(1))], params={"a": sets(40), "q": lists(2)})
    b.procedure("main", [let("x", 5), call("inner", things(0, 39, of=40), list_(-7))])
    engine = Engine(b.program())
    state = engine.new(0)
    stack, main = engine.program["stack"]["at"], engine.program["procedures"][1]
    back = main["body"][1]["point"]
    assert state[FP] == stack + main["frame"]
    assert state[stack : stack + main["frame"]] == [0, 5]
    assert state[state[FP] : state[FP] + 6] == [back, 1, 1 << 7, 1, -7, 0]


def test_an_end_without_a_return_gives_0() -> None:
    b = Builder().attribute("seen", lists(9)).procedure("quiet", [choose(0, branch(0), branch(1))])
    b.procedure("main", [let("x", 9), call("quiet", into="x"), log("x")])
    engine, state = play_through(b.program(), 0, lambda offered: offered[1])
    assert engine.evaluate(state, get("seen")) == (0,)


# decisions


def decided(*body: Node, **limits: int) -> tuple[Engine, State]:
    b = Builder(players=3, **limits).attribute("seen", lists(50))
    engine = Engine(b.procedure("main", list(body)).program())
    return engine, engine.new(0)


def test_options_in_order_padded_and_unique() -> None:
    node = choose(
        1,
        branch(4, "x", "y", over=[clause("x", of_list(list_(2, 1))), clause("y", every(2), op("!=", "x", "y"))]),
        branch(2),
        branch(4, 2, 1, 0),
        branch(4, "x", 3, 1, over=[clause("x", every(3))], when_=eq("x", 2)),
        branch(7, when_=0),
    )
    engine, state = decided(node)
    choice = engine.choice(state)
    assert choice is not None
    assert choice.options == [(4, 2, 0, 0), (4, 2, 1, 0), (4, 1, 0, 0), (2, 0, 0, 0), (4, 2, 3, 1)]
    assert (choice.who, choice.point, choice.node, choice.frame) == (1, 1, node, engine.program["stack"]["at"])
    assert (state[STATUS], state[PC], state[FP]) == (PENDING, 1, choice.frame)


def test_the_answer_goes_into_locals() -> None:
    node = choose(0, branch(4, 7, 8, 9), branch(5, 1), tag="t", into=["a", "b", "c"])
    body = [node, log("t"), log("a"), log("b"), log("c"), choose(0, branch(0), branch(1), tag="t"), log("t"), log("a")]
    engine, state = decided(*body)
    assert engine.answer(state, (4, 7, 8, 9)) is Outcome.PENDING
    assert engine.answer(state, (1, 0, 0, 0)) is Outcome.OVER
    assert engine.evaluate(state, get("seen")) == (4, 7, 8, 9, 1, 7)


def test_one_option_is_taken_unasked() -> None:
    engine, state = decided(choose(0, branch(3, 5), tag="t", into=["a"]), log("t"), log("a"))
    assert state[STATUS] == OVER
    assert engine.evaluate(state, get("seen")) == (3, 5)


def test_equal_options_are_one() -> None:
    assert decided(choose(0, branch(3, 5), branch(3, "x", over=[clause("x", span(5, 5))])))[1][STATUS] == OVER


def test_always_ask() -> None:
    engine, state = decided(choose(2, branch(3, 5), ask_=True))
    assert options(engine, state) == [(3, 5, 0, 0)]


def test_no_option() -> None:
    node = choose(0, branch(0, when_=0))
    with pytest.raises(RuleFault) as caught:
        decided(node)
    assert (caught.value.code, caught.value.site) == ("empty", node["site"])
    skip = choose(0, branch(0, when_=0), none="skip", ask_=True, tag="t", into=["a", "b"])
    engine, state = decided(let("a", 9), skip, log("t"), log("a"), log("b"))
    assert engine.evaluate(state, get("seen")) == (-1, 0, 0)


def test_too_many_options() -> None:
    def node(many: int) -> Node:
        return choose(0, branch(0, op("mod", "x", many), over=[clause("x", every(50))]))

    assert len(options(*decided(node(10), options_limit=10))) == 10
    over = node(11)
    with pytest.raises(RuleFault) as caught:
        decided(over, options_limit=10)
    assert (caught.value.code, caught.value.site) == ("options", over["site"])


@pytest.mark.parametrize("answer", [(0, 2, 0, 0), (1, 0, 0, 0), (0, 0, 0, 1), (-1, 0, 0, 0)])
def test_an_answer_that_is_not_offered_changes_nothing(answer: Option) -> None:
    node = choose(0, branch(0, "x", over=[clause("x", every(2))]))
    engine, state = decided(node)
    before = state[:]
    with pytest.raises(RuleFault) as caught:
        engine.answer(state, answer)
    assert (caught.value.code, caught.value.site) == ("answer", node["site"])
    assert state == before


def test_nobody_is_asked_when_it_is_over() -> None:
    engine, state = decided(finish())
    with pytest.raises(RuleFault) as caught:
        engine.answer(state, (0, 0, 0, 0))
    assert caught.value.code == "answer"


def test_a_pending_state_stays_where_it_is() -> None:
    engine, state = decided(choose(0, branch(0), branch(1)))
    before = state[:]
    assert engine.run(state) is Outcome.PENDING
    assert state == before


def test_an_answered_state_runs_on() -> None:
    engine, state = decided(choose(0, branch(0), branch(1), tag="t"), log("t"))
    state[STATUS] = RUNNING
    state[ANSWER] = 1
    assert engine.run(state) is Outcome.OVER
    assert engine.evaluate(state, get("seen")) == (1,)


def test_an_open_choice_takes_any_valid_point() -> None:
    valid = {"var": "at", "valid": eq(op("mod", "at", "step"), 0)}
    node = choose(
        0, branch(2, "x", over=[clause("x", of_list(list_(10)))]), branch(5), tag="t", into=["a"], open_=valid
    )
    engine, state = decided(let("step", 5), node, log("t"), log("a"))
    assert options(engine, state) == [(2, 10, 0, 0), (5, 0, 0, 0)]
    for refused in ((2, 7, 0, 0), (5, 15, 0, 0), (2, 15, 1, 0), (3, 15, 0, 0)):
        with pytest.raises(RuleFault):
            engine.answer(state, refused)
    assert engine.answer(state, (2, 15, 0, 0)) is Outcome.OVER
    assert engine.evaluate(state, get("seen")) == (2, 15)


def test_an_open_choice_is_never_taken_unasked() -> None:
    valid = {"var": "at", "valid": op(">", "at", 0)}
    engine, state = decided(choose(0, branch(2, 10), open_=valid))
    assert options(engine, state) == [(2, 10, 0, 0)]


def test_evaluating_in_the_frame_that_decides() -> None:
    engine, state = decided(let("x", 6), choose(0, branch(0), branch(1)))
    assert engine.evaluate(state, op("*", "x", "y"), {"y": 7}) == 42


def test_steps_are_counted_from_answer_to_answer() -> None:
    ask = choose(0, branch(0), branch(1))
    loops = [for_(f"i{n}", every(4), []) for n in range(3)]
    engine, state = decided(loops[0], ask, loops[1], choose(0, branch(0), branch(1)), loops[2], steps=4)
    engine.answer(state, (0, 0, 0, 0))
    assert engine.answer(state, (0, 0, 0, 0)) is Outcome.OVER
    assert state[RESULT] == 2


def test_who_is_no_part_of_the_run() -> None:
    engine, state = decided(choose(op("div", 1, 0), branch(0), branch(1)))
    assert state[STATUS] == PENDING
    with pytest.raises(RuleFault):
        engine.choice(state)
    assert engine.answer(state, (1, 0, 0, 0)) is Outcome.OVER


def test_a_fault_leaves_the_engine_fit_for_the_next_state() -> None:
    b = Builder().attribute("n", ints(0, 3))
    b.procedure("bump", [put("n", None, op("+", get("n"), "by"))], params={"by": ints(0, 9)})
    b.procedure("main", [while_(1, [choose(0, branch(0, 1), branch(0, 9), into=["x"]), call("bump", "x")])])
    engine = Engine(b.program())
    state = engine.new(0)
    for _ in range(3):
        kept = state[:]
        with pytest.raises(RuleFault):
            engine.answer(kept, (0, 9, 0, 0))
        assert engine.answer(state, (0, 1, 0, 0)) is Outcome.PENDING
    assert engine.evaluate(state, get("n")) == 3
