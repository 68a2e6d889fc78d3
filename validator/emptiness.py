"""Which sets may turn out empty, and which are known not to be where a line runs."""

from __future__ import annotations

from ..grammar import nodes
from .graphs import GraphBoard
from .lint import Subject, remembered
from .syntax import shape
from .types import Int, Set
from .world import PLAYER_WORDS

Facts = frozenset[str]  # shapes of sets that have a member


def may_be_empty(subject: Subject, e: nodes.Expr, facts: Facts) -> bool:
    """Only what is known to come up empty at times; of what is not known, no."""
    if shape(e) in facts:
        return False
    world = subject.world
    match e:
        case nodes.Name():
            if e.text in world.table_zones:
                return True
            info = world.table.get(e.text)
            if info is not None:
                return isinstance(info.type, Set)
            define = world.defines.get(e.text)
            return define is not None and _defined(subject, define, facts)
        case nodes.AttributeOf():
            return _attribute(subject, e)
        case nodes.Call(subject=None):
            define = world.defines.get(e.name.text)
            return define is not None and _defined(subject, define, facts)
        case nodes.Those():
            return _domain(subject, e.domain, facts)
        case nodes.EachOf():
            return _domain(subject, e.domain, facts)
        case nodes.Reached():
            return e.where is not None or may_be_empty(subject, e.start, facts)
        case nodes.Binary(word="-"):
            return not _enough(subject, e)
        case nodes.Binary(word="+"):
            return may_be_empty(subject, e.left, facts) and may_be_empty(subject, e.right, facts)
        case nodes.Either():
            return may_be_empty(subject, e.then, facts | known(subject, e.test)) or may_be_empty(
                subject, e.otherwise, facts | denied(subject, e.test)
            )
        case nodes.Nothing():
            return True
    return False


def _enough(subject: Subject, e: nodes.Expr) -> bool:
    """All things of a kind without a few that are named: is one left?"""
    world, gone = subject.world, 0
    while isinstance(e, nodes.Binary) and e.word == "-":
        named = isinstance(e.right, nodes.Name) and (
            world.things_called(e.right.text) or world.enums_with(e.right.text)
        )
        if not named and not isinstance(e.right, nodes.You | nodes.This):
            return False
        e, gone = e.left, gone + 1
    all_of = world.plurals.get(e.text) if isinstance(e, nodes.Name) else None
    return all_of is not None and world.size(all_of, world.low) > gone


def _domain(subject: Subject, domain: nodes.Domain, facts: Facts) -> bool:
    if domain.where is not None:
        return True
    return domain.upper is None and may_be_empty(subject, domain.source, facts)


def domain_may_be_empty(subject: Subject, domain: nodes.Domain, name: str, facts: Facts) -> bool:
    """Of what somebody chooses from, under a name."""
    if domain.upper is not None:
        return domain.where is None and _range(subject, domain.source, domain.upper, facts)
    if domain.where is None:
        return may_be_empty(subject, domain.source, facts)
    return _selection(domain.source, domain.where, name) not in facts


def _range(subject: Subject, low: nodes.Expr, high: nodes.Expr, facts: Facts) -> bool:
    """From a number up to something that may be less."""
    if not isinstance(low, nodes.Int) or f"{shape(high)} >= {low.value}" in facts:
        return False
    if isinstance(high, nodes.Int):
        return high.value < low.value
    if isinstance(high, nodes.Fold) and high.word == "count":
        return low.value > 0 and shape(high.over) not in facts
    info = None
    if isinstance(high, nodes.Name):
        info = subject.world.table.get(high.text)
    elif isinstance(high, nodes.AttributeOf):
        found = [kind.attributes.get(high.name.text) for kind in subject.world.kinds.values()]
        info = found[0] if len(found := [one for one in found if one is not None]) == 1 else None
    return info is not None and not info.printed and isinstance(info.type, Int) and info.type.low < low.value


def _attribute(subject: Subject, e: nodes.AttributeOf) -> bool:
    world, name = subject.world, e.name.text
    kinds = [kind for kind in world.kinds.values() if name in kind.attributes or name in kind.zones]
    if kinds:
        return all(_holds(kind.zones.get(name), kind.attributes.get(name)) for kind in kinds)
    if name in PLAYER_WORDS:
        return name in ("others", "opponents") and world.low < 2
    ends = {space for relation, space in _dead_ends(subject) if relation == name}
    spaces = {space for board in world.boards.values() for space in getattr(board.data, "names", ())}
    named = e.subject.text if isinstance(e.subject, nodes.Name) else ""
    return named in ends if named in spaces else bool(ends)


