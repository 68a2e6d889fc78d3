"""Which locals tell something worked out from what is hidden, and from whom: half of a secret purse, the rank of a
card, how many cards of a hand are red.

A thing that is out of sight is renamed in views, but a number, or how many things a set has, cannot be; a player to
whom it is secret gets a blank. So two things are followed through expressions, arguments, results and the tests around
a store: on what a value's `content` depends, and which players know the things that it `names`."""

from __future__ import annotations

from typing import Any, NamedTuple

from .dependence import Dependence
from .labels import NOBODY, OPEN, PLAIN, SECRET, UNKNOWN, Facts, Label, Labels, Values, join

Program = dict[str, Any]
Node = dict[str, Any]
BLOCKS = ("then", "else", "body")


class Scope(NamedTuple):
    """A block and what decides whether it happens. What is dropped at its end does not outlive it, and while it lasts
    all can tell that it happens: where the running procedures stand is open, as it is who decides."""

    body: list[Node]
    labels: Labels


Around = tuple[Scope, ...]


class Secrets:
    """`of` a procedure, by its index: labels of those locals whose content is not open to all. `offered` by the point
    of a decision: the local of who decides, and those locals that this player has before the eyes to choose from."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.index = {procedure["name"]: i for i, procedure in enumerate(program["procedures"])}
        self.hidden = {kind for kind, layout in program["zoned"].items() if layout["know"] is not None}
        self.of: list[dict[str, Labels]] = [{} for _ in program["procedures"]]
        self.offered: dict[int, tuple[str, frozenset[str]]] = {}
        self._given: dict[Label, Facts] = {}  # of parameters, from all calls
        self._results: dict[tuple[int, tuple[Facts, ...]], Facts] = {}
        self._asking: set[int] = set()
        self._calls = [_callees(procedure["body"]) for procedure in program["procedures"]]
        if not self.hidden and all(a["see"] == "all" for a in program["attributes"].values()):
            return
        frames = [i for i, procedure in enumerate(program["procedures"]) if procedure["effect"] == "suspending"]
        known = None
        while known != (known := ([dict(labels) for labels in self.of], dict(self._given))):
            for procedure in frames:
                _Flow(self, procedure, self._params(procedure), framed=True).run()

    def _params(self, procedure: int) -> Values:
        given = {name: Label(procedure, name) for name in self.program["procedures"][procedure]["params"]}
        return {
            name: self._given.get(label, PLAIN)._replace(me=frozenset([label]), faces=SECRET)
            for name, label in given.items()
        }

    def pass_on(self, caller: int, callee: int, args: list[Facts]) -> None:
        """The callee's frame holds what it is given. In a procedure that may call itself a label would not say which of
        its frames it means."""
        once = not self._reaches(callee, caller)
        for name, facts in zip(self.program["procedures"][callee]["params"], args, strict=True):
            label = Label(callee, name)
            content, names = facts.content, facts.names
            if not once:
                content, names = content and SECRET, names and SECRET
            self._given[label] = join(self._given.get(label, PLAIN), Facts(content, names))
            self.label(label, self._given[label].content)

    def label(self, local: Label, labels: Labels) -> None:
        if labels:
            self.of[local.procedure][local.name] = self.of[local.procedure].get(local.name, OPEN) | labels

    def _reaches(self, start: int, goal: int) -> bool:
        seen, todo = set(), [start]
        while todo:
            if (now := todo.pop()) == goal:
                return True
            if now not in seen:
                seen.add(now)
                todo += [self.index[name] for name in self._calls[now]]
        return False

    def result(self, callee: int, args: list[Facts]) -> Facts:
        """What a procedure gives back, in the caller's terms: its body is followed with what it is given here."""
        key = callee, tuple(args)
        if key not in self._results:
            if callee in self._asking:
                return UNKNOWN
            self._asking.add(callee)
            params = self.program["procedures"][callee]["params"]
            self._results[key] = _Flow(self, callee, dict(zip(params, args, strict=True)), framed=False).run()
            self._asking.discard(callee)
        return self._results[key]


