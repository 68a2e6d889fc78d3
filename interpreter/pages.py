"""What each diagnostic of a game being played means: faults of the rules, failed scenarios, saves, and calls of the
table that cannot be answered."""

from __future__ import annotations

from ..grammar.codes import Page, pages

PAGES: dict[str, Page] = pages("""
## RW700 scenario-failed: a scenario does not come out as it says

A scenario sets up a position, gives answers and says what is to be expected. One of its expectations does not hold, or
one of its answers is not offered. The report shows what was expected and what is.

## RW701 fault-range: a value is outside the range of what is to hold it

Every number has a range. Here a value was to be stored that lies outside of it, for instance a purse that would fall
below 0. The table has gone back to the position before the last answer.

Test the value before it is stored (`if`, `requires`, `up to`), or widen the range.

## RW702 fault-division: a number is divided by zero

Test the divisor before dividing.

## RW703 fault-index: there is no item at this place

A list or set has fewer members than the place that was asked for. Places count from 1.

## RW704 fault-only: not exactly one

`only of` gives the one member of a set. There were none or several.

## RW705 fault-empty: there is nothing to choose or to take

A decision, a random draw or a fold such as `first of` had nothing to take from, and the text does not say what
happens then. A decision says it with `otherwise`.

## RW706 fault-none: a thing is needed and there is none

Something that may be `none` was used where a thing is needed. Test `is not none` first.

## RW707 fault-nothing: there is nothing to move

`move` was to take more things than there are. `move up to 2 from deck` takes as many as there are.

## RW708 fault-full: there is no room left

A zone or list has reached its `up to`.

## RW709 fault-options: too many options in one choice

A choice with tens of thousands of options helps nobody. Ask in two steps.

## RW710 fault-steps: play goes on and on without a decision

Between two decisions only so many steps are allowed. Most likely a `repeat` never ends, or triggers raise each other.

## RW711 fault-stack: effects are nested too deeply

Effects called effects, which called effects. Either the chain never ends, or the ruleset has to allow more with
`at most N deep`.

## RW712 fault-search: too many ways to complete a play

An `as a whole` block offers only steps that can still be completed, and finding out took too long. `needs` says early
what can never be completed.

## RW713 fault-provided: a play was completed although it must not be

A condition of an `as a whole` block fails at its end. This is a mistake in Rulewright: please report it.

## RW714 fault-invariant: an invariant of the game does not hold

The ruleset says that something always holds, and after the last answer it does not.

## RW715 fault-script: the scenario fixes a result that cannot happen

`dice` or `shuffled` names a result that is not possible where chance is asked. The values are taken in the order in
which chance is asked for.

## RW716 fault-answer: this answer is not offered

Only what is offered can be answered; where any point may be chosen, it must be a valid one.

## RW717 fault-bounds: a value is outside its kind

This is a mistake in Rulewright: please report it.

## RW801 bad-save: a save that cannot be used

A save is a JSON text: a header, the answers by name, and a digest of the position to which they lead. It is used only
if all of it fits together. A file that is cut off, edited or damaged is refused, never guessed at.

## RW802 save-version: a save of another version

The save has another format, or was made with another version of the language. Open it with the Rulewright that
wrote it.

## RW803 other-game: a save of another game

A save belongs to exactly one program: the game, its variant, and the very rules it was played with. If a rule has
changed, the same answers could lead anywhere.

## RW804 no-such-option: this cannot be answered now

An option is given by its number, counted from 0, by its text, or as the option itself.

## RW805 game-over: the game is over

Nobody decides any more. `undo` takes the last answer back.

## RW806 nothing-to-undo: nothing has been answered yet

## RW807 no-such-player: there is no player of this number

Players are counted from 0 in programs.

## RW808 unknown-choice: no action, parameter or value of this name

## RW809 no-engine: an engine that is not there

There are two: `reference`, which is always there, and `compiled`, which needs the package `wasmtime`.

## RW811 no-such-game: no ruleset is found under this name

A game is the name of a bundled one, a folder with a file `game.rules`, or a compiled `.json`. A folder with the name
of a bundled game is written `./NAME`.

## RW812 player-count: so many cannot play

## RW813 unknown-ruling: no ruling of this name

`rulewright options GAME` shows the rulings of a game.

## RW814 unknown-reading: no reading of this name

`rulewright options GAME` shows the readings of each ruling.

## RW815 bad-seed: not a seed

A seed is a whole number from 0 to 2^64 - 1.

## RW816 no-such-variant: no variant of this name

## RW817 bad-program: not a compiled game

A compiled game is what `rulewright compile` writes: JSON that conforms to the shipped schema.

## RW825 no-such-lint: no lint of this name

`rulewright lint --list` names them all. `--select` and `--ignore` take names, codes, and beginnings of codes.

## RW826 cannot-mutate: the rules cannot be changed one by one

`mutate` needs the text of a ruleset, all of whose scenarios pass, and the compiled engine.

## RW827 bad-equivalents: not a list of changes that change nothing

`equivalent.yaml` beside a ruleset lists changes of its rules that change nothing that anybody could see. Each entry has
`file`, `line` (the text of the line without its citations) and `why`. `place` (what is changed in it) and `change`
(dropped, inverted, shifted, swapped, deleted or skipped) narrow it down. All of them are text.

## RW818 no-rulebook: a rulebook that is not there

`rulebook NAME` names `NAME.md`, in the ruleset's folder or among the shipped seeds.

## RW819 unknown-rule: a citation that the rulebook does not have

Every citation names a rule of the rulebook: a list item that begins with its id.

## RW820 file-exists: a file or folder is already there

## RW821 no-such-board: no board of this name

## RW828 bad-presentation: hints on how a game is shown that cannot be followed

`presentation.yaml` beside a ruleset says how its things are to be shown at a terminal. Everything in it is optional:

- `symbols`, `colours`, `labels`: for a kind or an enumeration, a sign, a colour or another word for some of its names.
  A sign may be a list of two; the second is for terminals without Unicode.
- `names`, `hide`: what an attribute or zone is called, and which are not shown; each player's are called `player.x`.
- `columns`: the kind or enumeration that a printed column has its values from, if it is called otherwise.
- `things`: for a kind, the facts of which its short `label` and the `detail` in lists are made, the one that gives its
  `colour`, and the one that says where it is (`at`). `{turned: {"no": front, "yes": back}}` takes another fact for each
  value of one; `otherwise` stands for all other values.
- `boards`: for a board, `positions` of its spaces, its `ground`, the `size` of its picture in characters, and on a
  plane the facts that say how large `bases`, `terrain` and `ranges` are.

All names have to be names of the ruleset. Colours are black, red, green, yellow, blue, magenta, cyan, white, grey,
orange, brown and purple.

## RW824 file-trouble: a file that cannot be read or written

The system would not let it be done; the report says why.

## RW822 bad-number: a number that makes no sense here

## RW823 bad-name: not a name for a game

Names are lower case letters, digits and underscores, and begin with a letter: `snail_race`.
""")
