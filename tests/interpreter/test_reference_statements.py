"""Every plain statement, with the errors it can end in."""

from __future__ import annotations

from typing import Any

import pytest
from core_builder import (
    Builder,
    Node,
    append,
    ask,
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
    expr,
    finish,
    for_,
    get,
    if_,
    in_zone,
    include,
    ints,
    let,
    list_,
    lists,
    move,
    note,
    of_list,
    of_set,
    of_zone,
    op,
    pick,
    put,
    return_,
    sets,
    shuffle,
    span,
    target,
    things,
    unseal,
    when,
    while_,
)
from rulewright.interpreter import chance
from rulewright.interpreter.faults import RuleFault
from rulewright.interpreter.observer import Observer
from rulewright.interpreter.reference.engine import Engine
from rulewright.interpreter.script import add_order, add_values
from rulewright.interpreter.state import (
    ACTIVE,
    DRAWN,
    FP,
    OVER,
    PC,
    PENDING,
    RESULT,
    RNG_LOW,
    STATUS,
    WINNERS,
    WON,
    Outcome,
    Value,
    digest,
)


def world(**limits: int) -> Builder:
    b = Builder(players=3, **limits).kind("card", 5)
    b.attribute("points", ints(-2, 9), of="player").attribute("round", ints(0, 5))
    b.attribute("marks", sets(40), of="player")
    b.attribute("knows", sets(12)).attribute("queue", lists(3, 0, 4), of="player").attribute("seen", lists(30))
    b.attribute("active", ints(-1, 2))
    return b


def bits(*ids: int) -> int:
    return sum(1 << i for i in ids)


class Play:
    """Runs one body as a mutating procedure and lets the test look at what came of it."""

    def __init__(self, *body: Node, builder: Builder | None = None, seed: int = 0, **locals_: Node) -> None:
        b = (builder or world()).procedure("act", list(body), **locals_)
        self.engine = Engine(b.program())
        self.state = self.engine.fresh()
        chance.seed(self.state, seed)

    def run(self, *args: Value) -> Any:
        return self.engine.perform(self.state, "act", args)

    def value(self, e: Any) -> Any:
        return self.engine.evaluate(self.state, expr(e))

    def fails(self, code: str, node: Node) -> None:
        with pytest.raises(RuleFault) as caught:
            self.run()
        assert (caught.value.code, caught.value.site) == (code, node["site"])


def after(*body: Node, **locals_: Node) -> Play:
    play = Play(*body, **locals_)
    play.run()
    return play


def seen(*body: Node, **locals_: Node) -> Any:
    """What the body appended to the list `seen`."""
    return after(*body, **locals_).value(get("seen"))


def log(e: Any) -> Node:
    return append(target("seen"), e)


# writing


def test_set_attributes_and_locals() -> None:
    play = after(
        let("x", 4),
        put("points", 1, op("-", "x", 5)),
        put("points", 2, get("points", 1)),
        put("round", None, 5),
        put("marks", 2, things(0, 33, of=40)),
        put("queue", 0, list_(4, 0)),
        put("active", None, 2),
    )
    assert [play.value(get("points", p)) for p in range(3)] == [0, -1, -1]
    assert play.value(get("round")) == 5
    assert play.value(get("marks", 2)) == bits(0, 33)
    assert play.value(get("queue", 0)) == (4, 0)
    assert play.state[ACTIVE] == 2


@pytest.mark.parametrize("value", [-3, 10])
def test_a_store_outside_the_range(value: int) -> None:
    node = put("points", 0, value)
    Play(node).fails("range", node)


def test_a_local_is_range_checked_too() -> None:
    node = let("x", 8)
    Play(let("x", 7), node, x=ints(0, 7)).fails("range", node)


def test_a_list_that_does_not_fit() -> None:
    node = put("queue", 0, list_(1, 1, 1, 1))
    Play(node).fails("full", node)
    node = put("queue", 0, list_(1, 5))
    Play(node).fails("range", node)


def test_the_index_comes_before_the_value() -> None:
    index = op("div", 1, 0)
    node = put("points", index, op("mod", 1, 0))
    Play(node).fails("division", index)


