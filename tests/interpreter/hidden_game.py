"""A small card game written straight in the core, with every kind of secret in it: hands, a face-down deck, a pile whose
top shows, cards under cards, faces that turn unseen, peeks, random steals, sealed bids, and frames that hold hidden cards
while somebody else decides."""

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
)  # fmt: skip

CARDS = 14
PLAYS = {
    0: "play",
    1: "discard",
    2: "bury",
    3: "turn",
    4: "peek",
    5: "tuck",
    6: "steal",
    7: "dig",
    8: "pass",
    9: "set_out",
}

DECK, HAND, PILE, HEAP, VAULT, UNDER, SPREAD = range(7)  # the zones
CARD = {"kind": "int", "low": 0, "high": CARDS - 1, "of": "card"}
MAYBE_CARD = {**CARD, "low": -1}
SEAT = {"kind": "int", "low": 0, "high": 9, "of": "player"}
YES = {"kind": "int", "low": 0, "high": 1, "of": "bool"}


def hand(player: Any = "p") -> dict[str, Any]:
    return zone(HAND, player)


def named(tag: int, *values: Any, types: list[Any] | None = None, **more: Any) -> dict[str, Any]:
    return {**branch(tag, *values, **more), "name": PLAYS[tag], "types": types or [], "params": []}


def of_hand(tag: int, when_: Any = None) -> dict[str, Any]:
    return named(tag, "c", types=[CARD], over=[clause("c", in_zone(hand()))], when_=when_)


def yes_or_no(who: Any, into: str) -> dict[str, Any]:
    return choose(who, {**branch(0), "name": "yes"}, {**branch(1), "name": "no"}, tag=into, ask_=True)


def program(players: int = 3) -> dict[str, Any]:
    count = lambda z: of_zone("count", z)  # noqa: E731
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

    b.procedure(
        "init",
        [for_("c", every(CARDS), [move("c", zone(DECK))]), for_("q", every(players), [put("player.bid", "q", -1)])],
    )
    b.procedure(
        "refill",
        [
            when(
                eq(count(zone(DECK)), 0),
                [
                    for_("c", in_zone(zone(PILE)), [move("c", zone(DECK))]),
                    for_("c", in_zone(zone(VAULT)), [move("c", zone(DECK))]),
                    shuffle(zone(DECK)),
                ],
            ),
        ],
    )
    b.procedure("draw", [call("refill"), when(op(">", count(zone(DECK)), 0), [move(of_zone("top", zone(DECK)), hand(), open_=True)])],
                params={"p": SEAT})  # fmt: skip
    b.procedure("deny", [yes_or_no(op("mod", op("+", "p", 1), players), "said"), return_(op("-", 1, "said"))],
                params={"p": SEAT, "about": CARD}, result=ints(0, 1))  # fmt: skip

    full = op(">", count(hand()), 0)
    b.procedure(
        "turn",
        [
            choose(
                "p", of_hand(0), of_hand(1), of_hand(2), of_hand(3), named(4, when_=op(">", count(zone(DECK)), 0)),
                of_hand(5, op(">", count(zone(PILE)), 0)), named(6, when_=op(">", count(hand(op("mod", op("+", "p", 1), players))), 0)),
                named(7, when_=op(">", count(zone(VAULT)), 0)), named(8), named(9, when_=full, whole=True),
                tag="act", into=["chosen"],
            ),
            when(eq("act", 0), [note("played", "chosen"), move("chosen", zone(PILE)), put("player.score", "p", op("+", get("player.score", "p"), 1))]),
            when(eq("act", 1), [move("chosen", zone(HEAP))]),
            when(eq("act", 2), [call("deny", "p", "chosen", into="no"), when(eq("no", 0), [move("chosen", zone(VAULT))])]),
            when(eq("act", 3), [put("card.turned", "chosen", op("-", 1, get("card.turned", "chosen")))]),
            when(eq("act", 4), [reveal(things(of_zone("top", zone(DECK)), of=CARDS), things("p", of=players))]),
            when(eq("act", 5), [move("chosen", zone(UNDER, of_zone("top", zone(PILE))))]),
            when(eq("act", 6), [pick("taken", in_zone(hand(op("mod", op("+", "p", 1), players)))), move("taken", hand())]),
            when(eq("act", 7), [pick("taken", in_zone(zone(VAULT))), call("deny", "p", "taken", into="no"),
                                when(eq("no", 0), [move("taken", hand())])]),
            when(
                eq("act", 9),
                [
                    attempt(
                        [
                            let("more", 1),
                            while_(
                                "more",
                                [
                                    choose(
                                        "p",
                                        {**branch(0, "c", over=[clause("c", in_zone(hand()))]), "name": "add", "types": [CARD]},
                                        {**branch(1), "name": "done"},
                                        tag="step", into=["one"], ask_=True,
                                    ),
                                    when("step", [let("more", 0)], [move("one", zone(SPREAD, "p"))]),
                                    drop("step", "one"),
                                ],
                            ),
                        ],
                        [eq(op("mod", count(zone(SPREAD, "p")), 2), 0)],
                    ),
                    drop("more"),
                ],
            ),
            drop("act", "chosen", "no", "taken"),
        ],
        params={"p": SEAT}, act=ints(0, 9), chosen=CARD, taken=CARD, no=ints(0, 1), step=ints(0, 1), one=CARD, more=ints(0, 1),
    )  # fmt: skip
    b.procedure(
        "bids",
        [
            for_(
                "p", every(players),
                [
                    choose("p", {**branch(0, "c", over=[clause("c", in_zone(hand()))]), "types": [CARD]}, into=["mine"],
                           tag="found", none="skip", sealed=True),
                    when(eq("found", 0), [put("player.bid", "p", "mine")]),
                    drop("mine", "found"),
                ],
                keep=sets(players),
            ),
            unseal(True),
            for_(
                "p", every(players),
                [when(op(">=", get("player.bid", "p"), 0), [move(get("player.bid", "p"), zone(PILE))]), put("player.bid", "p", -1)],
            ),
        ],
        mine=CARD, found=ints(-1, 0), p=SEAT,
    )  # fmt: skip
    b.procedure(
        "main",
        [
            shuffle(zone(DECK)),
            for_("p", every(players), [call("draw", "p"), call("draw", "p")]),
            while_(
                op("<", "round", 6),
                [
                    for_(
                        "p",
                        every(players),
                        [put("active", None, "p"), call("draw", "p"), call("turn", "p")],
                        keep=sets(players),
                    ),
                    when(eq(op("mod", "round", 2), 1), [call("bids")]),
                    let("round", op("+", "round", 1)),
                ],
            ),
        ],
        p=SEAT,
    )
    return finished(b.program())


def finished(made: dict[str, Any]) -> dict[str, Any]:
    """With what a specialised program carries for people."""
    players = made["players"]
    return {
        **made,
        "names": {"player": [f"player_{i + 1}" for i in range(players)], "card": [f"card_{i + 1}" for i in range(CARDS)]},
        "titles": {}, "texts": {}, "rulings": [], "boards": [], "actions": [], "phases": [],
    }  # fmt: skip
