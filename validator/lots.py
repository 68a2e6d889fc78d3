"""Chance: `random` draws distinct things, `roll` independent numbers."""

from __future__ import annotations

from ..grammar import nodes
from . import core
from .moving import Moving
from .types import Bool, Broken, Enum, Int, ListOf, Point, Set, Thing, several
from .values import Node, Scope, Stream

MOST_DICE = 64


class Lots(Moving):
    """Each draw is a `pick` of the core."""

    def random(self, s: nodes.Random) -> list[Node]:
        self.scopes.append(Scope())
        stream = self.members(nodes.Name(s.name.span, f"{s.name.text}"), s.domain)
        self.scopes.pop()
        self.scopes.pop()
        site = self.site(s.span, self.cites)
        if s.count is not None:
            return self.random_many(s, stream, site)
        stream = self.single(stream, s.domain.span)
        clause = stream.clauses[0]
        out: list[Node] = []
        if s.otherwise is not None:
            self.must_leave(s.otherwise)
            found = core.fold("any", [clause], core.int_(1))
            out.append(core.when(core.not_(found), self.statement(s.otherwise)))
        local = self.named_local(s.name, stream.type)
        out.append(
            {
                "kind": "pick",
                "into": local,
                "var": clause["var"],
                "domain": clause["domain"],
                "where": clause["where"],
                "none": "error",
                "site": site,
            }
        )
        return out

    def random_many(self, s: nodes.Random, stream: Stream, site: int) -> list[Node]:
        """Distinct things: one is drawn after the other from those that are left."""
        assert s.count is not None
        of = self.set_of(stream.type)
        if of is None:
            self.error(
                "wrong-type",
                "several can only be drawn from a set of things",
                s.domain.span,
                f"these are {several(stream.type)}",
                help="`roll` gives independent numbers",
            )
            return []
        amount = self.number(s.count).node
        self.scopes.append(Scope())
        rest, wanted = self.local("_rest", Set(of)), self.local("_wanted", Int(-(2**31), 2**31 - 1))
        out = [core.set_var(rest, self.gather(stream, s.domain.span).node, site), core.set_var(wanted, amount, site)]
        if s.otherwise is not None:
            self.must_leave(s.otherwise)
            left = {"kind": "size", "set": core.var(rest), "of": of}
            out.append(core.when(core.op("<", left, core.var(wanted)), self.statement(s.otherwise)))
        gone = self.scopes.pop().locals
        local = self.named_local(s.name, Set(of))
        self.scopes.append(Scope(locals=gone))
        one = self.local("_drawn", stream.type)
        body: list[Node] = [
            {
                "kind": "pick",
                "into": one,
                "var": self.fresh("_any"),
                "domain": core.set_domain(core.var(rest)),
                "where": None,
                "none": "error",
                "site": site,
            },
            {"kind": "exclude", "target": core.var(rest), "item": [core.var(one)], "of": of, "site": site},
            {"kind": "include", "target": core.var(local), "item": [core.var(one)], "of": of, "site": site},
        ]
        return [*out, *self.times(core.var(wanted), body, s.span), *self.drop(self.scopes.pop().locals)]

    def roll(self, s: nodes.Roll) -> list[Node]:
        """Independent numbers: each die is drawn from the same range."""
        if s.count is None:
            return self.random(nodes.Random(s.span, s.cites, None, s.name, s.domain, s.otherwise))
        stream = self.members(s.name, s.domain)
        self.scopes.pop()
        stream = self.single(stream, s.domain.span)
        clause = stream.clauses[0]
        count = self.number(s.count)
        assert isinstance(count.type, Int)
        if not isinstance(stream.type, Int | Bool | Enum | Thing | Point):
            self.named_local(s.name, Broken())
            return []
        if s.otherwise is not None:
            self.error(
                "useless-line",
                "dice are always there, so there is no otherwise",
                s.otherwise.span,
                "never reached",
                help="take it out, or draw things with `random`",
            )
        if count.type.high > MOST_DICE:
            self.error(
                "too-long-list",
                "too many dice are rolled at once",
                s.span,
                f"up to {count.type.high:,}; at most {MOST_DICE}",
                help="roll fewer at a time, in a loop",
            )
        local = self.named_local(s.name, ListOf(stream.type, max(1, min(count.type.high, MOST_DICE))))
        self.scopes.append(Scope())
        one = self.local("_face", stream.type)
        site = self.site(s.span, self.cites)
        body: list[Node] = [
            {
                "kind": "pick",
                "into": one,
                "var": clause["var"],
                "domain": clause["domain"],
                "where": clause["where"],
                "none": "error",
                "site": site,
            },
            {"kind": "append", "target": core.var(local), "value": core.var(one), "site": site},
        ]
        return [*self.times(count.node, body, s.span), *self.drop(self.scopes.pop().locals)]
