"""What only the compiled engine has: series of games, many games at once, its cache, and the net below the steps."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("wasmtime")

from core_builder import (
    Builder,
    Node,
    attempt,
    branch,
    call,
    choose,
    clause,
    drop,
    eq,
    every,
    finish,
    fold,
    for_,
    get,
    has,
    include,
    ints,
    let,
    op,
    pick,
    put,
    return_,
    sets,
    span,
    target,
    things,
    when,
    while_,
)
from lockstep import Both, play
from rulewright.interpreter import chance
from rulewright.interpreter.compiled import cache, instance
from rulewright.interpreter.compiled.batch import Batch
from rulewright.interpreter.compiled.host import Engine
from rulewright.interpreter.compiled.playouts import Tally, stretches
from rulewright.interpreter.faults import RuleFault
from rulewright.interpreter.reference.engine import Engine as Reference
from rulewright.interpreter.state import OVER, PENDING, RNG_HIGH, RNG_LOW, STATUS, WINNERS
from rulewright.interpreter.streams import Stream, bot_seed, game_seed


def race(goal: int = 20, most: int = 99, free: int = 10) -> Node:
    """Two players roll a die or stay; the first at the goal wins. From `free` on nobody may stay. More than `most` is
    an error."""
    b = Builder().kind("seat", 2).attribute("total", ints(0, most), of="seat")
    turn: list[Node] = [
        choose("p", branch(0), branch(1, when_=op("<", get("total", "p"), free)), tag="t"),
        when(eq("t", 0), [pick("n", span(1, 6)), put("total", "p", op("+", get("total", "p"), "n"))]),
        drop("t", "n"),
        when(op(">=", get("total", "p"), goal), [finish(things("p", of=2))]),
    ]
    b.procedure("turn", turn, {"p": ints(0, 1)})
    b.procedure("main", [while_(1, [for_("p", every(2), [call("turn", "p")], keep=sets(2))])])
    return b.program()


def tallies(engine: Engine, games: int, **how: Any) -> list[Tally]:
    return [tally for stretch in stretches(engine, games, **how) for tally in stretch]


def by_reference(program: Node, seed: int, game: int) -> tuple[int, int]:
    """Winners and decisions of a game of a series, played by the book."""
    engine, bot, decisions = Reference(program), Stream(bot_seed(seed, game)), 0
    state = engine.new(game_seed(seed, game))
    while (choice := engine.choice(state)) is not None:
        engine.answer(state, bot.pick(engine.listed(state), choice.options))
        decisions += 1
    return state[WINNERS], decisions


def test_a_series_is_that_of_the_reference_engine() -> None:
    program = race()
    found = tallies(Engine(program, cached=False), 30, seed=5, workers=1)
    assert [(t.winners, t.decisions) for t in found] == [by_reference(program, 5, game) for game in range(30)]
    assert all(t.moves > t.decisions for t in found)  # above ten there is only one thing to do


def purchases(limit: int = 7) -> Node:
    """Three players in turn pick numbers that must come to a multiple of five: most of what is listed leads nowhere,
    and sometimes a single thing leads somewhere. The last sum decides who wins."""
    b = Builder(3).attribute("sum", ints(0, 99))
    pick_ = branch(0, "x", over=[clause("x", span(1, limit))])
    ask = choose("p", pick_, branch(1), tag="t", into=["n"])
    more = when("t", [let("go", 0)], [put("sum", None, op("+", get("sum"), "n")), let("left", op("-", "left", 1))])
    body = [let("go", 1), let("left", 2), while_(op("and", "go", op(">", "left", 0)), [ask, more, drop("t", "n")])]
    play = attempt(body, [eq(op("mod", get("sum"), 5), 0), op(">", get("sum"), "before")])
    turn = [let("before", get("sum")), play, drop("go", "left", "before")]
    kept = {"p": ints(0, 2), "go": ints(0, 1), "left": ints(0, 2), "before": ints(0, 99)}
    b.procedure(
        "main",
        [for_("p", every(3), turn, keep=sets(3)), finish(things(op("mod", op("div", get("sum"), 5), 3), of=3))],
        **kept,
    )
    return b.program()


def test_a_series_of_plays_as_a_whole_is_that_of_the_reference_engine() -> None:
    """The bot draws from what is listed until it may; where only one thing can be completed nobody is asked."""
    program = purchases()
    found = tallies(Engine(program, cached=False), 60, seed=5, workers=1)
    assert [(t.winners, t.decisions) for t in found] == [by_reference(program, 5, game) for game in range(60)]
    assert any(t.moves > t.decisions for t in found) and len({t.decisions for t in found}) > 2


def test_a_series_does_not_depend_on_who_plays_it() -> None:
    engine = Engine(race(), cached=False)
    alone = tallies(engine, 3_000, seed=2**64 - 1, workers=1)
    assert tallies(engine, 3_000, seed=2**64 - 1, workers=3) == alone
    assert tallies(engine, 100, seed=2**64 - 1, first=1_234, workers=2) == alone[1_234:1_334]


def test_a_series_can_be_left() -> None:
    many = stretches(Engine(race(), cached=False), 10**9, workers=2)
    assert next(many).first == 0
    many.close()  # type: ignore[attr-defined]


def test_games_are_given_up_at_the_cap() -> None:
    found = tallies(Engine(race(90, free=99), cached=False), 5, cap=7, workers=1)
    assert all(t.capped and t.decisions == 7 and t.fault is None for t in found)


def test_an_error_ends_one_game_only() -> None:
    program = race(most=23)
    found = tallies(Engine(program, cached=False), 200, workers=1)
    failed = [t for t in found if t.fault is not None]
    assert 0 < len(failed) < 200 and all(t.fault.code == "range" for t in failed if t.fault)
    for game, tally in enumerate(found[:40]):
        if tally.fault is None:
            assert (tally.winners, tally.decisions) == by_reference(program, 0, game)


def transaction() -> Node:
    """Numbers 1 to 4 that must add up to 6, each at most once and in order; what was chosen is kept."""
    b = Builder().attribute("chosen", sets(5))
    total = fold("sum", [clause("i", every(5), has(get("chosen"), "i"))], "i")
    step = choose(
        0,
        branch(0, "x", over=[clause("x", span(1, 4), op(">", "x", "last"))]),
        branch(1),
        tag="t",
        into=["n"],
    )
    taken = when(eq("t", 1), [let("last", 9)], [include(target("chosen"), "n"), let("last", "n")])
    loop = while_(op("<", "last", 9), [step, taken, drop("t", "n")])
    b.procedure("main", [attempt([loop], [eq(total, 6)]), finish(get("chosen"))])
    return b.program()


def test_the_bot_likes_all_ways_to_complete_a_play() -> None:
    """{2, 4} and {1, 2, 3} add up to 6. Two first steps can be completed, and each is as likely."""
    engine = Reference(transaction())
    choice = engine.choice(engine.new(0))
    assert choice is not None and [option[1] for option in choice.options] == [1, 2]
    ends = Counter(t.winners for t in tallies(Engine(transaction(), cached=False), 4_000, workers=1))
    assert set(ends) == {0b10100, 0b01110}
    assert abs(ends[0b10100] - 2_000) < 200


def test_many_games_at_once() -> None:
    engine = Engine(race(), cached=False)
    batch = Batch(engine, 20, seed=9)
    alone = [engine.new(game_seed(9, game)) for game in range(20)]
    while any(state[STATUS] == PENDING for state in alone):
        for game, state in enumerate(alone):
            assert batch.state(game) == state
            choice = engine.choice(state)
            if choice is None:
                assert list(batch.news[3 * game : 3 * game + 3]) == [OVER, -1, 0]
                continue
            assert list(batch.news[3 * game : 3 * game + 3]) == [PENDING, choice.who, len(choice.options)]
            assert batch.options(game) == choice.options
            engine.answer(state, choice.options[0])
        batch.step([0 if many else -1 for many in batch.news[2::3]])
    assert [batch.state(game) for game in range(20)] == alone


def test_games_of_a_batch_can_be_copied_and_replaced() -> None:
    engine = Engine(race(), cached=False)
    batch = Batch(engine, 3, seed=9)
    batch.step([0, 1, -1])
    batch.copy(0, 2)
    assert batch.state(2) == batch.state(0) and list(batch.news[6:9]) == list(batch.news[0:3])
    state = engine.new(77)
    batch.put(1, state)
    choice = engine.choice(state)
    assert choice is not None and batch.state(1) == state
    assert list(batch.news[3:6]) == [PENDING, choice.who, len(choice.options)]
    engine.answer(state, choice.options[0])
    batch.step([-1, 0, -1])
    assert batch.state(1) == state


def test_an_error_in_a_batch() -> None:
    batch = Batch(Engine(race(most=2), cached=False), 30)
    for _ in range(4):
        batch.step([0 if many else -1 for many in batch.news[2::3]])
    assert batch.faults and all(fault.code == "range" for fault in batch.faults.values())
    assert all(batch.news[3 * game] == 6 for game in batch.faults)
    other = Batch(Engine(race(), cached=False), 3)
    other.step([0, 7, -1])
    assert {game: fault.code for game, fault in other.faults.items()} == {1: "answer"}


def deep(rounds: int) -> Node:
    """A procedure that calls itself, asks at the bottom, and adds up what it was told on the way back."""
    body = [
        when(op("<=", "n", 0), [choose(0, branch(0), branch(1), tag="t"), return_("t")]),
        call("down", op("-", "n", 1), into="t"),
        return_(op("+", "t", 1)),
    ]
    b = Builder(stack=4 * rounds + 100, steps=10**6).attribute("total", ints(0, 10**6))
    b.procedure("down", body, {"n": ints(-1, 10**6)}, ints(0, 10**6), t=ints(0, 10**6))
    b.procedure("main", [call("down", rounds, into="x"), put("total", None, "x"), call("down", rounds, into="x")])
    return b.program()


@pytest.mark.parametrize("rounds", [3, 99, 100, 101, 102, 1_000])
def test_calls_deeper_than_the_machine_would_bear(rounds: int) -> None:
    state, decisions = play(Both(deep(rounds)), 1)
    assert isinstance(state, list) and state[STATUS] == OVER and decisions == 2
    assert tallies(Engine(deep(rounds), cached=False), 2, workers=1)[0].decisions == 2


@pytest.mark.parametrize("ending", [[], [finish(things(1, of=2))]])
def test_a_game_in_which_nobody_is_asked(ending: list[Node]) -> None:
    program = Builder().attribute("n", ints(0, 99)).procedure("main", [pick("x", span(1, 6)), *ending]).program()
    program["procedures"][0].update(effect="mutating", frame=0)
    state = Engine(program, cached=False).new(4)
    assert state == Reference(program).new(4) and state[STATUS] == OVER
    assert tallies(Engine(program, cached=False), 1, workers=1)[0].result == (1 if ending else 2)


def test_draws_that_would_favour_some_are_drawn_again() -> None:
    """With so many members one draw in four is refused. The reference engine would have to list them all."""
    many = 3 * 2**29
    draws = [step for _ in range(30) for step in (pick("x", span(0, many - 1)), put("n", None, "x"))]
    b = Builder().attribute("n", ints(0, many)).procedure("main", [*draws, choose(0, branch(0), branch(1))])
    program = b.program()
    state = Engine(program, cached=False).new(12)
    expected = [0] * 16
    chance.seed(expected, 12)
    drawn = [chance.below(expected, many) for _ in range(30)]
    assert state[program["attributes"]["n"]["at"]] == drawn[-1]
    assert state[RNG_LOW : RNG_HIGH + 1] == expected[RNG_LOW : RNG_HIGH + 1]


def test_hashes_tell_positions_apart() -> None:
    engine = Engine(race(), cached=False)
    states = [engine.new(seed) for seed in range(50)]
    assert len({engine.hash(state) for state in states}) == 50
    assert engine.hash(states[3]) == engine.hash(list(states[3]))


def test_the_clock_stops_what_counts_no_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instance, "PATIENCE", 1)
    over = [clause(name, span(0, get("n"))) for name in "abcd"]
    b = Builder().attribute("n", ints(0, 10**4)).procedure("init", [put("n", None, 10**4)])
    b.procedure("main", [put("n", None, fold("count", over))])
    with pytest.raises(RuleFault) as caught:
        Engine(b.program(), cached=False).new(0)
    assert caught.value.code == "steps"


# --- the cache


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "rulewright"


def compilations(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts how often something is compiled from now on."""
    made: list[int] = []
    original = cache.compiled

    def counting(program: Node) -> Any:
        made.append(1)
        return original(program)

    monkeypatch.setattr(cache, "compiled", counting)
    return made


