"""Actions: what a rulebook lists as actions, with costs, limits and requirements that can say why they refuse."""

from __future__ import annotations

from typing import Any

from ..grammar import nodes
from ..grammar.diagnostics import near
from . import core
from .model import expand
from .sealing import Sealing
from .types import Broken, Int, Thing, Type, spoken, universe
from .values import Scope, Val
from .world import PLAYER

Node = dict[str, Any]


class Body(Sealing):
    """The whole of what a body may hold."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.phase_values: list[
            tuple[str, Node, Type]
        ] = []  # the parameters of the running phase, as this body knows them
        self.statement_words |= {nodes.Act: self.act, nodes.MayDeclare: self.may_declare, nodes.Perform: self.perform}

    def menu(
        self, s: nodes.Statement, asker: Node, optional: bool
    ) -> tuple[list[Node], list[nodes.Action], list[list[tuple[nodes.Name, Node, Type]]]] | None:
        """One branch for each action of the running phase."""
        if self.phase is None:
            self.error(
                "misplaced-line",
                "no phase runs here",
                s.span,
                "actions belong to a phase",
                help="stand inside a `phase` or a `window`",
            )
            return None
        actions = self.lowering.actions_of(self.phase.name.text)
        if not actions:
            if self.reports.gone("action"):
                return None
            self.error(
                "no-actions",
                f"no action names `{self.phase.name.text}`",
                s.span,
                "there is nothing to do here",
                help=f"write `during {self.phase.name.text}` in an action",
            )
            return None
        branches, params = [], []
        for i, action in enumerate(actions):
            branch, values = self.action_branch(i, action, asker)
            branches.append(branch)
            params.append(values)
        if optional:
            branches.append(self.simple(len(actions), "nothing", s.span))
        return branches, actions, params

    def action_branch(
        self, tag: int, action: nodes.Action, asker: Node
    ) -> tuple[Node, list[tuple[nodes.Name, Node, Type]]]:
        """In an action the phase's parameters and its own are known, and nothing of the body that asks."""
        scopes, self.scopes = self.scopes, [Scope()]
        you, self.you = self.you, asker
        rules, self.rules = self.rules, expand(action.cites)
        for name, node, t in self.phase_values:
            self.scopes[0].names[name] = self.lowering.binding(node, t, action.span)
        over, values = self.option_params(action.params, action.span)
        refusals: list[Node] = []
        for clause in action.clauses:
            refusals += self.refusal(action, clause, [v for _, v, _ in values])
        test = core.and_(*(r["test"] for r in refusals))
        branch = self.branch(
            tag,
            action.name.text,
            over,
            [v for _, v, _ in values],
            [t for _, _, t in values],
            action.span,
            when=None if core.is_int(test, 1) else test,
            rules=expand(action.cites),
            label=next((c.text for c in action.clauses if isinstance(c, nodes.Text)), None),
        )
        branch["refusals"] = refusals
        branch["params"] = [n.text for n, _, _ in values]
        branch["whole"] = self.opens_whole(action.body)
        self.scopes, self.you, self.rules = scopes, you, rules
        return branch, values

    def refusal(self, action: nodes.Action, clause: nodes.ActionClause, values: list[Node]) -> list[Node]:
        rules = list(dict.fromkeys([*expand(clause.cites), *self.rules]))
        before, self.rules = self.rules, rules
        try:
            match clause:
                case nodes.Requires():
                    return [
                        {
                            "what": "requires",
                            "test": self.test(clause.test),
                            "text": clause.text,
                            "rules": rules,
                            "site": self.site(clause.span),
                        }
                    ]
                case nodes.Cost():
                    payable = core.or_(*(self.payable(price) for price in clause.prices))
                    if clause.unless is not None:
                        payable = core.or_(self.test(clause.unless), payable)
                    said = " or ".join(", ".join(self.priced(a) for a in price) for price in clause.prices)
                    return [
                        {
                            "what": "cost",
                            "test": payable,
                            "text": f"it costs {said}",
                            "rules": rules,
                            "site": self.site(clause.span),
                        }
                    ]
                case nodes.Limit():
                    used = self.lowering.limit(self, action, clause)
                    if used is None:
                        return []
                    attribute, index = used
                    said = f"at most {clause.count} per {clause.per.text}"
                    test = core.op("<", core.get(attribute, index), core.int_(clause.count))
                    return [
                        {"what": "limit", "test": test, "text": said, "rules": rules, "site": self.site(clause.span)}
                    ]
        finally:
            self.rules = before
        return []

    @staticmethod
    def priced(a: nodes.Amount) -> str:
        return f"{a.amount.value} {a.name.text}" if isinstance(a.amount, nodes.Int) else a.name.text

    def purse(self, name: nodes.Name) -> tuple[str, Node | None] | None:
        """What a cost is paid from: a number of yours, or of the table."""
        info = self.world.kinds[PLAYER].attributes.get(name.text) or self.world.table.get(name.text)
        if info is None or not isinstance(info.type, Int) or info.printed:
            own = self.world.kinds[PLAYER].attributes
            mine = [k for k, a in own.items() if isinstance(a.type, Int) and not a.printed]
            guess = own.get(near(name.text, mine) or "")
            also = [(guess.syntax.name.span, "a resource with a similar name")] if guess and guess.syntax else []
            self.reports.unknown("resource", name, [*mine, *self.world.table], also)
            return None
        return info.full, (self.player(None, name.span) if info.of == PLAYER else None)

    def payable(self, price: tuple[nodes.Amount, ...]) -> Node:
        tests = []
        for amount in price:
            node = self.number(amount.amount).node
            purse = self.purse(amount.name)
            if purse is not None:
                tests.append(core.op(">=", core.get(*purse), node))
        return core.and_(*tests)

    # ------------------------------------------------------------ asking and doing

    def act(self, s: nodes.Act) -> list[Node]:
        who = self.player(s.who, s.span)
        self.scopes.append(Scope())
        asker = self.local("_actor", Thing(PLAYER))
        menu = self.menu(s, core.var(asker), s.optional)
        if menu is None:
            self.scopes.pop()
            return []
        branches, actions, params = menu
        soft = s.optional or s.otherwise is not None
        tag, slots = self.answer_slots(len(branches), params)
        ask = self.asked(s, core.var(asker), branches, tag=tag, values=slots, none="skip" if soft else "error")
        leaving: list[Node] = []
        if s.otherwise is not None:
            leaving = self.statement(s.otherwise)
        bodies = []
        for action, own in zip(actions, params, strict=True):
            values = [core.var(v) for v in slots[: len(own)]]
            calls = [self.lowering.action_call(self, action, x, core.var(asker), values, s.span) for x in ("pay", "do")]
            bodies.append([c for c in calls if c is not None])
        chosen = core.dispatch(core.var(tag), bodies, leaving if soft else None)
        site = self.site(s.span, self.cites)
        return [core.set_var(asker, who, site), ask, *chosen, *self.drop(self.scopes.pop().locals)]

    def answer_slots(self, branches: int, params: list[list[tuple[nodes.Name, Node, Type]]]) -> tuple[str, list[str]]:
        """Where an action's answer is kept. A slot that all actions fill with things of one kind is of that kind, so
        that views can rename it."""
        tag = self.local("_tag", Int(-1, branches))
        slots = []
        for k in range(max((len(p) for p in params), default=0)):
            types = {p[k][2] for p in params if len(p) > k}
            only = next(iter(types)) if len(types) == 1 else None
            slots.append(
                self.local(
                    f"_v{k + 1}", only if only is not None and universe(only) is not None else Int(-(2**31), 2**31 - 1)
                )
            )
        return tag, slots

    def may_declare(self, s: nodes.MayDeclare) -> list[Node]:
        """An action is named and paid now; `perform` carries it out later, or nobody does."""
        who = self.player(s.who, s.span)
        self.scopes.append(Scope())
        asker = self.local("_actor", Thing(PLAYER))
        menu = self.menu(s, core.var(asker), True)
        if menu is None:
            self.scopes.pop()
            return []
        if s.name.text in self.declared:
            self.error(
                "shadowed-name",
                f"`{s.name.text}` is already declared here",
                s.name.span,
                "the same name again",
                help="give this one another name",
            )
        branches, actions, params = menu
        branches[-1]["when"] = self.any_of(branches[:-1])
        tag, slots = self.answer_slots(len(branches), params)
        ask = self.asked(s, core.var(asker), branches, tag=tag, values=slots, none="skip")
        bodies = []
        for action, own in zip(actions, params, strict=True):
            values = [core.var(v) for v in slots[: len(own)]]
            call = self.lowering.action_call(self, action, "pay", core.var(asker), values, s.span)
            bodies.append([call] if call is not None else [])
            self.lowering.action_call(self, action, "do", core.var(asker), values, s.span)  # looked at in any case
        paid = core.dispatch(core.var(tag), bodies) if any(bodies) else []
        outer = dict(self.declared)
        self.declared[s.name.text] = {
            "tag": tag,
            "slots": slots,
            "actions": actions,
            "counts": [len(p) for p in params],
            "asker": asker,
        }
        body = self.block(s.body)
        self.declared = outer
        otherwise = self.block(s.otherwise) if s.otherwise is not None else []
        said = core.and_(
            core.op(">=", core.var(tag), core.int_(0)), core.op("<", core.var(tag), core.int_(len(actions)))
        )
        site = self.site(s.span, self.cites)
        return [
            core.set_var(asker, who, site),
            ask,
            core.when(said, [*paid, *body], otherwise),
            *self.drop(self.scopes.pop().locals),
        ]

    @staticmethod
    def any_of(branches: list[Node]) -> Node:
        """Is any of these branches open? Nobody is asked who could only decline."""
        tests = []
        for b in branches:
            test = b["when"] if b["when"] is not None else core.int_(1)
            tests.append(core.fold("any", b["over"], test) if b["over"] else test)
        return core.or_(*tests)

    def perform(self, s: nodes.Perform) -> list[Node]:
        found = self.declared.get(s.name.text)
        if found is None:
            self.reports.unknown("declared action", s.name, self.declared)
            return []
        bodies = []
        for action, count in zip(found["actions"], found["counts"], strict=True):
            args = [core.var(v) for v in found["slots"][:count]]
            call = self.lowering.action_call(self, action, "do", core.var(found["asker"]), args, s.span)
            bodies.append([call] if call is not None else [])
        return core.dispatch(core.var(found["tag"]), bodies)

    # ------------------------------------------------------------ paying, inside the action's own procedure

    def pay(self, action: nodes.Action) -> list[Node]:
        out: list[Node] = []
        for clause in action.clauses:
            rules, self.rules = self.rules, list(dict.fromkeys([*expand(clause.cites), *self.rules]))
            if isinstance(clause, nodes.Limit):
                used = self.lowering.limit(self, action, clause)
                if used is not None:
                    attribute, index = used
                    more = core.op("+", core.get(attribute, index), core.int_(1))
                    out.append(core.set_attribute(attribute, index, more, self.site(clause.span)))
            elif isinstance(clause, nodes.Cost):
                paid = self.pay_cost(clause)
                out += [core.when(core.not_(self.test(clause.unless)), paid)] if clause.unless is not None else paid
            self.rules = rules
        return out

    def pay_cost(self, clause: nodes.Cost) -> list[Node]:
        if len(clause.prices) == 1:
            return self.pay_price(clause.prices[0], clause)
        self.scopes.append(Scope())
        tag = self.local("_price", Int(-1, len(clause.prices)))
        branches = [
            self.branch(
                i,
                payment(price),
                [],
                [],
                [],
                clause.span,
                when=self.payable(price),
                label="Pay " + ", ".join(self.priced(a) for a in price),
            )
            for i, price in enumerate(clause.prices)
        ]
        shell = nodes.Stop(clause.span, clause.cites)
        ask = self.asked(
            shell,
            self.player(None, clause.span),
            branches,
            tag=tag,
            values=[],
            asking=nodes.Asking(clause.span, "How do you pay?", False),
        )
        paid = core.dispatch(core.var(tag), [self.pay_price(price, clause) for price in clause.prices])
        return [ask, *paid, *self.drop(self.scopes.pop().locals)]

    def pay_price(self, price: tuple[nodes.Amount, ...], clause: nodes.Cost) -> list[Node]:
        out = []
        for amount in price:
            v = self.number(amount.amount)
            purse = self.purse(amount.name)
            if purse is None:
                continue
            assert isinstance(v.type, Int)
            if v.type.high < 0:
                self.error(
                    "out-of-range",
                    f"a cost cannot be {spoken(v.type)}",
                    amount.span,
                    "below nothing",
                    help="give the player something in the lines of the action",
                )
            left = core.op("-", core.get(*purse), v.node)
            out.append(core.set_attribute(*purse, left, self.site(amount.span)))
        return out


def payment(price: tuple[nodes.Amount, ...]) -> str:
    """The name of one way to pay."""
    return "pay_" + "_".join(a.name.text for a in price)


__all__ = ["Body", "Broken", "Val"]