class _Flow(Dependence):
    """One procedure, followed until nothing new is found. Framed: its locals are those of a frame and get labels.
    Otherwise it runs to its end at once, and only its result counts."""

    def __init__(self, secrets: Secrets, procedure: int, values: Values, framed: bool) -> None:
        self.secrets, self.number, self.framed = secrets, procedure, framed
        self.program, self.hidden = secrets.program, secrets.hidden
        self.procedure = secrets.program["procedures"][procedure]
        self.values = values
        self.result = PLAIN
        self.left: dict[int, Labels] = {}  # by loop, and for the procedure: what decides whether it was left early
        self.stores = _stores(self.procedure["body"], ())

    def run(self) -> Facts:
        known = None
        while known != (known := (dict(self.values), self.result, dict(self.left))):
            self._block(self.procedure["body"], (), 0)
        return self.result._replace(me=SECRET)

    def _result(self, procedure: str, args: list[Facts]) -> Facts:
        return self.secrets.result(self.secrets.index[procedure], args)

    def _block(self, body: list[Node], around: Around, loop: int) -> None:
        """What follows a decision is known to happen: all have heard an answer."""
        for at, node in enumerate(body):
            self._statement(node, around, loop)
            if node["kind"] == "choose" and (node["none"] == "error" or _left_unless(node, body[at + 1 : at + 2])):
                around = ()

    def _statement(self, node: Node, around: Around, loop: int) -> None:
        match node["kind"]:
            case "set" | "append" | "include" | "exclude" if node["target"]["kind"] == "var":
                value = join(*self._all([node["value"]] if "value" in node else node["item"], {}))
                if node["kind"] == "exclude":
                    value = Facts(value.whole)  # whether it was there
                self._mark(node["target"]["name"], value, around)
            case "pick":
                self._pick(node, around)
            case "when":
                labels = self._of(node["test"], {}).whole
                for body in (node["then"], node["else"]):
                    self._block(body, (*around, Scope(body, labels)), loop)
            case "while":
                self._round(node, self._of(node["test"], {}).whole, around)
            case "for":
                each = self._clause(node, {})
                self._mark(node["var"], each, around)
                self._mark(node["snapshot"], each, around)
                self._mark(node["index"], Facts(each.content), around)
                self._round(node, each.content, around)
            case "attempt":
                self._block(node["body"], around, loop)
            case "call":
                self._call(node, around)
            case "choose":
                self._choose(node)
            case "return":
                self._leave(0, around)
                if node["value"] is not None:
                    self.result = join(self.result, self._of(node["value"], {}), Facts(self.left.get(0, OPEN)))
            case "break" | "continue":
                self._leave(loop, around)

    def _round(self, node: Node, labels: Labels, around: Around) -> None:
        """The body of a loop, which may also be left in the middle."""
        loop = id(node)
        self._block(node["body"], (*around, Scope(node["body"], labels | self.left.get(loop, OPEN))), loop)

    def _leave(self, what: int, around: Around) -> None:
        self.left[what] = self.left.get(what, OPEN).union(*(scope.labels for scope in around))

    def _pick(self, node: Node, around: Around) -> None:
        """A die is heard by all; a card taken at random is not."""
        each = self._clause(node, {})
        kind = self.procedure["locals"][node["into"]]["type"].get("of")
        self._mark(node["into"], each if kind in self.hidden else PLAIN, around)

    def _call(self, node: Node, around: Around) -> None:
        callee = self.secrets.index[node["procedure"]]
        args = self._all(node["args"], {})
        if self.framed and self.program["procedures"][callee]["effect"] == "suspending":
            self.secrets.pass_on(self.number, callee, args)
        if node["into"]:
            self._mark(node["into"], self._result(node["procedure"], args), around)

    def _choose(self, node: Node) -> None:
        """An answer is heard by all, but a thing that is out of sight has no name for others, and a sealed answer is
        its owner's."""
        who = self._of(node["who"], {}).me
        if self.framed and node["who"]["kind"] == "var":
            names = [self._spread_out(branch["over"][0]) for branch in node["branches"] if branch["over"]]
            self.secrets.offered[node["point"]] = node["who"]["name"], frozenset(name for name in names if name)
        content = who if node["sealed"] else OPEN
        self._mark(node["into"]["tag"], Facts(content), ())
        for place, name in enumerate(node["into"]["values"]):
            kinds = {b["types"][place].get("of") for b in node["branches"] if len(b["types"]) > place}
            self._mark(name, Facts(content, who if kinds & self.hidden else OPEN), ())

    def _spread_out(self, clause: Node) -> str | None:
        """The local whose members are offered, unless some are held back for a reason that is hidden."""
        given = clause["domain"].get("of")
        if clause["domain"]["domain"] not in ("set", "list") or given["kind"] != "var":
            return None
        seen = {clause["var"]: PLAIN, given["name"]: PLAIN}
        return None if self._whole(clause["where"], seen) else given["name"]

    def _mark(self, name: str | None, value: Facts, around: Around) -> None:
        if not name:
            return
        outlived = [scope.labels for scope in around if not _drops(scope.body, name)]
        content, names = value.content.union(*outlived), value.names
        me = value.me if self.stores.get(name, []) == [()] else SECRET
        if self.framed:
            content, names = self._lasting(content, name), self._lasting(names, name)
            me = frozenset([Label(self.number, name)])
            self.secrets.label(Label(self.number, name), content)
        old = self.values.get(name, PLAIN)
        self.values[name] = Facts(old.content | content, old.names | names, SECRET, me)

    def _lasting(self, labels: Labels, name: str) -> Labels:
        """Labels that stay true; instead of things that are forgotten, whoever knew them."""
        found = OPEN
        for label in labels:
            if self._lasts(label, name):
                found |= {label}
            else:
                known = self.values.get(label.name, PLAIN).names if label.procedure == self.number else OPEN
                found |= frozenset(who if self._lasts(who, name) else NOBODY for who in known) or SECRET
        return found

    def _lasts(self, label: Label, name: str) -> bool:
        """Does the label's variable hold the same as long as this local holds its value? It does if it is stored once;
        and if that is in a loop, where it is stored again in each round, the local must end with the round."""
        given = label.name in self.procedure["params"] and label.name not in self.stores
        if given or label.procedure != self.number:
            return True
        stores = self.stores.get(label.name, [])
        ends = [loop for loop in (stores[0] if len(stores) == 1 else ()) if not _drops(loop, name)]
        return len(stores) == 1 and not ends


