"""Good files: the shape of the tree, and that every node knows exactly where it stands."""

from __future__ import annotations

import gc
import re

import pytest
from grammar_samples import ALL, SAMPLES, every_node, parts
from rulewright.grammar import nodes
from rulewright.grammar import parse as parse_module
from rulewright.grammar.parse import parse
from rulewright.grammar.recover import recover
from rulewright.grammar.source import Source


def tree(text: str) -> nodes.Ruleset:
    made, found = parse(text, "game.rules")
    assert found == []
    return made


def item(text: str) -> nodes.AnyItem:
    (one,) = tree(text).items
    return one


def plain(node: object) -> str:
    """A node without its spans."""
    return re.sub(r"span=Span\([^)]*\)(, )?", "", repr(node))


def expression(text: str) -> str:
    define = item(f"define x is {text}\n")
    assert isinstance(define, nodes.Define)
    return plain(define.cases[0].value)


def statement(text: str) -> nodes.Stmt:
    phase = item(f"phase x\n  {text}\n")
    assert isinstance(phase, nodes.Phase)
    return phase.body[0]


A, B = "Name(text='a')", "Name(text='b')"


@pytest.mark.parametrize("name", ALL)
def test_every_node_stands_where_it_says(name: str) -> None:
    text = ALL[name]
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    for node in every_node(tree(text).items):
        span = node.span
        written = text[span.start : span.end]
        assert written and written == written.strip()
        assert starts[span.line - 1] + span.column - 1 == span.start
        assert starts[span.end_line - 1] + span.end_column - 1 == span.end
        if isinstance(node, nodes.Name | nodes.Cite):
            assert written == node.text
        elif isinstance(node, nodes.String):
            assert written == f'"{node.text}"'
        elif isinstance(node, nodes.Int):
            assert int(written) == node.value


@pytest.mark.parametrize("name", ALL)
def test_a_node_holds_its_parts(name: str) -> None:
    for node in every_node(tree(ALL[name]).items):
        if isinstance(node, nodes.Param):
            continue  # its type may be the one of the next parameter
        for below in parts(node):
            if not isinstance(below, nodes.Cite):  # a guarded line has the citations of its guard
                assert node.span.start <= below.span.start and below.span.end <= node.span.end


@pytest.mark.parametrize("text", ["", "\n", "\n\n  \n", "# a comment", "  # one\n# two\n"])
def test_an_empty_file_is_an_empty_ruleset(text: str) -> None:
    assert tree(text).items == ()


def test_the_last_newline_and_carriage_returns_do_not_matter() -> None:
    text = SAMPLES["small"]
    assert plain(tree(text)) == plain(tree(text.rstrip("\n"))) == plain(tree(text.replace("\n", "\r\n")))


def test_indentation_and_spaces_do_not_matter() -> None:
    text = SAMPLES["everything"]
    loose = "\n".join(
        line if not line.startswith(" ") else "     " + re.sub(r"(?<=[a-z]) (?=[a-z])", "   ", line.lstrip())
        for line in text.split("\n")
        if '"' not in line or line[0] != " "
    )
    tight = "\n".join(
        line if not line.startswith(" ") else " " + line.lstrip()
        for line in text.split("\n")
        if '"' not in line or line[0] != " "
    )
    assert plain(parse(loose, "f")[0]) == plain(parse(tight, "f")[0])


