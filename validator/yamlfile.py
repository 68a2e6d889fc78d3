"""Data files as a small tree that knows where everything stands: a strict, bounded reading of YAML in which a plain
word means what it looks like. There are no floats, no anchors, no tags and nothing that YAML 1.1 guesses."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

import yaml

from ..grammar.diagnostics import Diagnostic, Label
from ..grammar.spans import Span

MAX_BYTES = 2_000_000
MAX_NODES = 100_000
MAX_DEPTH = 20
MAX_INTEGER = 2**53


@dataclass(frozen=True, slots=True)
class Scalar:
    """One value. `text` is what the file says; `refused` marks a value that has been reported already."""

    value: str | int | bool | None
    span: Span
    text: str = ""
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Sequence:
    items: tuple[Located, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Mapping:
    entries: tuple[tuple[Scalar, Located], ...]
    span: Span

    def get(self, name: str) -> Located | None:
        return next((value for key, value in self.entries if str(key.value) == name), None)

    def key(self, name: str) -> Scalar | None:
        return next((key for key, _ in self.entries if str(key.value) == name), None)


Located = Scalar | Sequence | Mapping


def load_yaml(text: str, file: str) -> tuple[Located | None, list[Diagnostic]]:
    """The tree of a file and what is wrong with it. There is no tree if the file cannot be read to its end; a single
    bad value is reported, marked as refused, and the rest of the file can still be checked."""
    lines = _Lines(text, file)
    if len(text.encode("utf-8", "replace")) > MAX_BYTES:
        headline = f"`{file}` is larger than {MAX_BYTES:,} bytes"
        return None, [_wrong("yaml-too-large", headline, lines.span(0, 0), "a data file has to be smaller")]
    control = _CONTROL.search(text)
    if control:
        said, help = f"the character U+{ord(control[0]):04X}", "remove it, or write it in double quotes as an escape"
        return None, [
            _wrong("yaml-syntax", "a control character cannot be read", lines.span(*control.span()), said, help)
        ]
    reader = _Reader(lines)
    try:
        root = reader.read()
    except _Stop as stop:
        return None, [*reader.found, stop.diagnostic]
    except yaml.MarkedYAMLError as error:
        return None, [*reader.found, _syntax(error, lines)]
    if root is None:
        return None, [_wrong("yaml-empty", f"`{file}` is empty", lines.span(0, 0), "nothing stands here")]
    return root, reader.found


def plain(located: Located) -> object:
    """Ordinary dicts, lists and values, as a JSON Schema wants them; so keys are strings."""
    if isinstance(located, Mapping):
        return {str(key.value): plain(value) for key, value in located.entries}
    if isinstance(located, Sequence):
        return [plain(item) for item in located.items]
    return located.value


def find(located: Located, path: Iterable[str | int]) -> Located:
    """What stands at a path of keys and indexes; where the path leads nowhere, the last thing that was there."""
    for step in path:
        inner: Located | None = None
        if isinstance(located, Mapping):
            inner = located.get(str(step))
        elif isinstance(located, Sequence) and isinstance(step, int) and step < len(located.items):
            inner = located.items[step]
        if inner is None:
            return located
        located = inner
    return located


# What a plain word means. Everything else is text: `on`, `y`, `010`, `1:30`, `2024-01-31` and `0x1F` are just words.
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("yes", "true"), True),
    **dict.fromkeys(("no", "false"), False),
    **dict.fromkeys(("none", "null", "~", ""), None),
}
_INTEGER = re.compile(r"-?(0|[1-9][0-9]*)")
_FLOAT = re.compile(
    r"[-+]?([0-9][0-9_]*\.[0-9_]*|\.[0-9]+|[0-9]+(?=[eE]))([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"
)
_CONTROL = re.compile(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_WRITE_OUT = "write the value out where it is needed"


def _wrong(name: str, headline: str, span: Span, said: str, help: str | None = None) -> Diagnostic:
    return Diagnostic(name, headline, (Label(span, said),), help=help)


class _Stop(Exception):
    """Reading cannot go on."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic


class _Mark(Protocol):
    index: int