def test_a_shorter_list_leaves_zeros() -> None:
    play = after(put("queue", 0, list_(4, 3, 2)), put("queue", 0, list_(1)))
    at = play.engine.program["attributes"]["queue"]["at"]
    assert play.state[at : at + 4] == [1, 1, 0, 0]


def test_include_and_exclude() -> None:
    play = after(
        include(target("marks", 1), 39),
        include(target("marks", 1), 31),
        include(target("marks", 1), 31),
        include(target("marks", 1), -1),
        exclude(target("marks", 1), 2),
        include(target("marks", 1), 5),
        exclude(target("marks", 1), 5),
        exclude(target("marks", 1), -1),
        include(target("knows"), 2, 3, dims=[3, 4]),
        include(target("knows"), 1, 0, dims=[3, 4]),
        include(target("knows"), 1, -1, dims=[3, 4]),
        exclude(target("knows"), 1, 0, dims=[3, 4]),
    )
    assert play.value(get("marks", 1)) == bits(31, 39)
    assert play.value(get("marks", 0)) == play.value(get("marks", 2)) == 0
    assert play.value(get("knows")) == bits(11)
    assert all(-(2**31) <= cell < 2**31 for cell in play.state)


@pytest.mark.parametrize("size", [1, 31, 32, 33, 63, 64, 65])
def test_sets_of_any_size_keep_to_their_cells(size: int) -> None:
    b = Builder().kind("thing", 3).attribute("s", sets(size), of="thing").attribute("behind", ints(0, 9))
    full = {"kind": "all", "of": size}
    play = Play(put("s", 0, full), put("s", 2, full), include(target("s", 1), size - 1), builder=b)
    play.run()
    assert [play.value(get("s", i)) for i in range(3)] == [2**size - 1, 1 << size - 1, 2**size - 1]
    assert play.value(get("behind")) == 0


def test_include_into_a_local() -> None:
    body = [include(target("s", attribute=False), 3), include(target("s", attribute=False), 0), put("marks", 0, "s")]
    assert after(*body, s=sets(40)).value(get("marks", 0)) == bits(0, 3)


def test_an_item_outside_the_universe_is_the_checkers_mistake() -> None:
    node = include(target("marks", 0), 40)
    Play(node).fails("bounds", node)


def test_append() -> None:
    play = after(append(target("queue", 2), 4), append(target("queue", 2), 0))
    assert play.value(get("queue", 2)) == (4, 0)
    node = append(target("queue", 0), 1)
    Play(put("queue", 0, list_(0, 0, 0)), node).fails("full", node)
    node = append(target("queue", 0), 5)
    Play(node).fails("range", node)


def test_drop_zeroes_locals() -> None:
    body = [let("x", 4), let("s", things(1)), let("q", list_(2)), drop("x", "s", "q"), log("x"), put("marks", 0, "s"),
            put("queue", 0, "q")]  # fmt: skip
    play = after(*body, s=sets(40), q=lists(2))
    assert play.value(get("seen")) == (0,)
    assert play.value(get("marks", 0)) == 0
    assert play.value(get("queue", 0)) == ()


# blocks and loops


def test_when() -> None:
    assert seen(when(1, [log(1)], [log(2)]), when(0, [log(3)], [log(4)]), when(0, [log(5)])) == (1, 4)


def test_while_break_continue() -> None:
    body = [
        while_(
            op("<", "i", 9),
            [
                let("i", op("+", "i", 1)),
                when(eq("i", 2), [continue_()]),
                when(eq("i", 5), [break_()]),
                log("i"),
            ],
        ),
        log(99),
    ]
    assert seen(*body) == (1, 3, 4, 99)


def test_for_fixes_its_members_on_entry() -> None:
    body = [
        put("marks", 0, things(1, 3, 5, of=40)),
        for_("m", of_set(get("marks", 0)), [exclude(target("marks", 0), 3), include(target("marks", 0), 7), log("m")]),
    ]
    assert seen(*body) == (1, 3, 5)


def test_for_tests_where_on_entry() -> None:
    body = [
        for_("p", every(3), [put("points", "p", 1), put("points", 2, 9), log("p")], where_=eq(get("points", "p"), 0))
    ]
    assert seen(*body) == (0, 1, 2)


