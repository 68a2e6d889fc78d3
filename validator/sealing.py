"""Secrets: everybody decides on the unchanged state, the answers lie sealed with their owners, then everybody's lines
are carried out."""

from __future__ import annotations

from typing import Any

from ..grammar import nodes
from . import core
from .decisions import Decisions
from .types import Bool, Broken, Enum, Int, Point, Set, Thing, Type, spoken
from .values import Node, Scope, Stream
from .world import PLAYER

Ask = nodes.Choose | nodes.ChooseMany | nodes.MayChoose
Kept = tuple[nodes.Name, str, Type, int | None]  # name, attribute, type, and what stands for no answer
ASKING = (
    nodes.Choose, nodes.ChooseMany, nodes.ChoosePoint, nodes.ChooseOption, nodes.May, nodes.MayChoose, nodes.MayRun,
    nodes.MayDeclare, nodes.Act, nodes.Secretly,
)  # fmt: skip


class Sealing(Decisions):
    """The decisions come first in the body. Their answers are kept in attributes of the players that only their owners
    see."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.statement_words |= {nodes.Secretly: self.secretly}

    def secretly(self, s: nodes.Secretly) -> list[Node]:
        asks = self.secret_asks(s)
        if asks is None:
            return []
        site = self.site(s.span, self.cites)
        self.scopes.append(Scope())
        players = self.secret_players(s)
        if not isinstance(players.type, Thing):
            self.scopes.pop()
            return []
        var, domain, where = self.looped(players, players, s.domain.span)
        keep: list[Kept] = []
        self.scopes.append(Scope(loop=True))
        self.bind(s.name, core.var(var), Thing(PLAYER))
        self.scopes.append(Scope())
        self.sealed = []
        body: list[Node] = []
        for ask in asks:
            body += self.sealed_ask(ask, var, site, keep)
        self.sealed = None
        body += self.drop(self.scopes.pop().locals)
        self.scopes.pop()
        return [
            {"kind": "for", "var": var, "domain": domain, "where": where, "body": body, "site": site},
            {"kind": "unseal", "shown": not s.kept},
            *self.carried_out(s, asks, keep, site),
            *self.drop(self.scopes.pop().locals),
        ]

    # ------------------------------------------------------------ the form

    def secret_asks(self, s: nodes.Secretly) -> list[Ask] | None:
        """The decisions at the head of a secret, or None where it has not the form of one."""
        asks: list[Ask] = []
        for line in s.body:
            if not isinstance(line, Ask) or (asks and isinstance(asks[-1], nodes.MayChoose)):
                break
            asks.append(line)
        if not asks:
            self.error(
                "secret-shape",
                "a secret begins with its decisions",
                s.body[0].span,
                "not a decision that can be secret",
                help=f"write `{s.name.text} chooses x from …` lines first; "
                f"the last may be `{s.name.text} may choose x from … end`",
            )
            return None
        for ask in asks:
            self.own_decision(s, ask)
        later = [*s.body[len(asks) :], *(line for ask in asks for line in _bodies(ask))]
        for line in later:
            self.no_decision(line)
        return asks

    def own_decision(self, s: nodes.Secretly, ask: Ask) -> None:
        name = s.name.text
        if not isinstance(ask.who, nodes.Name) or ask.who.text != name:
            self.error(
                "secret-shape",
                f"in this secret `{name}` decides",
                ask.who.span if ask.who is not None else ask.span,
                "somebody else is asked",
                also=[(s.name.span, "everybody in turn")],
                help=f"write `{name} chooses …` or `{name} may choose …`",
            )
        if not isinstance(ask, nodes.MayChoose) and ask.otherwise is not None:
            self.error(
                "secret-shape",
                "a secret decision has no `otherwise`",
                ask.otherwise.span,
                "the others would see that nothing is chosen",
                help=f"leave out who has nothing: `secretly each {name} in players where some of …`",
            )

    def no_decision(self, line: nodes.Stmt) -> None:
        from .syntax import walk

        for node in walk(line):
            asks = isinstance(node, ASKING) or (isinstance(node, nodes.ForEach) and node.chosen_by is not None)
            if asks:
                self.error(
                    "secret-shape",
                    "this decision would not be secret",
                    node.span,
                    "it is asked when the answers are carried out",
                    help="put it before the lines that carry out, or behind the `end` of the secret",
                )

    def secret_players(self, s: nodes.Secretly) -> Stream:
        players = self.members(s.name, s.domain)
        self.scopes.pop()
        if players.type == Thing(PLAYER) or isinstance(players.type, Broken):
            return players
        self.error(
            "wrong-type",
            f"only players have secrets, not {spoken(players.type)}",
            s.domain.span,
            "players are needed here",
            help=f"write `secretly each {s.name.text} in players`",
        )
        return Stream(players.clauses, players.value, Broken(), 0)

    # ------------------------------------------------------------ asking

    def sealed_ask(self, ask: Ask, var: str, site: int, keep: list[Kept]) -> list[Node]:
        """A decision whose answer is stored, once on every way, in an attribute of its owner's."""
        if isinstance(ask, nodes.MayChoose):
            shell = nodes.MayChoose(ask.span, ask.cites, ask.who, ask.name, ask.domain, ask.asking, (), None)
            nodes_ = self.may_choose(shell)
            if not nodes_:
                return []
            choose, when = nodes_[0], nodes_[1]
            t = self.stream_type(choose)
            none = t.low - 1 if isinstance(t, Int) else -1
            sealed = self.lowering.sealed(t, none, ask.span)
            answer = core.var(choose["into"]["values"][0])
            when["then"] = [core.set_attribute(sealed, core.var(var), answer, site), *when["then"]]
            when["else"] = [core.set_attribute(sealed, core.var(var), core.int_(none), site), *when["else"]]
            keep.append((ask.name, sealed, t, none))
            return nodes_
        nodes_ = self.statement(ask)
        bound = self.find(ask.name.text)
        if bound is None or bound.local is None or isinstance(bound.type, Broken):
            return nodes_
        sealed = self.lowering.sealed(bound.type, None, ask.span)
        keep.append((ask.name, sealed, bound.type, None))
        return [*nodes_, core.set_attribute(sealed, core.var(var), core.var(bound.local), site)]

    def stream_type(self, choose: Node) -> Type:
        core_t = choose["branches"][0]["types"][0]
        of = core_t.get("of")
        if of == "bool":
            return Bool()
        if of == "point":
            return Point()
        if of in self.world.enums:
            return Enum(of)
        return Thing(of) if of in self.world.kinds else Int(core_t["low"], core_t["high"])

    # ------------------------------------------------------------ carrying out

    def carried_out(self, s: nodes.Secretly, asks: list[Ask], keep: list[Kept], site: int) -> list[Node]:
        """The second round: each player's lines, with the answers under their names. What was sealed is taken out
        first, so that nothing of it stays whichever way the lines end."""
        again = nodes.Name(s.name.span, s.name.text)
        self.scopes.append(Scope())
        players = self.members(again, s.domain)
        self.scopes.pop()
        var, domain, where = self.looped(players, players, s.domain.span)
        self.scopes.append(Scope(loop=True, secret=True))
        self.bind(again, core.var(var), Thing(PLAYER))
        self.scopes.append(Scope())
        body: list[Node] = []
        answers: list[tuple[Kept, str]] = []
        for kept in keep:
            name, sealed, t, none = kept
            local = self.named_local(name, t) if none is None else self.local("_answer", _with_none(t, none))
            body.append(core.set_var(local, core.get(sealed, core.var(var)), site))
            body.append(core.set_attribute(sealed, core.var(var), self.unsealed(sealed, t), site))
            answers.append((kept, local))
        last = asks[-1]
        if isinstance(last, nodes.MayChoose) and answers:
            body += self.perhaps(last, *answers[-1], site)
        body += self.block(s.body[len(asks) :])
        body += self.drop(self.scopes.pop().locals)
        self.scopes.pop()
        return [
            {"kind": "for", "var": var, "domain": domain, "where": where, "body": body, "site": site},
            *self.drop(self.scopes.pop().locals),
        ]

    def perhaps(self, last: nodes.MayChoose, kept: Kept, answer: str, site: int) -> list[Node]:
        """What follows from an answer that could be declined."""
        name, _, t, none = kept
        assert none is not None
        self.scopes.append(Scope())
        local = self.named_local(name, t)
        inner = [core.set_var(local, core.var(answer), site), *self.block(last.body)]
        inner += self.drop(self.scopes.pop().locals)
        otherwise = self.block(last.otherwise) if last.otherwise else []
        return [core.when(core.op("!=", core.var(answer), core.int_(none)), inner, otherwise)]

    def unsealed(self, sealed: str, t: Type) -> Node:
        return {"kind": "things", "of": t.of, "items": []} if isinstance(t, Set) else self.lowering.sealed_start(sealed)


def _bodies(ask: Ask) -> tuple[nodes.Stmt, ...]:
    return (*ask.body, *(ask.otherwise or ())) if isinstance(ask, nodes.MayChoose) else ()


def _with_none(t: Type, none: int) -> Type:
    match t:
        case Int():
            return Int(none, t.high)
        case Bool():
            return Int(none, 1)
        case Enum():
            return Enum(t.name, True)
        case Thing():
            return Thing(t.kind, True)
    return Point(True)
