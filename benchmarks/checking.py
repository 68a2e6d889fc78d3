"""How long parsing and checking take as a ruleset grows: about linear, and well under a second for a thousand lines.

python benchmarks/checking.py [--lines 1000 10000] [--rounds 3] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import statistics
import time

from rulewright.grammar.parse import parse
from rulewright.validator.check import check_text

HEAD = """language 1.0

game growing
  title "Growing"
  players 2 to 4
  seen by everyone

type colour is one of red, green, blue

kind piece
  copies 40
  hue    is colour starts red
  weight is 0 to 100 starts 0
  owner  is player or none starts none

each player has
  coins is 0 to 1000 starts 10

sequence of play
  repeat 10 times
    for each p in players
      play turn for p
    end
  end
  end game

ranking of p
  most p.coins
  least count of held(p)

define held(p is player) is (x in pieces where x.owner is p)

phase turn for player
  play turn_0
"""

CHAPTER = """
define rich_{n}(p is player) is p.coins >= {m} and count of held(p) < 5

define load_{n}(p is player) is sum of (x.weight for x in held(p) where x.hue is not blue)

phase turn_{n}
  may act otherwise stop

to pass_on_{n}(x is piece, p is player)
  if x.owner is p
    set x.owner to p.next
    take 1 from p.coins if p.coins > {m}
  otherwise if rich_{n}(p)
    set x.owner to none
  otherwise
    add 1 to p.coins if p.coins < 1000
  end

action trade_{n}(x from held(you), p from you.others)
  text "Hand a piece on."
  during turn_{n}
  cost 1 coins
  requires load_{n}(p) < 90 "too heavy"
  requires not rich_{n}(p) "rich enough"
  do
    pass_on_{n}(x, p)
    p may
      set x.hue to green
    end

"""


def ruleset(lines: int) -> str:
    """A ruleset of about so many lines, made of chapters that are alike but for their names."""
    per = CHAPTER.count("\n")
    chapters = max(1, (lines - HEAD.count("\n")) // per)
    return HEAD + "".join(CHAPTER.format(n=n, m=n % 9) for n in range(chapters))


def measure(lines: int, rounds: int) -> dict[str, float]:
    text = ruleset(lines)
    parsing, checking = [], []
    for _ in range(rounds):
        start = time.process_time()
        parse(text, "game.rules")
        parsing.append(time.process_time() - start)
        start = time.process_time()
        checked = check_text(text)
        checking.append(time.process_time() - start)
        assert checked.ok, checked.diagnostics[:3]
    count = text.count("\n")
    return {"lines": count, "parse_seconds": statistics.median(parsing), "check_seconds": statistics.median(checking)}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--lines", type=int, nargs="+", default=[1000, 10000])
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--json")
    asked = options.parse_args()
    check_text(ruleset(100))  # warm up: the grammar's tables are loaded once
    rows = [measure(lines, asked.rounds) for lines in asked.lines]
    for row in rows:
        rate = row["lines"] / row["check_seconds"]
        print(
            f"{row['lines']:>7,} lines  parse {row['parse_seconds']:.3f} s  "
            f"parse and check {row['check_seconds']:.3f} s  ({rate:,.0f} lines/s)"
        )
    if len(rows) > 1:
        first, last = rows[0], rows[-1]
        more, cost = last["lines"] / first["lines"], last["check_seconds"] / first["check_seconds"]
        print(f"{more:.1f} times the lines cost {cost:.1f} times the time")
    if asked.json:
        with open(asked.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