def test_the_variable_of_a_loop_is_0_afterwards() -> None:
    assert seen(for_("m", span(3, 5), [log("m")]), log("m")) == (3, 4, 5, 0)
    assert seen(for_("m", span(3, 5), [break_()]), log("m")) == (0,)
    assert seen(let("m", 8), for_("m", span(3, 2), []), log("m")) == (0,)


def test_break_and_continue_mean_the_innermost_loop() -> None:
    inner = for_("j", every(4), [when(eq("j", "i"), [break_()]), log(op("+", op("*", "i", 10), "j"))])
    outer = for_("i", span(1, 3), [when(eq("i", 2), [continue_()]), inner])
    assert seen(outer) == (10, 30, 31, 32)


def test_break_inside_when_inside_while_inside_for() -> None:
    inner = while_(1, [let("n", op("+", "n", 1)), when(1, [when(op(">", "n", 2), [break_()])]), log("n")])
    assert seen(for_("i", every(2), [let("n", 0), inner, log(50)])) == (1, 2, 50, 1, 2, 50)


def test_a_return_inside_loops_ends_the_procedure() -> None:
    inner = while_(1, [when(eq("i", "n"), [return_(op("*", "i", 2))]), break_()])
    b = world().procedure("find", [for_("i", every(9), [inner]), return_(-1)], params={"n": ints(0, 9)})
    play = Play(log(ask("find", 3)), call("find", 4, into="x"), log("x"), log("y"), builder=b, y=ints(0, 1))
    play.run()
    assert play.value(get("seen")) == (6, 8, 0)


def test_for_over_a_list_with_doubles() -> None:
    assert seen(for_("m", of_list(list_(4, 4, 1)), [log("m")])) == (4, 4, 1)


# procedures


def test_call_passes_values_and_gives_one_back() -> None:
    b = world().procedure("grow", [put("points", "p", op("+", get("points", "p"), "by")), return_(get("points", "p"))],
                          params={"p": ints(0, 2), "by": ints(0, 9)})  # fmt: skip
    b.procedure("nothing", [return_()]).procedure("end", [])
    body = [
        call("grow", 1, 4),
        call("grow", 1, 3, into="x"),
        log("x"),
        call("nothing", into="x"),
        log("x"),
        let("x", 9),
        call("end", into="x"),
        log("x"),
    ]
    play = Play(*body, builder=b)
    play.run()
    assert play.value(get("seen")) == (7, 0, 0)


def test_a_callee_has_variables_of_its_own() -> None:
    b = world().procedure("other", [log("x"), let("x", 5), log("x")])
    play = Play(let("x", 1), call("other"), log("x"), call("other"), builder=b)
    play.run()
    assert play.value(get("seen")) == (0, 5, 1, 0, 5)


def test_sets_and_lists_as_arguments_and_results() -> None:
    b = world().procedure("join", [return_({"kind": "union", "left": expr("a"), "right": expr("b")})],
                          params={"a": sets(40), "b": sets(40)}, result=sets(40))  # fmt: skip
    play = Play(call("join", things(39), get("marks", 0), into="s"), put("marks", 1, "s"), builder=b, s=sets(40))
    play.run()
    assert play.value(get("marks", 1)) == bits(39)


# chance


def test_pick_takes_the_ith_that_satisfies() -> None:
    for seed in range(30):
        play = Play(pick("x", span(0, 9), op("mod", "picked", 2)), log("x"), seed=seed)
        other = play.state[:]
        expected = [1, 3, 5, 7, 9][chance.below(other, 5)]
        play.run()
        assert play.value(get("seen")) == (expected,)
        assert play.state[RNG_LOW] == other[RNG_LOW]


def test_pick_draws_even_for_one_and_not_for_none() -> None:
    play = Play(pick("x", span(4, 4)), log("x"), seed=3)
    other = play.state[:]
    chance.draw(other)
    play.run()
    assert (play.value(get("seen")), play.state[RNG_LOW]) == ((4,), other[RNG_LOW])
    play = Play(pick("x", span(4, 4), 0, none="skip"), log("x"), seed=3)
    play.run()
    assert (play.value(get("seen")), play.state[RNG_LOW]) == ((-1,), 3)


def test_pick_from_nothing() -> None:
    node = pick("x", span(4, 3))
    Play(node).fails("empty", node)


