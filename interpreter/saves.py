"""Games as text: a header that says what was played, and the answers by name. Replaying them is what a save means."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..grammar.diagnostics import Diagnostic, RulewrightError

FORMAT = 1
LIMIT = 16 * 1024 * 1024  # bytes
SEEDS = 1 << 64  # seeds are below this


@dataclass(frozen=True, slots=True)
class Save:
    """What `Table.save` writes and `resume` reads. `digest` names the position to which the answers lead."""

    tool: str
    language: str
    game: str
    variant: str | None
    program: str  # hash of the checked program
    source: str  # where the game was loaded from: a bundled name or a path
    players: int
    options: Mapping[str, str]
    seed: int
    answers: tuple[str, ...]
    digest: str

    def to_text(self) -> str:
        """JSON with one answer on each line, so that people can read it and tools can compare it."""
        head = {
            "rulewright": "save",
            "format": FORMAT,
            "tool": self.tool,
            "language": self.language,
            "game": self.game,
            "variant": self.variant,
            "program": self.program,
            "source": self.source,
            "players": self.players,
            "options": dict(self.options),
            "seed": self.seed,
            "answers": list(self.answers),
            "digest": self.digest,
        }
        return json.dumps(head, indent=1, ensure_ascii=False) + "\n"


def read(blob: bytes | str) -> Save:
    """A save from outside. Whatever is wrong with it is said in one diagnostic; nothing is guessed."""
    document = _document(blob)
    if document.get("rulewright") != "save":
        raise _refusal("this is not a save of Rulewright", "a save says `save` under the name `rulewright`")
    if document.get("format") != FORMAT:
        raise _refusal(
            f"the save has format {_shown(document.get('format'))}, and this version reads format {FORMAT}",
            "open it with the version of Rulewright that wrote it",
            name="save-version",
        )
    fields = {key: _field(document, key, wanted, what) for key, (wanted, what) in _FIELDS.items()}
    extra = sorted(set(document) - set(_FIELDS) - {"rulewright", "format"})
    if extra:
        raise _refusal(f"the save has a field that no save has: {_shown(extra[0])}")
    if not all(isinstance(k, str) and isinstance(v, str) for k, v in fields["options"].items()):
        raise _refusal("the rulings in the save are not written as names", "`options` maps each ruling to its reading")
    for number, answer in enumerate(fields["answers"], 1):
        if not isinstance(answer, str):
            raise _refusal(f"answer {number} of the save is not text")
    if not 0 <= fields["seed"] < SEEDS:
        raise _refusal("the seed in the save is out of range", "a seed is a whole number from 0 to 2^64 - 1")
    return Save(**{**fields, "answers": tuple(fields["answers"])})


_FIELDS: dict[str, tuple[tuple[type, ...], str]] = {
    "tool": ((str,), "text"),
    "language": ((str,), "text"),
    "game": ((str,), "text"),
    "variant": ((str, type(None)), "text or null"),
    "program": ((str,), "text"),
    "source": ((str,), "text"),
    "players": ((int,), "a whole number"),
    "options": ((dict,), "an object"),
    "seed": ((int,), "a whole number"),
    "answers": ((list,), "a list"),
    "digest": ((str,), "text"),
}


def _document(blob: bytes | str) -> dict[str, Any]:
    if isinstance(blob, str):
        blob = blob.encode("utf-8", "surrogatepass")
    if not isinstance(blob, bytes | bytearray | memoryview):
        raise _refusal("a save is text or bytes, and this is neither")
    if len(blob) > LIMIT:
        raise _refusal(f"the save is too large: {len(blob)} bytes, and {LIMIT} is the most")
    try:
        text = bytes(blob).decode("utf-8")
    except UnicodeDecodeError as error:
        raise _refusal(f"the save is not text: byte {error.start + 1} is no UTF-8") from None
    try:
        document = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_no_constant)
        if not _is_printable(document):
            raise ValueError("it holds characters that no text has")
    except json.JSONDecodeError as error:
        cut = error.pos >= len(text.rstrip())
        headline = "the save ends too early" if cut else f"the save is not JSON: {error.msg.lower()}"
        raise _refusal(f"{headline}, at line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise _refusal("the save is nested too deeply") from None
    except ValueError as error:
        raise _refusal(f"the save is damaged: {error}") from None
    if not isinstance(document, dict):
        raise _refusal("this is not a save of Rulewright", "a save is a JSON object")
    return document


def _is_printable(value: Any) -> bool:
    """Control characters and halves of characters have no place in names, and would go straight to a terminal."""
    if isinstance(value, str):
        return value.isprintable()
    if isinstance(value, dict):
        return all(_is_printable(k) and _is_printable(v) for k, v in value.items())
    return not isinstance(value, list) or all(_is_printable(v) for v in value)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice in one object")
    return found


def _no_constant(text: str) -> Any:
    raise ValueError("a number in it is not whole")


def _field(document: dict[str, Any], key: str, wanted: tuple[type, ...], what: str) -> Any:
    if key not in document:
        raise _refusal(f"the save has no `{key}`")
    value = document[key]
    if not isinstance(value, wanted) or isinstance(value, bool):
        raise _refusal(f"`{key}` of the save is not {what}")
    return value


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return f"`{text[:40]}`"


def _refusal(headline: str, help_: str | None = None, name: str = "bad-save") -> RulewrightError:
    return RulewrightError(Diagnostic(name, headline, help=help_))
