"""What each diagnostic about data files and boards means. Examples fenced as `yaml wrong` give exactly that report,
those fenced as `yaml right` give none; a table stands for `kind tile` with `printed price is 0 to 9` and
`printed colour is one of blue, green, red or none`."""

from __future__ import annotations

from ..grammar.codes import Page, pages

PAGES: dict[str, Page] = pages("""
## RW200 yaml-syntax: a data file cannot be read

A data file is YAML: lines of `name: value`, lists with `-` or in `[ ]`, mappings by deeper indentation or in `{ }`.
Reading stopped at the mark; where something was left open, the report also shows where it began.

```yaml wrong
cellar: {price: 3, title: Cellar: the deep one}
```

```yaml right
cellar: {price: 3, title: "Cellar: the deep one"}
```

Text with a colon, or that begins with one of `@ % & * ! | > [ ] { }`, needs quotes. Indent with spaces, never with
tabs.

## RW201 yaml-too-large: a data file is too large

A data file has at most 2,000,000 bytes and 100,000 values. Split it, or remove what is not used.

## RW202 yaml-too-deep: a data file is nested too deeply

Lists and mappings may stand inside one another 20 deep. No table or board needs more than a handful.

## RW203 yaml-number: a number that is not whole, or too large

There are no fractions anywhere in Rulewright, so that a game is the same on every machine. Whole numbers reach to
2^53 either way.

```yaml wrong
cellar: {price: 2.5}
```

```yaml right
cellar: {price: 2, title: "2.5"}
```

Count in smaller units, write a length with its unit (`126.8mm`), or use quotes if it is text.

## RW204 yaml-alias: an anchor or an alias

`&name` and `*name` let one value stand for another place of the file. They are not read: what a row says stands in
that row.

```yaml wrong
cellar: &deep {price: 3}
```

```yaml right
cellar: {price: 3}
```

## RW205 yaml-tag: a tag

A tag such as `!!str` tells a reader what a value is. The ruleset's declarations say that already.

```yaml wrong
cellar: {price: !!int 3}
```

```yaml right
cellar: {price: 3}
```

## RW206 yaml-key: something that cannot be a key

A key is a name or a whole number. `yes`, `no`, `true` and `false` mean yes and no; `none`, `null` and `~` mean
nothing.

```yaml wrong
cellar: {price: 3}
no: {price: 2}
```

```yaml right
cellar: {price: 3}
not_here: {price: 2}
```

## RW207 yaml-duplicate-key: a key is given twice

```yaml wrong
cellar: {price: 3, price: 4}
```

```yaml right
cellar: {price: 4}
```

Keep one of them.

## RW208 yaml-documents: more than one document

A line `---` begins a further document. A data file holds one.

```yaml wrong
cellar: {price: 3}
---
tower: {price: 4}
```

```yaml right
cellar: {price: 3}
tower: {price: 4}
```

## RW209 yaml-empty: a data file is empty

The file is there, but nothing stands in it apart from comments.

## RW220 table-shape: this is not a table, or not a row

A table is a mapping from ids to rows, or a list of rows that each have an `id`. A row is a mapping from columns to
values. Where no column is needed, a list of ids will do.

```yaml wrong
cellar: 3
```

```yaml right
cellar: {price: 3}
tower:
  price: 4
```

## RW221 bad-id: an id that is not a name

An id becomes a name in the ruleset: a lower-case letter, then lower-case letters, digits and underscores. What
players read stands in `title`.

```yaml wrong
Old Cellar: {price: 3}
```

```yaml right
old_cellar: {price: 3, title: Old Cellar}
```

## RW222 duplicate-id: two rows have the same id

Ids are unique, also those that `copies` makes: `copies: 2` of `cellar` makes `cellar_1` and `cellar_2`.

```yaml wrong
cellar: {price: 3, copies: 2}
cellar_2: {price: 4}
```

```yaml right
cellar: {price: 3, copies: 2}
cellar_3: {price: 4}
```

## RW223 unknown-column: a column that is not declared

A table has the columns that the ruleset declares as `printed`, and `title`, `text` and `copies`. Nothing else is
read, and nothing is ignored: it would be a typing error sooner or later.

```yaml wrong
cellar: {price: 3, depth: 9}
```

```yaml right
cellar: {price: 3, text: Nine steps down.}
```

Remove it, or declare it in the ruleset: `printed depth is 0 to 9`.

## RW224 missing-column: a row lacks a column

Every column has to be given in every row, but for those that may be `none` and those with a default (`starts`).

```yaml wrong
cellar: {colour: red}
```

```yaml right
cellar: {price: 3, colour: red}
```

## RW225 wrong-value: a value that the column cannot hold

The ruleset says what a column holds; the second place shown is its declaration.

```yaml wrong
cellar: {price: 12}
```

```yaml right
cellar: {price: 9}
```

Numbers have a range, words come from a list, lengths are written `80mm` or `126.8mm` (or as whole numbers of 0.1
mm), points `[120mm, 80mm]`, yes and no as `yes` and `no`. The corners of a shape go round it once, without one that
points inwards.

## RW226 too-many-rows: a table makes too many rows

A table makes at most 10,000 rows, counting `copies`.

## RW240 board-shape: a part of a board is missing, or not of its form

A board file has `spaces` and `paths`, and perhaps `discs`, `covers` and `layers`.

```yaml wrong
spaces: [camp, well]
path: [camp -- well]
```

```yaml right
spaces: [camp, well]
paths: [camp -- well]
```

A disc has `ports`, `chords` and `spokes`, and perhaps `positions`; for drawing also `at` and `radius`. A layer has
`width` and `height`, and perhaps `offset`.

## RW241 unknown-space: no space has this name

```yaml wrong
spaces: [camp, well]
paths: [camp -- wells]
```

```yaml right
spaces: [camp, well]
paths: [camp -- well]
```

Correct the name, or add it to `spaces`.

## RW242 path-form: this is not a path, or not a cover

`a -- b` leads both ways, `a -> b` one way, and several may follow one another in a line. `a covers b, c` lays a
upon b and c.

```yaml wrong
spaces: [camp, well]
paths: [camp <- well]
```

```yaml right
spaces: [camp, well, ruin]
paths: [well -> camp -- ruin]
```

## RW243 path-to-itself: a path or a cover joins a space to itself

```yaml wrong
spaces: [camp, well]
paths: [camp -- well, camp -> camp]
```

```yaml right
spaces: [camp, well]
paths: [camp -- well, camp -> well]
```

## RW244 port-range: there is no such port

The ports of a rim, and the marks of the disc inside it, are counted from 0. At position 0 mark 0 lies at port 0.

```yaml wrong
spaces: [camp, well]
discs:
  wheel: {ports: 12, chords: [[0, 6]], spokes: {0: camp, 6: well, 12: well}}
```

```yaml right
spaces: [camp, well]
discs:
  wheel: {ports: 12, chords: [[0, 6]], spokes: {0: camp, 6: well, 11: well}}
```

## RW245 disc-positions: positions that do not fit the ports

In every position the marks of the disc have to lie at ports, so the number of positions divides the number of
ports.

```yaml wrong
spaces: [camp, well]
discs:
  wheel: {ports: 12, positions: 5, chords: [[0, 6]], spokes: {0: camp, 6: well}}
```

```yaml right
spaces: [camp, well]
discs:
  wheel: {ports: 12, positions: 6, chords: [[0, 6]], spokes: {0: camp, 6: well}}
```

## RW246 chord-to-itself: both ends of a chord are the same mark

```yaml wrong
spaces: [camp, well]
discs:
  wheel: {ports: 12, chords: [[0, 6], [3, 3]], spokes: {0: camp, 6: well}}
```

```yaml right
spaces: [camp, well]
discs:
  wheel: {ports: 12, chords: [[0, 6], [3, 9]], spokes: {0: camp, 6: well}}
```

## RW247 duplicate-chord: a chord is given twice

A chord leads both ways, so `[0, 6]` and `[6, 0]` are the same.

```yaml wrong
spaces: [camp, well]
discs:
  wheel: {ports: 12, chords: [[0, 6], [6, 0]], spokes: {0: camp, 6: well}}
```

```yaml right
spaces: [camp, well]
discs:
  wheel: {ports: 12, chords: [[0, 6]], spokes: {0: camp, 6: well}}
```

## RW248 port-taken: two chords end at one mark

Chords may cross without meeting, but each mark is the end of one chord at most: otherwise it would not be clear
where a path that enters there leads.

```yaml wrong
spaces: [camp, well]
discs:
  wheel: {ports: 12, chords: [[0, 6], [6, 9]], spokes: {0: camp, 6: well}}
```

```yaml right
spaces: [camp, well]
discs:
  wheel: {ports: 12, chords: [[0, 6], [3, 9]], spokes: {0: camp, 6: well}}
```

## RW249 cover-cycle: a space that lies, in the end, upon itself

What lies on top cannot lie underneath as well.

```yaml wrong
spaces: [cellar, hall, roof]
covers: [hall covers cellar, roof covers hall, cellar covers roof]
```

```yaml right
spaces: [cellar, hall, roof]
covers: [hall covers cellar, roof covers hall]
```

## RW250 graph-too-large: a board is too large

A board has at most 1,024 spaces, and at most 100,000 counting each space once for every position of every disc: so
large are the tables that the engines run on. A pile has at most 16 layers.

## RW251 unreachable-space: nothing leads to a space

A warning. Neither a path nor a chord, in any position, joins this space, or these, to the rest of the board.

```yaml wrong
spaces: [camp, well, ruin]
paths: [camp -- well]
```

```yaml right
spaces: [camp, well, ruin]
paths: [camp -- well -- ruin]
```

## RW252 idle-chord: a chord that is never of use

A warning. In no position do both ends of this chord meet spokes of two different spaces.

```yaml wrong
spaces: [camp, well]
discs:
  wheel: {ports: 12, chords: [[0, 6], [1, 2]], spokes: {0: camp, 6: well}}
```

```yaml right
spaces: [camp, well]
discs:
  wheel: {ports: 12, chords: [[0, 6], [3, 9]], spokes: {0: camp, 6: well}}
```

## RW253 floating-tile: a tile that lies on nothing

A warning. A layer is moved so far, or is so large, that one of its tiles overlaps no tile of the layer below.
`offset` counts half tiles from the layer below; it is `[1, 1]` unless said otherwise, which lays each tile on the
corners of four.

```yaml wrong
layers:
  - {width: 3, height: 3}
  - {width: 4, height: 4}
```

```yaml right
layers:
  - {width: 3, height: 3}
  - {width: 2, height: 2}
```
""")
