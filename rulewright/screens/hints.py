"""How a ruleset likes to be shown: `presentation.yaml` in its folder, optional, and nothing but words.

symbols: {player: {light: [○, l], dark: ●}}     # a sign for a name; the second one is for terminals without Unicode
colours: {player: {light: yellow}}              # of things, players, values of an enumeration
labels:  {space: {s_12: the well}}               # what a name is called
names:   {player.lit: torches}                  # what an attribute or zone is called
hide:    [tray, piece.force]                    # what is not worth a place on the screen
columns: {shard.front: element}                 # which names the numbers of a printed column stand for
things:                                         # how the things of a kind are written on boards and in lists
  piece: {label: [side, {form: {wanderer: form, stack: height}}], colour: side, detail: [height], at: at}
boards:                                         # where the spaces of a graph lie; what stands on a plane, and how large
  valley: {positions: {camp: [0, 6]}, ground: ground, size: [56, 22]}
  field: {bases: {group: role.radius}, terrain: {wood: [radius, corners]}, ranges: {group: {fact: rng, lengths: [80]}}}
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..grammar.diagnostics import Diagnostic, Label, near
from ..library import PRESENTATION as FILE
from ..validator.yamlfile import Located, Mapping, Scalar, find, load_yaml, plain

COLOURS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "grey", "orange", "brown", "purple")
SIGNS = {"type": "string", "minLength": 1, "maxLength": 8}
WORDS = {"type": "string", "minLength": 1, "maxLength": 40}
Rules = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Hints:
    """What the file says, part by part; an absent part is empty."""

    symbols: dict[str, dict[str, Any]] = field(default_factory=dict)
    colours: dict[str, dict[str, str]] = field(default_factory=dict)
    labels: dict[str, dict[str, str]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    hide: tuple[str, ...] = ()
    columns: dict[str, str] = field(default_factory=dict)
    things: dict[str, dict[str, Any]] = field(default_factory=dict)
    boards: dict[str, dict[str, Any]] = field(default_factory=dict)


def hints_schema(rules: Rules) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of the file of one ruleset, made from what the ruleset declares."""
    # Without its largest number of players a name may be missing; `rules` are those of the largest table.
    named = {of: {"propertyNames": {"enum": names}} for of, names in rules["names"].items() if names}

    def for_names(value: dict[str, Any]) -> dict[str, Any]:
        parts = {of: {"type": "object", **keys, "additionalProperties": value} for of, keys in named.items()}
        return {"type": "object", "properties": parts, "additionalProperties": False}

    facts = _facts(rules)
    sign = {"anyOf": [SIGNS, {"type": "array", "items": SIGNS, "minItems": 2, "maxItems": 2}]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "symbols": for_names({**sign, "type": ["string", "array"]}),
            "colours": for_names({"enum": list(COLOURS)}),
            "labels": for_names(WORDS),
            "names": {"type": "object", "propertyNames": {"enum": facts}, "additionalProperties": WORDS},
            "hide": {"type": "array", "items": {"enum": [*facts, *rules["kinds"]]}},
            "columns": {
                "type": "object",
                "propertyNames": {"enum": sorted({*rules["tables"], *rules["rows"]})},
                "additionalProperties": {"enum": sorted(named)},
            },
            "things": {
                "type": "object",
                "properties": {kind: _thing(_reach(rules, kind)) for kind in rules["kinds"]},
                "additionalProperties": False,
            },
            "boards": {
                "type": "object",
                "properties": {board["name"]: _board(rules, board) for board in rules["boards"]},
                "additionalProperties": False,
            },
        },
    }


def _thing(facts: list[str]) -> dict[str, Any]:
    name = {"enum": facts}
    by_value = {
        "type": "object",
        "propertyNames": name,
        "maxProperties": 1,
        "additionalProperties": {"type": "object", "additionalProperties": name},
    }
    part = {"anyOf": [name, by_value]}
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "label": {"type": "array", "items": part, "maxItems": 6},
            "colour": part,
            "detail": {"type": "array", "items": part, "maxItems": 6},
            "at": name,
            "only": {"type": "object", "propertyNames": name, "additionalProperties": {"type": "string"}},
        },
    }


def _board(rules: Rules, board: dict[str, Any]) -> dict[str, Any]:
    number = {"type": "integer", "minimum": -100_000, "maximum": 100_000}
    common = [name for name, attribute in rules["attributes"].items() if attribute["of"] is None]

    def measure(kind: str) -> dict[str, Any]:
        name = {"enum": _reach(rules, kind)}
        lengths = {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 10_000}, "maxItems": 100}
        by_length = {"fact": name, "lengths": lengths, "of": {"enum": common}}
        return {
            "anyOf": [
                name,
                {"type": "array", "items": name, "minItems": 1, "maxItems": 4},
                {"type": "object", "properties": by_length, "required": ["fact"], "additionalProperties": False},
            ]
        }

    measures = {
        "type": "object",
        "properties": {kind: measure(kind) for kind in rules["kinds"]},
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "positions": {
                "type": "object",
                "propertyNames": {"enum": rules["names"].get(board["of"], [])},
                "additionalProperties": {"type": "array", "items": number, "minItems": 2, "maxItems": 2},
            },
            "size": {
                "type": "array",
                "items": {"type": "integer", "minimum": 10, "maximum": 200},
                "minItems": 2,
                "maxItems": 2,
            },
            "ground": {"enum": _facts_of(rules, board["of"])},
            "bases": measures,
            "terrain": measures,
            "ranges": measures,
        },
    }


