"""Machine code, kept between runs in the user's cache folder: making it costs more than anything else here.

To load forged machine code would be the end of all safety. So the folder must belong to this user and be open to nobody
else, and every file begins with the digest of its contents; anything that is not as it should be is made anew. Without
a cache everything works, only slower.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import struct
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from .compiler import Compiled, compiled
from .instance import VERSION, Machine

DIGEST = hashlib.sha256().digest_size
MOST = 200  # modules that are kept
PLACES = struct.Struct("<qqqq")  # the addresses that a host must know, in front of the machine code


def machine_for(program: dict[str, Any], cached: bool = True) -> tuple[Machine, Compiled]:
    """A program as machine code, from the cache if it is there."""
    if not cached:
        made = compiled(program)
        return Machine(made.code), made
    key = key_of(json.dumps(program, sort_keys=True).encode(), own_digest(), VERSION.encode())
    kept = load(key)
    if kept is not None:
        try:
            options, free, image, sights = PLACES.unpack_from(kept)
            return Machine(kept[PLACES.size :], kept=True), Compiled(b"", options, free, image, sights)
        except (ValueError, struct.error):  # made by another version, or for another computer
            pass
    made = compiled(program)
    machine = Machine(made.code)
    save(key, PLACES.pack(made.options, made.free, made.image, made.sights) + machine.keep())
    return machine, made


@cache
def own_digest() -> bytes:
    """Of this compiler: another one would make other code."""
    whole = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        whole.update(path.read_bytes())
    return whole.digest()


def folder() -> Path:
    """Where compiled modules are kept."""
    base = os.environ.get("XDG_CACHE_HOME") or ""
    root = Path(base) if os.path.isabs(base) else Path.home() / ".cache"
    return root / "rulewright"


def key_of(*parts: bytes) -> str:
    """A name for what was made from these."""
    whole = hashlib.sha256()
    for part in parts:
        whole.update(len(part).to_bytes(8, "little"))
        whole.update(part)
    return whole.hexdigest()


def load(key: str) -> bytes | None:
    """What was kept under a name, if it is there and whole."""
    try:
        place = folder()
        if not _is_private(place):
            return None
        data = (place / key).read_bytes()
    except (OSError, RuntimeError):  # a user may have no home
        return None
    digest, contents = data[:DIGEST], data[DIGEST:]
    return contents if digest == hashlib.sha256(contents).digest() else None


def save(key: str, contents: bytes) -> None:
    """Keep something under a name, if that is possible. A reader never sees half of it."""
    try:
        place = folder()
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_private(place):
            return
        handle, name = tempfile.mkstemp(dir=place)
    except (OSError, RuntimeError):
        return
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(contents).digest() + contents)
        os.replace(name, place / key)
        _tidy(place)
    except OSError:
        Path(name).unlink(missing_ok=True)


def _tidy(place: Path) -> None:
    """Drop what was made longest ago, if there is too much."""
    kept = sorted(place.iterdir(), key=lambda path: path.stat().st_mtime)
    for path in kept[:-MOST]:
        path.unlink(missing_ok=True)


def _is_private(place: Path) -> bool:
    """Is the folder a real one, this user's, and closed to everybody else?"""
    about = place.lstat()
    if not stat.S_ISDIR(about.st_mode):
        return False
    return not hasattr(os, "getuid") or (about.st_uid == os.getuid() and not about.st_mode & 0o077)