def scripted() -> Builder:
    return world(script=8).zone("deck").procedure("deal", [for_("c", every(5), [move("c", 1)])])


def test_a_script_gives_picks_in_order_and_then_chance_goes_on() -> None:
    body = [call("deal"), *[s for _ in range(3) for s in (pick("x", span(0, 9)), log("x"))]]
    play = Play(*body, builder=scripted(), seed=11)
    add_values(play.state, play.engine.program["script"], [9, 0])
    last = chance.below(play.state[:], 10)
    play.run()
    assert play.value(get("seen")) == (9, 0, last)
    at = play.engine.program["script"]["at"]
    assert play.state[at : at + 18] == [0] * 18


def test_a_script_must_be_possible() -> None:
    node = pick("x", span(0, 9), op("mod", "picked", 2))
    play = Play(node, builder=scripted())
    add_values(play.state, play.engine.program["script"], [4])
    play.fails("script", node)


def test_picking_from_nothing_takes_nothing_from_the_script() -> None:
    play = Play(pick("x", span(1, 0), none="skip"), pick("y", span(0, 9)), log("y"), builder=scripted())
    add_values(play.state, play.engine.program["script"], [6])
    play.run()
    assert play.value(get("seen")) == (6,)


def order(play: Play) -> list[int]:
    """The deck from the bottom to the top, read both ways."""
    program, state = play.engine.program, play.state
    kind, ends = program["zoned"]["card"], program["zone_cells"]
    up, link = [], state[ends["head"] + 1]
    while link:
        up.append(link - 1)
        link = state[kind["next"] + link - 1]
    down, link = [], state[ends["tail"] + 1]
    while link:
        down.append(link - 1)
        link = state[kind["prev"] + link - 1]
    assert up == down[::-1]
    assert len(up) == state[ends["count"] + 1]
    return up


def test_shuffle_is_the_shuffle_of_chance() -> None:
    for seed in range(20):
        play = Play(call("deal"), shuffle(1), builder=scripted(), seed=seed)
        other, things_ = play.state[:], list(range(5))
        chance.shuffle(other, things_)
        play.run()
        assert order(play) == things_
        assert play.state[RNG_LOW] == other[RNG_LOW]


def test_a_scripted_shuffle_puts_things_on_top() -> None:
    play = Play(call("deal"), shuffle(1), builder=scripted(), seed=4)
    assert add_order(play.state, play.engine.program["script"], 1, [0, 3])
    other, rest = play.state[:], [1, 2, 4]
    chance.shuffle(other, rest)
    play.run()
    assert order(play) == [*rest, 3, 0]  # named from the top down
    assert play.state[RNG_LOW] == other[RNG_LOW]
    at = play.engine.program["script"]["at"]
    assert play.state[at : at + 18] == [0] * 18


def test_a_script_for_another_zone_waits() -> None:
    play = Play(call("deal"), shuffle(1), builder=scripted().zone("other"), seed=4)
    script = play.engine.program["script"]
    add_order(play.state, script, 2, [])
    add_order(play.state, script, 1, [0])
    other, everything = play.state[:], list(range(5))
    chance.shuffle(other, everything)
    play.run()
    assert order(play) == everything
    assert play.state[script["at"] + 9 : script["at"] + 15] == [5, 2, 0, 1, 1, 0]


def test_scripted_shuffles_come_one_after_the_other() -> None:
    play = Play(
        call("deal"), shuffle(1), log(of_zone("top", 1)), shuffle(1), log(of_zone("top", 1)), builder=scripted()
    )
    script = play.engine.program["script"]
    add_order(play.state, script, 1, [3, 0])
    add_order(play.state, script, 1, [2])
    add_values(play.state, script, [7, 8])
    play.run()
    assert play.value(get("seen")) == (3, 2)
    assert order(play)[-1] == 2
    assert play.state[script["at"] : script["at"] + 18] == [2, 7, 8] + [0] * 15


@pytest.mark.parametrize("numbers", [[1, 1, 9], [1, 2, 0, 0], [1, 3, 0], [1]])
def test_a_scripted_shuffle_that_is_impossible(numbers: list[int]) -> None:
    node = shuffle(1)
    play = Play(call("deal"), node, builder=scripted())
    at = play.engine.program["script"]["at"] + 9
    play.state[at : at + 1 + len(numbers)] = [len(numbers), *numbers]
    play.fails("script", node)


