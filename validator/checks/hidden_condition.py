"""Decisions that tell what somebody hides by what they offer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...grammar.diagnostics import Diagnostic
from ...grammar.source import Source
from ...grammar.spans import Span
from ..lint import Subject, finding
from ..usage import nodes_of, usage

PAGE = """
## RW351 hidden-condition: what is offered tells what is hidden

**Finds** a choice, an option or a requirement that looks at things which whoever decides does not see: another player's
hidden hand, a face-down deck, a secret number. How many things a zone holds is open, and so is what was revealed.

**Why it matters.** The list of options, and the reason why one is refused, give the secret away: who may not strike
learns how strong the other is.

**Avoid**

```rules wrong
each player has
  gold   is 0 to 9 starts 3
  secret is 0 to 9 starts 2 seen by owner

phase turn for player
  act
  end game won by you if you.gold > you.secret

action bribe
  during turn
  requires you.opponent.secret < 5 "the secret is too great"
  do
    add 1 to you.gold

sequence of play
  play turn for light
```

**Prefer**

```rules right
each player has
  gold   is 0 to 9 starts 3
  secret is 0 to 9 starts 2 seen by owner

phase turn for player
  act
  end game won by you if you.gold > you.secret

action bribe
  during turn
  do
    add 1 to you.gold if you.opponent.secret < 5

sequence of play
  play turn for light
```

