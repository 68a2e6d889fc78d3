"""A small card game written straight in the core, with every kind of secret in it: hands, a face-down deck, a heap
whose top shows, cards under cards, faces that turn unseen, peeks, random steals, sealed bids, and frames that hold
hidden cards while somebody else decides."""

from __future__ import annotations

from typing import Any

from core_builder import (
    Builder,
    attempt,
    branch,
    call,
    choose,
    clause,
    drop,
    eq,
    every,
    for_,
    get,
    in_zone,
    ints,
    let,
    move,
    note,
    of_zone,
    op,
    pick,
    put,
    return_,
    reveal,
    sets,
    shuffle,
    things,
    unseal,
    when,
    while_,
    zone,
)
from rulewright.interpreter.reference.engine import Engine
from rulewright.interpreter.table import Setup, Table

Node = dict[str, Any]

CARDS = 14
PLAY, DISCARD, BURY, TURN, PEEK, TUCK, STEAL, DIG, PASS, SET_OUT = range(10)
NAMES = ("play", "discard", "bury", "turn", "peek", "tuck", "steal", "dig", "pass", "set_out")
DECK, HAND, PILE, HEAP, VAULT, UNDER, SPREAD = range(7)  # the zones

CARD = {"kind": "int", "low": 0, "high": CARDS - 1, "of": "card"}
MAYBE_CARD = {**CARD, "low": -1}
SEAT = {"kind": "int", "low": 0, "high": 9, "of": "player"}
YES = {"kind": "int", "low": 0, "high": 1, "of": "bool"}


_tables: dict[int, tuple[Node, Engine]] = {}


def table(players: int = 3, seed: int = 0) -> Table:
    """A new game of it."""
    if players not in _tables:
        rules = program(players)
        _tables[players] = rules, Engine(rules)
    rules, engine = _tables[players]
    about = {"name": "hidden", "variant": None, "language": "1.0", "hash": "0"}
    return Table(Setup(about, rules, {}, seed, "reference", "hidden", "0"), engine)


def program(players: int = 3) -> Node:
    b = Builder(players, stack=120)
    b.kind("card", CARDS)
    b.attribute("active", {**SEAT, "low": -1})
    b.attribute("player.score", ints(0, 99), of="player")
    b.attribute("player.bid", MAYBE_CARD, of="player", see="owner")
    b.attribute("player.secret", ints(0, 9), of="player", see="nobody")
    b.attribute("card.turned", YES, of="card", see="holder", shadow=True)
    b.zone("deck", see="nobody")
    b.zone("player.hand", see="owner", of="player", ordered=False)
    b.zone("pile", see="all")
    b.zone("heap", see="top")
    b.zone("vault", see="nobody", ordered=False)
    b.zone("card.under", see="holder", of="card", ordered=False)
    b.zone("player.spread", see="all", of="player")
    seats = every(players)
    b.procedure(
        "init", [for_("c", every(CARDS), [move("c", zone(DECK))]), for_("q", seats, [put("player.bid", "q", -1)])]
    )
    b.procedure("refill", [when(eq(count(zone(DECK)), 0), [back(PILE), back(VAULT), shuffle(zone(DECK))])])
    draw = move(of_zone("top", zone(DECK)), hand(), open_=True)
    b.procedure("draw", [call("refill"), when(op(">", count(zone(DECK)), 0), [draw])], params={"p": SEAT})
    deny = choose(neighbour(players), named(0, "yes"), named(1, "no"), tag="said", ask_=True)
    about = {"p": SEAT, "about": CARD}
    b.procedure("deny", [deny, return_(op("-", 1, "said"))], params=about, result=ints(0, 1))
    types = {"act": ints(0, 9), "chosen": CARD, "taken": CARD, "no": ints(0, 1)}
    steps = {"step": ints(0, 1), "one": CARD, "more": ints(0, 1)}
    b.procedure("turn", turn(players), params={"p": SEAT}, **types, **steps)
    b.procedure("bids", bids(players), mine=CARD, found=ints(-1, 0), p=SEAT)
    deal = for_("p", seats, [call("draw", "p"), call("draw", "p")])
    round_ = for_("p", seats, [put("active", None, "p"), call("draw", "p"), call("turn", "p")], keep=sets(players))
    rounds = [round_, when(eq(op("mod", "round", 2), 1), [call("bids")]), let("round", op("+", "round", 1))]
    b.procedure("main", [shuffle(zone(DECK)), deal, while_(op("<", "round", 6), rounds)], p=SEAT)
    return finished(b.program())


