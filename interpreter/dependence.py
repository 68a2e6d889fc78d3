"""On what the value of an expression depends that is hidden from somebody."""

from __future__ import annotations

from typing import Any

from .labels import OPEN, PLAIN, SECRET, UNKNOWN, Facts, Labels, Values, join

Program = dict[str, Any]
Node = dict[str, Any]
IN_ZONES = ("members", "top", "bottom", "at", "tops")
CHOOSING = ("first", "last", "only", "set", "list", "best")  # folds that give what they range over
KEEPING = ("sure", "within", "list", "union", "meet", "minus", "things")  # expressions that give what they are given


class Dependence:
    """`values` are those of the variables in reach; `bound` those of the folds around an expression."""

    program: Program
    hidden: set[str]  # the kinds of which some things are out of sight
    values: Values

    def _result(self, procedure: str, args: list[Facts]) -> Facts:
        """What a procedure gives back."""
        raise NotImplementedError

    def _all(self, nodes: list[Node], bound: Values) -> list[Facts]:
        return [self._of(node, bound) for node in nodes]

    def _whole(self, node: Any, bound: Values) -> Labels:
        """On what all parts of a node depend."""
        if isinstance(node, list):
            return OPEN.union(*(self._whole(part, bound) for part in node))
        if not isinstance(node, dict):
            return OPEN
        if "kind" in node:
            return self._of(node, bound).whole
        return OPEN.union(*(self._whole(part, bound) for part in node.values()))

    def _of(self, node: Node, bound: Values) -> Facts:
        kind = node["kind"]
        match kind:
            case "int":
                return PLAIN
            case "var":
                return bound.get(node["name"]) or self.values.get(node["name"], PLAIN)
            case "get":
                see = self.program["attributes"][node["attribute"]]["see"]
                index = self._of(node["index"], bound) if node["index"] else UNKNOWN
                return Facts((index.whole if node["index"] else OPEN) | _seen(see, index), faces=SECRET)
            case "where":
                thing = self._of(node["thing"], bound)
                return Facts(thing.whole | (thing.faces if node["of"] in self.hidden else OPEN))
            case "count":
                return Facts(self._count(node["zone"], bound))
            case "size" | "length":
                return Facts(self._of(node["set" if kind == "size" else "list"], bound).content)
            case "item" | "nth":
                given = self._of(node["list" if kind == "item" else "set"], bound)
                return Facts(given.content | self._whole(node["position"], bound), given.names, given.faces)
            case "if":
                both = join(self._of(node["then"], bound), self._of(node["else"], bound))
                return join(both, Facts(self._whole(node["test"], bound)))
            case "ask":
                return self._result(node["procedure"], self._all(node["args"], bound))
            case "fold":
                return self._fold(node, bound)
            case "reach":
                return self._reach(node, bound)
        if kind in IN_ZONES:
            place = self._whole([node.get("position"), node.get("count")], bound)
            return self._contents(node["zone"], node["of"], kind, bound, place)
        if kind in KEEPING:
            return self._kept(node, bound)
        return Facts(self._whole([part for key, part in node.items() if key != "kind"], bound), faces=SECRET)

    def _kept(self, node: Node, bound: Values) -> Facts:
        """The given things themselves. How many two sets of things make together tells of the things."""
        parts = [node[key] for key in ("value", "left", "right") if key in node] + node.get("items", [])
        given = self._all(parts, bound)
        found = join(*given) if given else PLAIN
        if node["kind"] != "list" and sum(bool(facts.names) for facts in given) > 1:
            found = found._replace(content=found.content.union(*(facts.whole for facts in given)))
        return found

    def _count(self, zone: Node, bound: Values) -> Labels:
        """How many lie somewhere is open, but for what lies with a thing that is itself out of sight."""
        if zone["kind"] != "zone":
            return self._whole(zone, bound)
        index = self._of(zone["index"], bound) if zone["index"] else PLAIN
        with_thing = self.program["zones"][zone["zone"]]["of"] in self.hidden
        return index.whole | (index.faces if with_thing else OPEN)

    def _contents(self, zone: Node, kind: str, word: str, bound: Values, place: Labels = OPEN) -> Facts:
        seen = SECRET if kind in self.hidden else OPEN
        if zone["kind"] == "zone":
            see = self.program["zones"][zone["zone"]]["see"]
            index = self._of(zone["index"], bound) if zone["index"] else UNKNOWN
            seen = OPEN if see == "top" and word == "top" else _seen(see, index)
        return Facts(self._count(zone, bound) | place, seen, seen)

    def _clause(self, clause: Node, bound: Values) -> Facts:
        """What a variable ranges over; its content says how many there are."""
        domain = clause["domain"]
        match domain["domain"]:
            case "zone":
                each = self._contents(domain["zone"], domain["of"], "members", bound)
            case "set" | "list":
                each = self._of(domain["of"], bound)
            case _:
                each = Facts(self._whole([part for part in domain.values() if part], bound), faces=SECRET)
        if clause["where"] is None:
            return each._replace(me=SECRET)
        test = self._whole(clause["where"], {**bound, clause["var"]: _member(each)})
        return Facts(each.content | test, each.names, each.faces)

    def _fold(self, node: Node, bound: Values) -> Facts:
        inner, content = dict(bound), OPEN
        for clause in node["over"]:
            each = self._clause(clause, inner)
            content |= each.content
            inner[clause["var"]] = _member(each)
        if node["fold"] == "count":
            return Facts(content)
        value = self._of(node["value"], inner)
        if node["fold"] in CHOOSING:
            content |= self._whole(node.get("key"), inner)
            empty = self._of(node["empty"], bound) if node.get("empty") else PLAIN
            return join(Facts(content, faces=value.faces), value, empty)
        return Facts(content | value.whole | self._whole(node.get("empty"), bound))

    def _reach(self, node: Node, bound: Values) -> Facts:
        start = self._of(node["start"], bound)
        inner = {**bound, node["var"]: _member(start)}
        return Facts(start.content | self._whole([node["by"], node["where"]], inner), start.names, SECRET)


def _member(each: Facts) -> Facts:
    """One of several. That there is one at all is told where their number is."""
    return Facts(OPEN, each.names, each.faces)


def _seen(see: str, index: Facts) -> Labels:
    """Who sees what is declared to be seen so, of the thing or player with this index."""
    return {"all": OPEN, "owner": index.me, "holder": index.faces}.get(see, SECRET)