class _Lines:
    """Spans from offsets. Only a line feed ends a line, as in every other file of a ruleset."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self.shift = 1 if text.startswith("\ufeff") else 0  # PyYAML's parsers disagree on whether this sign counts

    def offset(self, mark: _Mark | None) -> int:
        return min(self.shift + (mark.index if mark else 0), len(self.text))

    def span(self, start: int, end: int) -> Span:
        line, column = self._place(start)
        end_line, end_column = self._place(end)
        return Span(self.file, start, end, line, column, end_line, end_column)

    def sign(self, mark: _Mark | None) -> Span:
        start = self.offset(mark)
        return self.span(start, min(start + 1, len(self.text)))

    def _place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1


class _Reader:
    """Builds the tree from the parser's events and not from `yaml.compose`: events show anchors, aliases and tags as
    written and leave the recursion to us, so nothing is ever expanded and depth is counted before it is spent."""

    def __init__(self, lines: _Lines) -> None:
        self.lines = lines
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        self.events: Iterator[yaml.Event] = yaml.parse(lines.text[lines.shift :], Loader=loader)
        self.found: list[Diagnostic] = []
        self.nodes = 0

    def read(self) -> Located | None:
        root: Located | None = None
        documents = 0
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    said, help = "a second document begins here", "remove the `---`, or split the file"
                    headline = "a data file holds one document"
                    raise _Stop(_wrong("yaml-documents", headline, self._span(event), said, help))
            elif isinstance(event, yaml.NodeEvent):
                root = self._node(event, 1)
        return None if isinstance(root, Scalar) and root.value is None and not root.refused else root

    def _node(self, event: yaml.Event, depth: int) -> Located:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            headline = f"`{self.lines.file}` holds more than {MAX_NODES:,} values"
            raise _Stop(_wrong("yaml-too-large", headline, self._span(event), "this is one too many"))
        if depth > MAX_DEPTH:
            headline = f"lists and mappings are nested more than {MAX_DEPTH} deep"
            raise _Stop(_wrong("yaml-too-deep", headline, self._span(event), "one level too many"))
        if isinstance(event, yaml.AliasEvent):
            headline = f"`*{event.anchor}` stands for something written elsewhere"
            return self._refuse(event, "yaml-alias", headline, "aliases are not read", _WRITE_OUT)
        refused = self._adorned(event)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(event, depth)
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(event, depth)
        assert isinstance(event, yaml.ScalarEvent)
        return self._scalar(event, refused)

    def _adorned(self, event: yaml.Event) -> bool:
        """Anchors and tags are reported; what they adorn is read all the same."""
        anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
        if anchor is not None:
            headline = f"`&{anchor}` gives this a second name"
            span = self._adornment(event, "&")
            self.found.append(_wrong("yaml-alias", headline, span, "anchors are not read", _WRITE_OUT))
        if tag is not None:
            span, help = self._adornment(event, "!"), "remove it: the ruleset's declarations say what a value is"
            self.found.append(_wrong("yaml-tag", "a tag says what this value is", span, "tags are not read", help))
        return tag is not None

    def _sequence(self, start: yaml.SequenceStartEvent, depth: int) -> Sequence:
        items: list[Located] = []
        for event in self.events:
            if isinstance(event, yaml.SequenceEndEvent):
                return Sequence(tuple(items), self._around(start, event, items[-1] if items else None))
            items.append(self._node(event, depth + 1))
        raise AssertionError("the parser ends what it starts")

    def _mapping(self, start: yaml.MappingStartEvent, depth: int) -> Mapping:
        entries: list[tuple[Scalar, Located]] = []
        seen: dict[str, Scalar] = {}
        last: Located | None = None
        for event in self.events:
            if isinstance(event, yaml.MappingEndEvent):
                return Mapping(tuple(entries), self._around(start, event, last))
            key = self._node(event, depth + 1)
            last = value = self._node(next(self.events), depth + 1)
            if not isinstance(key, Scalar) or key.refused or key.value is None or isinstance(key.value, bool):
                self._bad_key(key)
            elif str(key.value) in seen:
                labels = (Label(key.span, "again here"), Label(seen[str(key.value)].span, "first here"))
                headline = f"`{key.value}` is given twice"
                self.found.append(Diagnostic("yaml-duplicate-key", headline, labels, help="keep one of them"))
            else:
                seen[str(key.value)] = key
                entries.append((key, value))
        raise AssertionError("the parser ends what it starts")

    def _bad_key(self, key: Located) -> None:
        said = "a key is a name or a whole number"
        if not isinstance(key, Scalar):
            self.found.append(_wrong("yaml-key", "a list or a mapping cannot be a key", key.span, said))
        elif not key.refused:
            meaning = "stands for nothing" if key.value is None else "means yes or no"
            headline, help = f"`{key.text}` {meaning} and cannot be a key", "put it in quotes if it is meant as a name"
            self.found.append(_wrong("yaml-key", headline, key.span, said, help))

    def _scalar(self, event: yaml.ScalarEvent, refused: bool) -> Scalar:
        text = event.value
        if event.style:  # quoted, or a block of text
            return Scalar(text, self._span(event), text, refused)
        if text in _WORDS:
            return Scalar(_WORDS[text], self._span(event), text, refused)
        if _INTEGER.fullmatch(text):
            if len(text) > 17 or abs(int(text)) > MAX_INTEGER:
                headline, said = f"`{_short(text)}` is too large a number", "whole numbers reach to 2^53 either way"
                return self._refuse(event, "yaml-number", headline, said, None)
            return Scalar(int(text), self._span(event), text, refused)
        if _FLOAT.fullmatch(text):
            headline, said = f"`{_short(text)}` is not a whole number", "there are no fractions in Rulewright"
            help = "use whole numbers, a length such as `126.8mm`, or quotes if it is text"
            return self._refuse(event, "yaml-number", headline, said, help)
        return Scalar(text, self._span(event), text, refused)

    def _refuse(self, event: yaml.Event, name: str, headline: str, said: str, help: str | None) -> Scalar:
        span = self._span(event)
        self.found.append(_wrong(name, headline, span, said, help))
        return Scalar(None, span, getattr(event, "value", ""), refused=True)

    def _span(self, event: yaml.Event) -> Span:
        start, end = self.lines.offset(event.start_mark), self.lines.offset(event.end_mark)
        while end > start and self.lines.text[end - 1].isspace():  # a block of text ends where the next thing begins
            end -= 1
        return self.lines.span(start, end)

    def _around(self, first: yaml.CollectionStartEvent, last: yaml.Event, inner: Located | None) -> Span:
        start, end = self.lines.offset(first.start_mark), self.lines.offset(last.end_mark)
        if not first.flow_style and inner is not None:  # a block has no closing bracket
            end = inner.span.end
        return self.lines.span(start, max(start, end))

    def _adornment(self, event: yaml.Event, sign: str) -> Span:
        """The anchor or tag itself, which stands before what it adorns."""
        word = re.compile(re.escape(sign) + r"[^\s,\[\]{}]*").search(
            self.lines.text, self.lines.offset(event.start_mark)
        )
        return self.lines.span(*word.span()) if word else self._span(event)


@dataclass(frozen=True, slots=True)
class _Saying:
    """A piece of what PyYAML's two parsers say, and what we say. `opening`: the mistake is where reading began."""

    piece: str
    headline: str
    help: str | None
    opening: bool = False


