"""The JSON Schema of checked programs, made from one table of kinds and fields, and the check of programs from
outside."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ..grammar.diagnostics import Diagnostic

Node = dict[str, Any]

# Words for the fields: E expression, D domain, C clause, S statement, T type, U universe; `*` a list of them, `?` may
# be
# null, `~` may be left out.
EXPRESSIONS: dict[str, str] = {
    "int": "value:int",
    "var": "name:name",
    "get": "attribute:name index:E? maybe:yes~",
    "table": "table:name index:E* maybe:yes~",
    "row": "rows:name index:E* as:name of:U~ maybe:yes~",
    "op": "op:op args:E* site:int~",
    "if": "test:E then:E else:E",
    "zone": "zone:int index:E? maybe:yes~",
    "count": "zone:E of:name",
    "top": "zone:E of:name",
    "bottom": "zone:E of:name",
    "at": "zone:E of:name position:E",
    "where": "of:name thing:E maybe:yes~",
    "members": "zone:E of:name",
    "tops": "zone:E of:name count:E",
    "things": "of:U items:E*",
    "all": "of:U",
    "union": "left:E right:E of:U",
    "meet": "left:E right:E of:U",
    "minus": "left:E right:E of:U",
    "has": "set:E item:E of:U",
    "size": "set:E of:U",
    "same": "left:E right:E of:U~",
    "list": "items:E*",
    "length": "list:E",
    "item": "list:E position:E site:int",
    "nth": "set:E of:U position:E site:int",
    "fold": "fold:fold over:C* value:E empty:E~ of:U~ capacity:int~ key:E~ most:bool~ site:int~",
    "reach": "var:name start:E by:E where:E? of:U",
    "sure": "value:E site:int",
    "within": "value:E low:int high:int site:int",
    "ask": "procedure:name args:E*",
    "geometry": "name:name args:E*",
    "ruling": "name:name",
    "extent": "of:U",
}
STATEMENTS: dict[str, str] = {
    "set": "target:G value:E site:int",
    "include": "target:G item:E* of:U site:int",
    "exclude": "target:G item:E* of:U site:int",
    "append": "target:G value:E site:int",
    "move": "of:name thing:E to:E end:end open:bool site:int",
    "shuffle": "zone:E of:name site:int",
    "pick": "into:name var:name domain:D where:E? none:none site:int",
    "reveal": "of:name things:E to:E site:int",
    "when": "test:E then:S* else:S*",
    "while": "test:E body:S* weight:int site:int",
    "for": "var:name domain:D where:E? body:S* weight:int snapshot:name? index:name? site:int",
    "break": "",
    "continue": "",
    "call": "procedure:name args:E* into:name? weight:int site:int",
    "return": "value:E? site:int",
    "drop": "names:names",
    "choose": (
        "who:E branches:B* into:I none:none ask:bool open:O? sealed:bool site:int prompt:text? "
        "series:int? rules:names about:name~"
    ),
    "attempt": "body:S* provided:P* needs:E* site:int",
    "finish": "winners:E? site:int",
    "ensure": "test:E text:text site:int code:name~",
    "unseal": "shown:bool",
    "note": "event:text args:E* types:T* rules:names",
}
DOMAINS: dict[str, str] = {
    "range": "low:E high:E",
    "all": "of:U",
    "set": "of:E",
    "list": "of:E",
    "zone": "zone:E of:name",
    "row": "rows:name index:E* maybe:yes~",
}
OBJECTS: dict[str, str] = {
    "C": "var:name domain:D where:E?",
    "B": (
        "tag:int name:text? label:text? over:C* when:E? values:E* whole:bool types:T* rules:names "
        "site:int refusals:R* params:names"
    ),
    "R": "what:name test:E text:text? rules:names site:int",
    "I": "tag:name? values:names",
    "O": "var:name valid:E",
    "P": "test:E text:text? site:int",
    "L": "type:T",
    "site": "file:text line:int column:int end_line:int end_column:int rules:names",
    "reading": "name:name text:text?",
    "ruling": "name:name question:text readings:reading* default:int rules:names site:int",
    "enumeration": "name:text plural:text? values:names",
    "kind": (
        "name:name plural:name size:any names:names? per:names lows:ints parts:any titles:texts texts:texts zoned:bool"
    ),
    "disc": "name:name positions:int attribute:text",
    "board": "name:name of:name shape:name width:int height:int discs:disc* at:any",
    "attribute": "name:text of:U? type:T see:see sealed:yes~",
    "zone": "name:text of:name? holds:name ordered:bool capacity:int? see:see",
    "invariant": "procedure:name text:text always:bool rules:names site:int",
    "phase": "name:name window:bool procedure:name plays:names rules:names",
    "action": "name:name text:text? during:names params:names rules:names",
    "aside": "rules:names reason:text",
    "players": "low:int high:int names:names?",
    "procedure": "kind:name name:name effect:effect params:names result:T? locals:locals body:S* site:int depth:int?",
    "scenario": "name:text rules:names site:int players:int options:any procedures:procedure* scenes:any",
}
PROGRAM = (
    "kind:name format:int language:text name:name title:text variant:name? rulebook:name? players:players "
    "rulings:ruling* "
    "enumerations:enumeration* kinds:kind* boards:board* attributes:attribute* zones:zone* tables:tables rows:tables "
    "procedures:procedure* main:name init:name score:name? invariants:invariant* steps:int search:int "
    "options_limit:int "
    "depth:int phases:phase* actions:action* asides:aside* cited:names sites:site* scenarios:scenario* hash:text"
)
PLAIN: dict[str, Any] = {
    "int": {"type": "integer", "minimum": -(2**53), "maximum": 2**53},
    "ints": {"type": "array", "items": {"type": "integer"}},
    "bool": {"type": "boolean"},
    "yes": {"const": True},
    "name": {"type": "string", "minLength": 1, "maxLength": 300},
    "text": {"type": "string", "maxLength": 4000},
    "names": {"type": "array", "items": {"type": "string"}},
    "texts": {"type": "object", "additionalProperties": {"type": "string"}},
    "any": True,
    "op": {
        "enum": [
            "+",
            "-",
            "*",
            "div",
            "mod",
            "min",
            "max",
            "neg",
            "abs",
            "==",
            "!=",
            "<",
            "<=",
            ">",
            ">=",
            "and",
            "or",
            "not",
        ]
    },
    "fold": {"enum": ["sum", "count", "any", "all", "max", "min", "first", "last", "only", "set", "list", "best"]},
    "end": {"enum": ["top", "bottom"]},
    "none": {"enum": ["error", "skip"]},
    "effect": {"enum": ["pure", "mutating", "suspending"]},
    "U": {"type": ["string", "integer", "array"]},
    "see": {"type": ["string", "object"]},
    "tables": {"type": "object", "additionalProperties": {"type": "object", "required": ["dims", "data"]}},
    "locals": {"type": "object", "additionalProperties": {"$ref": "#/$defs/L"}},
}
REFERENCES = {"E": "expression", "S": "statement", "D": "domain", "T": "type", "G": "target"}


def _field(word: str) -> Any:
    """The schema of one field, from its word."""
    word = word.rstrip("~")
    if word.endswith("?"):
        inner = _field(word[:-1])
        return {"if": {"type": "null"}, "else": inner}
    if word.endswith("*"):
        return {"type": "array", "items": _field(word[:-1])}
    if word in PLAIN:
        return {"$ref": f"#/$defs/{word}"}
    return {"$ref": f"#/$defs/{REFERENCES.get(word, word)}"}


def _object(fields: str, tag: str | None = None) -> Node:
    properties: Node = {tag: True} if tag else {}
    required = [tag] if tag else []
    for part in fields.split():
        name, _, word = part.partition(":")
        properties[name] = _field(word)
        if not word.endswith("~"):
            required.append(name)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _tagged(tag: str, table: dict[str, str]) -> Node:
    """A tagged union by if/then, so that an error speaks of the one kind that was meant."""
    return {
        "type": "object",
        "required": [tag],
        "properties": {tag: {"enum": list(table)}},
        "allOf": [
            {"if": {"properties": {tag: {"const": kind}}, "required": [tag]}, "then": _object(fields, tag)}
            for kind, fields in table.items()
        ],
    }


@lru_cache(maxsize=1)
def program_schema() -> Node:
    """The published schema, draft 2020-12."""
    types = {"int": "low:int high:int of:text~", "set": "of:U", "list": "low:int high:int capacity:int of:text~"}
    targets = {"attribute": "attribute:name index:E?", "var": "name:name"}
    definitions: Node = {
        "expression": _tagged("kind", EXPRESSIONS),
        "statement": _tagged("kind", STATEMENTS),
        "domain": _tagged("domain", DOMAINS),
        "type": _tagged("kind", types),
        "target": _tagged("kind", targets),
        **PLAIN,
    }
    definitions |= {name: _object(fields) for name, fields in OBJECTS.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A checked Rulewright program",
        **_object(PROGRAM),
        "$defs": definitions,
    }


def validate(program: Any) -> list[Diagnostic]:
    """What is wrong with a program from outside: its shape first, then whether its names lead anywhere."""
    import jsonschema

    validator = jsonschema.Draft202012Validator(program_schema())
    for error in _first(validator.iter_errors(program), 5):
        deepest = error
        while deepest.context:
            deepest = deepest.context[0]
        place = "/".join(str(p) for p in deepest.absolute_path) or "the document"
        return [_broken(f"the compiled program is not well-formed at `{place[:200]}`", deepest.message[:200])]
    return [
        _broken("the compiled program does not hang together", problem) for problem in _first(_loose_ends(program), 5)
    ]


def _first(items: Iterator[Any], count: int) -> Iterator[Any]:
    for _, item in zip(range(count), items, strict=False):
        yield item


def _broken(headline: str, note: str) -> Diagnostic:
    return Diagnostic(
        "broken-program", headline, notes=(note,), help="compile the ruleset again: `rulewright compile GAME`"
    )


def _loose_ends(program: Node) -> Iterator[str]:
    """Names that nothing declares, places that do not exist, a hash that does not fit."""
    from .program import digest

    if program["format"] != 1 or program["language"] != "1.0":
        yield f"it is in format {program['format']} and language {program['language']}; 1 and 1.0 are understood"
        return
    if digest(program) != program["hash"]:
        yield "its hash does not fit its contents"
    known: dict[str, set[str]] = {
        "attribute": {a["name"] for a in program["attributes"]} | {"active"},
        "procedure": {p["name"] for p in program["procedures"]}
        | {p["name"] for s in program["scenarios"] for p in s["procedures"]},
        "table": set(program["tables"]) | {"player.next", "player.previous"} | _components(program),
        "rows": set(program["rows"]) | {"player.others", "player.circle"},
    }
    kinds = {k["name"] for k in program["kinds"]}
    for name in (program["main"], program["init"]):
        if name not in known["procedure"]:
            yield f"there is no procedure `{name}`"
    for procedure in program["procedures"]:
        bound = set(procedure["locals"])
        for node in _nodes(procedure["body"]):
            for word in ("attribute", "procedure", "table", "rows"):
                if isinstance(node.get(word), str) and node[word] not in known[word]:
                    yield f"`{procedure['name']}` speaks of an unknown {word} `{node[word]}`"
            if isinstance(node.get("site"), int) and not 0 <= node["site"] < len(program["sites"]):
                yield f"`{procedure['name']}` names a site that does not exist"
            if isinstance(node.get("var"), str):
                bound.add(node["var"])
            if (
                node.get("kind") in ("top", "count", "move", "shuffle", "where", "members")
                and node.get("of") not in kinds
            ):
                yield f"`{procedure['name']}` speaks of an unknown kind `{node.get('of')}`"
            if node.get("kind") == "zone" and not 0 <= node["zone"] < len(program["zones"]):
                yield f"`{procedure['name']}` names a zone that does not exist"
        for node in _nodes(procedure["body"]):
            if node.get("kind") == "var" and node["name"] not in bound:
                yield f"`{procedure['name']}` reads `{node['name']}`, which nothing declares"


def _components(program: Node) -> set[str]:
    return {f"{k['name']}.{part}" for k in program["kinds"] for part in k["per"]}


def _nodes(node: Any) -> Iterator[Node]:
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from _nodes(value)
    elif isinstance(node, list):
        for item in node:
            yield from _nodes(item)


def published() -> str:
    """The schema as the file that is shipped with the validator."""
    return json.dumps(program_schema(), indent=1) + "\n"