**Fix**: none. Offer it to everyone and let the effect depend on the secret, `reveal` it first, or let it be seen.
"""
FIX = "none"

Node = dict[str, Any]
ME, OTHER, SOMEBODY = "me", "other", "somebody"  # a player, as whoever decides sees it
Env = dict[str, str]
Secret = tuple[str, bool]  # the name of what is hidden; is it a player's own?


def check(subject: Subject) -> Iterator[Diagnostic]:
    looker = _Looker(subject.program)
    sites = subject.program["sites"]
    if not looker.hidden:
        return
    found: set[tuple[int, str]] = set()
    for procedure in subject.program["procedures"]:
        if procedure["name"] not in usage(subject).reached:
            continue
        for choose in nodes_of(procedure["body"]):
            if choose.get("kind") != "choose":
                continue
            for site, secret, what in _told(choose, looker):
                if (site, secret[0]) not in found:
                    found.add((site, secret[0]))
                    yield _found(sites[site], secret, what, subject)


def _told(choose: Node, looker: _Looker) -> Iterator[tuple[int, Secret, str]]:
    looker.decides(choose["who"])
    for branch in choose["branches"]:
        env = looker.env()
        for clause in branch["over"]:
            for secret in looker.clause(clause, env):
                yield branch["site"], secret, "what is offered"
        if not branch["refusals"]:
            for secret in looker.look(branch["when"], env):
                yield branch["site"], secret, "what is offered"
        for refusal in branch["refusals"]:
            if refusal["what"] != "domain":
                for secret in looker.look(refusal["test"], env):
                    yield refusal["site"], secret, "why it is refused"


def _found(site: Node, secret: Secret, what: str, subject: Subject) -> Diagnostic:
    name, owned = secret
    file = site["file"]
    source = Source(subject.sources[file], file)
    start, end = (source.offset(site[f"{e}line"], site[f"{e}column"]) for e in ("", "end_"))
    span = Span(file, start, end, site["line"], site["column"], site["end_line"], site["end_column"])
    return finding(
        f"{what} tells of `{name.rsplit('.', 1)[-1]}`, which {'another player hides' if owned else 'nobody sees'}",
        span,
        "whoever decides does not see it",
        help="let it depend on what is seen, `reveal` it first, or test it in the effect",
        rules=site["rules"],
    )


class _Looker:
    """Finds what an expression reads that one player does not see. Players are followed through arguments only as far
    as it is plain who they are; of the rest nothing is said."""

    def __init__(self, program: Node) -> None:
        self.procedures = {p["name"]: p for p in program["procedures"]}
        self.alone = program["players"]["low"] < 2
        self.pair = program["players"]["high"] == 2
        self.zones = program["zones"]
        shown = {
            node["zone"]
            for procedure in program["procedures"]
            for reveal in nodes_of(procedure["body"])
            if reveal.get("kind") == "reveal"
            for node in nodes_of(reveal["things"])
            if node.get("kind") == "zone"
        }
        self.closed = {i: z["see"] for i, z in enumerate(self.zones) if _closed(z) and i not in shown}
        self.attributes = {a["name"]: a["see"] for a in program["attributes"] if _closed(a)}
        self.hidden = bool(self.closed or self.attributes)
        self.who: Node = {}
        self.known: dict[tuple[str, tuple[str, ...]], list[Secret]] = {}

    def decides(self, who: Node) -> None:
        if who != self.who:
            self.who, self.known = who, {}

    def env(self) -> Env:
        """If my neighbour decides, I am another."""
        who = self.who
        if who["kind"] == "table" and who["table"] in ("player.next", "player.previous") and not self.alone:
            return {index["name"]: OTHER for index in who["index"] if index["kind"] == "var"}
        return {}

    def player(self, node: Node | None, env: Env) -> str:
        if node is None:
            return SOMEBODY
        if node == self.who:
            return ME
        match node["kind"]:
            case "var":
                return env.get(node["name"], SOMEBODY)
            case "int":
                return OTHER
            case "sure" | "within":
                return self.player(node["value"], env)
            case "table" if node["table"] in ("player.next", "player.previous") and not self.alone:
                of = self.player(node["index"][0], env)
                return OTHER if of == ME else ME if of == OTHER and self.pair else SOMEBODY
        return SOMEBODY

    def clause(self, clause: Node, env: Env) -> Iterator[Secret]:
        """Goes on with its variable known."""
        domain = clause["domain"]
        if domain["domain"] == "zone":
            yield from self.zone(domain["zone"], env)
        else:
            yield from self.look({k: v for k, v in domain.items() if k != "domain"}, env)
        everyone = domain["domain"] == "all" and domain["of"] == "player"
        others = domain["domain"] == "row" and domain["rows"] in ("player.others", "player.circle")
        env[clause["var"]] = OTHER if everyone or others else SOMEBODY
        yield from self.look(clause["where"], env)

    def zone(self, node: Node, env: Env) -> Iterator[Secret]:
        if node["kind"] == "zone":
            see = self.closed.get(node["zone"])
            if see == "nobody" or (see == "owner" and self.player(node["index"], env) == OTHER):
                yield self.zones[node["zone"]]["name"], see == "owner"
            yield from self.look(node["index"], env)
        else:
            yield from self.look(node, env)

    def look(self, node: Any, env: Env) -> Iterator[Secret]:
        if isinstance(node, list):
            for part in node:
                yield from self.look(part, env)
            return
        if not isinstance(node, dict):
            return
        match node.get("kind"):
            case "count":
                if node["zone"]["kind"] == "zone":
                    yield from self.look(node["zone"]["index"], env)
                return
            case "size" if "set" in node and node["set"]["kind"] == "members":
                return
            case "zone":
                yield from self.zone(node, env)
                return
            case "get":
                see = self.attributes.get(node["attribute"])
                if see == "nobody" or (see == "owner" and self.player(node["index"], env) == OTHER):
                    yield node["attribute"], see == "owner"
            case "fold":
                inner = dict(env)
                if not _counts(node):
                    for clause in node["over"]:
                        yield from self.clause(clause, inner)
                    for key in ("value", "key", "empty"):
                        yield from self.look(node.get(key), inner)
                return
            case "ask":
                yield from self.look(node["args"], env)
                yield from self.asked(node["procedure"], tuple(self.player(arg, env) for arg in node["args"]))
                return
        for part in node.values():
            yield from self.look(part, env)

    def asked(self, name: str, given: tuple[str, ...]) -> list[Secret]:
        key = name, given
        if key not in self.known:
            self.known[key] = []
            procedure = self.procedures[name]
            env = dict(zip(procedure["params"], given, strict=True))
            self.known[key] = list(self.look(procedure["body"], env))
        return self.known[key]


def _closed(seen: Node) -> bool:
    """Hidden from somebody, whatever the rulings say; of things with owners only players' own."""
    return bool(seen["see"] == "nobody" or (seen["see"] == "owner" and seen["of"] == "player"))


def _counts(node: Node) -> bool:
    """Does it ask only how many things lie in zones?"""
    plain: bool = all(c["domain"]["domain"] == "zone" and c["where"] is None for c in node["over"])
    return plain and bool(node["fold"] == "count" or (node["fold"] == "any" and node["value"]["kind"] == "int"))
