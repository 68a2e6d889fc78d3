"""What a player may know: scrubbed states, re-deals and pictures, on a game with every kind of secret."""

from __future__ import annotations

from random import Random
from typing import Any

import hidden_game as game
import pytest
from rulewright.interpreter import log, sight, views
from rulewright.interpreter.reference import zones
from rulewright.interpreter.state import ATTEMPT, PENDING, RNG_LOW, STATUS
from rulewright.interpreter.table import Table
from twins import Findings, twin_run

SEEDS = range(120)


def played(seed: int, players: int = 3, most: int = 40) -> tuple[Table, Random]:
    """A table after some random answers."""
    random = Random(seed)
    table = game.table(players, seed)
    for _ in range(random.randrange(most)):
        if table.over:
            break
        table.play(random.randrange(len(table.decision.options)))
    return table, random


def findings(players: int = 3, seeds: Any = SEEDS) -> Findings:
    found = Findings()
    for seed in seeds:
        table, random = played(seed, players)
        twin_run(table, random.randrange(players), random, found)
    return found


# ------------------------------------------------------------ twin worlds


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_a_player_is_told_does_not_depend_on_what_is_hidden(players: int) -> None:
    found = findings(players)
    assert found.different > 50, "the worlds must really differ, or nothing is shown"
    assert found.compared > 100
    assert not found.leaks, found.examples[:3]


def unhidden(attribute: str) -> Any:
    """Scrubbing that forgets one attribute."""
    hide = views.Views._hide_attributes

    def leaky(self: views.Views, cells: list[int], player: int) -> None:
        layout = self.program["attributes"][attribute]
        place = slice(layout["at"], layout["at"] + layout["count"])
        kept = cells[place]
        hide(self, cells, player)
        cells[place] = kept

    return leaky


def all_locals(program: dict[str, Any], point: int) -> frozenset[str]:
    return frozenset(program["procedures"][program["points"][point]["procedure"]]["locals"])


def by_arrival(self: Any, kind: Any, thing: int, zone: int, end: str) -> int:
    return int(self.state[self.program["zone_cells"]["tail"] + zone])


LEAKS = {
    "frames keep the names of hidden things": (views.Views, "_rename", lambda self, cells, kind, renamed, blanks: None),
    "an empty slot is taken for the first thing": (views, "filled_at", all_locals),
    "things in hand are told apart by their rank": (views.Views, "_references", lambda self, cells, kind, blanks: {}),
    "others' knowledge is left in": (views.Views, "_hide_knowledge", lambda self, cells, player: None),
    "the random stream is left in": (views.Views, "_hide_chance", lambda self, cells: None),
    "sealed answers are left in": (views.Views, "_hide_attributes", unhidden("player.bid")),
    "hidden faces are left in": (views.Views, "_hide_attributes", unhidden("card.turned")),
    "the log is for everybody": (log._Record, "for_player", lambda self, player: self.entry),
    "a hand keeps the order of arrival": (zones.Zones, "neighbour_below", by_arrival),
}


