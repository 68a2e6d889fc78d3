"""Things in zones: links under random play, and what each player knows after each kind of move."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from core_builder import (
    Builder,
    Node,
    append,
    call,
    everything,
    expr,
    get,
    include,
    ints,
    lists,
    move,
    of_zone,
    put,
    reveal,
    sets,
    shuffle,
    target,
    things,
    where,
)
from rulewright.interpreter import chance
from rulewright.interpreter.faults import RuleFault
from rulewright.interpreter.reference.engine import Engine
from rulewright.interpreter.state import State

# zone numbers, with three players
TABLE, HAND0, HAND1, HAND2, DECK, PILE, CRYPT = 1, 2, 3, 4, 5, 6, 7
BENEATH0 = 8  # one zone beneath each of the eight cards
POOL, ROW = 16, 17
EVERYONE = {0, 1, 2}


def build() -> Engine:
    b = Builder(players=3).kind("card", 8)
    b.zone("table", see="all").zone("hand", see="owner", of="player", ordered=False).zone("deck", see="nobody")
    b.zone("pile", see="top").zone("crypt", see="nobody", capacity=2).zone("beneath", see="holder", of="card")
    b.zone("pool", see="top", ordered=False).zone("row", see="all", ordered=False)
    b.attribute("face", ints(0, 9), of="card", see="holder", shadow=True)
    b.attribute("badges", sets(40), of="card", see="holder", shadow=True)
    b.attribute("scars", lists(3), of="card", see="holder", shadow=True)
    b.attribute("secret", ints(0, 9), of="card", see="nobody")
    b.procedure("idle", [])
    return Engine(b.program())


ENGINE = build()
PROGRAM = ENGINE.program
CARD = PROGRAM["zoned"]["card"]
ENDS = PROGRAM["zone_cells"]


class Hands:
    """A state, and statements to try on it one by one."""

    def __init__(self, **zones: list[int]) -> None:
        self.state: State = ENGINE.fresh()
        for name, cards in zones.items():
            for card in cards:
                self.do(move(card, globals()[name]))
        self.state[CARD["know"] : CARD["know"] + 8] = [0] * 8

    def do(self, *body: Node) -> Hands:
        procedure = {
            "name": "test", "params": [], "locals": {}, "result": None, "body": list(body), "effect": "mutating",
            "frame": 0, "site": 0,
        }  # fmt: skip
        ENGINE.perform(self.state, procedure)
        return self

    def value(self, e: Any) -> Any:
        return ENGINE.evaluate(self.state, expr(e))

    def know(self, card: int, place: set[int], zone: set[int]) -> Hands:
        """Sets the bits of a card."""
        self.state[CARD["know"] + card] = sum(1 << p for p in place) | sum(1 << 16 + p for p in zone)
        return self

    def place(self, card: int) -> set[int]:
        return {p for p in EVERYONE if self.state[CARD["know"] + card] >> p & 1}

    def zone(self, card: int) -> set[int]:
        return {p for p in EVERYONE if self.state[CARD["know"] + card] >> 16 + p & 1}

    def known(self, card: int) -> tuple[set[int], set[int]]:
        return self.place(card), self.zone(card)

    def contents(self, zone: int) -> list[int]:
        """Read from both ends."""
        up, link = [], self.state[ENDS["head"] + zone]
        while link:
            up.append(link - 1)
            link = self.state[CARD["next"] + link - 1]
        down, link = [], self.state[ENDS["tail"] + zone]
        while link:
            down.append(link - 1)
            link = self.state[CARD["prev"] + link - 1]
        assert up == down[::-1]
        assert len(up) == self.state[ENDS["count"] + zone]
        assert all(self.state[CARD["where"] + card] == zone for card in up)
        return up


# links


def test_top_and_bottom() -> None:
    hands = Hands(DECK=[3, 1]).do(move(5, DECK, "top"), move(0, DECK, "bottom"))
    assert hands.contents(DECK) == [0, 3, 1, 5]


def test_an_unordered_zone_is_kept_by_id_whatever_the_end() -> None:
    hands = Hands(HAND0=[5, 1, 7]).do(move(3, HAND0, "top"), move(0, HAND0, "bottom"), move(6, HAND0, "bottom"))
    assert hands.contents(HAND0) == [0, 1, 3, 5, 6, 7]


def test_random_moves_against_plain_lists() -> None:
    rng = Random(3)
    ordered = {TABLE, DECK, PILE, BENEATH0}
    zones = [0, TABLE, HAND0, HAND1, DECK, PILE, BENEATH0, POOL]
    for _ in range(20):
        hands, model = Hands(), {z: [] for z in zones}  # type: dict[int, list[int]]
        for _ in range(60):
            card, to, end = rng.randrange(8), rng.choice(zones), rng.choice(["top", "bottom"])
            hands.do(move(card, to, end, open_=rng.random() < 0.5))
            for cards in model.values():
                if card in cards:
                    cards.remove(card)
            if to in ordered:
                model[to].insert(len(model[to]) if end == "top" else 0, card)
            elif to:
                model[to] = sorted([*model[to], card])
            assert {z: hands.contents(z) for z in zones if z} == {z: cards for z, cards in model.items() if z}
        assert hands.state[ENDS["head"]] == hands.state[ENDS["tail"]] == hands.state[ENDS["count"]] == 0
        hands.do(*[move(card, 0) for card in range(8)])
        assert hands.state[CARD["where"] : CARD["where"] + 24] == [0] * 24
        assert not any(hands.state[ENDS["head"] : ENDS["head"] + 3 * ENDS["zones"]])


def fails(hands: Hands, node: Node, code: str) -> None:
    node["site"] = 5
    with pytest.raises(RuleFault) as caught:
        hands.do(node)
    assert (caught.value.code, caught.value.site) == (code, 5)


def test_nothing_to_move() -> None:
    fails(Hands(), move(of_zone("top", DECK), TABLE), "nothing")
    fails(Hands(), move(8, TABLE), "bounds")


def test_a_full_zone() -> None:
    hands = Hands(CRYPT=[1, 2])
    fails(hands, move(3, CRYPT), "full")
    hands.do(move(1, CRYPT))  # within the zone there is room
    assert hands.contents(CRYPT) == [2, 1]


def test_moving_to_where_it_is() -> None:
    hands = Hands(TABLE=[1, 2, 3]).do(move(1, TABLE))
    assert hands.contents(TABLE) == [2, 3, 1]
    assert Hands().do(move(4, 0)).value(where(4)) == 0


# knowledge: a move that somebody sees


@pytest.mark.parametrize("open_", [False, True])
def test_who_sees_either_end_knows_both(open_: bool) -> None:
    hands = Hands(HAND0=[1, 2]).do(move(1, HAND1, open_=open_))
    assert hands.known(1) == ({0, 1}, {0, 1})
    hands = Hands(HAND0=[1, 2]).do(move(1, TABLE, open_=open_))
    assert hands.known(1) == (EVERYONE, EVERYONE)
    hands = Hands(TABLE=[1]).do(move(1, DECK, open_=open_))
    assert hands.known(1) == (EVERYONE, EVERYONE)


def test_from_nowhere_nobody_is_blind() -> None:
    hands = Hands().know(3, {2}, {1, 2}).do(move(3, DECK))
    assert hands.known(3) == ({2}, {1, 2})
    hands = Hands().do(move(3, HAND1))
    assert hands.known(3) == ({1}, {1})


def test_off_the_table_to_nowhere() -> None:
    assert Hands(TABLE=[3]).do(move(3, 0)).known(3) == (EVERYONE, EVERYONE)
    assert Hands(HAND2=[3]).know(3, {0}, {0}).do(move(3, 0)).known(3) == ({2}, {2})


# knowledge: a move that somebody does not see


def test_by_name_out_of_a_hidden_zone_the_blind_forget_all_of_it() -> None:
    hands = Hands(HAND0=[1, 2, 3], HAND1=[4])
    for card in (1, 2, 3, 4):
        hands.know(card, {1, 2}, {1, 2})
    hands.do(move(2, DECK))
    assert hands.known(2) == ({0}, {0})
    assert hands.known(1) == hands.known(3) == (set(), set())
    assert hands.known(4) == ({1, 2}, {1, 2})  # other zones are not touched


def test_what_is_forgotten_does_not_depend_on_the_card() -> None:
    for taken in (1, 2, 3):
        hands = Hands(HAND0=[1, 2, 3]).know(1, {1, 2}, {1, 2}).know(2, set(), {1}).know(3, set(), set())
        hands.do(move(taken, DECK))
        rest = {1, 2, 3} - {taken}
        assert all(hands.known(card) == (set(), set()) for card in rest)
        assert hands.known(taken) == ({0}, {0})


def test_by_place_who_knew_the_card_follows_it() -> None:
    hands = Hands(DECK=[1, 2, 3]).know(3, {1}, {1}).know(2, {2}, {2}).know(1, set(), EVERYONE)
    hands.do(move(3, CRYPT, open_=True))
    assert hands.known(3) == ({1}, {1})  # 1 followed it
    assert hands.known(2) == ({2}, {2})  # 2 knows by place that it was not this one
    assert hands.known(1) == (set(), {1})  # for 0 and 2 it could have been this one


def test_by_place_the_zone_of_all_that_are_not_known_by_place_is_lost() -> None:
    hands = Hands(DECK=[1, 2, 3]).know(1, {0}, EVERYONE).know(2, set(), EVERYONE).know(3, set(), EVERYONE)
    hands.do(move(3, CRYPT, open_=True))
    assert hands.known(1) == ({0}, {0})
    assert hands.known(2) == hands.known(3) == (set(), set())


def test_a_draw_into_ones_own_hand() -> None:
    hands = Hands(DECK=[1, 2]).know(1, set(), EVERYONE).know(2, set(), EVERYONE)
    hands.do(move(2, HAND0, open_=True))
    assert hands.known(2) == ({0}, {0})
    assert hands.known(1) == (set(), {0})  # 0 saw which one it was, so the other is still there


# knowledge: zones of which everyone sees the top


def test_onto_and_from_a_pile_with_an_open_top() -> None:
    hands = Hands(HAND0=[1, 2, 3]).do(move(1, PILE))
    assert hands.known(1) == (EVERYONE, EVERYONE)
    hands.do(move(2, PILE))
    assert hands.known(2) == hands.known(1) == (EVERYONE, EVERYONE)  # it lies beneath, and all know
    hands.do(move(3, PILE, "bottom"))
    assert hands.known(3) == ({0}, {0})
    hands.do(move(2, DECK, open_=True), move(1, DECK, open_=True))
    assert hands.known(3) == (EVERYONE, EVERYONE)  # it is the top now
    hands.do(move(3, DECK))
    assert hands.known(3) == (EVERYONE, EVERYONE)  # everyone saw it go


def test_a_new_top_shows_itself() -> None:
    hands = Hands(PILE=[1, 2, 3])
    hands.do(move(3, HAND1, open_=True))
    assert hands.known(3) == (EVERYONE, EVERYONE)
    assert hands.known(2) == (EVERYONE, EVERYONE)
    assert hands.known(1) == (set(), set())


def test_from_the_middle_of_such_a_pile() -> None:
    hands = Hands(PILE=[1, 2, 3])
    for card in (1, 2, 3):
        hands.know(card, EVERYONE, EVERYONE)
    hands.do(move(2, HAND0))  # by name: any of them could be the one, but the top is there for all to see
    assert hands.known(2) == ({0}, {0})
    assert hands.known(1) == ({0}, {0})
    assert hands.known(3) == (EVERYONE, EVERYONE)


def test_the_first_into_an_empty_pile_is_its_top_even_at_the_bottom() -> None:
    assert Hands(DECK=[1]).do(move(1, PILE, "bottom")).known(1) == (EVERYONE, EVERYONE)


def test_the_top_of_an_unordered_zone_is_the_greatest_id() -> None:
    hands = Hands(DECK=[1, 4, 6]).do(move(4, POOL), move(6, POOL), move(1, POOL))
    assert hands.known(4) == hands.known(6) == (EVERYONE, EVERYONE)
    assert hands.known(1) == (set(), set())


def test_moving_the_top_of_a_pile_to_its_own_bottom() -> None:
    hands = Hands(PILE=[1, 2]).do(move(2, PILE, "bottom", open_=True))
    assert hands.contents(PILE) == [2, 1]
    assert hands.known(2) == hands.known(1) == (EVERYONE, EVERYONE)


# knowledge: zones of things


def test_a_zone_of_a_thing_is_seen_by_who_sees_the_thing() -> None:
    hands = Hands(HAND1=[0], DECK=[5]).do(move(5, BENEATH0))
    assert hands.known(5) == ({1}, {1})
    hands = Hands(TABLE=[0], DECK=[5]).do(move(5, BENEATH0))
    assert hands.known(5) == (EVERYONE, EVERYONE)
    hands = Hands(DECK=[5]).do(move(5, BENEATH0))  # the keeper lies nowhere
    assert hands.known(5) == (set(), set())
    hands = Hands(HAND2=[0]).do(move(1, BENEATH0), move(5, BENEATH0 + 1))  # beneath what lies beneath
    assert hands.known(5) == ({2}, {2})


def test_things_that_hold_each_other_are_seen_by_nobody() -> None:
    hands = Hands().do(move(1, BENEATH0), move(0, BENEATH0 + 1), move(5, BENEATH0))
    assert hands.known(5) == (set(), set())


# shuffling and revealing


def test_a_shuffle_forgets_places_and_keeps_zones() -> None:
    hands = Hands(DECK=[1, 2, 3]).know(1, {0, 1}, EVERYONE).know(2, set(), {2}).know(4, {1}, {1})
    hands.do(shuffle(DECK))
    assert [hands.known(card) for card in (1, 2, 3)] == [(set(), EVERYONE), (set(), {2}), (set(), set())]
    assert hands.known(4) == ({1}, {1})


def test_a_shuffle_in_sight_of_all_keeps_places() -> None:
    hands = Hands(TABLE=[1, 2]).know(1, EVERYONE, EVERYONE).do(shuffle(TABLE))
    assert hands.known(1) == (EVERYONE, EVERYONE)


def test_a_shuffle_of_ones_own_hand_forgets_places_too() -> None:
    assert Hands(HAND1=[1, 2]).know(1, {1}, {1}).do(shuffle(HAND1)).known(1) == (set(), {1})


def test_a_shuffled_pile_shows_its_new_top() -> None:
    hands = Hands(PILE=[1, 2, 3, 4])
    hands.do(shuffle(PILE))
    top = hands.contents(PILE)[-1]
    assert hands.known(top) == (EVERYONE, EVERYONE)
    assert all(hands.known(card) == (set(), set()) for card in {1, 2, 3, 4} - {top})


def test_an_unordered_zone_stays_in_order_and_draws_all_the_same() -> None:
    hands = Hands(HAND0=[1, 4, 6])
    other = hands.state[:]
    chance.shuffle(other, [1, 4, 6])
    hands.do(shuffle(HAND0))
    assert hands.contents(HAND0) == [1, 4, 6]
    assert hands.state[8:10] == other[8:10]


def test_an_empty_zone_or_none_can_be_shuffled() -> None:
    hands = Hands()
    before = hands.state[:]
    assert hands.do(shuffle(DECK), shuffle(PILE), shuffle(0)).state == before


def test_reveal() -> None:
    hands = Hands(DECK=[1, 2, 3]).do(reveal(things(1, 3), things(0, 2)))
    assert hands.known(1) == hands.known(3) == ({0, 2}, {0, 2})
    assert hands.known(2) == (set(), set())


def test_sixteen_players_fit_in_a_signed_cell() -> None:
    b = Builder(players=16).kind("card", 2).zone("deck", see="nobody").zone("table")
    b.procedure("act", [move(0, 2), reveal(things(1), things(15))])
    engine = Engine(b.program())
    state = engine.fresh()
    engine.perform(state, "act")
    know = engine.program["zoned"]["card"]["know"]
    assert state[know] == -1
    assert state[know + 1] == -(2**31) + (1 << 15)


# shadows: what everyone saw last


def shadow(hands: Hands, card: int) -> tuple[Any, ...]:
    return tuple(hands.value(get(f"{name}.shadow", card)) for name in ("face", "badges", "scars"))


def change(card: int, face: int) -> list[Node]:
    scars = {"kind": "list", "items": [expr(face)]}
    return [put("face", card, face), put("badges", card, things(face, 39, of=40)), put("scars", card, scars)]


def mark(face: int) -> tuple[Any, ...]:
    return face, 1 << face | 1 << 39, (face,)


def test_a_change_in_sight_of_all_is_remembered() -> None:
    hands = Hands(TABLE=[1], DECK=[2], HAND0=[3], PILE=[4])
    hands.do(*change(1, 7), *change(2, 7), *change(3, 7), *change(4, 7), *change(5, 7))
    assert shadow(hands, 1) == mark(7)
    assert all(shadow(hands, card) == (0, 0, ()) for card in (2, 3, 4, 5))


def test_every_way_to_change_an_attribute_counts() -> None:
    hands = Hands(TABLE=[1], DECK=[2])
    for card in (1, 2):
        hands.do(include(target("badges", card), 38), append(target("scars", card), 6))
    assert shadow(hands, 1) == (0, 1 << 38, (6,))
    assert shadow(hands, 2) == (0, 0, ())


def test_what_comes_into_sight_of_all_shows_itself() -> None:
    hands = Hands(DECK=[2, 3]).do(*change(2, 5), *change(3, 5), move(2, TABLE), move(3, HAND0))
    assert shadow(hands, 2) == mark(5)
    assert shadow(hands, 3) == (0, 0, ())
    hands.do(move(2, DECK), *change(2, 8))
    assert shadow(hands, 2) == mark(5)  # the last that everyone saw


def test_beneath_a_thing_in_sight_of_all() -> None:
    hands = Hands(TABLE=[0], DECK=[2]).do(*change(2, 5), move(2, BENEATH0), put("face", 2, 6))
    assert shadow(hands, 2)[0] == 6


def test_revealing_to_all_shows_and_to_some_does_not() -> None:
    hands = Hands(DECK=[2, 3]).do(*change(2, 5), *change(3, 5))
    hands.do(reveal(things(2), everything(3)), reveal(things(3), things(0, 1)))
    assert shadow(hands, 2) == mark(5)
    assert shadow(hands, 3) == (0, 0, ())


def test_a_kind_that_all_see_has_no_bits() -> None:
    b = Builder().kind("card", 3).zone("deck").zone("table")
    b.procedure("act", [move(0, 1), move(1, 1), move(0, 2), shuffle(1), reveal(things(1), things(0)), call("other")])
    b.procedure("other", [])
    engine = Engine(b.program())
    assert engine.program["zoned"]["card"]["know"] is None
    state = engine.fresh()
    engine.perform(state, "act")
    assert engine.evaluate(state, of_zone("members", 2)) == 1


def test_an_owner_by_way_of_a_component() -> None:
    """A zone of a thing that belongs to a player is that player's."""
    b = Builder(players=2).kind("card", 2).table("site.player", [4], [0, 0, 1, 1])
    b.kind("site", 4, owner="site.player").zone("plot", see="owner", of="site").kind("box", 1)
    b.zone("lid", see="owner", of="box").procedure("act", [move(0, 3), move(1, 5)])
    engine = Engine(b.program())
    state = engine.fresh()
    engine.perform(state, "act")
    know = engine.program["zoned"]["card"]["know"]
    assert state[know] == 0b10 | 0b10 << 16
    assert state[know + 1] == 0  # a box belongs to nobody
