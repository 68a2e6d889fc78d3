"""What each diagnostic of the checker means, how it looks and how to mend it. Examples fenced as `rules wrong` give
exactly that report, those fenced as `rules right` none; a game for the players light and dark and an empty sequence of
play stand around them where they do not say otherwise. Data files and boards have their own pages, in pages_data.py."""

from __future__ import annotations

from ..grammar.codes import Page, pages

PAGES: dict[str, Page] = pages("""
## RW100 unknown-name: nothing of that sort is called so

The report says what sort of name is looked for at this place: a value, a kind, a phase, an attribute of some kind. A
name of that sort which is a letter or two away is offered. A name that a player has is written with a dot:
`you.stamina`.

```rules wrong
each player has
  stamina is 0 to 9

sequence of play
  set light.stamna to 3
```

```rules right
each player has
  stamina is 0 to 9

sequence of play
  set light.stamina to 3
```

Take the name that is offered, or declare the one you mean.

## RW101 ambiguous-name: a name could be several things

Values of enumerations and things of kinds may share a name; the type that is expected where it stands tells which is
meant. Here nothing is expected.

```rules wrong
type mood is one of calm, wild

type sea is one of calm, rough

define still is calm
```

```rules right
type mood is one of calm, wild

type sea is one of calm, rough

define still(m is mood) is m is calm
```

Compare it with, store it in or pass it to something whose type is known, or give one of them another name.

## RW102 name-twice: something has two meanings

Types, kinds and their plurals, boards, attributes of the table, rulings, defines, stats, facts, procedures and events
share one namespace. Within a kind, a menu, a ruling or an enumeration every name is there once. `player`, `players` and
`active` are always there.

```rules wrong
kind deck
  copies 3

table has
  deck is 0 to 9
```

```rules right
kind deck
  copies 3

table has
  deck_size is 0 to 9
```

Give one of them another name; a kind may also have another `plural`.

## RW103 shadowed-name: a local name is taken

A name of `let`, `choose`, a loop or a parameter lives to the end of its block, and nothing else of that name is known
there. It must not be a name of the game either.

```rules wrong
table has
  total is 0 to 9

sequence of play
  let total be 3
```

```rules right
table has
  total is 0 to 9

sequence of play
  let sum_so_far be 3
```

Give the local name another one.

## RW104 wrong-type: a value of another type is needed

The report says which type is needed and which is there. Things are not numbers, numbers are not conditions, a set is
not its only member, a length is not a plain number.

```rules wrong
table has
  coins is 0 to 9

sequence of play
  stop if coins
```

```rules right
table has
  coins is 0 to 9

sequence of play
  stop if coins > 0
```

`… is not none` asks for a thing, `some of …` for a member, `count of …` makes a number.

## RW105 out-of-range: a number can never fit

Every number has a range. What can fit is tested when the game is played; this one never fits.

```rules wrong
table has
  coins is 0 to 9 starts 12
```

```rules right
table has
  coins is 0 to 20 starts 12
```

Widen the range, or use another number.

## RW106 empty-range: a range from the larger to the smaller number

```rules wrong
type rank is 13 to 1
```

```rules right
type rank is 1 to 13
```

Put the smaller number first. A choice from a range whose ends are computed may be empty: it has an `otherwise`.

## RW107 range-too-wide: a range of more than 32 bits

Numbers that are stored run from -2,147,483,647 to 2,147,483,647.

```rules wrong
type money is 0 to 3000000000
```

```rules right
type money is 0 to 2000000000
```

Count in larger units.

## RW108 too-large: a result can exceed what is computed exactly

Both engines compute exactly up to 2^53 either way. The ranges of the numbers in this expression allow more.

```rules wrong
table has
  n is 0 to 2000000000

define cube is n * n * n
```

```rules right
table has
  n is 0 to 2000

define cube is n * n * n
```

Give the numbers narrower ranges.

## RW109 division: a division by 0

```rules wrong
define half is 4 / 0
```

```rules right
define half is 4 / 2
```

## RW110 missing-type: nothing says what something is

A parameter needs its kind, and something empty has to say of what.

```rules wrong
define double(n) is n + n
```

```rules right
define double(n is 0 to 9) is n + n
```

Parameters that share a type are written together: `(a, b is card)`.

## RW111 missing-value: a value is promised and not given

A procedure that `gives` something gives it on every way through it, also its replacement. Every printed attribute
without a default has a value on every thing. What is kept has to give something.

```rules wrong
to best(n is 0 to 9) gives 0 to 9
  if n > 5
    give 5
  end
```

```rules right
to best(n is 0 to 9) gives 0 to 9
  if n > 5
    give 5
  end
  give n
```

## RW112 wrong-arguments: the number of values does not fit

The report says how many are taken, and how the call is written.

```rules wrong
define richer(p, q is player) is p.seat > q.seat

define light_is_richer is richer(light)
```

```rules right
define richer(p, q is player) is p.seat > q.seat

define light_is_richer is richer(light, dark)
```

A phase is replaced by its name alone: `instead of turn`.

## RW113 recursive-value: something is made of itself

A define, a stat, a type or a product of kinds cannot be made of itself, not even by way of others.

```rules wrong
define even(n is 0 to 9) is n is 0 or not even(n - 1)
```

```rules right
define even(n is 0 to 9) is n mod 2 is 0
```

What grows step by step is `(x reached from S by E)`, or a procedure: those may call themselves.

## RW114 value-changes-game: something that happens stands in a value

Values only look. A procedure or event changes or asks something, so it stands on a line of its own.

```rules wrong
to drawn_card() gives 0 to 9
  give 3

sequence of play
  let x be drawn_card() + 1
```

```rules right
to drawn_card() gives 0 to 9
  give 3

sequence of play
  let card be drawn_card()
  let x be card + 1
```

## RW115 not-changeable: this cannot be changed

Attributes can, and names made by `let`. What is printed, what is defined and the variable of a loop cannot. Things are
moved to zones, not stored in them.

```rules wrong
kind card
  copies 2

table has
  deck holds card

sequence of play
  set deck to cards
```

```rules right
kind card
  copies 2

table has
  deck holds card

sequence of play
  move cards to deck
```

## RW116 nobody-acts: there is no `you`, or no `this`

`you` is the player of the running phase `for player`, of the action, or of the block `as P`. In the sequence of play,
in rankings and invariants nobody acts. `this` is the thing whose ability runs, or whose start value it is.

```rules wrong
each player has
  score is 0 to 9

sequence of play
  add 1 to you.score
```

```rules right
each player has
  score is 0 to 9

sequence of play
  as light
    add 1 to you.score
  end
```

Name the player, pass one as a parameter, or say for whom a phase is played: `play turn for p`.

## RW117 misplaced-line: a line stands where it means nothing

The report says what it belongs to: `copies` to a kind, `leave` to a loop, `act` to a phase, `seen by owner` to what has
one, `replace` to a variant.

```rules wrong
phase turn for player
  leave
```

```rules right
phase turn for player
  repeat
    leave
  end
```

## RW118 unreachable: something can never happen

Lines behind one that leaves are never reached. An action of a phase that asks for none can never be taken.

```rules wrong
phase turn for player
  stop
  end game drawn
```

```rules right
phase turn for player
  stop if you is light
  end game drawn
```

Take it out, or give the line above an `if`.

## RW119 useless-line: a line does nothing

It looks and does not use what it sees, or says what happens in a case that cannot be.

```rules wrong
define rich(p is player) is p.seat > 1

sequence of play
  rich(light)
```

```rules right
define rich(p is player) is p.seat > 1

sequence of play
  stop if rich(light)
```

## RW120 cases-missing: not every case is covered

`depending on` covers every value of an enumeration, of a ruling, or of yes and no, or it has an `otherwise`.

```rules wrong
type mood is one of calm, wild

table has
  sea is mood

sequence of play
  depending on sea
    is calm
      stop
  end
```

```rules right
type mood is one of calm, wild

table has
  sea is mood

sequence of play
  depending on sea
    is calm
      stop
    is wild
      end game drawn
  end
```

## RW121 case-twice: a case stands twice

```rules wrong
table has
  n is 0 to 9

sequence of play
  depending on n
    is 1, 1
      stop
    otherwise
      stop
  end
```

```rules right
table has
  n is 0 to 9

sequence of play
  depending on n
    is 1, 2
      stop
    otherwise
      stop
  end
```

## RW122 otherwise-goes-on: nothing is chosen, and play goes on

What was to be chosen has a name that the lines below use. If nothing can be chosen, play has to leave: `stop`, `leave`,
`next`, `give …` or `end game …`.

```rules wrong
table has
  n is 0 to 9

sequence of play
  light chooses k from 1 to n otherwise add 1 to n
```

```rules right
table has
  n is 0 to 9

sequence of play
  light chooses k from 1 to n otherwise stop
```

For anything else write `may choose … otherwise … end`, or test before.

## RW123 secret-shape: a secret has another form

A secret begins with the decisions of its players; then come the lines that carry the answers out, and those ask
nobody.

```rules wrong
each player has
  score is 0 to 9

sequence of play
  secretly each p in players
    add 1 to p.score
    p chooses k from 1 to 3
  end
```

```rules right
each player has
  score is 0 to 9

sequence of play
  secretly each p in players
    p chooses k from 1 to 3
    add k to p.score
  end
```

Who has nothing to choose is left out: `secretly each p in players where some of p.hand`.

## RW124 whole-play: something that cannot be taken back

Inside a play as a whole one player decides, and nothing is rolled, shuffled or revealed: taking the play back would
have shown it.

```rules wrong
phase turn for player
  as a whole
    roll d from 1 to 6
    provided d > 2
  end
```

```rules right
phase turn for player
  as a whole
    choose d from 1 to 6
    provided d > 2
  end
  roll e from 1 to 6
```

Let it happen after the play is complete.

## RW125 missing-clause: a line is missing that has to be there

A game says how many play, an action during which phase it may be taken, a scenario in which somebody decides what is
started.

```rules wrong
action rest
  do
    stop
```

```rules right
phase turn for player
  act

action rest
  during turn
  do
    stop
```

## RW126 missing-game: there is no game

The file `game.rules` begins with the version of the language and `game NAME`.

```rules wrong
language 1.0

define three is 3
```

```rules right
language 1.0

game three
  players 2
```

## RW127 missing-sequence: nothing says how the game is played

```rules wrong
language 1.0

#: no sequence
game three
  players 2
```

```rules right
language 1.0

game three
  players 2

sequence of play
  end game drawn
```

## RW128 missing-ranking: nothing says who wins

`end game` by itself leaves it to the ranking.

```rules wrong
sequence of play
  end game
```

```rules right
sequence of play
  end game

ranking of p
  most p.seat
```

Add a ranking, or say who has won: `end game won by p`.

## RW129 language-version: another version of the language

```rules wrong
language 7.0

game three
  players 2
```

```rules right
language 1.0

game three
  players 2
```

## RW130 players-out-of-range: so many cannot play

From 1 to 15 can sit at a table; a scenario has as many players as its game allows.

```rules wrong
language 1.0

game three
  players 2 to 40
```

```rules right
language 1.0

game three
  players 2 to 15
```

## RW131 ruling-default: a ruling without a clear default

A ruling has two readings or more, and one of them holds unless the players say otherwise.

```rules wrong
ruling first_move "Who begins?"
  youngest, oldest
```

```rules right
ruling first_move "Who begins?"
  youngest default, oldest
```

## RW132 no-things: a kind of nothing

```rules wrong
kind card
  worth is 0 to 9
```

```rules right
kind card
  copies 3
  worth is 0 to 9
```

Say how many copies there are, from which data file they come, or write them out with `one card called …`.

## RW133 too-many-things: more than the engines hold

A kind has up to 1,024 things; a fact is about up to 100,000 combinations.

```rules wrong
kind coin
  copies 5000
```

```rules right
each player has
  coins is 0 to 5000
```

Count what is alike in a number.

## RW134 no-actions: nothing can be done in this phase

```rules wrong
phase turn for player
  act
```

```rules right
phase turn for player
  act

action rest
  during turn
  do
    stop
```

## RW135 too-many-parameters: an option with more than three values

```rules wrong
phase turn for player
  choose
    option go(a from 1 to 2, b from 1 to 2, c from 1 to 2, d from 1 to 2)
  end
```

```rules right
phase turn for player
  choose
    option go(a from 1 to 2, b from 1 to 2, c from 1 to 2)
      choose d from 1 to 2
  end
```

## RW136 too-long-list: a list that is too long to keep

A list that is gathered has up to 256 items, a roll up to 64 dice.

```rules wrong
define squares is (n * n for n in 1 to 500)
```

```rules right
define total is sum of (n * n for n in 1 to 500)
```

Use it where it stands instead of keeping it.

## RW137 too-slow: too many combinations are looked at

```rules wrong
sequence of play
  light chooses
    option sums(a from 1 to 1000, b from 1 to 1000, c from 1 to 1000) if a + b is c
  end
```

```rules right
sequence of play
  light chooses a from 1 to 1000
  light chooses b from 1 to 1000
```

Choose step by step, or look at fewer things at once.

## RW138 board-too-large: a board that cannot be laid out

A grid has from 1 to 1,024 cells, a plane from 1 to 2,000 mm each way.

```rules wrong
board field of cell is grid 40 by 40
```

```rules right
board field of cell is grid 32 by 32
```

## RW139 board-too-small: a line that does not fit

```rules wrong
board field of cell is grid 3 by 3

define rows is count of field.lines(4)
```

```rules right
board field of cell is grid 3 by 3

define rows is count of field.lines(3)
```

## RW140 unreadable-file: a file cannot be read

It is not there, is no rules file, is larger than 2 MB, or lies outside the folder of the ruleset.

```rules wrong
use more.rules
```

Names of files are written as they stand in the folder: `cards.yaml`, `scenarios/setup.rules`.

## RW141 unknown-variant: there is no such variant

A variant is a file of the folder that begins with `variant NAME of GAME`. `rulewright options GAME` lists them.

## RW142 broken-program: a compiled program is damaged

A program that was compiled elsewhere keeps to a published form. This one does not. Compile the ruleset again.
""")