def test_a_script_can_be_full() -> None:
    play = Play(builder=scripted())
    script = play.engine.program["script"]
    assert not add_values(play.state, script, [0] * 9)
    assert len(play.state) == play.engine.program["cells"]
    assert add_values(play.state, script, [0] * 8)
    assert not add_order(play.state, script, 1, [0] * 7)
    assert len(play.state) == play.engine.program["cells"]


def test_a_list_that_is_too_long_for_a_parameter_is_noticed() -> None:
    b = world().procedure("inner", [choose(0, branch(0), branch(1))], params={"q": lists(2)})
    with pytest.raises(RuleFault) as caught:
        played(call("inner", list_(1, 2, 3)), builder=b)
    assert caught.value.code == "bounds"


# budgets


def test_rounds_and_calls_are_steps() -> None:
    b = world(steps=6).procedure("idle", [])
    play = Play(for_("i", every(2), [call("idle")]), while_(op("<", "n", 2), [let("n", op("+", "n", 1))]), builder=b)
    play.run()  # two rounds, two calls, two rounds
    node = while_(op("<", "n", 3), [let("n", op("+", "n", 1))])
    play = Play(for_("i", every(2), [call("idle")]), node, builder=world(steps=6).procedure("idle", []))
    play.fails("steps", node)


def test_each_statement_weighs_its_own() -> None:
    heavy = call("idle", weight=5)
    Play(heavy, builder=world(steps=5).procedure("idle", [])).run()
    heavy = call("idle", weight=5)
    Play(heavy, builder=world(steps=4).procedure("idle", [])).fails("steps", heavy)


def test_a_question_is_no_step_but_its_loops_are() -> None:
    loop = for_("i", every(4), [let("n", op("+", "n", 1))])
    b = world(steps=4).procedure("four", [loop, return_("n")])
    play = Play(log(ask("four")), builder=b)
    play.run()
    assert play.value(get("seen")) == (4,)
    loop = for_("i", every(4), [let("n", op("+", "n", 1))])
    play = Play(log(ask("four")), log(ask("four")), builder=world(steps=7).procedure("four", [loop, return_("n")]))
    play.fails("steps", loop)


def test_an_endless_loop_ends_in_an_error() -> None:
    node = while_(1, [])
    Play(node).fails("steps", node)


def test_arguments_come_before_the_step() -> None:
    bad = op("div", 1, 0)
    Play(call("idle", bad, weight=9), builder=world(steps=1).procedure("idle", [], params={"n": ints(0, 1)})).fails(
        "division", bad
    )


# ends


def test_ensure() -> None:
    after(ensure(1, "fine"))
    node = ensure(eq(1, 2), "one is not two")
    play = Play(node)
    with pytest.raises(RuleFault) as caught:
        play.run()
    assert (caught.value.code, caught.value.site, caught.value.detail) == ("invariant", node["site"], "one is not two")


def played(*body: Node, builder: Builder | None = None) -> tuple[Engine, list[int]]:
    engine = Engine((builder or world()).procedure("main", list(body)).program())
    return engine, engine.new(1)


def test_finish_unwinds_everything() -> None:
    b = world().procedure("deep", [let("x", 7), finish(things(0, 2)), log(1)])
    engine, state = played(let("y", 5), call("deep"), log(2), builder=b)
    assert state[STATUS] == OVER
    assert (state[RESULT], state[WINNERS], state[PC], state[FP]) == (WON, bits(0, 2), 0, 0)
    stack = engine.program["stack"]
    assert state[stack["at"] :] == [0] * stack["size"]
    assert engine.evaluate(state, get("seen")) == ()
    assert engine.choice(state) is None
    assert engine.run(state) is Outcome.OVER


def test_finish_drawn_and_won_by_nobody() -> None:
    assert played(finish())[1][RESULT : WINNERS + 1] == [DRAWN, 0]
    assert played(finish(things()))[1][RESULT : WINNERS + 1] == [WON, 0]


