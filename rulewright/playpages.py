"""The pages of the lints that play (playlints.py); apart, so that to explain one loads no engine."""

from __future__ import annotations

from .grammar.codes import pages

PAGES = pages("""
## RW380 unplayed-rule: a rule of the rulebook that random play never comes to

**Finds** a rule whose number stands at lines that do something, when none of these lines ran in any of the games.

**Why it matters.** Either the rule is rare, and only scenarios test it, or something keeps play from ever coming there.

**Avoid** `if none of deck` where the deck never runs out. **Prefer** a scenario that leads there, and more games.

**Fix**: none.

## RW381 untaken-action: an action that nobody ever took

**Finds** an action that was taken in none of the games, although random players take whatever they may.

**Why it matters.** Its requirements may exclude each other, or its cost may be beyond everybody's means.

**Avoid** `cost 9 coins` where a purse holds 5. **Prefer** a scenario that takes the action where play can come to.

**Fix**: none.

## RW382 untaken-option: an option that nobody ever took

**Finds** an option of a choice that was taken in none of the games.

**Why it matters.** Random players like all options equally well: one that is never taken is hardly ever offered.

**Avoid** `option yes if gold > 99`. **Prefer** a condition that can come true, and a scenario in which it does.

**Fix**: none.

## RW383 silent-trigger: a trigger that never fired

**Finds** a `before`, `after`, `instead of`, `at start of` or `at end of` that ran in none of the games.

**Why it matters.** Its condition, or the event, never comes about.

**Avoid** `after won(p) if p.score < 0`. **Prefer** a condition that can come true.

**Fix**: none.

## RW384 unused-power: a power that was never used

**Finds** an ability of a thing that was called in none of the games.

**Why it matters.** The thing may never come into play, or nothing calls what is written on it.

**Avoid** a card that no deck holds. **Prefer** a scenario that uses the power.

**Fix**: none.

## RW385 idle-reading: a reading of a ruling with which no game ends otherwise

**Finds** a reading with which every game ended as it did with the usual reading.

**Why it matters.** Either the question hardly ever comes up, or nothing of weight depends on its answer.

**Avoid** a ruling that no rule consults. **Prefer** a scenario for each reading that shows the difference.

**Fix**: none.

## RW386 endless-game: games that do not come to an end

**Finds** games that were given up after thousands of decisions, with the decisions that came again and again.

**Why it matters.** Players would sit there for ever.

**Avoid** a position that can be repeated without limit. **Prefer** a rule that ends the game or forbids the repetition.

**Fix**: none.

## RW387 only-option: a decision that hardly ever is one

**Finds** a choice that nearly always had a single option, with its share.

**Why it matters.** It looks like a decision in the text and is none at the table; perhaps other options are missing.

**Avoid** `choose x from S` where S has one member. **Prefer** to write down what happens.

**Fix**: none.

## RW388 fault-in-play: an error or a broken invariant in a random game

**Finds** an invariant that does not hold, or any other error of the rules, with the few answers that lead there.

**Why it matters.** It would happen at the table too, and there it ends the game.

**Avoid** `take 1 from purse` where it may be empty. **Prefer** a condition before it; put the answers into a scenario.

**Fix**: none.
""")
