"""Decisions: every way to ask a player, lowered into the one `choose` of the core, and transactions
around them."""

from __future__ import annotations

from typing import Any

from ..grammar import nodes
from ..grammar.spans import Span
from . import core
from .bodies import LEAVING
from .model import expand
from .statements import Statements
from .syntax import shape, walk
from .types import Bool, Broken, Enum, Int, ListOf, Point, Set, Thing, Type, several, spoken
from .values import Scope, Stream, Val
from .world import PLAYER

Node = dict[str, Any]
MOST_VALUES = 3
TAKEN = ("yes", "no", "nothing", "done")


class Decisions(Statements):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.sealed: list[str] | None = None  # inside `secretly`: set while decisions are allowed
        self.statement_words |= {
            nodes.Choose: self.choose,
            nodes.ChooseMany: self.choose_many,
            nodes.ChoosePoint: self.choose_point,
            nodes.ChooseOption: self.choose_option,
            nodes.May: self.may,
            nodes.MayChoose: self.may_choose,
            nodes.MayRun: self.may_run,
            nodes.AsAWhole: self.as_a_whole,
            nodes.ForEach: self.for_each_any,
        }

    # ------------------------------------------------------------ the one node

    def asked(
        self,
        s: nodes.Statement,
        who: Node,
        branches: list[Node],
        *,
        tag: str | None,
        values: list[str],
        none: str = "error",
        asking: nodes.Asking | None = None,
        series: int | None = None,
        open_: Node | None = None,
    ) -> Node:
        site = self.site(s.span, self.cites)
        return {
            "kind": "choose",
            "who": who,
            "branches": branches,
            "into": {"tag": tag, "values": values},
            "none": none,
            "ask": bool(asking and asking.always),
            "open": open_,
            "sealed": self.sealed is not None,
            "site": site,
            "prompt": asking.text if asking else None,
            "series": series,
            "rules": list(self.rules),
        }

    def branch(
        self,
        tag: int,
        name: str | None,
        over: list[Node],
        values: list[Node],
        types: list[Type],
        span: Span,
        *,
        when: Node | None = None,
        label: str | None = None,
        rules: list[str] | None = None,
    ) -> Node:
        return {
            "tag": tag,
            "name": name,
            "label": label,
            "over": over,
            "when": when,
            "values": values,
            "whole": False,
            "types": [self.core_type(t) for t in types],
            "rules": rules or [],
            "site": self.site(span),
            "refusals": [],
            "params": [],
        }

    def simple(self, tag: int, name: str, span: Span, when: Node | None = None) -> Node:
        return self.branch(tag, name, [], [], [], span, when=when)

    def choosable(self, stream: Stream, span: Span) -> bool:
        if isinstance(stream.type, Int | Bool | Enum | Thing | Point):
            return True
        if isinstance(stream.type, ListOf):
            self.error("wrong-type", "a list cannot be chosen as a whole", span, "choose its points one by one")
        elif not isinstance(stream.type, Broken):
            self.error("wrong-type", f"{spoken(stream.type)} cannot be chosen", span, "things, numbers and points can")
        return False

    # ------------------------------------------------------------ one, some, a point

    def choose(self, s: nodes.Choose) -> list[Node]:
        who = self.player(s.who, s.span)
        stream = self.members(s.name, s.domain)
        self.scopes.pop()
        if not self.choosable(stream, s.domain.span):
            self.named_local(s.name, Broken())
            return []
        branch = self.branch(0, None, stream.clauses, [stream.value], [stream.type], s.span)
        if s.otherwise is None:
            local = self.named_local(s.name, stream.type)
            return [self.asked(s, who, [branch], tag=None, values=[local], asking=s.asking)]
        self.must_leave(s.otherwise)
        self.scopes.append(Scope())
        tag = self.local("_found", Int(-1, 0))
        leaving = self.statement(s.otherwise)
        dead = self.scopes.pop().locals
        local = self.named_local(s.name, stream.type)
        ask = self.asked(s, who, [branch], tag=tag, values=[local], none="skip", asking=s.asking)
        return [ask, core.when(core.equal(core.var(tag), core.int_(-1)), leaving), *self.drop(dead)]

    def choose_point(self, s: nodes.ChoosePoint) -> list[Node]:
        """Any valid point may be answered by a person; bots take the candidates."""
        who = self.player(s.who, s.span)
        board = self.world.boards.get(s.board.text)
        if board is None or board.shape != "plane":
            self.reports.unknown("plane", s.board, [b.name for b in self.world.boards.values() if b.shape == "plane"])
            self.named_local(s.name, Broken())
            return []
        candidates = self.stream(s.such_as)
        if not isinstance(candidates.type, Point):
            self.error(
                "wrong-type",
                f"points are needed here, not {several(candidates.type)}",
                s.such_as.span,
                "candidates are points",
            )
            self.named_local(s.name, Broken())
            return []
        name = self.fresh("_point")
        self.scopes.append(Scope())
        self.bind(s.name, core.var(name), Point())
        valid = self.test(s.where) if s.where is not None else core.int_(1)
        self.scopes.pop()
        inside = {
            "kind": "geometry",
            "name": "on_board",
            "args": [core.var(name), core.int_(board.width * 10), core.int_(board.height * 10)],
        }
        valid = core.and_(inside, valid)
        one = {"kind": "list", "items": [candidates.value]}  # never kept together, so there may be many
        over = [*candidates.clauses, core.clause(name, {"domain": "list", "of": one}, valid)]
        branch = self.branch(0, None, over, [core.var(name)], [Point()], s.span)
        open_ = {"var": name, "valid": valid}
        if s.otherwise is None:
            local = self.named_local(s.name, Point())
            return [self.asked(s, who, [branch], tag=None, values=[local], asking=s.asking, open_=open_)]
        self.must_leave(s.otherwise)
        self.scopes.append(Scope())
        tag = self.local("_found", Int(-1, 0))
        leaving = self.statement(s.otherwise)
        dead = self.scopes.pop().locals
        local = self.named_local(s.name, Point())
        ask = self.asked(s, who, [branch], tag=tag, values=[local], none="skip", asking=s.asking, open_=open_)
        return [ask, core.when(core.equal(core.var(tag), core.int_(-1)), leaving), *self.drop(dead)]

    def choose_many(self, s: nodes.ChooseMany) -> list[Node]:
        """Members one by one in ascending order, then `done`: each subset is reached in exactly one way."""
        source = self.set_value(s.source)
        if not isinstance(source.type, Set):
            if not isinstance(source.type, Broken):
                self.error(
                    "wrong-type",
                    "several can only be chosen from things",
                    s.source.span,
                    f"this is {spoken(source.type)}",
                    help="choose numbers one after the other",
                )
            self.named_local(s.name, Broken())
            return []
        of, site = source.type.of, self.site(s.span, self.cites)
        chosen = self.named_local(s.name, source.type)
        item: Type = Enum(of) if of in self.world.enums else Thing(of)
        self.scopes.append(Scope())
        asker, rest = self.local("_asker", Thing(PLAYER)), self.local("_from", source.type)
        out = [core.set_var(asker, self.player(s.who, s.span), site), core.set_var(rest, source.node, site)]
        size = {"kind": "size", "set": core.var(chosen), "of": of}
        left = {"kind": "size", "set": core.var(rest), "of": of}
        most: Node | None = None
        if s.count is not None:
            count = self.number(s.count)
            wanted = self.local("_wanted", Int(-(2**31), 2**31 - 1))
            out.append(core.set_var(wanted, count.node, site))
            most = core.var(wanted)
        exactly = s.how == "exactly"
        if exactly:
            assert most is not None
            short = core.op("<", left, most)
            if s.otherwise is not None:
                self.must_leave(s.otherwise)
                out.append(core.when(short, self.statement(s.otherwise)))
            else:
                out.append(
                    {
                        "kind": "ensure",
                        "test": core.op(">=", left, most),
                        "text": "there are not enough to choose from",
                        "site": site,
                        "code": "empty",
                    }
                )
        elif s.otherwise is not None:
            self.error(
                "useless-line",
                "nothing has to be chosen here, so there is no otherwise",
                s.otherwise.span,
                "never reached",
                help="take the `otherwise` out",
            )
        member, tag, one = self.fresh("_member"), self.local("_tag", Int(-1, 1)), self.local("_one", item)
        clause = core.clause(member, core.set_domain(core.var(rest)))
        if exactly:  # a member is offered only if enough follow it
            assert most is not None
            after = core.fold(
                "count", [core.clause(self.fresh("_later"), core.set_domain(core.var(rest)))], core.int_(0)
            )
            later = after["over"][0]["var"]
            after["over"][0]["where"] = core.op(">", core.var(later), core.var(member))
            clause["where"] = core.op(">=", core.op("+", core.op("+", after, size), core.int_(1)), most)
        branches = [self.branch(0, None, [clause], [core.var(member)], [item], s.span)]
        if not exactly:
            branches.append(self.simple(1, "done", s.span))
        ask = self.asked(s, core.var(asker), branches, tag=tag, values=[one], none="skip", asking=s.asking, series=site)
        smaller = core.fold(
            "set", [core.clause(self.fresh("_kept"), core.set_domain(core.var(rest)))], core.int_(0), of=of
        )
        kept = smaller["over"][0]["var"]
        smaller["over"][0]["where"] = core.op(">", core.var(kept), core.var(one))
        smaller["value"] = core.var(kept)
        body: list[Node] = [
            ask,
            core.when(core.op("!=", core.var(tag), core.int_(0)), [*self.drop([tag, one]), {"kind": "break"}]),
            {"kind": "include", "target": core.var(chosen), "item": [core.var(one)], "of": of, "site": site},
            core.set_var(rest, smaller, site),
            *self.drop([tag, one]),
        ]
        go_on = core.op(">", left, core.int_(0))
        if most is not None:
            go_on = core.and_(go_on, core.op("<", size, most))
        out.append({"kind": "while", "test": go_on, "body": body, "site": site})
        return out + self.drop(self.scopes.pop().locals)

    # ------------------------------------------------------------ menus

    def option_params(
        self, params: tuple[nodes.ActionParam, ...], span: Span
    ) -> tuple[list[Node], list[tuple[nodes.Name, Node, Type]]]:
        """The clauses of an option's or action's parameters. Opens a scope with their names; the caller closes it."""
        self.scopes.append(Scope())
        over: list[Node] = []
        values: list[tuple[nodes.Name, Node, Type]] = []
        if len(params) > MOST_VALUES:
            self.error(
                "too-many-parameters",
                f"an option has up to {MOST_VALUES} values",
                params[MOST_VALUES].span,
                "one too many",
                help="split the decision into two",
            )
        for p in params[:MOST_VALUES]:
            if isinstance(p, nodes.ParamFrom):
                domain = p.domain
                stream = self.domain(domain)
                self.bind(p.name, stream.value, stream.type)
                if domain.where is not None:
                    stream = self.filtered(stream, self.test(domain.where))
                if not self.choosable(stream, domain.span):
                    continue
            else:
                t = self.world.type_of(p.type, p.name.text)
                stream = self.every(t, p)
                self.bind(p.name, stream.value, stream.type)
            over += stream.clauses
            values.append((p.name, stream.value, stream.type))
        return over, values

    def every(self, t: Type, p: nodes.Param) -> Stream:
        name = self.fresh("_" + p.name.text)
        match t:
            case Thing() | Enum():
                of = self.set_of(t) or ""
                return Stream([core.clause(name, core.all_domain(of))], core.var(name), t, self.world.size(of))
            case Int():
                return Stream(
                    [core.clause(name, core.range_domain(core.int_(t.low), core.int_(t.high)))],
                    core.var(name),
                    t,
                    t.high - t.low + 1,
                )
            case Bool():
                return Stream([core.clause(name, core.range_domain(core.int_(0), core.int_(1)))], core.var(name), t, 2)
        if not isinstance(t, Broken):
            self.error(
                "wrong-type",
                f"{spoken(t)} cannot be chosen from all there is",
                p.span,
                "say from what",
                help=f"write `{p.name.text} from SET`",
            )
        return Stream([core.clause(name, core.range_domain(core.int_(0), core.int_(-1)))], core.var(name), Broken(), 0)

    def choose_option(self, s: nodes.ChooseOption) -> list[Node]:
        who = self.player(s.who, s.span)
        self.scopes.append(Scope())
        branches: list[Node] = []
        params: list[list[tuple[nodes.Name, Node, Type]]] = []
        for i, option in enumerate(s.options):
            if any(o.name.text == option.name.text for o in s.options[:i]):
                self.error(
                    "name-twice",
                    f"two options are called `{option.name.text}`",
                    option.name.span,
                    "again here",
                    help="give this one another name",
                )
            if option.name.text in TAKEN:
                self.error(
                    "name-twice",
                    f"`{option.name.text}` already means declining or accepting",
                    option.name.span,
                    "an answer of the language",
                    help="give the option another name",
                )
            over, values = self.option_params(option.params, option.span)
            test = self.test(option.test) if option.test is not None else None
            self.scopes.pop()
            branch = self.branch(
                i,
                option.name.text,
                over,
                [v for _, v, _ in values],
                [t for _, _, t in values],
                option.span,
                when=test,
                label=option.label,
                rules=expand(option.cites),
            )
            branch["whole"] = self.opens_whole(option.body)
            branches.append(branch)
            params.append(values)
        if s.optional:
            branches.append(self.simple(len(s.options), "nothing", s.span))
        tag = self.local("_tag", Int(-1, len(branches)))
        most = max((len(p) for p in params), default=0)
        slots = [self.local(f"_v{k + 1}", Int(-(2**31), 2**31 - 1)) for k in range(most)]
        soft = s.optional or s.otherwise is not None
        out: list[Node] = [
            self.asked(s, who, branches, tag=tag, values=slots, none="skip" if soft else "error", asking=s.asking)
        ]
        otherwise = self.block(s.otherwise) if s.otherwise is not None else []
        bodies = []
        for option, own in zip(s.options, params, strict=True):
            rules, self.rules = self.rules, [*expand(option.cites), *self.rules]
            bodies.append(self.taken(option, own, slots, tag))
            self.rules = rules
        chosen = core.dispatch(core.var(tag), bodies, otherwise if soft else None)
        return out + chosen + self.drop(self.scopes.pop().locals)

    def taken(
        self, option: nodes.Option, params: list[tuple[nodes.Name, Node, Type]], slots: list[str], tag: str
    ) -> list[Node]:
        """The body of an option: its values get names and types of their own, the raw ones are gone."""
        self.scopes.append(Scope())
        out: list[Node] = []
        site = self.site(option.span)
        for (name, _, t), slot in zip(params, slots, strict=False):
            out.append(core.set_var(self.named_local(name, t), core.var(slot), site))
        out += self.drop([tag, *slots])
        out += self.block(option.body)
        dead = self.scopes.pop().locals
        return out if option.body and isinstance(option.body[-1], LEAVING) else out + self.drop(dead)

    def opens_whole(self, body: tuple[nodes.Stmt, ...]) -> bool:
        """Does this body begin with a transaction, itself or in the procedure it calls first?"""
        if not body:
            return False
        first = body[0]
        if isinstance(first, nodes.AsAWhole):
            return True
        if (
            isinstance(first, nodes.Run)
            and first.call.subject is None
            and first.call.name.text in self.world.procedures
        ):
            return self.opens_whole(self.world.procedures[first.call.name.text].body)
        return False

    # ------------------------------------------------------------ may

    def yes_or_no(
        self,
        s: nodes.Statement,
        who: nodes.Expr | None,
        asking: nodes.Asking | None,
        body: list[Node],
        otherwise: list[Node],
    ) -> list[Node]:
        node = self.player(who, s.span)
        self.scopes.append(Scope())
        tag = self.local("_tag", Int(-1, 1))
        ask = self.asked(
            s, node, [self.simple(1, "yes", s.span), self.simple(0, "no", s.span)], tag=tag, values=[], asking=asking
        )
        test = core.equal(core.var(tag), core.int_(1))
        return [ask, core.when(test, [*self.drop([tag]), *body], otherwise), *self.drop(self.scopes.pop().locals)]

    def may(self, s: nodes.May) -> list[Node]:
        body = self.block(s.body)
        out = self.yes_or_no(s, s.who, s.asking, body, self.block(s.otherwise) if s.otherwise else [])
        out[0]["branches"][0]["whole"] = self.opens_whole(s.body)
        return out

    def may_run(self, s: nodes.MayRun) -> list[Node]:
        asking = None
        out = self.yes_or_no(s, s.who, asking, self.run(nodes.Run(s.span, s.cites, s.call)), [])
        ask = out[0]
        ask["about"] = s.call.name.text
        return out

    def may_choose(self, s: nodes.MayChoose) -> list[Node]:
        who = self.player(s.who, s.span)
        stream = self.members(s.name, s.domain)
        self.scopes.pop()
        self.scopes.append(Scope())
        if not self.choosable(stream, s.domain.span):
            self.scopes.pop()
            return []
        tag = self.local("_tag", Int(-1, 1))
        branch = self.branch(0, None, stream.clauses, [stream.value], [stream.type], s.span)
        found = core.fold("any", stream.clauses, core.int_(1))
        decline = self.simple(1, "nothing", s.span, found if not (s.asking and s.asking.always) else None)
        self.scopes.append(Scope())
        local = self.named_local(s.name, stream.type)
        ask = self.asked(s, who, [branch, decline], tag=tag, values=[local], none="skip", asking=s.asking)
        body = self.block(s.body)
        dead = self.scopes.pop().locals
        otherwise = self.block(s.otherwise) if s.otherwise is not None else []
        test = core.equal(core.var(tag), core.int_(0))
        then = [*self.drop([tag]), *body]
        if not (s.body and isinstance(s.body[-1], LEAVING)):
            then += self.drop(dead)
        return [ask, core.when(test, then, [*self.drop([tag]), *otherwise]), *self.drop(self.scopes.pop().locals)]

    # ------------------------------------------------------------ orders, secrets, transactions

    def for_each_any(self, s: nodes.ForEach) -> list[Node]:
        return self.for_each(s) if s.chosen_by is None else self.for_each_chosen(s)

    def for_each_chosen(self, s: nodes.ForEach) -> list[Node]:
        """One after the other, the next one chosen when the last is done, so that results feed back."""
        assert s.chosen_by is not None
        site = self.site(s.span, self.cites)
        self.scopes.append(Scope())
        stream = self.members(s.name, s.domain)
        self.scopes.pop()
        source = self.gather(stream, s.domain.span)
        if not isinstance(source.type, Set):
            self.error(
                "wrong-type",
                "an order can only be chosen among things",
                s.domain.span,
                f"these are {several(stream.type)}",
            )
            self.scopes.pop()
            return []
        of = source.type.of
        item: Type = Enum(of) if of in self.world.enums else Thing(of)
        rest = self.local("_rest", source.type)
        who = self.wanted(s.chosen_by, Thing(PLAYER))
        self.scopes.append(Scope(loop=True))
        self.scopes.append(Scope())  # of one round: `next` and `leave` drop what is in it
        one = self.named_local(s.name, item)
        member = self.fresh("_next")
        clause = core.clause(member, core.set_domain(core.var(rest)))
        ask = self.asked(
            s, who, [self.branch(0, None, [clause], [core.var(member)], [item], s.span)], tag=None, values=[one]
        )
        body: list[Node] = [
            ask,
            {"kind": "exclude", "target": core.var(rest), "item": [core.var(one)], "of": of, "site": site},
        ]
        body += self.block(s.body)
        body += self.drop(self.scopes.pop().locals)
        self.scopes.pop()
        go_on = core.op(">", {"kind": "size", "set": core.var(rest), "of": of}, core.int_(0))
        loop = {"kind": "while", "test": go_on, "body": body, "site": site}
        return [core.set_var(rest, source.node, site), loop, *self.drop(self.scopes.pop().locals)]

    def as_a_whole(self, s: nodes.AsAWhole) -> list[Node]:
        site = self.site(s.span, self.cites)
        self.one_decider(s)
        self.scopes.append(Scope(whole=True))
        body = []
        for statement in s.body:
            body += self.statement(statement)
        provided = []
        for line in s.provided:
            rules, self.rules = self.rules, [*expand(line.cites), *self.rules]
            provided.append({"test": self.test(line.test), "text": line.text, "site": self.site(line.span)})
            self.rules = rules
        needs = [self.test(line.test) for line in s.needs]
        dead = self.scopes.pop().locals
        return [{"kind": "attempt", "body": body, "provided": provided, "needs": needs, "site": site}, *self.drop(dead)]

    def one_decider(self, s: nodes.AsAWhole) -> None:
        """A play is entered by one player: another would have to help completing it."""
        first: tuple[str, Span] | None = None
        for node in walk(s.body):
            if isinstance(node, nodes.AsPlayer):
                who: nodes.Expr | None = node.who
            elif isinstance(node, nodes.ForEach) and node.chosen_by is not None:
                who = node.chosen_by
            elif isinstance(node, DECIDED):
                who = node.who
            else:
                continue
            here = (shape(who), who.span if who is not None else node.span)
            if first is None:
                first = here
            elif first[0] != here[0]:
                self.error(
                    "whole-play",
                    "somebody else decides inside a play that counts as a whole",
                    here[1],
                    "a second player",
                    also=[(first[1], "the first one")],
                    help="let them decide after the play is complete",
                )


DECIDED = (
    nodes.Choose, nodes.ChooseMany, nodes.ChoosePoint, nodes.ChooseOption, nodes.May, nodes.MayChoose, nodes.MayRun,
    nodes.MayDeclare, nodes.Act,
)  # fmt: skip

__all__ = ["Decisions", "Val"]
