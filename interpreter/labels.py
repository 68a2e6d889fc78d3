"""What is known of the values that procedures work out: on what they depend, and who may know that.

A label is a variable of an open frame: of a player, who may know; or of things, and then whoever knows those may.
NOBODY stands for all else that is hidden."""

from __future__ import annotations

from typing import NamedTuple


class Label(NamedTuple):
    """A local of a procedure that stands open."""

    procedure: int
    name: str


NOBODY = Label(-1, "")
Labels = frozenset[Label]
OPEN: Labels = frozenset()
SECRET: Labels = frozenset([NOBODY])


class Facts(NamedTuple):
    """About one value. `faces`: who sees the things it names at this very moment. `me`: the label for what is known to
    the player whom it names, or to those who know the things."""

    content: Labels = OPEN
    names: Labels = OPEN
    faces: Labels = OPEN
    me: Labels = SECRET

    @property
    def whole(self) -> Labels:
        """On what anything depends that is worked out from this value."""
        return self.content | (self.me if self.names and self.me != SECRET else self.names)


PLAIN = Facts()
UNKNOWN = Facts(SECRET, SECRET, SECRET)
Values = dict[str, Facts]


def join(*values: Facts) -> Facts:
    """What holds of a value that is one of these, or made of them."""
    content, names, faces = (OPEN.union(*(value[part] for value in values)) for part in range(3))
    return Facts(content, names, faces, values[0].me if len(values) == 1 else SECRET)