@remembered
def _dead_ends(subject: Subject) -> set[tuple[str, str]]:
    """`exits`, `neighbours`: the spaces of graphs that lack them in some position of the discs."""
    boards = [board.data for board in subject.world.boards.values() if isinstance(board.data, GraphBoard)]
    return {
        (name, board.names[space])
        for name in ("exits", "neighbours")
        for board in boards
        for position in board.positions()
        for space in range(len(board.names))
        if not board.leads(name, position, space)
    }


def _holds(zone: object, info: object) -> bool:
    if zone is not None:
        return True
    return not getattr(info, "printed", True) and isinstance(getattr(info, "type", None), Set)


def _defined(subject: Subject, define: nodes.Define, facts: Facts) -> bool:
    """A define whose every case may be empty is; where only one may, its condition may see to it."""
    if len(define.cases) > 1:
        return False
    return may_be_empty(subject, define.cases[0].value, facts)


# ---------------------------------------------------------------- what conditions tell


def known(subject: Subject, test: nodes.Expr) -> Facts:
    """What has a member if a condition holds."""
    match test:
        case nodes.Binary(word="and"):
            return known(subject, test.left) | known(subject, test.right)
        case nodes.Binary(word="or"):
            return known(subject, test.left) & known(subject, test.right)
        case nodes.Not():
            return denied(subject, test.value)
        case nodes.Fold(word="some"):
            return member(test.over)
        case nodes.Binary(word="is in"):
            return member(test.right)
        case nodes.Binary(word=">" | ">=" | "is" | "is not"):
            return _compared(test)
        case nodes.Name() | nodes.Call(subject=None):
            define = subject.world.defines.get(test.text if isinstance(test, nodes.Name) else test.name.text)
            if define is not None and len(define.cases) == 1 and not define.params:
                return known(subject, define.cases[0].value)
    return frozenset()


def denied(subject: Subject, test: nodes.Expr) -> Facts:
    """What has a member if a condition does not hold."""
    match test:
        case nodes.Binary(word="or"):
            return denied(subject, test.left) | denied(subject, test.right)
        case nodes.Binary(word="and"):
            return denied(subject, test.left) & denied(subject, test.right)
        case nodes.Not():
            return known(subject, test.value)
        case nodes.Fold(word="none"):
            return member(test.over)
        case nodes.Binary(word="is", right=nodes.NoneValue() | nodes.Nothing()):
            return _of_end(test.left)
        case nodes.Binary(word="is", right=nodes.Int(value=0)):
            return _at_least(test.left, 1)
        case nodes.Binary(word="<" | "<=" as word, right=nodes.Int(value=limit)):
            least = limit + (word == "<=")
            return _at_least(test.left, least)
        case nodes.Name() | nodes.Call(subject=None):
            define = subject.world.defines.get(test.text if isinstance(test, nodes.Name) else test.name.text)
            if define is not None and len(define.cases) == 1 and not define.params:
                return denied(subject, define.cases[0].value)
    return frozenset()


def _compared(test: nodes.Binary) -> Facts:
    match test.word, test.right:
        case "is not", nodes.NoneValue() | nodes.Nothing():
            return _of_end(test.left)
        case "is not", nodes.Int(value=0):
            return _at_least(test.left, 1)
        case (("is" | ">="), nodes.Int(value=number)):
            return _at_least(test.left, number)
        case ">", nodes.Int(value=number):
            return _at_least(test.left, number + 1)
        case ">", _:
            return _counted(test.left)
    return frozenset()


def _at_least(e: nodes.Expr, least: int) -> Facts:
    """Of a number that is so large at least; a count that is has members."""
    told = frozenset(f"{shape(e)} >= {number}" for number in range(1, min(least, 50) + 1))
    return told | (_counted(e) if least > 0 else frozenset())


def _counted(e: nodes.Expr) -> Facts:
    return member(e.over) if isinstance(e, nodes.Fold) and e.word == "count" else frozenset()


def _of_end(e: nodes.Expr) -> Facts:
    """`top of deck is not none`, `you.slot is not none`."""
    ends = ("top", "bottom", "first", "last")
    return member(e.over) if isinstance(e, nodes.Fold) and e.word in ends else member(e)


def member(over: nodes.Expr) -> Facts:
    """A set that has a member; a selection of it, in whatever words it is made."""
    found = {shape(over)}
    if isinstance(over, nodes.Those) and over.domain.upper is None:
        found.add(shape(over.domain.source))
        if over.domain.where is not None and over.best is None:
            found.add(_selection(over.domain.source, over.domain.where, over.name.text))
    return frozenset(found)


def _selection(source: nodes.Expr, where: nodes.Expr, name: str) -> str:
    """Members of a set for which something holds, whatever they are called."""
    said = shape(where).replace(f"Name({name!r})", "Name(it)")
    return f"{shape(source)} where {said}"
