"""Why a statement did not simply end: what the statements around it, and the loop over frames, have to do."""

from __future__ import annotations

from enum import Enum, auto


class Signal(Enum):
    """A statement that is done gives None, and the next one follows."""

    BREAK = auto()
    CONTINUE = auto()
    RETURN = auto()
    CALL = auto()  # a new frame is on the stack
    PENDING = auto()  # somebody has to decide
    OVER = auto()  # the game is
    COMPLETE = auto()  # looking ahead: the attempt can be ended
    DEAD = auto()  # looking ahead: it cannot, this way


STAYS = frozenset({Signal.BREAK, Signal.CONTINUE, Signal.RETURN, None})
"""Signals with which a run goes on in the same frame or its caller's; with the others it has left the tree."""
