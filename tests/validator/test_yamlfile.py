"""Reading data files: what a word means, where it stands, and what is refused with one report each."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from rulewright.validator.yamlfile import MAX_BYTES, MAX_NODES, Mapping, Scalar, Sequence, find, load_yaml, plain


def read(text: str) -> object:
    root, found = load_yaml(text, "cards.yaml")
    assert found == []
    assert root is not None
    return plain(root)


def complaints(text: str) -> list[tuple[str, int, int]]:
    _, found = load_yaml(text, "cards.yaml")
    return [(each.name, each.labels[0].span.line, each.labels[0].span.column) for each in found]


@pytest.fixture(params=["compiled", "pure"])
def either_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "pure":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("7", 7), ("-7", -7), ("0", 0), ("-0", 0),
        ("yes", True), ("true", True), ("no", False), ("false", False),
        ("none", None), ("null", None), ("~", None), ("", None),
        ("on", "on"), ("off", "off"), ("y", "y"), ("n", "n"), ("Yes", "Yes"), ("TRUE", "TRUE"),
        ("010", "010"), ("0x1F", "0x1F"), ("0b1", "0b1"), ("1_000", "1_000"), ("+5", "+5"),
        ("1:30", "1:30"), ("2024-01-31", "2024-01-31"), ("1.2.3", "1.2.3"), ("126.8mm", "126.8mm"),
        ("'7'", "7"), ('"yes"', "yes"), ("'1.5'", "1.5"), ("<<", "<<"), ("=", "="),
        ("9007199254740992", 2**53), ("-9007199254740992", -(2**53)),
    ],
)  # fmt: skip
def test_a_plain_word_means_what_it_looks_like(word: str, value: object, either_parser: None) -> None:
    result = read(f"a: {word}\n")
    assert result == {"a": value}
    assert type(result["a"]) is type(value)  # type: ignore[index]


def test_blocks_of_text_and_flow_style(either_parser: None) -> None:
    assert read("a: |\n  one\n  two\nb: >\n  one\n  two\nc: [1, {d: no}]\n") == {
        "a": "one\ntwo\n",
        "b": "one two\n",
        "c": [1, {"d": False}],
    }


def test_everything_knows_its_place(either_parser: None) -> None:
    text = "first:\n  - é: 1\n    b: |\n      long\n      text\n\n  - [2, 3]   # two\nsecond: {c: 'x'}\nlast:\n"
    root, found = load_yaml(text, "cards.yaml")
    assert not found and isinstance(root, Mapping)

    def shown(*path: str | int) -> str:
        span = find(root, path).span
        lines = text.split("\n")
        assert text[: span.start].count("\n") + 1 == span.line
        assert len(lines[span.line - 1][: span.column - 1]) == span.column - 1
        assert text.startswith(lines[span.line - 1][span.column - 1 :], span.start)
        return text[span.start : span.end]

    assert shown("first", 0, "é") == "1"
    assert shown("first", 0, "b") == "|\n      long\n      text"
    assert shown("first", 0).startswith("é: 1") and shown("first", 0).endswith("text")
    assert shown("first", 1) == "[2, 3]"
    assert shown("second") == "{c: 'x'}"
    assert shown("last") == ""
    assert shown() == text.rstrip()
    assert shown("first", 7) == shown("first")  # a path that leads nowhere ends where it can
    key = root.key("second")
    assert key is not None and text[key.span.start : key.span.end] == "second"


def test_a_byte_order_mark_moves_nothing(either_parser: None) -> None:
    text = "\ufeffab: 7\n"
    root, _ = load_yaml(text, "cards.yaml")
    assert root is not None
    span = find(root, ["ab"]).span
    assert text[span.start : span.end] == "7"


def test_keys_are_names_or_whole_numbers(either_parser: None) -> None:
    assert read("0: a\n'x y': b\n") == {"0": "a", "x y": "b"}
    assert complaints("yes: 1\nnull: 2\n[a]: 3\n? {b: 1}\n: 4\n") == [
        ("yaml-key", 1, 1),
        ("yaml-key", 2, 1),
        ("yaml-key", 3, 1),
        ("yaml-key", 4, 3),
    ]


@pytest.mark.parametrize("word", ["1.5", "-0.5", ".5", "1.", "1e3", "2E-1", "1.5e+3", ".inf", "-.inf", ".nan", "1_0.5"])
def test_there_are_no_fractions(word: str, either_parser: None) -> None:
    assert complaints(f"a:\n  b: {word}\n") == [("yaml-number", 2, 6)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 9007199254740993\n", ("yaml-number", 1, 4)),
        ("a: " + "9" * 5000 + "\n", ("yaml-number", 1, 4)),
        ("a: &x 3\n", ("yaml-alias", 1, 4)),
        ("a: *x\n", ("yaml-alias", 1, 4)),
        ("a: !!str 4\n", ("yaml-tag", 1, 4)),
        ("a: !thing {b: 1}\n", ("yaml-tag", 1, 4)),
        ("a: !!python/object/apply:os.system [ls]\n", ("yaml-tag", 1, 4)),
        ("a: 1\nb: 2\na: 3\n", ("yaml-duplicate-key", 3, 1)),
        ("1: a\n'1': b\n", ("yaml-duplicate-key", 2, 1)),
        ("a: 1\n---\nb: 2\n", ("yaml-documents", 2, 1)),
        ("", ("yaml-empty", 1, 1)),
        ("# nothing\n", ("yaml-empty", 1, 1)),
        ("[" * 21 + "]" * 21, ("yaml-too-deep", 1, 21)),
        ("[" * 100_000, ("yaml-too-deep", 1, 21)),
        ("a: b: c\n", ("yaml-syntax", 1, 5)),
        ("a:\n\t- b\n", ("yaml-syntax", 2, 1)),
        ("a: @b\n", ("yaml-syntax", 1, 4)),
        ("a: 'x\nb: 2\n", ("yaml-syntax", 1, 4)),
        ("a: [1, 2\nb: 3\n", ("yaml-syntax", 1, 4)),
        ("a: {b: 1\n", ("yaml-syntax", 1, 4)),
        ("a: 1\n- b\n", ("yaml-syntax", 2, 1)),
        ("- a\nb: 1\n", ("yaml-syntax", 2, 1)),
        ("a: }\n", ("yaml-syntax", 1, 4)),
        ("%YAML 9.9\n---\na: 1\n", ("yaml-syntax", 1, 1)),
        ("a: \x01\n", ("yaml-syntax", 1, 4)),
        ("a: \ud800\n", ("yaml-syntax", 1, 4)),
    ],
)
def test_refused_with_one_report(text: str, expected: tuple[str, int, int], either_parser: None) -> None:
    assert complaints(text) == [expected]


def test_near_misses_are_fine(either_parser: None) -> None:
    assert read("[" * 20 + "]" * 20)
    assert read("a: 'b: c'\nb: '&x *y !z'\nc: \"\\t\"\n") == {"a": "b: c", "b": "&x *y !z", "c": "\t"}
    assert read("---\na: 1\n...\n") == {"a": 1}


def test_size_is_bounded() -> None:
    assert complaints("a: " + "x" * MAX_BYTES) == [("yaml-too-large", 1, 1)]
    assert complaints("- 1\n" * MAX_NODES) == [("yaml-too-large", MAX_NODES, 3)]
    assert len(read("- 1\n" * (MAX_NODES - 1))) == MAX_NODES - 1  # type: ignore[arg-type]


def test_laughs_are_not_expanded(either_parser: None) -> None:
    text = "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n"
    assert [name for name, _, _ in complaints(text)] == ["yaml-alias"] * 7
    assert complaints("a: &a [*a]\n") == [("yaml-alias", 1, 4), ("yaml-alias", 1, 8)]


def test_one_bad_value_does_not_hide_the_others() -> None:
    root, found = load_yaml("a: 1.5\nb: 2\nc: *d\n", "cards.yaml")
    assert [each.name for each in found] == ["yaml-number", "yaml-alias"]
    assert isinstance(root, Mapping)
    bad, good = root.get("a"), root.get("b")
    assert isinstance(bad, Scalar) and bad.refused
    assert isinstance(good, Scalar) and good.value == 2 and not good.refused


def test_a_duplicate_shows_both_places() -> None:
    _, found = load_yaml("a: 1\nb: 2\na: 3\n", "cards.yaml")
    assert [(label.span.line, label.text) for label in found[0].labels] == [(3, "again here"), (1, "first here")]


def test_a_list_at_the_top() -> None:
    root, found = load_yaml("- 1\n- 2\n", "cards.yaml")
    assert not found and isinstance(root, Sequence) and plain(root) == [1, 2]


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet=st.sampled_from("ab:-[]{},'\"#&*!|>%@`?\n \t0123.~\\\ufeff\x85\u2028é"), max_size=40))
def test_no_text_breaks_the_reader(text: str) -> None:
    root, found = load_yaml(text, "cards.yaml")
    assert (root is not None) or found
    for each in found:
        for label in each.labels:
            assert 0 <= label.span.start <= label.span.end <= len(text)
