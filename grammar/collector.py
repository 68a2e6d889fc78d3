"""Reading a ruleset makes many objects that all live, and no cycles worth finding: the cyclic collector, which goes
through everything that lives ever again, would make a long text cost more for each line than a short one."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused() -> Iterator[None]:
    """The cyclic collector waits until this is left; inside another such block, or where it is off, nothing changes."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
