"""Which procedures call each other in a ring. networkx could say so too, but takes a tenth of a second to import."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def rings(calls: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """The strongly connected groups of a graph, each after all that it leads to (Tarjan's algorithm, not recursive)."""
    found: list[list[str]] = []
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    for root in calls:
        if root in order:
            continue
        order[root] = low[root] = len(order)
        stack.append(root)
        on_stack.add(root)
        work = [(root, iter(calls[root]))]
        while work:
            name, rest = work[-1]
            for callee in rest:
                if callee not in calls:
                    continue
                if callee not in order:
                    order[callee] = low[callee] = len(order)
                    stack.append(callee)
                    on_stack.add(callee)
                    work.append((callee, iter(calls[callee])))
                    break
                if callee in on_stack:
                    low[name] = min(low[name], order[callee])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[name])
                if low[name] == order[name]:
                    group: list[str] = []
                    while not group or group[-1] != name:
                        group.append(stack.pop())
                        on_stack.discard(group[-1])
                    found.append(group)
    return found