def test_machine_code_is_kept(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = compilations(monkeypatch)
    first = Engine(race()).new(3)
    assert Engine(race()).new(3) == first
    assert len(made) == 1
    assert Engine(race(21)).new(3)[STATUS] == PENDING
    assert len(made) == 2 and len(list(place.iterdir())) == 2
    assert place.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("damage", [b"", b"x", b"\0" * 5_000, None])
def test_a_corrupt_cache_is_made_anew(place: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes | None) -> None:
    made = compilations(monkeypatch)
    first = Engine(race()).new(3)
    (kept,) = place.iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(whole[:-100] + bytes(100) if damage is None else damage)
    assert Engine(race()).new(3) == first
    assert len(made) == 2 and kept.read_bytes() == whole


def test_code_of_another_version_is_made_anew(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = compilations(monkeypatch)
    Engine(race())
    (kept,) = place.iterdir()
    cache.save(kept.name, cache.PLACES.pack(1, 2, 3, 4) + b"no machine code")
    assert Engine(race()).new(3)[STATUS] == PENDING
    assert len(made) == 2


def test_a_folder_that_is_open_to_others_is_not_trusted(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place.mkdir(mode=0o777)
    place.chmod(0o777)
    made = compilations(monkeypatch)
    Engine(race())
    Engine(race())
    assert len(made) == 2 and not list(place.iterdir())


def test_no_folder_at_all(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place.write_text("a file where the folder should be")
    made = compilations(monkeypatch)
    assert Engine(race()).new(3)[STATUS] == PENDING
    assert len(made) == 1


def test_old_modules_are_dropped(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST", 3)
    for number in range(6):
        cache.save(f"m{number}", b"contents")
    assert len(list(place.iterdir())) == 3 and cache.load("m5") == b"contents"
