"""The flow of a body: let, if, loops, leaving, giving, ending the game. Decisions are in decisions.py, actions in
acting.py."""

from __future__ import annotations

from typing import Any

from ..grammar import nodes
from ..grammar.spans import Span
from . import core
from .bodies import LEAVING
from .lots import Lots
from .model import expand
from .types import Bool, Broken, Enum, Int, NothingType, Reading, Set, Thing, Type, fits, join, spoken
from .values import Node, Scope, Val
from .world import PLAYER

NESTED_ARMS = 16


class Statements(Lots):
    """All plain statements."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.statement_words |= {
            nodes.Guarded: self.guarded,
            nodes.Set: self.set_,
            nodes.Add: self.add,
            nodes.Take: self.take,
            nodes.Move: self.move,
            nodes.Exchange: self.exchange,
            nodes.Shuffle: self.shuffle,
            nodes.Reveal: self.reveal,
            nodes.Play: self.play,
            nodes.Open: self.open_window,
            nodes.EndGame: self.end_game,
            nodes.Give: self.give,
            nodes.Stop: self.stop,
            nodes.Leave: self.leave,
            nodes.Next: self.next_,
            nodes.Run: self.run,
            nodes.Let: self.let,
            nodes.If: self.if_,
            nodes.Depending: self.depending,
            nodes.ForEach: self.for_each,
            nodes.Repeat: self.repeat,
            nodes.AsPlayer: self.as_player,
            nodes.Remember: self.remember,
            nodes.Forget: self.forget,
            nodes.Schedule: self.schedule,
            nodes.Random: self.random,
            nodes.Roll: self.roll,
        }

    def guarded(self, s: nodes.Guarded) -> list[Node]:
        test = self.test(s.test)
        self.scopes.append(Scope())
        inner = self.statement(s.line)
        dead = self.scopes.pop().locals
        return [core.when(test, inner if isinstance(s.line, LEAVING) else inner + self.drop(dead))]

    def let(self, s: nodes.Let) -> list[Node]:
        if self.happens(s.value):
            assert isinstance(s.value, nodes.Call)
            result = self.result_of(s.value)
            out = self.called(s.value, None)
            local = self.named_local(s.name, result)
            for node in out:
                if node["kind"] == "call":
                    node["into"] = local
            return out
        v = self.value(s.value)
        local = self.named_local(s.name, v.type)
        bound = self.find(s.name.text)
        t = bound.type if bound is not None else v.type
        if isinstance(t, NothingType):
            self.error(
                "missing-type",
                f"nothing says of what `{s.name.text}` is empty",
                s.value.span,
                "what may be added to it is not known",
                help="start from something that is there, such as `cards - cards`",
            )
            return []
        node = self.coerce(v, t, s.value.span) if fits(v.type, t) else v.node
        return [core.set_var(local, node, self.site(s.span, self.cites))]

    def if_(self, s: nodes.If) -> list[Node]:
        arms = []
        for arm in s.arms:
            rules, self.rules = self.rules, [*expand(arm.cites), *self.rules]
            arms.append((self.test(arm.test), self.block(arm.body)))
            self.rules = rules
        return self.first_of(arms, self.block(s.otherwise), self.site(s.span, self.cites))

    def first_of(self, arms: list[tuple[Node, list[Node]]], otherwise: list[Node], site: int) -> list[Node]:
        """The first arm whose test holds. A long chain is counted out first: nested as deep as it is long, it would be
        too deep."""
        if len(arms) <= NESTED_ARMS:
            for test, body in reversed(arms):
                otherwise = [core.when(test, body, otherwise)]
            return otherwise
        self.scopes.append(Scope())
        arm = self.local("_arm", Int(-1, len(arms)))
        out = [core.set_var(arm, core.int_(-1), site)]
        for i, (test, _) in enumerate(arms):
            first = core.and_(core.equal(core.var(arm), core.int_(-1)), test)
            out.append(core.when(first, [core.set_var(arm, core.int_(i), site)]))
        gone = self.drop([arm])
        out += core.dispatch(core.var(arm), [[*gone, *body] for _, body in arms], [*gone, *otherwise])
        return out + self.drop(self.scopes.pop().locals)

    def depending(self, s: nodes.Depending) -> list[Node]:
        v = self.value(s.on)
        site = self.site(s.span, self.cites)
        self.scopes.append(Scope())
        out: list[Node] = []
        node = v.node
        if node["kind"] not in ("var", "int", "ruling"):
            kept = self.local("_on", v.type)
            out.append(core.set_var(kept, node, site))
            node = core.var(kept)
        covered: list[int] = []
        sound = True  # every case can be compared
        arms: list[tuple[Node, list[Node]]] = []
        for branch in s.branches:
            tests = []
            for value in branch.values:
                w = self.value(value, v.type)
                self.world.compared.append((nodes.Binary(value.span, "is", s.on, value), v.type, w.type))
                if isinstance(v.type, Broken) or isinstance(w.type, Broken):
                    sound = False
                elif join(v.type, w.type) is None:
                    sound = False
                    self.error(
                        "wrong-type",
                        f"{spoken(v.type)} is never {spoken(w.type)}",
                        value.span,
                        "this case cannot occur",
                    )
                elif core.is_int(w.node):
                    if w.node["value"] in covered:
                        self.error(
                            "case-twice", "this case stands twice", value.span, "again here", help="take one out"
                        )
                    covered.append(w.node["value"])
                tests.append(core.equal(node, w.node))
            arms.append((core.or_(*tests), self.block(branch.body)))
        if s.otherwise is not None:
            otherwise = self.block(s.otherwise)
        else:
            otherwise = []
            if sound:
                self.exhaustive(s, v.type, covered)
        return out + self.first_of(arms, otherwise, site) + self.drop(self.scopes.pop().locals)

    def exhaustive(self, s: nodes.Depending, t: Type, covered: list[int]) -> None:
        match t:
            case Enum():
                names = self.world.enums[t.name].values
            case Reading():
                names = [r.name.text for r in self.world.rulings[t.ruling].readings]
            case Bool():
                names = ["no", "yes"]
            case Broken():
                return
            case _:
                self.error(
                    "cases-missing",
                    "these cases do not cover everything",
                    s.span,
                    "an `otherwise` is needed",
                    help="add `otherwise` before `end`",
                )
                return
        missing = [f"`{n}`" for i, n in enumerate(names) if i not in covered]
        if isinstance(t, Enum) and t.optional and -1 not in covered:
            missing.append("`none`")
        if missing:
            self.error(
                "cases-missing",
                f"nothing says what happens for {', '.join(missing)}",
                s.span,
                "not every case is here",
                help="add the cases, or `otherwise`",
            )

    def for_each(self, s: nodes.ForEach) -> list[Node]:
        self.scopes.append(Scope())
        stream = self.members(s.name, s.domain)
        self.scopes.pop()
        var, domain, where = self.looped(stream, stream, s.domain.span)
        return self.loop_over(s, var, domain, where, stream.type)

    def loop_over(self, s: nodes.ForEach, var: str, domain: Node, where: Node | None, t: Type) -> list[Node]:
        self.scopes.append(Scope(loop=True))
        self.bind(s.name, core.var(var), t)
        body = self.block(s.body)
        self.scopes.pop()
        loop = {
            "kind": "for",
            "var": var,
            "domain": domain,
            "where": where,
            "body": body,
            "site": self.site(s.span, self.cites),
        }
        return [loop, *self.drop(self.scopes.pop().locals)]

    def repeat(self, s: nodes.Repeat) -> list[Node]:
        site = self.site(s.span, self.cites)
        if s.times is not None:
            amount = self.number(s.times).node
            self.scopes.append(Scope())
            i = self.local("_round", Int(0, 2**20))
            self.scopes.append(Scope(loop=True))
            body = self.block(s.body)
            self.scopes.pop()
            loop = {
                "kind": "for",
                "var": i,
                "domain": core.range_domain(core.int_(1), amount),
                "where": None,
                "body": body,
                "site": site,
            }
            return [loop, *self.drop(self.scopes.pop().locals)]
        test = self.test(s.test) if s.test is not None else core.int_(1)
        self.scopes.append(Scope(loop=True))
        body = self.block(s.body)
        self.scopes.pop()
        return [{"kind": "while", "test": test, "body": body, "site": site}]

    def innermost(self, span: Span, word: str) -> list[Node] | None:
        """Everything declared inside the innermost loop dies when play leaves the round."""
        dead: list[str] = []
        for scope in reversed(self.scopes):
            if scope.whole:
                self.stays(span, word, "a play that counts as a whole is finished, or not begun")
                return None
            if scope.secret and word == "leave":
                self.stays(span, word, "everybody's secret answer is carried out")
                return None
            if scope.loop:
                return self.drop(dead)
            dead += scope.locals
        self.error(
            "misplaced-line",
            f"`{word}` stands in no loop",
            span,
            "there is nothing to go on with or to leave",
            help="`stop` ends the whole procedure",
        )
        return None

    def stays(self, span: Span, word: str, why: str) -> None:
        """Says that this word cannot lead out of here."""
        self.error(
            "misplaced-line",
            f"`{word}` cannot lead out of here",
            span,
            why,
            help="test it before, or put what follows into an `if`",
        )

    def leave(self, s: nodes.Leave) -> list[Node]:
        dead = self.innermost(s.span, "leave")
        return [] if dead is None else [*dead, {"kind": "break"}]

    def next_(self, s: nodes.Next) -> list[Node]:
        dead = self.innermost(s.span, "next")
        return [] if dead is None else [*dead, {"kind": "continue"}]

    def stop(self, s: nodes.Stop) -> list[Node]:
        if any(scope.secret for scope in self.scopes):
            self.stays(s.span, "stop", "everybody's secret answer is carried out")
        elif self.procedure.result is not None:
            self.error(
                "missing-value",
                "`stop` gives nothing here",
                s.span,
                f"{spoken(self.procedure.result)} is promised",
                help="write `give …`",
            )
        return [{"kind": "return", "value": None, "site": self.site(s.span, self.cites)}]

    def give(self, s: nodes.Give) -> list[Node]:
        site = self.site(s.span, self.cites)
        result = self.procedure.result
        if any(scope.secret for scope in self.scopes):
            self.stays(s.span, "give", "everybody's secret answer is carried out")
            return []
        if result is None:
            self.error(
                "misplaced-line",
                "nothing is to be given here",
                s.span,
                "this procedure promises no value",
                help="add `gives TYPE` to its first line",
            )
            return []
        if self.happens(s.value):
            assert isinstance(s.value, nodes.Call)
            temp = self.local("_given", self.result_of(s.value))
            out = self.called(s.value, temp)
            v = Val(core.var(temp), self.result_of(s.value))
            return [*out, {"kind": "return", "value": self.within(v, result, s.value.span, ""), "site": site}]
        return [{"kind": "return", "value": self.passed(s.value, result, ""), "site": site}]

    def as_player(self, s: nodes.AsPlayer) -> list[Node]:
        self.scopes.append(Scope())
        node = self.wanted(s.who, Thing(PLAYER))
        who = self.local("_you", Thing(PLAYER))
        before, self.you = self.you, core.var(who)
        body = self.block(s.body)
        self.you = before
        return [core.set_var(who, node, self.site(s.span, self.cites)), *body, *self.drop(self.scopes.pop().locals)]

    def end_game(self, s: nodes.EndGame) -> list[Node]:
        site = self.site(s.span, self.cites)
        if s.drawn:
            return [{"kind": "finish", "winners": None, "site": site}]
        if s.won_by is not None:
            return [{"kind": "finish", "winners": self.wanted(s.won_by, Set(PLAYER)), "site": site}]
        if self.world.ranking is None:
            if self.reports.gone("ranking"):
                return []
            self.error(
                "missing-ranking",
                "nothing says who wins",
                s.span,
                "the ranking decides here, and there is none",
                help="add a `ranking of p`, or write `end game won by …`",
            )
            return []
        return [{"kind": "finish", "winners": self.lowering.winners(self, s.span), "site": site}]

    def play(self, s: nodes.Play) -> list[Node]:
        return self.lowering.flow.play(self, s)

    def open_window(self, s: nodes.Open) -> list[Node]:
        return self.lowering.flow.open(self, s)

    def remember(self, s: nodes.Remember) -> list[Node]:
        return self.lowering.flow.remember(self, s)

    def forget(self, s: nodes.Forget) -> list[Node]:
        return self.lowering.flow.forget(self, s)

    def schedule(self, s: nodes.Schedule) -> list[Node]:
        return self.lowering.flow.schedule(self, s)