def test_the_end_of_the_first_frame_is_a_draw() -> None:
    state = played(log(1))[1]
    assert (state[STATUS], state[RESULT], state[WINNERS]) == (OVER, DRAWN, 0)


def test_finish_in_a_plain_procedure_ends_the_run_too() -> None:
    """The checker makes such procedures suspending; the walker does not depend on it."""
    b = world().procedure("win", [finish(things(1)), log(1)]).procedure("main", [call("win"), log(2)])
    program = b.program()
    win = program["procedures"][0]
    win["effect"], win["frame"] = "mutating", 0
    engine = Engine(program)
    state = engine.new(0)
    assert state[RESULT : WINNERS + 1] == [WON, 2]
    assert engine.evaluate(state, get("seen")) == ()


def test_a_stack_that_is_too_small() -> None:
    node = call("down", op("+", "n", 1))
    b = world(stack=20).procedure("down", [choose(0, branch(0)), node], params={"n": ints(0, 99)})
    with pytest.raises(RuleFault) as caught:
        played(call("down", 0), builder=b)
    assert (caught.value.code, caught.value.site) == ("stack", node["site"])


def test_a_first_frame_that_does_not_fit() -> None:
    b = world(stack=2).procedure("main", [let("x", 1), let("y", 1)])
    engine = Engine(b.program())
    with pytest.raises(RuleFault) as caught:
        engine.new(0)
    assert (caught.value.code, caught.value.site) == ("stack", engine.program["procedures"][0]["site"])


# the engine's other doors


def test_a_new_game_begins_with_init_and_the_seed() -> None:
    b = world().procedure("init", [put("round", None, 3)]).procedure("main", [choose(0, branch(0), branch(1))])
    engine = Engine(b.program())
    fresh, one, two = engine.fresh(), engine.new(1), engine.new(2**40 + 1)
    assert fresh[ACTIVE] == one[ACTIVE] == -1
    assert fresh[STATUS] == fresh[PC] == fresh[FP] == 0
    assert one[STATUS] == PENDING
    assert one != two and digest(one) != digest(two)
    assert engine.new(1) == one and digest(engine.new(1)) == digest(one)
    assert engine.evaluate(one, get("round")) == 3
    fresh[20] = 9
    assert engine.fresh() != fresh


def test_start_any_procedure() -> None:
    b = world().procedure("ask", [choose("p", branch(0, "n"), branch(1, "n")), finish(things("p"))],
                          params={"p": ints(0, 2), "n": ints(0, 9)})  # fmt: skip
    b.procedure("plain", [put("round", None, "n")], params={"n": ints(0, 9)})
    engine = Engine(b.procedure("main", [call("ask", 0, 0)]).program())
    state = engine.fresh()
    assert engine.start(state, "ask", [2, 7]) is Outcome.PENDING
    choice = engine.choice(state)
    assert choice is not None
    assert (choice.who, choice.options) == (2, [(0, 7, 0, 0), (1, 7, 0, 0)])
    assert engine.answer(state, (1, 7, 0, 0)) is Outcome.OVER
    assert state[WINNERS] == 4
    assert engine.start(state, "ask", [1, 3]) is Outcome.PENDING  # again, from what is left of the last one
    assert state[RESULT] == state[WINNERS] == 0
    assert engine.start(state, "plain", [5]) is Outcome.OVER
    assert engine.evaluate(state, get("round")) == 5
    assert state[RESULT] == DRAWN


def test_start_leaves_nothing_of_what_was_under_way() -> None:
    b = world().procedure("inner", [choose(0, branch(0), branch(1))], params={"n": ints(0, 9)})
    b.procedure("main", [let("x", 5), call("inner", 7)])
    engine = Engine(b.program())
    state = engine.new(0)
    engine.start(state, "inner", [3])
    again = engine.fresh()
    engine.start(again, "inner", [3])
    assert state == again


def test_perform_takes_a_procedure_from_outside() -> None:
    engine, state = played(choose(0, branch(0), branch(1)))
    own = Builder().procedure("own", [let("x", "n"), put("round", None, "x"), return_(op("+", "x", 1))],
                              params={"n": ints(0, 9)}).program()["procedures"][0]  # fmt: skip
    frames = state[engine.program["stack"]["at"] :]
    assert engine.perform(state, own, [3]) == 4
    assert engine.evaluate(state, get("round")) == 3
    assert (state[STATUS], state[engine.program["stack"]["at"] :]) == (PENDING, frames)
    with pytest.raises(ValueError):
        engine.perform(state, "main")


