"""Where the names of a ruleset are used, by their role. There is one namespace without shadowing, so a bare name means
the same wherever it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..grammar import nodes
from .lint import Subject, remembered
from .syntax import parts_of

BARE, DOT, TYPE, PHASE, HOOK, ACTION = "bare", "dot", "type", "phase", "hook", "action"

# What a name in this place of a node is. Names that declare something are no mentions; all others are bare.
_ROLES: dict[tuple[type, str], str] = {
    (nodes.AttributeOf, "name"): DOT,
    (nodes.OneValue, "name"): DOT,
    (nodes.AbilityBody, "name"): DOT,
    (nodes.AbilityValue, "name"): DOT,
    (nodes.NamedType, "name"): TYPE,
    (nodes.SetType, "of"): TYPE,
    (nodes.Kind, "per"): TYPE,
    (nodes.Zone, "holds"): TYPE,
    (nodes.Board, "of"): TYPE,
    (nodes.EachHas, "kind"): HOOK,
    (nodes.One, "kind"): HOOK,
    (nodes.Play, "phase"): PHASE,
    (nodes.Start, "phase"): PHASE,
    (nodes.Moment, "phase"): PHASE,
    (nodes.Starts, "each"): PHASE,
    (nodes.Limit, "per"): PHASE,
    (nodes.During, "phases"): PHASE,
    (nodes.Open, "window"): PHASE,
    (nodes.Trigger, "name"): HOOK,
    (nodes.Change, "name"): HOOK,
    (nodes.Without, "name"): HOOK,
}
_DECLARING = (
    nodes.TypeItem, nodes.Kind, nodes.One, nodes.Board, nodes.Ruling, nodes.Define, nodes.Stat, nodes.Fact,
    nodes.Ranking, nodes.Phase, nodes.Window, nodes.Procedure, nodes.Event, nodes.Action, nodes.State, nodes.Zone,
    nodes.Ability, nodes.Plural, nodes.Reading, nodes.Param, nodes.ParamFrom, nodes.Let, nodes.Choose,
    nodes.ChooseMany, nodes.ChoosePoint, nodes.Random, nodes.Roll, nodes.ForEach, nodes.MayChoose, nodes.MayDeclare,
    nodes.Secretly, nodes.Option, nodes.Those, nodes.EachOf, nodes.Reached, nodes.Variant,
)  # fmt: skip
_DECLARED = {*((cls, "name") for cls in _DECLARING), *((nodes.Trigger, "params"), (nodes.Change, "params"))}


@dataclass(frozen=True, slots=True)
class Mention:
    name: nodes.Name
    role: str
    item: nodes.AnyItem

    @property
    def tested(self) -> bool:
        """Does it stand in a scenario?"""
        return isinstance(self.item, nodes.Scenario)


@dataclass(frozen=True, slots=True)
class Mentions:
    by_name: dict[str, list[Mention]]

    def of(self, name: str, *roles: str) -> list[Mention]:
        return [one for one in self.by_name.get(name, ()) if one.role in roles]

    def elsewhere(self, name: str, item: nodes.AnyItem, *roles: str) -> list[Mention]:
        """Mentions outside of the item that declares the name."""
        return [one for one in self.of(name, *roles) if one.item is not item]


@remembered
def mentions(subject: Subject) -> Mentions:
    """Of the game and all of its variants."""
    found: dict[str, list[Mention]] = {}
    seen: set[int] = set()
    for each in subject.all:
        for item in each.items:
            if id(item) in seen:
                continue
            seen.add(id(item))
            if isinstance(item, nodes.Game):
                continue
            for name, role in _names(item):
                found.setdefault(name.text, []).append(Mention(name, role, item))
    return Mentions(found)


def names_in(node: object) -> set[str]:
    """Every bare name below a node that it does not declare itself."""
    return {name.text for name, role in _names(node) if role == BARE}


def _names(root: object) -> Iterator[tuple[nodes.Name, str]]:
    waiting: list[tuple[object, str]] = [(root, BARE)]
    while waiting:
        node, role = waiting.pop()
        if isinstance(node, tuple):
            waiting += [(part, role) for part in reversed(node)]
        elif isinstance(node, nodes.Name):
            yield node, role
        elif isinstance(node, nodes.Node):
            cls = type(node)
            for field in parts_of(node):
                part = getattr(node, field)
                if isinstance(part, nodes.Node | tuple) and (cls, field) not in _DECLARED:
                    waiting.append((part, _role(node, field)))


def _role(node: nodes.Node, field: str) -> str:
    if isinstance(node, nodes.Call) and field == "name" and node.subject is not None:
        return DOT
    if isinstance(node, nodes.Does | nodes.ExpectCannot) and field == "call":
        return BARE
    return _ROLES.get((type(node), field), BARE)