def turn(players: int) -> list[Node]:
    """One of everything that can be done with a card that others do not see."""
    other = hand(neighbour(players))
    top = of_zone("top", zone(DECK))
    score = put("player.score", "p", op("+", get("player.score", "p"), 1))
    not_denied = when(eq("no", 0), [move("chosen", zone(VAULT))])
    kept = when(eq("no", 0), [move("taken", hand())])
    menu = choose(
        "p",
        of_hand(PLAY),
        of_hand(DISCARD),
        of_hand(BURY),
        of_hand(TURN),
        named(PEEK, when_=op(">", count(zone(DECK)), 0)),
        of_hand(TUCK, op(">", count(zone(PILE)), 0)),
        named(STEAL, when_=op(">", count(other), 0)),
        named(DIG, when_=op(">", count(zone(VAULT)), 0)),
        named(PASS),
        named(SET_OUT, when_=op(">", count(hand()), 0), whole=True),
        tag="act",
        into=["chosen"],
    )
    bodies = {
        PLAY: [note("played", "chosen"), move("chosen", zone(PILE)), score],
        DISCARD: [move("chosen", zone(HEAP))],
        BURY: [call("deny", "p", "chosen", into="no"), not_denied],
        TURN: [put("card.turned", "chosen", op("-", 1, get("card.turned", "chosen")))],
        PEEK: [reveal(things(top, of=CARDS), things("p", of=players))],
        TUCK: [move("chosen", zone(UNDER, of_zone("top", zone(PILE))))],
        STEAL: [pick("taken", in_zone(other)), move("taken", hand())],
        DIG: [pick("taken", in_zone(zone(VAULT))), call("deny", "p", "taken", into="no"), kept],
        SET_OUT: set_out(),
    }
    acts = [when(eq("act", act), body) for act, body in bodies.items()]
    return [menu, *acts, drop("act", "chosen", "no", "taken")]


def set_out() -> list[Node]:
    """A transaction: an even number of cards, laid out one by one."""
    add = named(0, "add", "c", types=[CARD], over=[clause("c", in_zone(hand()))])
    ask = choose("p", add, named(1, "done"), tag="step", into=["one"], ask_=True)
    taken = when("step", [let("more", 0)], [move("one", zone(SPREAD, "p"))])
    body = [let("more", 1), while_("more", [ask, taken, drop("step", "one")])]
    return [attempt(body, [eq(op("mod", count(zone(SPREAD, "p")), 2), 0)]), drop("more")]


def bids(players: int) -> list[Node]:
    """Everybody lays a card aside in secret; then all are shown."""
    card = {**branch(0, "c", over=[clause("c", in_zone(hand()))]), "types": [CARD]}
    ask = choose("p", card, into=["mine"], tag="found", none="skip", sealed=True)
    store = when(eq("found", 0), [put("player.bid", "p", "mine")])
    show = when(op(">=", get("player.bid", "p"), 0), [move(get("player.bid", "p"), zone(PILE))])
    return [
        for_("p", every(players), [ask, store, drop("mine", "found")], keep=sets(players)),
        unseal(True),
        for_("p", every(players), [show, put("player.bid", "p", -1)]),
    ]


def hand(player: Any = "p") -> Node:
    return zone(HAND, player)


def neighbour(players: int) -> Node:
    return op("mod", op("+", "p", 1), players)


def count(place: Node) -> Node:
    return of_zone("count", place)


def back(source: int) -> Node:
    return for_("c", in_zone(zone(source)), [move("c", zone(DECK))])


def named(tag: int, name: str | None = None, *values: Any, types: list[Node] | None = None, **more: Any) -> Node:
    made = branch(tag, *values, **more)
    return {**made, "name": name or NAMES[tag], "types": types or [], "params": []}


def of_hand(tag: int, when_: Any = None) -> Node:
    return named(tag, None, "c", types=[CARD], over=[clause("c", in_zone(hand()))], when_=when_)


def finished(made: Node) -> Node:
    """With what a specialised program carries for people."""
    names = {"player": [f"player_{i + 1}" for i in range(made["players"])]}
    names["card"] = [f"card_{i + 1}" for i in range(CARDS)]
    nothing: Node = {"titles": {}, "texts": {}, "rulings": [], "boards": [], "actions": [], "phases": []}
    return {**made, **nothing, "names": names}