@pytest.mark.parametrize("what", LEAKS)
def test_the_twins_notice_a_leak(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, leaky = LEAKS[what]
    monkeypatch.setattr(where, name, leaky)
    assert findings(seeds=range(80)).leaks


# ------------------------------------------------------------ leaks too rare for random play


def test_a_face_that_turned_unseen_is_not_shown_with_a_known_place() -> None:
    """Who once saw a card in a hand knows where it is, not how it lies now."""
    table = game.table(2, 1)
    zoned = table.rules["zoned"]["card"]
    card = table.views.sight.members(table._state, table.rules["zones"][game.HAND]["first"] + 1)[0]
    turned = table.rules["attributes"]["card.turned"]
    table._state[zoned["know"] + card] |= 0x10001  # player 1 has seen it in the hand of player 2
    table._state[turned["at"] + card] = 1
    assert table.views.sight.knows_place(table._state, "card", card, 0)
    assert table.scrubbed(0)[turned["at"] + card] == 0
    assert table.scrubbed(1)[turned["at"] + card] == 1


def test_what_lies_under_an_unseen_card_is_not_counted() -> None:
    table = game.table(2, 1)
    rules, sight_ = table.rules, table.views.sight
    own = sight_.members(table._state, rules["zones"][game.HAND]["first"] + 1)
    above, below = own[:2]
    under = rules["zones"][game.UNDER]["first"] + above
    cells = list(table._state)
    table.views._relink(cells, "card", rules["zones"][game.HAND]["first"] + 1, [c for c in own if c != below])
    table.views._relink(cells, "card", under, [below])
    count = rules["zone_cells"]["count"]
    assert table.views.scrub(cells, 1)[count + under] == 1
    assert sum(table.views.scrub(cells, 0)[count + rules["zones"][game.UNDER]["first"] :][: game.CARDS]) == 0


def test_only_the_top_of_a_heap_is_known() -> None:
    for seed in range(60):
        table, _ = played(seed)
        heap = table.view(0)["table"]["heap"] if not table.over else []
        if len(heap) > 1:
            assert heap[-1] is not None
            return
    pytest.fail("no heap grew in any of these games")


# ------------------------------------------------------------ scrubbing and dealing again


def test_scrubbing_twice_changes_nothing_more() -> None:
    for seed in range(40):
        table, random = played(seed)
        player = random.randrange(3)
        scrubbed = table.scrubbed(player)
        assert table.views.scrub(scrubbed, player) == scrubbed


def test_the_random_stream_is_not_part_of_a_view() -> None:
    table, _ = played(3)
    assert table._state[RNG_LOW] and not table.scrubbed(0)[RNG_LOW]


def test_a_deal_keeps_what_the_player_sees_and_can_be_played_to_its_end() -> None:
    for seed in range(40):
        table, random = played(seed)
        if table.over or table.state[ATTEMPT]:
            continue
        player = random.randrange(3)
        cells = table.redeal(player, random)
        assert table.views.scrub(cells, player) == table.scrubbed(player)
        engine = table._engine
        for _ in range(500):
            if cells[STATUS] != PENDING:
                break
            choice = engine.choice(cells)
            assert choice is not None
            engine.answer(cells, random.choice(choice.options))
        assert cells[STATUS] != PENDING


def test_sealed_answers_are_drawn_from_what_their_owners_could_answer() -> None:
    drawn = 0
    for seed in range(60):
        table, random = played(seed)
        if table.over or not table.decision.sealed or table.decision.player == 0:
            continue
        cells = table.redeal(table.decision.player, random)
        bid = table.rules["attributes"]["player.bid"]["at"]
        hand = table.views.sight.members(cells, table.rules["zones"][game.HAND]["first"])
        assert cells[bid] in hand or not hand
        drawn += 1
    assert drawn


def test_deals_differ() -> None:
    table, random = played(5)
    deals = {tuple(table.redeal(0, random)) for _ in range(20)}
    assert len(deals) == 20


# ------------------------------------------------------------ pictures and logs


def test_a_picture_holds_own_cards_and_only_counts_of_others() -> None:
    table = game.table(3, 4)
    view = table.view(0)
    assert all(view["player"]["player_1"]["hand"])
    assert view["player"]["player_2"]["hand"] == [None] * len(table.view(1)["player"]["player_2"]["hand"])
    assert "secret" not in view["player"]["player_1"]
    assert set(view["table"]["deck"]) == {None}


def test_nothing_of_an_unfinished_play_is_seen_by_others() -> None:
    table = game.table(3, 4)
    before, log_before = table.view(1), table.log_for(1)
    table.play("set_out")
    assert table.trace_for(1) == ()
    table.play(next(o.text for o in table.decision.options if o.name == "add"))
    assert table.state[ATTEMPT]
    assert table.view(1) == before and table.log_for(1) == log_before
    assert len(table.view(0)["player"]["player_1"]["spread"]) == 1
    assert table.trace_for(1) == () and "goes from" in table.trace_for(0)[0].text
    while table.state[ATTEMPT]:
        table.play(0)
    laid = [line.text for line in table.trace_for(1) if "player 1's spread" in line.text]
    assert len(laid) == len(table.view(1)["player"]["player_1"]["spread"])
    assert table.view(1)["player"]["player_1"]["spread"]
    assert [e.text for e in table.log_for(1).entries] == [e.text for e in table.log.entries]


def test_a_players_log_has_no_seed_and_no_hidden_names() -> None:
    table = game.table(2, 4)
    card = next(o for o in table.decision.options if o.name == "bury")
    table.play(card)
    assert table.log_for(0).entries[0].text == card.text
    assert table.log_for(1).entries[0].text == "bury(a card)"
    assert table.log_for(1).seed is None


def test_sealed_answers_are_in_the_log_of_others_once_they_are_shown() -> None:
    for seed in range(30):
        table, random = played(seed)
        while not table.over and not (table.decision.sealed and table.decision.player == 0):
            table.play(random.randrange(len(table.decision.options)))
        if table.over:
            continue
        before = len([e for e in table.log_for(1).entries if e.player == 0])
        answer = table.decision.options[0]
        table.play(answer)
        if table.over or not table.decision.sealed:
            continue
        assert len([e for e in table.log_for(1).entries if e.player == 0]) == before
        while not table.over and table.decision.sealed:
            table.play(0)
        assert answer.text in [e.text for e in table.log_for(1).entries if e.player == 0][before:]
        return
    pytest.fail("nobody bid in any of these games")


def test_sight_of_a_zone_that_lies_in_itself_ends() -> None:
    table = game.table(2, 1)
    rules = table.rules
    cells = list(table._state)
    under = rules["zones"][game.UNDER]["first"]
    cells[rules["zoned"]["card"]["where"] + 3] = under + 3
    assert not sight.Sight(rules).sees_zone(cells, under + 3, 0)