def test_parameters_share_the_type_that_follows() -> None:
    fact = item("fact f(a, b is card, c, d is 0 to 3, e)\n")
    assert isinstance(fact, nodes.Fact)
    kinds = [plain(param.type) if param.type else None for param in fact.params]
    assert kinds[0] == kinds[1] == "NamedType(name=Name(text='card'), or_none=False)"
    assert kinds[2] == kinds[3] == "RangeType(low=0, high=3, length=False)"
    assert kinds[4] is None


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("a + 2 * b", f"Binary(word='+', left={A}, right=Binary(word='*', left=Int(value=2), right={B}))"),
        ("a - 2 - b", f"Binary(word='-', left=Binary(word='-', left={A}, right=Int(value=2)), right={B})"),
        ("a / 2 rounded up", "Binary(word='/ rounded up', left=Name(text='a'), right=Int(value=2))"),
        ("not a is b", "Not(value=Binary(word='is', left=Name(text='a'), right=Name(text='b')))"),
        ("a is not in b", "Binary(word='is not in', left=Name(text='a'), right=Name(text='b'))"),
        ("a <= b", "Binary(word='<=', left=Name(text='a'), right=Name(text='b'))"),
        ("a or b and a", f"Binary(word='or', left={A}, right=Binary(word='and', left={B}, right={A}))"),
        (
            "count of a + 1",
            "Binary(word='+', left=Fold(word='count', over=Name(text='a')), right=Int(value=1))",
        ),
        ("-a.b", "Negate(value=AttributeOf(subject=Name(text='a'), name=Name(text='b')))"),
        ("a.b(c)", "Call(subject=Name(text='a'), name=Name(text='b'), args=(Name(text='c'),))"),
        ("f()", "Call(subject=None, name=Name(text='f'), args=())"),
        ("[]", "ListValue(items=())"),
        ("126.8mm", "Length(tenths=1268)"),
        ("80mm", "Length(tenths=800)"),
        ("a.set", "AttributeOf(subject=Name(text='a'), name=Name(text='set'))"),
        ("(1 if a otherwise 2)", "Either(then=Int(value=1), test=Name(text='a'), otherwise=Int(value=2))"),
        (
            "(x in s where x with least y)",
            "Those(name=Name(text='x'), domain=Domain(source=Name(text='s'), upper=None, where=Name(text='x')), "
            "best='least', by=Name(text='y'))",
        ),
        ("top  4   of d", "TopMany(count=Int(value=4), zone=Name(text='d'))"),
        ("first    of d", "Fold(word='first', over=Name(text='d'))"),
    ],
)
def test_expressions(text: str, shape: str) -> None:
    assert expression(text) == shape


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("stop", "Stop(cites=())"),
        ("stop if a", "Guarded(cites=(), line=Stop(cites=()), test=Name(text='a'))"),
        ("end game", "EndGame(cites=(), won_by=None, drawn=False)"),
        ("end game drawn", "EndGame(cites=(), won_by=None, drawn=True)"),
        ("end game won by a", "EndGame(cites=(), won_by=Name(text='a'), drawn=False)"),
        ("reveal a to everyone", "Reveal(cites=(), what=Name(text='a'), to=None)"),
        ("play turn", "Play(cites=(), phase=Name(text='turn'), args=(), player=None)"),
        ("act", "Act(cites=(), who=None, optional=False, otherwise=None)"),
        ("p may act", "Act(cites=(), who=Name(text='p'), optional=True, otherwise=None)"),
        ("may f()", "MayRun(cites=(), who=None, call=Call(subject=None, name=Name(text='f'), args=()))"),
        (
            "move up to 2 from a to bottom of b",
            "Move(cites=(), what=Int(value=2), up_to=True, all=False, source=Name(text='a'), end='bottom', "
            "target=Name(text='b'))",
        ),
        (
            "move all from a to b",
            "Move(cites=(), what=None, up_to=False, all=True, source=Name(text='a'), end=None, target=Name(text='b'))",
        ),
        (
            "choose any number of xs from s",
            "ChooseMany(cites=(), who=None, how='any', count=None, name=Name(text='xs'), source=Name(text='s'), "
            "asking=None, otherwise=None)",
        ),
    ],
)
def test_statements(text: str, shape: str) -> None:
    assert plain(statement(text)) == shape


