"""The last pass over lowered procedures: who needs `you`, which effects each has, where play can be suspended, and
what one round costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..grammar.spans import Span
from . import core
from .bodies import Procedure
from .lower import Lowering
from .rings import rings
from .types import Set, Thing, core_type
from .world import PLAYER

Node = dict[str, Any]
BLOCKS = ("then", "else", "body")
DEAREST = 20_000_000  # one expression may look at so many members at most
SCALE = 512  # so many looked-at members weigh as much as one round


def expressions(node: Any) -> Iterator[Node]:
    """Every node below, itself included; blocks of statements too."""
    if isinstance(node, dict):
        if "kind" in node or "domain" in node or "var" in node:
            yield node
        for key, value in node.items():
            if not key.startswith("~") or key == "~you":
                yield from expressions(value)
    elif isinstance(node, list):
        for item in node:
            yield from expressions(item)


def statements(body: list[Node]) -> Iterator[Node]:
    for node in body:
        yield node
        for part in BLOCKS:
            if part in node:
                yield from statements(node[part])


class Finisher:
    def __init__(self, lowering: Lowering, extra: list[Procedure]) -> None:
        self.lowering = lowering
        self.world = lowering.world
        self.reports = lowering.world.reports
        self.procedures: dict[str, Procedure] = {**lowering.procedures, **{p.name: p for p in extra}}
        self.effects: dict[str, str] = {}
        self.costs: dict[str, int] = {}

    def finish(self) -> dict[str, Node]:
        """The procedures as the core wants them, but for slots and points, which depend on the number of players."""
        self.give_you()
        self.find_effects()
        self.refuse_loops()
        out: dict[str, Node] = {}
        for name, p in self.procedures.items():
            if self.effects[name] == "suspending":
                p.body = self.suspended(p, p.body)
            else:
                p.body = self.undropped(p.body)
        for name in self.procedures:
            self.cost_of(name)
        for name, p in self.procedures.items():
            self.weigh(p.body)
            self.attempts(p, p.body)
            out[name] = {
                "kind": "procedure",
                "name": name,
                "effect": self.effects[name],
                "params": [n for n, _ in p.params],
                "result": core_type(p.result, self.lowering.sizes) if p.result is not None else None,
                "locals": {n: {"type": info["type"]} for n, info in p.locals.items()},
                "body": stripped(p.body),
                "site": self.world.sites.add(p.span, p.rules),
                "depth": p.depth,
            }
        return out

    # ------------------------------------------------------------ you

    def give_you(self) -> None:
        """`you` is a hidden parameter of those that use it, or call somebody who does."""
        needs: set[str] = set()
        uses: dict[str, list[tuple[str, Node | None, Node]]] = {}
        for name, p in self.procedures.items():
            uses[name] = []
            for node in expressions_without_you(p.body):
                if node.get("kind") == "var" and node["name"] == "you":
                    needs.add(name)
                if node.get("kind") in ("ask", "call"):
                    uses[name].append((node["procedure"], node.get("~you"), node))
        changed = True
        while changed:
            changed = False
            for name, calls in uses.items():
                if name not in needs and any(callee in needs and speaks_of_you(you) for callee, you, _ in calls):
                    needs.add(name)
                    changed = True
        given: set[int] = set()  # an expression may stand in two places; it is one node
        for name, calls in uses.items():
            for callee, you, node in calls:
                if callee in needs and id(node) not in given:
                    given.add(id(node))
                    if you is None:
                        self.nobody(node, name)
                        you = core.int_(0)
                    node["args"] = [you, *node["args"]]
        for name in needs:
            p = self.procedures[name]
            p.params = [("you", Thing(PLAYER)), *p.params]
            p.locals = {"you": {"type": core_type(Thing(PLAYER), self.lowering.sizes)}, **p.locals}
        for p in self.procedures.values():
            if any(n == "this" for n, _ in p.params):
                kind = next(t for n, t in p.params if n == "this")
                p.locals = {"this": {"type": core_type(kind, self.lowering.sizes)}, **p.locals}

    def nobody(self, node: Node, caller: str) -> None:
        span = node.get("~span")
        if span is None and "site" in node:
            site = self.world.sites.list[node["site"]]
            span = self.span(site)
        callee = node["procedure"].split(".", 1)[-1].split("@")[0]
        if span is not None:
            self.reports.error(
                "nobody-acts",
                f"`{callee}` speaks of `you`, and nobody acts here",
                span,
                "no player is acting",
                help="pass the player as a parameter, or stand inside `as PLAYER … end`",
            )

    # ------------------------------------------------------------ effects

    def find_effects(self) -> None:
        order = {"pure": 0, "mutating": 1, "suspending": 2}
        own: dict[str, str] = {}
        calls: dict[str, set[str]] = {}
        for name, p in self.procedures.items():
            effect = "pure"
            calls[name] = set()
            for s in statements(p.body):
                kind = s["kind"]
                if kind in ("choose", "finish", "attempt"):
                    effect = "suspending"
                elif kind in ("move", "shuffle", "pick", "reveal", "unseal", "note") or (
                    kind in ("set", "include", "exclude", "append") and s["target"]["kind"] == "attribute"
                ):
                    effect = max(effect, "mutating", key=order.__getitem__)
                if kind == "call":
                    calls[name].add(s["procedure"])
            own[name] = effect
        changed = True
        while changed:
            changed = False
            for name, callees in calls.items():
                for callee in callees:
                    if callee in own and order[own[callee]] > order[own[name]]:
                        own[name] = own[callee]
                        changed = True
        if "main" in own:
            own["main"] = "suspending"
        self.effects = own
        self.calls = calls

    def refuse_loops(self) -> None:
        """Only procedures that can suspend may call themselves: the others run on no stack of ours."""
        for group in rings(self.calls):
            if len(group) > 1 or group[0] in self.calls[group[0]]:
                for name in group:
                    self.effects[name] = "suspending"
        # a ring that suspends makes its callers suspend
        changed = True
        while changed:
            changed = False
            for name, callees in self.calls.items():
                if self.effects[name] != "suspending" and any(self.effects.get(c) == "suspending" for c in callees):
                    self.effects[name] = "suspending"
                    changed = True
        for name, p in self.procedures.items():
            if p.query and self.effects[name] != "pure":
                self.reports.error("value-changes-game", "a value cannot change the game", p.span, "it does here")

    # ------------------------------------------------------------ suspension

    def can_suspend(self, body: list[Node]) -> bool:
        for s in statements(body):
            if s["kind"] in ("choose", "attempt", "finish"):
                return True
            if s["kind"] == "call" and self.effects.get(s["procedure"]) == "suspending":
                return True
        return False

    def suspended(self, p: Procedure, body: list[Node]) -> list[Node]:
        """Loops with a decision inside keep what is left of them in slots; a plain count is an ordinary `while`."""
        out: list[Node] = []
        for node in body:
            for part in BLOCKS:
                if part in node:
                    node[part] = self.suspended(p, node[part])
            if node["kind"] == "for":
                node["snapshot"] = node["index"] = None
                if self.can_suspend(node["body"]):
                    out += self.suspended_for(p, node)
                    continue
            out.append(node)
        return out

    def new_local(self, p: Procedure, base: str, type_: Node) -> str:
        name, i = base, 1
        while name in p.locals:
            i += 1
            name = f"{base}_{i}"
        p.locals[name] = {"type": type_}
        return name

    def suspended_for(self, p: Procedure, node: Node) -> list[Node]:
        domain = node["domain"]
        if domain["domain"] == "range" and node["where"] is None:
            limit = self.new_local(p, "_limit", {"kind": "int", "low": -(2**31), "high": 2**31 - 1})
            p.locals[node["var"]] = {"type": {"kind": "int", "low": -(2**31), "high": 2**31 - 1}}
            var = core.var(node["var"])
            step = core.set_var(node["var"], core.op("+", var, core.int_(1)), node["site"])
            return [
                core.set_var(node["var"], core.op("-", domain["low"], core.int_(1)), node["site"]),
                core.set_var(limit, domain["high"], node["site"]),
                {
                    "kind": "while",
                    "test": core.op("<", var, core.var(limit)),
                    "body": [step, *node["body"]],
                    "site": node["site"],
                },
                {"kind": "drop", "names": [node["var"], limit]},
            ]
        item = p.locals[node["var"]]["type"]
        if domain["domain"] in ("set", "all") or (domain["domain"] == "zone" and not self.zone_ordered(domain)):
            of = domain["of"] if domain["domain"] in ("all", "zone") else self.set_universe(domain["of"], item)
            node["snapshot"] = self.new_local(p, "_rest_of", {"kind": "set", "of": of})
        else:
            bound = min(domain.get("~bound", 1024), 1024)
            node["snapshot"] = self.new_local(p, "_list_of", {**item, "kind": "list", "capacity": bound})
            node["index"] = self.new_local(p, "_place", {"kind": "int", "low": 0, "high": 1024})
        return [node]

    @staticmethod
    def set_universe(expression: Node, item: Node) -> Any:
        return item.get("of", expression.get("of"))

    def zone_ordered(self, domain: Node) -> bool:
        """Is the zone of this domain an ordered one? Of a zone not named here it is not known: its order counts."""
        zone = domain["zone"]
        return bool(zone["kind"] != "zone" or self.world.zones[zone["zone"]].ordered)

    def undropped(self, body: list[Node]) -> list[Node]:
        """Without frames there are no dead slots to clear. A local of a loop's body starts anew in each round all the
        same."""
        out: list[Node] = []
        for node in body:
            if node["kind"] == "for":
                node["snapshot"] = node["index"] = None
            for part in BLOCKS:
                if part in node:
                    node[part] = self.undropped(node[part])
            out.append(node)
        return out

    # ------------------------------------------------------------ what a round costs

    def cost_of(self, name: str) -> int:
        """How many members the expressions of a procedure may look at, at most, loops counted once."""
        if name in self.costs:
            return self.costs[name]
        self.costs[name] = 1
        p = self.procedures[name]
        own = [(self.statement_cost(x), x) for x in statements(p.body)]
        self.costs[name] = min(sum(cost for cost, _ in own) + 1, 10**12)
        dearest, worst = max(own, key=lambda x: x[0], default=(0, None))
        if dearest > DEAREST:
            site = worst.get("site") if worst is not None else None
            span = self.span(self.world.sites.list[site]) if site is not None else p.span
            self.reports.error(
                "too-slow",
                "this would look at too many combinations",
                span,
                f"about {dearest:,}",
                help="choose step by step, or look at fewer things at once",
            )
        return self.costs[name]

    def statement_cost(self, s: Node) -> int:
        total = 0
        for key, value in s.items():
            if key in BLOCKS or key.startswith("~") or key in ("refusals", "types"):
                continue
            if key == "branches":
                for branch in value:
                    total += self.clauses_cost(
                        branch["over"], self.cost(branch["when"]) + sum(self.cost(v) for v in branch["values"])
                    )
            elif isinstance(value, dict | list):
                total += self.cost(value)
        return total

    def cost(self, e: Any) -> int:
        if isinstance(e, list):
            return sum(self.cost(x) for x in e)
        if not isinstance(e, dict):
            return 0
        kind = e.get("kind")
        if kind == "fold":
            return self.clauses_cost(e["over"], self.cost(e["value"]) + self.cost(e.get("key")) + 1)
        if kind == "reach":
            return self.cost(e["start"]) + self.world.size(e["of"]) * (
                1 + self.cost(e["by"]) + 4 * self.cost(e["where"])
            )
        if kind == "ask":
            return 1 + self.cost(e["args"]) + (self.cost_of(e["procedure"]) if e["procedure"] in self.procedures else 0)
        return 1 + sum(self.cost(v) for k, v in e.items() if isinstance(v, dict | list) and not k.startswith("~"))

    def clauses_cost(self, clauses: list[Node], inner: int) -> int:
        total = inner
        for clause in reversed(clauses):
            total = self.cost(clause["domain"]) + self.bound(clause["domain"]) * (
                1 + self.cost(clause["where"]) + total
            )
        return total

    def bound(self, domain: Node) -> int:
        match domain["domain"]:
            case "all":
                return self.world.size(domain["of"])
            case "set":
                of = self.members_of(domain["of"])
                return self.world.size(of) if of is not None else 64
            case "zone":
                zone = domain["zone"]
                most = self.world.zones[zone["zone"]].capacity if zone["kind"] == "zone" else None
                return min(most or 10**9, self.world.size(domain["of"]))
            case "row":
                rows = self.world.rows.get(domain["rows"])
                return max((len(r) for r in rows["data"]), default=1) if rows else self.world.high
            case "list" if domain["of"]["kind"] == "list":
                return len(domain["of"]["items"])
            case "range":
                low, high = domain["low"], domain["high"]
                return max(0, high["value"] - low["value"] + 1) if core.is_int(low) and core.is_int(high) else 64
        return 64

    def members_of(self, e: Any) -> Any:
        """Of what the members of a set are, as far as its expression tells."""
        if not isinstance(e, dict):
            return None
        match e["kind"]:
            case "ask" if e["procedure"] in self.procedures:
                result = self.procedures[e["procedure"]].result
                return result.of if isinstance(result, Set) else None
            case "union" | "meet" | "minus":
                return self.members_of(e["left"])
        return e.get("of")

    def weigh(self, body: list[Node]) -> None:
        for node in body:
            for part in BLOCKS:
                if part in node:
                    self.weigh(node[part])
            if node["kind"] in ("while", "for"):
                inside = (
                    sum(self.statement_cost(s) for s in statements(node["body"]))
                    + self.cost(node.get("test"))
                    + self.cost(node.get("where"))
                )
                node["weight"] = 1 + min(inside, 10**9) // SCALE
            elif node["kind"] == "call":
                node["weight"] = 1 + min(self.costs.get(node["procedure"], 0), 10**9) // SCALE

    # ------------------------------------------------------------ transactions

    def attempts(self, p: Procedure, body: list[Node]) -> None:
        """Inside a transaction nothing is rolled, shuffled or revealed, and there is no other transaction."""
        for node in statements(body):
            if node["kind"] != "attempt":
                continue
            for s in self.reachable(node["body"], set()):
                words = {
                    "pick": "chance",
                    "shuffle": "a shuffle",
                    "reveal": "a reveal",
                    "attempt": "another play as a whole",
                }
                if s["kind"] in words:
                    site = self.world.sites.list[s["site"]]
                    self.reports.error(
                        "whole-play",
                        f"there is {words[s['kind']]} inside a play that counts as a whole",
                        self.span(site),
                        "taking the play back would show it",
                        help="let it happen after the play is complete",
                    )

    def reachable(self, body: list[Node], seen: set[str]) -> Iterator[Node]:
        for s in statements(body):
            yield s
            if s["kind"] == "call" and s["procedure"] not in seen and s["procedure"] in self.procedures:
                seen.add(s["procedure"])
                yield from self.reachable(self.procedures[s["procedure"]].body, seen)

    @staticmethod
    def span(site: Node) -> Span:
        return Span(site["file"], 0, 0, site["line"], site["column"], site["end_line"], site["end_column"])


def speaks_of_you(node: Any) -> bool:
    return any(n.get("kind") == "var" and n["name"] == "you" for n in expressions_without_you(node))


def expressions_without_you(node: Any) -> Iterator[Node]:
    """Every node below but those that only say who `you` would be."""
    if isinstance(node, dict):
        if "kind" in node or "domain" in node or "var" in node:
            yield node
        for key, value in node.items():
            if not key.startswith("~"):
                yield from expressions_without_you(value)
    elif isinstance(node, list):
        for item in node:
            yield from expressions_without_you(item)


def stripped(node: Any) -> Any:
    """Without what only the validator needs."""
    if isinstance(node, dict):
        return {k: stripped(v) for k, v in node.items() if not k.startswith("~")}
    if isinstance(node, list):
        return [stripped(x) for x in node]
    return node
