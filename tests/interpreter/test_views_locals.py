"""What procedures work out from hidden facts and keep while somebody decides: it is for those who know the facts."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from rulewright.interpreter import secrets, views
from twins import Findings, twin_run

import rulewright as rw

HEAD = """language 1.0

game kept
  title "Kept"
  players 2 to 3

kind card from cards.yaml
  printed red  is yes or no
  printed rank is 1 to 9
  turned is yes or no starts no

each player has
  hand  holds card seen by owner
  purse is 0 to 9 starts 0 seen by owner
  fame  is 0 to 20 starts 0 seen by everyone

table has
  deck holds card in order starts with cards shuffled seen by nobody
  pile holds card seen by everyone

define neighbour(p is player) is first of p.others
define reds(p is player) is count of (c in p.hand where c.red)

sequence of play
  for each p in players
    move 4 from deck to p.hand
    set p.purse to reds(p)
  end
  repeat 3 times
    for each p in players
      play turn for p
    end
  end

to wait_for(p is player, n is 0 to 20)
  p may choose x from 1 to 2 asking "Well?"
    add x to p.fame
  end

"""

# What a turn does before the neighbour is asked, and whether a local of it is then secret to the neighbour.
TURNS = {
    "a number of hidden things": ("let n be reds(you)", True),
    "how many things there are": ("let n be count of you.hand", False),
    "a hidden attribute": ("let n be you.purse", True),
    "by way of another local": ("let m be you.purse\n  let n be m + 1", True),
    "by a test around it": ("let n be 1\n  if reds(you) > 1\n    set n to 2\n  end", True),
    "by a loop that is left": (
        "let n be 0\n  for each c in you.hand\n    if c.red\n      leave\n    end\n    add 1 to n\n  end",
        True,
    ),
    "by a loop over some": ("let n be 0\n  for each c in (c in you.hand where c.red)\n    add 1 to n\n  end", True),
    "a set of hidden things": ("let n be (c in you.hand where c.red)", True),
    "the best hidden thing or none": ("let n be first of (c in you.hand where c.rank > 6)", True),
    "what was chosen": ("choose c from you.hand\n  let n be c.rank", True),
    "what was chosen and shown": ("choose c from you.hand\n  let n be c.rank\n  move c to pile", False),
    "what was drawn": ("random c from you.hand\n  let n be c.rank", True),
    "a die": ("random d from 1 to 6\n  let n be d", False),
    "what everybody sees": ("let n be count of (c in pile where c.red)", False),
    "the face of what everybody sees": ("let n be count of (c in pile where c.turned)", False),
    "what lies in the deck": ("let n be (top of deck).rank", True),
    "some that are picked": ("choose up to 2 n from you.hand", False),
}


def game(folder: Path, turn: str, more: str = "") -> rw.Game:
    place = folder / "kept"
    place.mkdir()
    lines = [f"card_{i}: {{red: {'yes' if i % 2 else 'no'}, rank: {i % 9 + 1}}}" for i in range(18)]
    (place / "cards.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    text = f"{HEAD}phase turn for player\n  {turn}\n  wait_for(neighbour(you), 0)\n{more}"
    (place / "game.rules").write_text(text, encoding="utf-8")
    return rw.load(place)


def findings(made: rw.Game, games: int = 25) -> Findings:
    found = Findings()
    for seed in range(games):
        random = Random(seed)
        table = made.new(3, seed)
        for _ in range(random.randrange(4)):
            if not table.over:
                table.play(random.randrange(len(table.decision.options)))
        if not table.over:
            twin_run(table, random.randrange(3), random, found, limit=12)
    return found


@pytest.mark.parametrize("what", TURNS)
def test_nothing_of_it_is_seen_by_others(what: str, tmp_path: Path) -> None:
    found = findings(game(tmp_path, TURNS[what][0]))
    assert found.different > 8
    assert not found.leaks, found.examples[:3]


@pytest.mark.parametrize("what", [what for what, (_, secret) in TURNS.items() if secret])
def test_without_blanks_it_would_be_seen(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views.Views, "_hide_locals", lambda self, cells, player: set())
    assert findings(game(tmp_path, TURNS[what][0])).leaks


# The same by way of procedures: what the turn does, and the procedures it calls.
CALLS = {
    "a parameter": (
        "wait_with(neighbour(you), reds(you))",
        "to wait_with(p is player, n is 0 to 20)\n  wait_for(p, 0)\n  add n to p.fame if n > 99\n",
    ),
    "a parameter of a parameter": (
        "pass_on(neighbour(you), you.purse)",
        "to pass_on(p is player, n is 0 to 20)\n  wait_with(p, n + 1)\n\n"
        "to wait_with(p is player, n is 0 to 21)\n  wait_for(p, 0)\n",
    ),
    "a procedure that calls itself": (
        "go_round(you, 0, 3)",
        "to go_round(p is player, n is 0 to 40, left is 0 to 3)\n  wait_for(p, 0)\n"
        "  go_round(neighbour(p), reds(p), left - 1) if left > 0\n",
    ),
    "a player in a loop": (
        "for each q in players\n    let n be reds(q)\n    wait_for(neighbour(q), n)\n  end",
        "",
    ),
    "a player after a loop": (
        "let n be 0\n  for each q in players\n    set n to reds(q)\n  end",
        "",
    ),
    "who has the most": (
        "let best be first of (q in players with most q.purse)\n  let n be best.purse",
        "",
    ),
    "an answer to a menu": (
        'choose\n    option lay(c from you.hand) "Lay"\n      let n be c.rank\n      wait_for(neighbour(you), 0)\n'
        '    option rest "Rest"\n      wait_for(neighbour(you), 1)\n  end',
        "",
    ),
    "an order of hidden things": (
        "choose 2 n from you.hand\n  for each c in n in order chosen by you\n    wait_for(neighbour(you), 0)\n"
        "    move c to bottom of deck\n  end",
        "",
    ),
}


@pytest.mark.parametrize("what", CALLS)
def test_nor_by_way_of_procedures(what: str, tmp_path: Path) -> None:
    found = findings(game(tmp_path, CALLS[what][0], f"\n{CALLS[what][1]}"), games=40)
    assert found.different > 8
    assert not found.leaks, found.examples[:3]


# A part of the reckoning that is forgotten, and where that must be noticed.
FORGOTTEN: dict[str, tuple[Any, str, Any, str]] = {
    "which frame is meant": (secrets.Secrets, "_reaches", lambda *_: False, "a procedure that calls itself"),
    "that a player changes": (secrets._Flow, "_lasts", lambda *_: True, "a player after a loop"),
    "tests around a store": (secrets, "_drops", lambda *_: True, "by a test around it"),
    "loops that are left": (secrets._Flow, "_leave", lambda *_: None, "by a loop that is left"),
}


@pytest.mark.parametrize("part", FORGOTTEN)
def test_the_twins_notice_what_is_forgotten(part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, forgetful, what = FORGOTTEN[part]
    monkeypatch.setattr(where, name, forgetful)
    turn, more = CALLS[what] if what in CALLS else (TURNS[what][0], "")
    assert findings(game(tmp_path, turn, f"\n{more}")).leaks


def local(table: rw.Table, cells: list[int], name: str) -> Any:
    """The first cell of a local of the turn."""
    for frame in views.frames(table.rules, cells):
        procedure = table.rules["procedures"][frame.procedure]
        if procedure["name"] == "phase.turn.body":
            return cells[frame.base + procedure["locals"][name]["slot"]]
    return None


@pytest.mark.parametrize("what", [what for what in TURNS if "picked" not in what])
def test_who_may_know_it_sees_it(what: str, tmp_path: Path) -> None:
    """The owner of the hidden facts does, but nobody knows what lies in the deck; what is open is open to all."""
    turn, secret = TURNS[what]
    made = game(tmp_path, turn)
    kept: set[int] = set()
    for seed in range(12):
        table = made.new(2, seed)
        while not table.over and table.decision.prompt != "Well?":
            table.play(0)
        n = local(table, table._state, "n")
        kept.add(n)
        owner, other = (local(table, table.scrubbed(player), "n") for player in (0, 1))
        if "deck" not in what and "drawn" not in what and "thing" not in what:
            assert owner == n
            assert secret or other == n
    assert len(kept) > 1 or not secret


def test_a_choice_of_several_does_not_tell_which_are_left(tmp_path: Path) -> None:
    """After the first pick only higher cards are offered: how many these are tells of the first."""
    made = game(tmp_path, "choose up to 3 gone from you.hand\n  move gone to pile")
    seen = set()
    for pick in range(3):
        table = made.new(2, 5)
        table.play(pick)
        assert table.decision.player == 0 and table.decision.prompt != "Well?"
        seen.add(tuple(table.scrubbed(1)))
        assert local(table, table.scrubbed(0), "_from") == local(table, table._state, "_from")
    assert len(seen) == 1
    assert not findings(made).leaks


def test_a_deal_works_it_out_anew(tmp_path: Path) -> None:
    made = game(tmp_path, "let n be reds(you)")
    table = made.new(2, 3)
    sight, random, told = table.views.sight, Random(1), set()
    hand = next(z for z, (zone, owner) in enumerate(sight.zones) if z and zone["see"] == "owner" and owner == 0)
    for _ in range(40):
        cells = table.redeal(1, random)
        reds = sum(table.rules["tables"]["card.red"]["data"][card] for card in sight.members(cells, hand))
        assert local(table, cells, "n") == reds
        told.add(reds)
    assert len(told) > 2