_ALIGN = "give it the same indentation and the same form as its neighbours"
_SAYINGS = (
    _Saying(
        "mapping values are not allowed",
        "a second `:` stands where one value was expected",
        "text with a colon in it needs quotes; a nested entry needs its own, deeper line",
    ),
    _Saying("unexpected end of", "a quotation mark is never closed", "close it with the same kind of quote", True),
    _Saying("',' or ']'", "a `[` is never closed, or a comma is missing", "write lists as `[a, b, c]`", True),
    _Saying("',' or '}'", "a `{` is never closed, or a comma is missing", "write mappings as `{a: 1, b: 2}`", True),
    _Saying("escape character", "an unknown escape stands in double quotes", "use single quotes, or double the `\\`"),
    _Saying("incompatible YAML", "this version of YAML is not known", "remove the line that starts with `%YAML`"),
    _Saying("expected key", "this line does not belong to the mapping above it", _ALIGN),
    _Saying("expected '-' indicator", "this line does not belong to the list above it", _ALIGN),
    _Saying("block end", "this line does not belong to what stands above it", _ALIGN),
    _Saying("expected ':'", "a `:` is missing", "write `name: value`"),
    _Saying("node content", "a value is missing before this sign", None),
)


def _syntax(error: yaml.MarkedYAMLError, lines: _Lines) -> Diagnostic:
    end = lines.sign(error.problem_mark or error.context_mark)
    problem = error.problem or "it cannot be read"
    sign = lines.text[end.start : end.end]
    if "cannot start any token" in problem and sign == "\t":
        return _wrong("yaml-syntax", "a tab stands where spaces are needed", end, "a tab", "indent with spaces")
    if "cannot start any token" in problem:
        headline, help = f"a value cannot begin with `{sign}`", "put the value in quotes"
        return _wrong("yaml-syntax", headline, end, "not allowed here", help)
    saying = next((each for each in _SAYINGS if each.piece in problem), _Saying("", "this is not YAML", None))
    labels = [Label(end, "reading stopped here")]
    start = lines.sign(error.context_mark) if error.context_mark else end
    if start != end:
        labels.insert(0 if saying.opening else 1, Label(start, "reading began here"))
    notes = () if saying.piece else (f"the parser says: {problem}",)
    return Diagnostic("yaml-syntax", saying.headline, tuple(labels), notes, saying.help)


def _short(text: str) -> str:
    return text if len(text) <= 24 else text[:21] + "..."