def test_perform_calls_on_even_when_the_game_is_over() -> None:
    b = world().procedure("one", [log(1)])
    engine, state = played(finish(), builder=b)
    own = Builder().procedure("own", [call("one"), call("one")]).program()["procedures"][0]
    engine.perform(state, own)
    assert engine.evaluate(state, get("seen")) == (1, 1)


# for those who listen


class Ears(Observer):
    def __init__(self) -> None:
        self.heard: list[tuple[Any, ...]] = []

    def noted(self, node: Node, args: list[Value]) -> None:
        self.heard.append(("note", node["event"], *args))

    def forced(self, node: Node, who: int, option: Any) -> None:
        self.heard.append(("forced", who, option))

    def picked(self, node: Node, value: int) -> None:
        self.heard.append(("pick", value))

    def shuffled(self, node: Node, zone: int) -> None:
        self.heard.append(("shuffle", zone))

    def moved(self, node: Node, thing: int, source: int, target: int) -> None:
        self.heard.append(("move", thing, source, target))

    def revealed(self, node: Node, things: int, players: int) -> None:
        self.heard.append(("reveal", things, players))

    def unsealed(self, node: Node) -> None:
        self.heard.append(("unseal", node["shown"]))

    def changed(self, node: Node, attribute: str, index: int, value: Value) -> None:
        self.heard.append(("set", attribute, index, value))


def listened(*body: Node) -> list[tuple[Any, ...]]:
    engine = Engine(world(steps=20).zone("deck").zone("pile").procedure("main", list(body)).program())
    ears = engine.observer = Ears()
    engine.new(0)
    engine.observer = None
    assert engine.new(0)  # and without a listener all is the same
    return ears.heard


def test_everything_that_happens_is_told() -> None:
    reveal: Node = {"kind": "reveal", "of": "card", "things": things(1, 3), "to": things(0)}
    body = [
        note("begin", 1, things(2), list_(3)),
        put("points", 2, 5),
        include(target("marks", 1), 0),
        append(target("queue", 0), 4),
        pick("x", span(8, 8)),
        move(4, 1),
        move(4, 2),
        move(4, 0),
        shuffle(1),
        reveal,
        choose(2, branch(3, 1, 2)),
        unseal(True),
        unseal(False),
    ]
    assert listened(*body) == [
        ("note", "begin", 1, 4, (3,)),
        ("set", "points", 2, 5),
        ("set", "marks", 1, 1),
        ("set", "queue", 0, (4,)),
        ("pick", 8),
        ("move", 4, 0, 1),
        ("move", 4, 1, 2),
        ("move", 4, 2, 0),
        ("shuffle", 1),
        ("reveal", 10, 1),
        ("forced", 2, (3, 1, 2, 0)),
        ("unseal", True),
        ("unseal", False),
    ]


def test_listening_costs_no_steps() -> None:
    b = world(steps=5).procedure("four", [for_("i", every(4), []), return_(1)])
    b.procedure("main", [note("n", ask("four"), ask("four")), choose(ask("four"), branch(0))])
    engine = Engine(b.program())
    engine.observer = Ears()
    assert engine.new(0)[STATUS] == OVER


def test_notes_are_not_evaluated_for_nobody() -> None:
    assert played(note("n", op("div", 1, 0)))[1][STATUS] == OVER


def test_for_over_a_zone_while_it_changes() -> None:
    b = world().zone("deck").zone("pile")
    body = [for_("c", every(3), [move("c", 1)]), for_("c", in_zone(1), [move("c", 2), log("c")])]
    play = Play(*body, builder=b)
    play.run()
    assert play.value(get("seen")) == (0, 1, 2)


def test_a_clause_of_a_fold_may_use_a_local_of_the_same_procedure() -> None:
    body = [let("x", 2), log({"kind": "fold", "fold": "sum", "over": [clause("i", span(1, "x"))], "value": expr("i")}),
            log(if_("x", "x", 0))]  # fmt: skip
    assert seen(*body) == (3, 2)
