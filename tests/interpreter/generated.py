"""Small typed programs out of thin air: every construct of the core, in combinations that nobody would write.

The types are right and indexes stay within bounds, as the checker promises; everything else may go wrong, and then it
has to go wrong in both engines alike."""

from __future__ import annotations

from random import Random
from typing import Any

from core_builder import (
    Builder,
    Node,
    append,
    ask,
    attempt,
    bit,
    branch,
    break_,
    call,
    choose,
    clause,
    continue_,
    drop,
    ensure,
    every,
    everything,
    exclude,
    expr,
    finish,
    fold,
    for_,
    get,
    has,
    if_,
    in_row,
    in_zone,
    include,
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
    pick,
    put,
    reach,
    return_,
    reveal,
    row,
    sets,
    shuffle,
    size,
    span,
    table,
    target,
    things,
    when,
    where,
    while_,
    zone,
)

CAPACITY = 5
COMPARE = ["==", "!=", "<", "<=", ">", ">="]
SEEN = ["all", "owner", "nobody", "top"]


class Writer:
    """Writes one program. `space` is the kind that sets are made of; small, or too large for one machine word."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.players = random.randint(1, 3)
        self.cards = random.randint(2, 7)
        self.spaces = random.choice([3, 9, 31, 33, 63, 64, 65, 97, 130])
        self.names = 0
        self.scope: dict[str, list[str]] = {}  # names in scope by what they are: num, card, space, set, list
        self.asks: list[str] = []
        self.asks_of: dict[str, str] = {}
        self.plain: list[str] = []
        self.framed: list[str] = []
        self.loops = 0
        self.suspending = False
        self.in_attempt = False

    def program(self) -> Node:
        r, b = self.random, Builder(self.players, steps=300, search=40, options_limit=60, stack=120)
        b.kind("card", self.cards).kind("space", self.spaces)
        b.attribute("round", ints(0, 50)).attribute("far", ints(-(2**31), 2**31 - 1))
        b.attribute("value", ints(-3, 9), of="card", see="holder", shadow=True)
        b.attribute("owner", ints(-1, self.players - 1), of="space").attribute("height", ints(0, 4), of="space")
        b.attribute("marks", sets(self.spaces)).attribute("held", sets(self.cards), of="player")
        b.attribute("pairs", sets(self.cards * self.players)).attribute("queue", lists(CAPACITY, -9, 99))
        b.zone("deck", see=r.choice(SEEN[2:])).zone("hand", see=r.choice(SEEN), of="player", ordered=False)
        b.zone("pile", see=r.choice(SEEN[:1] + SEEN[2:]), capacity=r.choice([None, 3]))
        b.table("worth", [self.cards], [r.randint(-2, 12) for _ in range(self.cards)])
        b.table("grid", [self.players, 3], [r.randint(-1, 5) for _ in range(3 * self.players)])
        b.table("step", [self.spaces], [r.randint(-1, self.spaces - 1) for _ in range(self.spaces)])
        near = [sorted(r.sample(range(self.spaces), r.randint(0, min(4, self.spaces)))) for _ in range(self.spaces)]
        b.row("near", [self.spaces], near)
        b.row("any", [3], [[r.randint(0, self.spaces - 1) for _ in range(r.randint(0, 4))] for _ in range(3)])
        for number in range(2):
            self.pure(b, f"ask{number}")
        self.mutating(b, "act0")
        b.procedure("init", self.init())
        for number in range(2):
            self.suspend(b, f"ask somebody {number}")
        self.main(b)
        program = b.program()
        for procedure in program["procedures"]:
            if procedure["name"] in self.asks:
                procedure["effect"] = "pure"
        return program

    # --- procedures

    def begin(self, **scope: list[str]) -> None:
        self.scope = {kind: list(scope.get(kind, [])) for kind in ("num", "card", "space", "set", "list")}
        self.loops, self.suspending, self.in_attempt = 0, False, False

    def locals(self) -> dict[str, Node]:
        """One local of each sort that lives through the whole procedure."""
        self.scope["num"].append("n")
        self.scope["set"].append("s")
        self.scope["list"].append("l")
        return {"n": ints(-20, 60), "s": sets(self.spaces), "l": lists(CAPACITY, -9, 99)}

    def pure(self, b: Builder, name: str) -> None:
        self.begin(num=["p"], space=["q"])
        kind = self.random.choice(["num", "bool", "set"])
        result = {"num": ints(-(2**31), 2**31 - 1), "bool": ints(0, 1), "set": sets(self.spaces)}[kind]
        locals_ = self.locals()
        body = self.statements(2, only_local=True) if self.random.random() < 0.4 else []
        value = {"num": self.small_num, "bool": self.test, "set": self.space_set}[kind](3)
        params = {"p": ints(-20, 60), "q": ints(0, self.spaces - 1)}
        b.procedure(name, [*body, return_(value)], params, result, **locals_)
        self.asks.append(name)
        self.asks_of[name] = kind

    def mutating(self, b: Builder, name: str) -> None:
        self.begin(num=["p"], list=["m"])
        locals_ = self.locals()
        params = {"p": ints(-20, 60), "m": lists(CAPACITY, -9, 99)}
        b.procedure(name, [*self.statements(3), return_(self.clamped(2))], params, ints(-20, 60), **locals_)
        self.plain.append(name)

    def suspend(self, b: Builder, name: str) -> None:
        self.begin(num=["p"], set=["z"])
        self.suspending = True
        locals_ = self.locals()
        params = {"p": ints(-20, 60), "z": sets(self.spaces)}
        b.procedure(name, [*self.statements(3), return_(self.clamped(2))], params, ints(-20, 60), **locals_)
        self.framed.append(name)

    def main(self, b: Builder) -> None:
        self.begin()
        self.suspending = True
        locals_ = self.locals()
        body = [shuffle(zone(0)), while_(op("<", get("round"), 6), [
            put("round", None, op("+", get("round"), 1)), *self.statements(4), self.choice(), drop("s", "l"),
        ])]  # fmt: skip
        if self.random.random() < 0.5:
            body.append(finish(things(self.player(1), of=self.players)))
        b.procedure("main", body, **locals_)

    def init(self) -> list[Node]:
        r = self.random
        body: list[Node] = [for_("i", every(self.spaces), [put("owner", "i", r.randint(-1, self.players - 1))])]
        body += [put("owner", r.randrange(self.spaces), r.randint(-1, self.players - 1)) for _ in range(4)]
        body += [put("height", r.randrange(self.spaces), r.randint(0, 4)) for _ in range(4)]
        body += [put("value", card, r.randint(-3, 9)) for card in range(self.cards)]
        body += [move(card, r.choice([zone(0), zone(0), zone(1, 0)])) for card in range(self.cards)]
        return body

    # --- expressions

    def fresh(self, stem: str) -> str:
        self.names += 1
        return f"{stem}{self.names}"

    def number_name(self) -> str | None:
        names = self.scope["num"] + self.scope["card"] + self.scope["space"]
        return self.random.choice(names) if names else None

    def num(self, depth: int) -> Any:
        """Any scalar; the products are small enough."""
        r = self.random
        if depth <= 0:
            return self.number_name() or r.randint(-3, 20) if r.random() < 0.6 else r.randint(-3, 20)
        d = depth - 1
        return r.choice([
            lambda: r.randint(-5, 70),
            lambda: self.num(0),
            lambda: op(r.choice(["+", "-", "min", "max"]), self.num(d), self.num(d)),
            lambda: op("*", self.small_num(0), self.small_num(0)),
            lambda: op(r.choice(["div", "mod"]), self.num(d), self.num(d)),
            lambda: op(r.choice(["neg", "abs"]), self.num(d)),
            lambda: if_(self.test(d), self.num(d), self.num(d)),
            lambda: get("round"), lambda: get("far"),
            lambda: get("value", self.card(d)), lambda: get("value", self.maybe_card(d), maybe=True),
            lambda: get("owner", self.space(d)), lambda: get("height", self.space(d)),
            lambda: get("height", self.maybe_space(d), maybe=True),
            lambda: table("worth", self.card(d)), lambda: table("worth", self.maybe_card(d), maybe=True),
            lambda: table("grid", self.player(d), op("mod", self.num(d), 3)),
            lambda: table("grid", self.player(d), r.choice([-1, 0, 2]), maybe=True),
            lambda: of_zone("count", self.zone(d)), lambda: of_zone("top", self.zone(d)),
            lambda: of_zone("bottom", self.zone(d)), lambda: of_zone("at", self.zone(d), position=self.small_num(0)),
            lambda: where(self.card(d)), lambda: where(self.maybe_card(d), maybe=True),
            lambda: size(self.space_set(d)), lambda: size(self.card_set(d)),
            lambda: length(self.list(d)), lambda: item(self.list(d), self.small_num(0)),
            lambda: nth(self.space_set(d), self.small_num(0)),
            lambda: self.number_fold(d),
            lambda: self.asked("num", d),
            lambda: {"kind": "sure", "value": expr(self.maybe_card(d))},
            lambda: {"kind": "within", "value": expr(self.num(d)), "low": -5, "high": 40},
            lambda: self.test(d),
        ])()  # fmt: skip

    def small_num(self, depth: int) -> Any:
        return op("mod", self.num(depth), self.random.choice([3, 7, 12]))

    def clamped(self, depth: int) -> Any:
        return op("max", op("min", self.num(depth), 50), -20)

    def test(self, depth: int) -> Any:
        r = self.random
        if depth <= 0:
            return op(r.choice(COMPARE), self.num(0), self.num(0))
        d = depth - 1
        return r.choice([
            lambda: op(r.choice(COMPARE), self.num(d), self.num(d)),
            lambda: op("and", *[self.test(d) for _ in range(r.randint(2, 3))]),
            lambda: op("or", *[self.test(d) for _ in range(r.randint(2, 3))]),
            lambda: op("not", self.test(d)),
            lambda: has(self.space_set(d), self.maybe_space(d)), lambda: has(self.card_set(d), self.maybe_card(d)),
            lambda: bit(get("pairs"), [self.maybe_card(d), self.player(d)], [self.cards, self.players]),
            lambda: pair("same", self.space_set(d), self.space_set(d)),
            lambda: pair("same", self.list(d), self.list(d)),
            lambda: self.test_fold(d), lambda: self.test_fold(d),
            lambda: self.asked("bool", d),
        ])()  # fmt: skip

    def card(self, depth: int) -> Any:
        names = self.scope["card"]
        if names and self.random.random() < 0.6:
            return self.random.choice(names)
        return self.random.randrange(self.cards) if depth <= 0 else op("mod", self.num(depth - 1), self.cards)

    def maybe_card(self, depth: int) -> Any:
        return self.random.choice([lambda: self.card(depth), lambda: of_zone("top", self.zone(0)), lambda: -1])()

    def space(self, depth: int) -> Any:
        names = self.scope["space"]
        if names and self.random.random() < 0.6:
            return self.random.choice(names)
        return self.random.randrange(self.spaces) if depth <= 0 else op("mod", self.num(depth - 1), self.spaces)

    def maybe_space(self, depth: int) -> Any:
        return self.random.choice([lambda: self.space(depth), lambda: table("step", self.space(0)), lambda: -1])()

    def player(self, depth: int) -> Any:
        return op("mod", self.num(depth - 1), self.players) if depth > 0 else self.random.randrange(self.players)

    def zone(self, depth: int) -> Any:
        return self.random.choice([lambda: zone(0), lambda: zone(1, self.player(depth)), lambda: zone(2)])()

    def space_set(self, depth: int) -> Any:
        r, n = self.random, self.spaces
        names = self.scope["set"]
        if depth <= 0:
            return r.choice(names) if names and r.random() < 0.6 else get("marks")
        d = depth - 1
        return r.choice([
            lambda: self.space_set(0),
            lambda: everything(n),
            lambda: things(*[self.maybe_space(0) for _ in range(r.randint(0, 3))], of=n),
            lambda: row("near", self.space(d), of=n), lambda: row("near", self.maybe_space(d), of=n, maybe=True),
            lambda: pair(r.choice(["union", "meet", "minus"]), self.space_set(d), self.space_set(d)),
            lambda: if_(self.test(d), self.space_set(d), self.space_set(d)),
            lambda: self.set_fold(d), lambda: self.set_fold(d),
            lambda: self.reached(d),
            lambda: self.asked("set", d),
        ])()  # fmt: skip

    def card_set(self, depth: int) -> Any:
        r = self.random
        return r.choice([
            lambda: get("held", self.player(depth)),
            lambda: of_zone("members", self.zone(depth)),
            lambda: things(self.maybe_card(depth), of=self.cards),
        ])()  # fmt: skip

    def list(self, depth: int) -> Any:
        r = self.random
        if depth <= 0:
            return r.choice([get("queue"), *self.scope["list"]])
        d = depth - 1
        return r.choice([
            lambda: self.list(0),
            lambda: list_(*[op("mod", self.num(d), 50) for _ in range(r.randint(0, 3))]),
            lambda: of_zone("tops", self.zone(d), count=self.small_num(0)),
            lambda: row("any", op("mod", self.num(d), 3), as_="list"),
            lambda: self.folded("list", d, lambda: op("mod", self.num(d), 50), capacity=CAPACITY),
            lambda: if_(self.test(d), self.list(0), self.list(d)),
        ])()  # fmt: skip

    def asked(self, kind: str, depth: int) -> Any:
        names = [name for name in self.asks if self.asks_of[name] == kind]
        if names:
            return ask(self.random.choice(names), self.clamped(0), self.space(depth))
        return {"num": self.num, "bool": self.test, "set": self.space_set}[kind](depth - 1)

    # --- domains and folds

    def domain(self, depth: int) -> tuple[str, Node]:
        r = self.random
        return r.choice([
            lambda: ("num", span(r.randint(-1, 2), op("mod", self.num(depth), 6))),
            lambda: ("space", span(0, r.randint(0, min(5, self.spaces - 1)))),
            lambda: ("space", every(self.spaces)), lambda: ("space", every(self.spaces)),
            lambda: ("card", every(self.cards)),
            lambda: ("space", of_set(self.space_set(depth))), lambda: ("card", of_set(self.card_set(depth))),
            lambda: ("num", of_list(self.list(depth))),
            lambda: ("card", in_zone(self.zone(depth))),
            lambda: ("space", in_row("near", self.space(depth))),
            lambda: ("space", in_row("near", self.maybe_space(depth), maybe=True)),
            lambda: ("space", in_row("any", op("mod", self.num(depth), 3))),
        ])()  # fmt: skip

    def condition(self, name: str, kind: str, depth: int) -> Any:
        """A test of a member, often of the sort that rules are full of."""
        r = self.random
        if r.random() < 0.3:
            return self.test(depth)
        simple = {
            "space": [
                lambda: op(r.choice(COMPARE), get(r.choice(["owner", "height"]), name), self.num(0)),
                lambda: op(r.choice(COMPARE), get("owner", table("step", name), maybe=True), r.randint(-1, 1)),
                lambda: has(self.space_set(1), name),
                lambda: op(r.choice(COMPARE), name, self.num(0)),
                lambda: op(r.choice(COMPARE), op("mod", name, 3), self.num(0)),
            ],
            "card": [
                lambda: op(r.choice(COMPARE), get("value", name), self.num(0)),
                lambda: op(r.choice(COMPARE), table("worth", name), self.num(0)),
                lambda: has(self.card_set(0), name),
                lambda: op("==", where(name), self.zone(0)),
            ],
            "num": [lambda: op(r.choice(COMPARE), name, self.num(0))],
        }[kind]
        tests = [r.choice(simple)() for _ in range(r.randint(1, 3))]
        if len(tests) == 1:
            return tests[0] if r.random() < 0.8 else op("not", tests[0])
        return op(r.choice(["and", "and", "or"]), *tests)

    def clauses(self, depth: int) -> list[Node]:
        """One or two clauses; their names are in scope afterwards."""
        made = []
        for _ in range(self.random.choice([1, 1, 2])):
            kind, domain = self.domain(depth)
            name = self.fresh("x")
            self.scope[kind].append(name)
            test = self.condition(name, kind, min(depth, 1)) if self.random.random() < 0.6 else None
            made.append(clause(name, domain, test))
        return made

    def folded(self, word: str, depth: int, value: Any, **more: Any) -> Node:
        kept = {kind: list(names) for kind, names in self.scope.items()}
        over = self.clauses(min(depth, 1))
        if "key" in more:
            more["key"] = more["key"]()
        made = fold(word, over, value(), **more)
        self.scope = kept
        return made

    def number_fold(self, depth: int) -> Node:
        word = self.random.choice(["sum", "count", "max", "min", "first", "last", "only"])
        more = {"empty": self.num(0)} if word in ("max", "min", "first", "last") and self.random.random() < 0.7 else {}
        return self.folded(word, depth, lambda: self.small_num(depth), **more)

    def test_fold(self, depth: int) -> Node:
        def value() -> Any:
            names = self.scope["space"]
            if names and self.random.random() < 0.6:
                return self.condition(names[-1], "space", depth)
            return self.test(depth)

        return self.folded(self.random.choice(["any", "all"]), depth, value)

    def set_fold(self, depth: int) -> Node:
        if self.random.random() < 0.3:
            return self.folded(
                "best", depth, lambda: self.space(0), of=self.spaces, most=self.random.random() < 0.5,
                key=lambda: self.small_num(depth),
            )  # fmt: skip
        return self.folded("set", depth, lambda: self.maybe_space(0), of=self.spaces)

    def reached(self, depth: int) -> Node:
        name = self.fresh("x")
        start = self.space_set(depth)
        self.scope["space"].append(name)
        test = self.condition(name, "space", 0) if self.random.random() < 0.7 else None
        by = self.random.choice([lambda: row("near", name, of=self.spaces), lambda: self.space_set(depth)])()
        self.scope["space"].remove(name)
        return reach(name, start, by, test, of=self.spaces)

    # --- statements

    def statements(self, many: int, only_local: bool = False, depth: int = 2) -> list[Node]:
        return [self.statement(only_local, depth) for _ in range(self.random.randint(1, many))]

    def local(self, sort: str) -> str | None:
        names = [name for name in self.scope[sort] if name in ("n", "s", "l", "p", "m", "z")]
        return self.random.choice(names) if names else None

    def statement(self, only_local: bool, depth: int) -> Node:
        r, d = self.random, 2
        writes = [
            lambda: let("n", self.num(d)),
            lambda: let("s", self.space_set(d)),
            lambda: let("l", self.list(d)),
            lambda: include(target("s", attribute=False), self.maybe_space(d)),
            lambda: exclude(target("s", attribute=False), self.space(d)),
            lambda: append(target("l", attribute=False), self.num(d)),
        ]
        if depth > 0:
            writes += [lambda: self.when(only_local, depth), lambda: self.loop(only_local, depth)]
        if self.loops and r.random() < 0.3:
            return when(self.test(1), [break_() if r.random() < 0.5 else continue_()])
        if not only_local:
            writes += [
                lambda: put("far", None, op("*", self.small_num(1), 2**20)),
                lambda: put("value", self.card(d), self.num(d)),
                lambda: put("owner", self.space(d), op("-", op("mod", self.num(d), self.players + 1), 1)),
                lambda: put("height", self.space(d), self.num(d)),
                lambda: put("marks", None, self.space_set(d)),
                lambda: put("queue", None, self.list(d)),
                lambda: include(target("marks"), self.maybe_space(d)),
                lambda: exclude(target("marks"), self.maybe_space(d)),
                lambda: include(target("held", self.player(1)), self.maybe_card(d)),
                lambda: include(target("pairs"), self.maybe_card(d), self.player(1), dims=[self.cards, self.players]),
                lambda: append(target("queue"), self.num(d)),
                lambda: move(self.maybe_card(d), self.zone(d), r.choice(["top", "bottom"]), r.random() < 0.5),
                lambda: move(self.card(d), self.zone(d), r.choice(["top", "bottom"]), r.random() < 0.5),
                lambda: shuffle(self.zone(1)),
                lambda: reveal(self.card_set(d), things(self.player(1), of=self.players)),
                lambda: self.picked(),
                lambda: ensure(op("<", self.num(d), r.choice([10, 1000, 2**31]))),
            ]
            if self.plain:
                writes.append(lambda: call(r.choice(self.plain), self.clamped(1), self.queue(), into="n"))
            if self.suspending:
                writes += [self.choice, self.choice, lambda: self.choose_loop(depth)]
                if self.framed:
                    writes.append(lambda: call(r.choice(self.framed), self.clamped(1), self.space_set(1), into="n"))
                if not self.in_attempt and depth == 2:
                    writes += [self.transaction, self.whole_play]
        return r.choice(writes)()

    def queue(self) -> Any:
        """A list that fits a parameter."""
        return self.random.choice([get("queue"), "l"])

    def picked(self) -> Node:
        kind, domain = self.domain(1)
        name = self.fresh("x")
        self.scope[kind].append(name)
        test = self.condition(name, kind, 1) if self.random.random() < 0.6 else None
        self.scope[kind].remove(name)
        return pick("n", domain, test, none=self.random.choice(["skip", "skip", "error"]), var=name)

    def when(self, only_local: bool, depth: int) -> Node:
        other = self.statements(2, only_local, depth - 1) if self.random.random() < 0.5 else None
        return when(self.test(2), self.statements(2, only_local, depth - 1), other)

    def loop(self, only_local: bool, depth: int) -> Node:
        self.loops += 1
        kept, suspending, self.suspending = self.suspending, self.suspending, False
        if self.random.random() < 0.4:
            made = while_(self.test(1), self.statements(2, only_local, depth - 1))
        else:
            kind, domain = self.domain(1)
            name = self.fresh("v")
            self.scope[kind].append(name)
            test = self.condition(name, kind, 1) if self.random.random() < 0.6 else None
            made = for_(name, domain, self.statements(2, only_local, depth - 1), test)
            self.scope[kind].remove(name)
        self.suspending = kept or suspending
        self.loops -= 1
        return made

    def choose_loop(self, depth: int) -> Node:
        """A loop with a decision in it keeps its members in the frame."""
        self.loops += 1
        kind, domain = self.domain(1)
        name = self.fresh("v")
        self.scope[kind].append(name)
        keep = {"space": sets(self.spaces), "card": sets(self.cards), "num": lists(CAPACITY + 2)}[kind]
        if self.random.random() < 0.3:
            keep = lists(CAPACITY + 2)
        test = self.condition(name, kind, 1) if self.random.random() < 0.5 else None
        made = for_(name, domain, [self.choice(), *self.statements(2, False, depth - 1)], test, keep=keep)
        self.scope[kind].remove(name)
        self.loops -= 1
        return made

    def choice(self) -> Node:
        r = self.random
        branches = [self.branch(tag) for tag in range(r.randint(1, 3))]
        branches.append(branch(len(branches), when_=self.test(1) if r.random() < 0.3 else None))
        if r.random() < 0.1:
            branches[-1]["tag"] = 0
        return choose(self.player(1), *branches, tag=r.choice([None, "n"]), into=["w"] if r.random() < 0.7 else [],
                      none=r.choice(["skip", "skip", "error"]), ask_=r.random() < 0.2)  # fmt: skip

    def branch(self, tag: int) -> Node:
        kept = {kind: list(names) for kind, names in self.scope.items()}
        over = self.clauses(1) if self.random.random() < 0.8 else []
        own = [c["var"] for c in over]
        values: list[Any] = own if self.random.random() < 0.7 else [self.small_num(1)]
        made = branch(tag, *values, over=over, when_=self.test(1) if self.random.random() < 0.4 else None)
        self.scope = kept
        return made

    def whole_play(self) -> Node:
        """A menu in which one act is offered only if the attempt behind it can be completed."""
        act, other = self.branch(0), self.branch(1)
        act["whole"] = True
        menu = choose(self.player(1), act, other, branch(2), tag="n", into=["w"])
        return when(1, [menu, when(op("==", "n", 0), [self.transaction()])])

    def transaction(self) -> Node:
        self.in_attempt = True
        loops, self.loops = self.loops, 0
        framed, self.framed = self.framed, []  # they could begin an attempt of their own
        body = [self.choice(), *self.statements(2, False, 1), self.choice()]
        self.in_attempt, self.loops, self.framed = False, loops, framed
        needs = [self.test(1)] if self.random.random() < 0.3 else []
        return attempt(body, [self.test(2) for _ in range(self.random.randint(0, 2))], needs)


class Board:
    """Writes a program as rules are written: folds and choices over the spaces of a board, with conditions that cannot
    fail. The compiler has many ways to make such things fast, and has to get every one of them right."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.width = random.choice([2, 3, 5, 8, 11])
        self.spaces = self.width * random.choice([2, 3, 5, 7, 8, 11])
        self.players = 2
        self.names = 0

    def program(self) -> Node:
        r, n = self.random, self.spaces
        b = Builder(self.players, steps=10**6, options_limit=500, stack=900).kind("space", n)
        b.attribute("owner", ints(-1, 1), of="space").attribute("height", ints(0, 4), of="space")
        b.attribute("marks", sets(n), of="player").attribute("common", sets(n)).attribute("n", ints(-9, 99))
        for number in range(10):
            b.attribute(f"number{number}", ints(-(2**31), 2**31 - 1)).attribute(f"set{number}", sets(n))
        b.table("row", [n], [s // self.width for s in range(n)])
        b.table("column", [n], [s % self.width for s in range(n)])
        b.table("up", [n], [s - self.width if s >= self.width else -1 for s in range(n)])
        b.table("right", [n], [s + 1 if s % self.width < self.width - 1 else -1 for s in range(n)])
        b.table("cost", [n], [r.randint(-3, 12) for _ in range(n)])
        near = [sorted(s + d for d in (-self.width, -1, 1, self.width) if 0 <= s + d < n) for s in range(n)]
        b.row("near", [n], near).row("mixed", [n], [r.sample(row_, len(row_)) for row_ in near])
        lines = [sorted(r.sample(range(n), min(3, n))) for _ in range(8)]
        b.row("line", [8], lines)
        change = [put("owner", "s", op("-", "x", 1)), put("height", "s", "y")]
        b.procedure("change", [pick("x", span(0, 2)), pick("y", span(0, 4)), *change], {"s": ints(0, n - 1)})
        marks = [
            when(op("==", "z", k), [include(target("marks", k), "s")], [exclude(target("marks", k), "s")])
            for k in (0, 1)
        ]
        stir = [call("change", "s"), pick("z", span(0, 5)), *marks]
        b.procedure("stir", [for_("s", every(n), stir, where_=op("!=", op("mod", "s", 7), get("n")))])
        b.procedure("best", [return_(self.test(["q", "p"], 1))], {"q": ints(0, n - 1), "p": ints(0, 1)}, ints(0, 1))
        b.procedure("init", [for_("s", every(n), [put("owner", "s", -1)])])
        looks: list[Node] = []
        for number in range(0, 10, 2):  # what was true may not be true any more behind a change
            looks += self.looked(number, self.number(["p"], 2), self.set(["p"], 2))
        b.procedure("look", looks, {"p": ints(0, 1)})
        body = [call("stir"), for_("p", every(2), [call("look", "p")]), put("n", None, op("+", get("n"), 1)),
                for_("p", every(2), [self.choice(), drop("x", "y", "t")], keep=sets(2))]  # fmt: skip
        b.procedure("main", [while_(op("<", get("n"), 3), body)])
        program = b.program()
        next(p for p in program["procedures"] if p["name"] == "best")["effect"] = "pure"
        return program

    def looked(self, place: int, number: Node, set_: Node) -> list[Node]:
        """The same looked at twice, with a change between."""
        change = put(self.random.choice(["owner", "height"]), self.random.randrange(self.spaces), "p")
        first = [put(f"number{place}", None, number), put(f"set{place}", None, set_)]
        return [*first, change, put(f"number{place + 1}", None, number), put(f"set{place + 1}", None, set_)]

    def fresh(self) -> str:
        self.names += 1
        return f"v{self.names}"

    def space(self, names: list[str]) -> Any:
        spaces = [name for name in names if name != "p"]
        if spaces and self.random.random() < 0.8:
            return self.random.choice(spaces)
        return self.random.randrange(self.spaces)

    def by_side(self, names: list[str], first: Any, second: Any) -> Node:
        """One thing for the first player, another for the second."""
        return if_(op("==", "p" if "p" in names else 1, 0), first, second)

    def simple(self, names: list[str]) -> Any:
        """Something about one space, or about none."""
        r = self.random
        return r.choice([
            lambda: r.randint(-1, 5), lambda: "p" if "p" in names else 1, lambda: get("n"),
            lambda: table("row", self.space(names)), lambda: table("column", self.space(names)),
            lambda: get("owner", self.space(names)), lambda: get("height", self.space(names)),
            lambda: op("+", table("row", self.space(names)), self.by_side(names, 1, -1)),
        ])()  # fmt: skip

    def condition(self, x: str, names: list[str], depth: int) -> Any:
        r, compare = self.random, self.random.choice(COMPARE)
        return r.choice([
            lambda: op(compare, get("owner", x), self.simple(names)),
            lambda: op(compare, self.simple(names), get("height", x)),
            lambda: op("==", get("owner", x), r.choice([-1, "p" if "p" in names else 0])),
            lambda: op(compare, get("owner", table(r.choice(["up", "right"]), x), maybe=True), r.randint(-1, 1)),
            lambda: op("or", op("==", table("row", x), 0), op("!=", get("owner", table("up", x), maybe=True), -1)),
            lambda: op(compare, table(r.choice(["row", "column", "cost"]), x), self.simple(names)),
            lambda: op(compare, x, self.space(names)),
            lambda: has(self.set(names, 0), x),
            lambda: has(row("near", x, of=self.spaces), self.space(names)),
            lambda: op("==", self.by_side(names, table("row", x), table("column", x)), r.randint(0, 4)),
            lambda: op("not", self.condition(x, names, depth)),
            lambda: op(r.choice(["and", "or"]), self.condition(x, names, depth), self.condition(x, names, depth)),
            lambda: self.test([*names, x], depth - 1) if depth > 0 else op(compare, x, 3),
            lambda: op(compare, self.number([*names, x], depth - 1), 2) if depth > 0 else op(compare, x, 5),
        ])()  # fmt: skip

    def domain(self, names: list[str]) -> Node:
        r = self.random
        return r.choice([
            lambda: every(self.spaces), lambda: every(self.spaces), lambda: of_set(self.set(names, 0)),
            lambda: in_row("near", self.space(names)), lambda: in_row("mixed", self.space(names)),
            lambda: in_row("line", r.randrange(8)), lambda: span(0, min(self.spaces, r.choice([3, 9])) - 1),
        ])()  # fmt: skip

    def clauses(self, names: list[str], depth: int) -> tuple[list[Node], list[str]]:
        made, known = [], list(names)
        for _ in range(self.random.choice([1, 1, 1, 2])):
            x, domain = self.fresh(), self.domain(known)
            tests = [self.condition(x, known, depth) for _ in range(self.random.randint(0, 3))]
            made.append(clause(x, domain, op("and", *tests) if len(tests) > 1 else tests[0] if tests else None))
            known.append(x)
        return made, known

    def number(self, names: list[str], depth: int) -> Any:
        r = self.random
        if depth <= 0:
            return self.simple(names)
        over, known = self.clauses(names, depth - 1)
        word = r.choice(["count", "sum", "max", "min", "first", "first", "last"])
        value = over[0]["var"] if len(over) == 1 and r.random() < 0.6 else self.simple(known)
        made = fold(word, over, value, empty=-1)
        if r.random() < 0.3:  # the same thing twice, as rules that give it a name have it
            return if_(op("!=", made, -1), op("+", made, 1), 0)
        return made

    def test(self, names: list[str], depth: int) -> Any:
        if depth <= 0:
            return op(self.random.choice(COMPARE), self.simple(names), self.simple(names))
        if self.random.random() < 0.3:
            lines = [clause(self.fresh(), every(8))]
            inner = [clause(self.fresh(), in_row("line", lines[0]["var"]))]
            return fold("any", lines, fold("all", inner, self.condition(inner[0]["var"], names, 0)))
        over, known = self.clauses(names, depth - 1)
        return fold(self.random.choice(["any", "all"]), over, self.condition(over[-1]["var"], known, depth - 1))

    def set(self, names: list[str], depth: int) -> Any:
        r, n = self.random, self.spaces
        if depth <= 0:
            marks = get("marks", "p" if "p" in names else 0)
            return r.choice([get("common"), marks, row("near", self.space(names), of=n)])
        over, known = self.clauses(names, depth - 1)
        x = self.fresh()
        return r.choice([
            lambda: fold("set", over, over[-1]["var"], of=n),
            lambda: fold("set", over, table("up", over[-1]["var"]), of=n),
            lambda: fold("best", over, over[-1]["var"], of=n, key=self.simple(known), most=r.random() < 0.5),
            lambda: pair(r.choice(["union", "meet", "minus"]), self.set(names, 0), self.set(names, depth - 1)),
            lambda: reach(x, self.set(names, 0), row("near", x, of=n), self.condition(x, names, depth - 1), of=n),
        ])()  # fmt: skip

    def choice(self) -> Node:
        r = self.random
        branches = []
        for tag in range(r.randint(1, 3)):
            over, known = self.clauses(["p"], 1)
            extra = self.condition(over[-1]["var"], known, 1) if r.random() < 0.7 else ask("best", over[-1]["var"], "p")
            branches.append(branch(tag, *[c["var"] for c in over], over=over, when_=extra))
        return choose("p", *branches, tag="t", into=["x", "y"], none="skip")


def main() -> None:
    """`python tests/interpreter/generated.py FIRST LAST`: the programs made from these seeds, three games each."""
    from sys import argv

    from lockstep import Both, play

    for seed in range(int(argv[1]), int(argv[2])):
        for writer in (Writer, Board):
            engine = Both(writer(Random(seed)).program())
            for game in range(3):
                try:
                    play(engine, game, 60)
                except AssertionError as difference:
                    print(f"{writer.__name__} {seed}, game {game}: {difference}")


if __name__ == "__main__":
    main()
