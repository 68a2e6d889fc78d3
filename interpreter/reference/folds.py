"""Going through domains: the clauses of folds, branches and loops, and what each fold makes of the matches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .expressions import Expressions
from .lookup import Node, mask_of
from .memory import fault
from .shapes import members


class Folds(Expressions):
    """`over_DOMAIN` yields the members of a domain in order, `fold_WORD` is the value of a fold."""

    def __init__(self, program: dict[str, Any]) -> None:
        super().__init__(program)
        self._domains: dict[str, Callable[[Node], Iterable[int]]] = self.methods("over_")
        self._folds: dict[str, Callable[[Node], Any]] = self.methods("fold_")

    # domains

    def domain(self, node: Node) -> Iterable[int]:
        return self._domains[node["domain"]](node)

    def over_range(self, node: Node) -> Iterable[int]:
        low = self.value(node["low"])
        return range(low, self.value(node["high"]) + 1)

    def over_all(self, node: Node) -> Iterable[int]:
        return range(node["of"])

    def over_set(self, node: Node) -> Iterable[int]:
        return members(self.value(node["of"]))

    def over_list(self, node: Node) -> Iterable[int]:
        items: tuple[int, ...] = self.value(node["of"])
        return items

    def over_zone(self, node: Node) -> Iterable[int]:
        return self.contents(self.lookup.zoned[node["of"]], self.value(node["zone"]))

    def over_row(self, node: Node) -> Iterable[int]:
        rows = self.lookup.rows[node["rows"]]
        place = self.place(node, rows.dims)
        return () if place is None else rows.lists[place]

    # clauses

    def matches(self, clauses: list[Node], depth: int = 0) -> Iterator[None]:
        """Binds the variables of the clauses to each combination that satisfies every `where`, in order."""
        if not clauses:
            yield
            return
        clause, variables = clauses[depth], self.variables
        var, where, innermost = clause["var"], clause["where"], depth == len(clauses) - 1
        for member in self.domain(clause["domain"]):
            variables[var] = member
            if where is None or self.value(where):
                if innermost:
                    yield
                else:
                    yield from self.matches(clauses, depth + 1)

    def chosen(self, clause: Node) -> list[int]:
        """The members of one clause, for those who need them all at once. Its variable is not bound afterwards: the
        variable of a loop is a local in the frame, which a binding would hide."""
        var, variables = clause["var"], self.variables
        found: list[Any] = [variables[var] for _ in self.matches([clause])]
        variables.pop(var, None)
        return found

    # folds

    def eval_fold(self, node: Node) -> Any:
        return self._folds[node["fold"]](node)

    def values(self, node: Node) -> Iterator[Any]:
        value = node["value"]
        return (self.value(value) for _ in self.matches(node["over"]))

    def fold_sum(self, node: Node) -> Any:
        return sum(self.values(node))

    def fold_count(self, node: Node) -> Any:
        return sum(1 for _ in self.matches(node["over"]))

    def fold_any(self, node: Node) -> Any:
        return 1 if any(self.values(node)) else 0

    def fold_all(self, node: Node) -> Any:
        return 1 if all(self.values(node)) else 0

    def fold_max(self, node: Node) -> Any:
        return self._or_empty(node, list(self.values(node)), max)

    def fold_min(self, node: Node) -> Any:
        return self._or_empty(node, list(self.values(node)), min)

    def fold_first(self, node: Node) -> Any:
        for value in self.values(node):
            return value
        return self._or_empty(node, [], min)

    def fold_last(self, node: Node) -> Any:
        return self._or_empty(node, list(self.values(node)), lambda found: found[-1])

    def _or_empty(self, node: Node, found: list[Any], pick: Callable[[list[Any]], Any]) -> Any:
        if found:
            return pick(found)
        if node.get("empty") is None:
            raise fault("empty", node, "there is none to take")
        return self.value(node["empty"])

    def fold_only(self, node: Node) -> Any:
        found = list(self.values(node))
        if len(found) != 1:
            raise fault("only", node, f"there should be exactly one, and there are {len(found)}")
        return found[0]

    def fold_set(self, node: Node) -> Any:
        return mask_of(list(self.values(node)))

    def fold_list(self, node: Node) -> Any:
        found: list[int] = []
        for value in self.values(node):
            if len(found) == node["capacity"]:
                raise fault("full", node, f"more than {node['capacity']} for a list")
            found.append(value)
        return tuple(found)

    def fold_best(self, node: Node) -> Any:
        value, key, sign = node["value"], node["key"], 1 if node.get("most") else -1
        ranked = [(self.value(value), sign * self.value(key)) for _ in self.matches(node["over"])]
        greatest = max((rank for _, rank in ranked), default=0)
        return mask_of([member for member, rank in ranked if rank == greatest])