def test_citations_belong_to_their_line() -> None:
    phase = item(
        "phase x  A-1\n  if a  A-2\n    stop  A-3\n  otherwise if b  A-4\n    stop\n"
        "  otherwise  A-5\n    stop\n  end  A-6\n"
    )
    assert isinstance(phase, nodes.Phase)
    assert [cite.text for cite in phase.cites] == ["A-1"]
    (choice,) = phase.body
    assert isinstance(choice, nodes.If)
    assert sorted(cite.text for cite in choice.cites) == ["A-2", "A-5", "A-6"]
    assert [[cite.text for cite in arm.cites] for arm in choice.arms] == [["A-2"], ["A-4"]]
    assert [cite.text for cite in choice.arms[0].body[0].cites] == ["A-3"]


def test_a_guard_and_the_line_it_guards_are_cited_alike() -> None:
    guarded = statement("stop if a  A-1 A-2")
    assert isinstance(guarded, nodes.Guarded)
    assert [cite.text for cite in guarded.cites] == [cite.text for cite in guarded.line.cites] == ["A-1", "A-2"]


def test_an_action_keeps_its_citations_apart() -> None:
    action = item("action x  A-1\n  cost 1 a  A-2\n  do  A-3\n    stop  A-4\n")
    assert isinstance(action, nodes.Action)
    assert [[cite.text for cite in part] for part in (action.cites, action.clauses[0].cites, action.do_cites)] == [
        ["A-1"],
        ["A-2"],
        ["A-3"],
    ]


def test_instead_with_and_without_parentheses() -> None:
    bare, empty, named = tree("instead of e\n  stop\ninstead of e()\n  stop\ninstead of e(a)\n  stop\n").items
    assert isinstance(bare, nodes.Trigger) and isinstance(empty, nodes.Trigger) and isinstance(named, nodes.Trigger)
    assert (bare.params, empty.params) == (None, ())
    assert named.params and [name.text for name in named.params] == ["a"]


def test_a_change_has_its_condition_on_either_line() -> None:
    one, two, none = tree('change s(a) by 1 "x" if b\nchange s(a) by 1 "x"\n  if b\nchange s(a) to 1\n').items
    assert plain(one) == plain(two)
    assert isinstance(none, nodes.Change)
    assert (none.test, none.label, none.word) == (None, None, "to")


def test_a_game_keeps_its_clauses_in_order() -> None:
    game = item('game g\n  players a, b\n  title "G"\n  seen by owner\n  title "H"\n')
    assert isinstance(game, nodes.Game)
    assert [clause.word for clause in game.clauses if isinstance(clause, nodes.GameClause)] == [
        "seats", "title", "seen", "title",
    ]  # fmt: skip
    assert (game.title, game.low, [seat.text for seat in game.seats]) == ("H", None, ["a", "b"])


def test_negative_bounds_and_literals_are_numbers() -> None:
    kind = item("kind k\n  a is -3 to 5\n  b is 0 to 12.5mm\n")
    assert isinstance(kind, nodes.Kind)
    first, second = kind.attributes
    assert isinstance(first, nodes.State) and isinstance(second, nodes.State)
    assert plain(first.type) == "RangeType(low=-3, high=5, length=False)"
    assert plain(second.type) == "RangeType(low=0, high=125, length=True)"


def test_words_are_whole() -> None:
    assert parse("phase x\n  set a tob\n", "f")[1] != []
    assert parse("action x\n  cost 3coins\n  do\n    stop\n", "f")[1] != []


@pytest.mark.parametrize("name", ALL)
def test_a_good_file_is_read_in_one_go(name: str) -> None:
    """And item by item it is the same."""
    tidy = parse_module._tidy(ALL[name], name)
    assert tidy is not None
    assert tidy[1] == []
    assert tidy[0].items == recover(Source(ALL[name], name))[0]


def test_reading_leaves_the_collector_as_it_was() -> None:
    for on in (True, False):
        was = gc.isenabled()
        try:
            gc.enable() if on else gc.disable()
            parse('game x\n  title "X"\n', "a.rules")
            parse("game (\n", "a.rules")
            assert gc.isenabled() == on
        finally:
            gc.enable() if was else gc.disable()
