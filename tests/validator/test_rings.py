"""Rings of calls, against networkx."""

from __future__ import annotations

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st
from rulewright.validator.rings import rings

GRAPHS = st.dictionaries(st.sampled_from("abcdefgh"), st.lists(st.sampled_from("abcdefgh"), max_size=5), max_size=8)


@given(GRAPHS)
def test_groups_are_those_of_networkx_and_come_after_what_they_lead_to(calls: dict[str, list[str]]) -> None:
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(calls)
    graph.add_edges_from((a, b) for a, callees in calls.items() for b in callees if b in calls)
    found = rings(calls)
    assert {frozenset(g) for g in found} == {frozenset(g) for g in nx.strongly_connected_components(graph)}
    place = {name: i for i, group in enumerate(found) for name in group}
    assert all(place[b] <= place[a] for a, b in graph.edges)