def _stores(body: list[Node], loops: tuple[Any, ...]) -> dict[str, list[tuple[Any, ...]]]:
    """For each name the loops around each of the statements that write it."""
    found: dict[str, list[tuple[Any, ...]]] = {}

    def visit(body: list[Node], loops: tuple[Any, ...]) -> None:
        for node in body:
            names = []
            if node["kind"] in ("set", "append", "include", "exclude") and node["target"]["kind"] == "var":
                names = [node["target"]["name"]]
            elif node["kind"] in ("call", "pick"):
                names = [node["into"]]
            elif node["kind"] == "choose":
                names = [node["into"]["tag"], *node["into"]["values"]]
            inner = (*loops, node["body"]) if node["kind"] in ("for", "while") else loops
            for name in names:
                if name:
                    found.setdefault(name, []).append(loops)
            if node["kind"] == "for":
                found.setdefault(node["var"], []).append(inner)
            for block in BLOCKS:
                visit(node.get(block) or [], inner)

    visit(body, loops)
    return found


def _drops(body: list[Node], name: str) -> bool:
    """Is this name dropped where the block ends, each round if it is a loop's?"""
    return any(node["kind"] == "drop" and name in node["names"] for node in body)


def _left_unless(choose: Node, after: list[Node]) -> bool:
    """Does play at once leave what it is in, unless there was an answer other than the last?"""
    for node in after:
        if node["kind"] == "when" and node["then"] and node["then"][-1]["kind"] in ("break", "continue", "return"):
            test = node["test"]
            return test.get("op") == "!=" and bool(test["args"][0].get("name") == choose["into"]["tag"])
    return False


def _callees(body: list[Node]) -> set[str]:
    found = {node["procedure"] for node in body if node["kind"] == "call"}
    return found.union(*(_callees(node.get(block) or []) for node in body for block in BLOCKS))