def _facts(rules: Rules) -> list[str]:
    """Everything that can be seen and has a name: `bank`, `player.lit`, `card.front`."""
    return sorted({*rules["attributes"], *(zone["name"] for zone in rules["zones"]), *rules["tables"], *rules["rows"]})


def _facts_of(rules: Rules, kind: str) -> list[str]:
    return [fact.partition(".")[2] for fact in _facts(rules) if fact.partition(".")[0] == kind]


def _reach(rules: Rules, kind: str) -> list[str]:
    """The facts of a kind, and those of the things that its attributes name: `radius`, `role.radius`."""
    found = _facts_of(rules, kind)
    for full, attribute in rules["attributes"].items():
        of = attribute["type"].get("of")
        if full.partition(".")[0] == kind and of in rules["kinds"]:
            found += [f"{full.partition('.')[2]}.{name}" for name in _facts_of(rules, of)]
    return found


# ---------------------------------------------------------------- reading


def read_hints(text: str, rules: Rules, variant: bool = False) -> tuple[Hints, list[Diagnostic]]:
    """The hints, and one report for each mistake; then there are none. A variant shares the hints of its game but may
    lack some of its names: what does not fit it is left out."""
    from jsonschema import Draft202012Validator

    root, found = load_yaml(text, FILE)
    if root is None:
        return Hints(), found
    data: Any = plain(root)
    validator = Draft202012Validator(hints_schema(rules))
    errors = list(validator.iter_errors(data))
    while errors and variant:
        _leave_out(data, errors)
        errors = list(validator.iter_errors(data))
    found += [_report(error, root) for error in errors]
    if found:
        return Hints(), sorted(found, key=lambda each: each.labels[0].span.start if each.labels else 0)
    return Hints(**{**data, "hide": tuple(data.get("hide", ()))}), []


def _leave_out(data: Any, errors: list[Any]) -> None:
    """Take out what each error speaks of; every time something goes, so this comes to an end."""
    for error in errors:
        path = list(error.absolute_path)
        if error.validator == "additionalProperties":
            path.append(next(key for key in error.instance if key not in error.schema.get("properties", {})))
        elif "propertyNames" in error.absolute_schema_path:
            path.append(error.instance)
        inner = data
        for step in path[:-1]:
            inner = inner[step] if isinstance(inner, list) or step in inner else {}
        if not path:
            data.clear()
        elif isinstance(inner, dict):
            inner.pop(path[-1], None)
        else:
            inner[:] = []  # a list of which one item does not fit makes no sense without it


def hints_in(
    folder: Path | None, rules: Rules, variant: bool = False
) -> tuple[Hints, list[Diagnostic], dict[str, str]]:
    """The hints of a ruleset's folder, what is wrong with them, and their text for reports. Without a file: none."""
    from ..validator.check import Folder

    if folder is None or not (folder / FILE).is_file():
        return Hints(), [], {}
    text, found = Folder(folder).read(FILE)
    if text is None:
        return Hints(), found, {}
    hints, problems = read_hints(text, rules, variant)
    return hints, [*found, *problems], {FILE: text}


def _report(error: Any, root: Located) -> Diagnostic:
    path = tuple(error.absolute_path)
    of_key = "propertyNames" in error.absolute_schema_path
    located = find(root, path)
    if error.validator == "additionalProperties" and isinstance(located, Mapping):
        known = list(error.schema.get("properties", {}))
        key = next(key for key, _ in located.entries if str(key.value) not in known)
        return _unknown(str(key.value), known, key)
    if of_key and isinstance(located, Mapping):
        key = located.key(str(error.instance)) or Scalar(None, located.span)
        return _unknown(str(error.instance), [str(name) for name in error.validator_value], key)
    if error.validator == "enum" and isinstance(located, Scalar):
        return _unknown(str(located.text), [str(name) for name in error.validator_value], located)
    headline = f"this is not what `{path[-1] if path else FILE}` can be"
    help_ = "the presentation's parts are described in `rulewright explain bad-presentation`"
    return Diagnostic("bad-presentation", headline, (Label(located.span, "not of its form"),), help=help_)


def _unknown(word: str, known: list[str], at: Scalar) -> Diagnostic:
    guess = near(word, known)
    some = ", ".join(f"`{name}`" for name in known[:10]) + (" …" if len(known) > 10 else "")
    help_ = f"did you mean `{guess}`?" if guess else f"it could be {some}" if known else "there is nothing to name here"
    label = Label(at.span, "not known here")
    return Diagnostic("bad-presentation", f"`{word}` is nothing that this ruleset has", (label,), help=help_)
