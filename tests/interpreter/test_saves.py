"""Saves: what they hold, what they lead to, and that nothing from outside is ever misread."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rulewright.interpreter import saves

import rulewright as rw
from rulewright.game import Game
from rulewright.library import bundled

GAME = rw.load("connect_four")


def saved(answers: int = 6) -> bytes:
    table = GAME.new(seed=3)
    for number in range(answers):
        table.play(number % 7)
    return table.save()


SAVE = saved()


def refused(blob: Any, game: Game | None = None) -> rw.Diagnostic:
    with pytest.raises(rw.RulewrightError) as caught:
        rw.resume(blob, game)
    assert len(caught.value.diagnostics) == 1
    return caught.value.diagnostics[0]


def changed(**fields: Any) -> bytes:
    return json.dumps({**json.loads(SAVE), **fields}).encode()


# ------------------------------------------------------------ there and back


@pytest.mark.parametrize("name", bundled())
def test_a_resumed_game_goes_on_as_the_first_would_have(name: str) -> None:
    game, random = rw.load(name), Random(name)
    table = game.new(game.players[-1], 11)
    for _ in range(25):
        if table.over:
            break
        table.play(random.randrange(len(table.decision.options)))
    again = rw.resume(table.save())
    assert again.state == table.state and again.log == table.log and again.trace == table.trace
    assert again.save() == table.save()
    for _ in range(10):
        if table.over:
            break
        choice = random.randrange(len(table.decision.options))
        table.play(choice)
        again.play(choice)
    assert again.state == table.state


def test_a_save_is_text_with_answers_by_name() -> None:
    document = json.loads(SAVE)
    assert document["game"] == "connect_four" and document["seed"] == 3 and document["format"] == 1
    assert document["language"] == "1.0" and document["program"] == GAME.program["hash"]
    assert document["answers"] == list(GAME.resume(SAVE).log.answers)
    assert SAVE.count(b"\n") > len(document["answers"])


def test_a_save_may_be_given_as_text() -> None:
    assert rw.resume(SAVE.decode()).digest == rw.resume(SAVE).digest


# ------------------------------------------------------------ what is refused


def test_a_save_of_other_rules_is_refused() -> None:
    found = refused(changed(program="0" * 64))
    assert found.name == "other-game" and "have changed" in found.headline


def test_a_save_of_another_game_is_refused() -> None:
    assert refused(SAVE, rw.load("tic_tac_toe")).headline == "the save is of `connect_four`, not of `tic_tac_toe`"
    assert refused(changed(variant="wide"), GAME).name == "other-game"


def test_a_save_of_another_version_is_refused() -> None:
    assert refused(changed(language="2.0")).name == "save-version"
    assert refused(changed(format=2)).headline == "the save has format `2`, and this version reads format 1"


def test_a_save_of_a_game_that_is_not_there() -> None:
    assert refused(changed(source="/nowhere/at/all")).name == "no-such-game"


def test_an_answer_that_is_not_offered() -> None:
    answers = json.loads(SAVE)["answers"]
    found = refused(changed(answers=[*answers[:2], "z9", *answers[3:]]))
    assert found.headline.startswith("answer 3 of the save cannot be given: `z9` is not offered")


def test_an_answer_that_was_changed_or_lost() -> None:
    answers = json.loads(SAVE)["answers"]
    for other in (answers[:-1], [*answers[:-1], answers[0]], [*answers, answers[0]], list(reversed(answers))):
        assert refused(changed(answers=other)).name == "bad-save"


@pytest.mark.parametrize("where", range(0, len(SAVE) - 1, 23))
def test_a_truncated_save(where: int) -> None:
    assert refused(SAVE[:where]).name == "bad-save"


@pytest.mark.parametrize(
    ("blob", "said"),
    [
        (b"", "ends too early"),
        (b"\xff\xfe\x00", "byte 1 is no UTF-8"),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b'{"rulewright": ' + b"[" * 450 + b"]" * 450 + b"}", "nested too deeply"),
        (b"[]", "not a save"),
        (b"7", "not a save"),
        (b"{}", "not a save"),
        (b'{"rulewright": "save", "rulewright": "save"}', "stands twice"),
        (b"9" * 10_000, "damaged"),
        (b'{"rulewright": NaN}', "not whole"),
        (b"hello", "not JSON"),
        (None, "neither"),
        (17, "neither"),
    ],
)
def test_junk(blob: Any, said: str) -> None:
    found = refused(blob)
    assert found.name == "bad-save" and said in found.headline


def test_a_save_that_is_too_large() -> None:
    found = refused(b" " * (saves.LIMIT + 1))
    assert "too large" in found.headline


@pytest.mark.parametrize("field", ["tool", "game", "players", "options", "seed", "answers", "digest"])
def test_a_field_that_is_missing_or_of_another_shape(field: str) -> None:
    document = json.loads(SAVE)
    for junk in (None, True, 1.5, [[]], {"a": 1}, 10**400):
        assert refused(json.dumps({**document, field: junk})).name in ("bad-save", "player-count")
    del document[field]
    assert refused(json.dumps(document)).headline == f"the save has no `{field}`"


def test_a_field_too_many() -> None:
    assert refused(changed(extra=1)).headline == "the save has a field that no save has: `extra`"


def test_a_ruling_that_is_not_there() -> None:
    assert refused(changed(options={"gravity": "up"})).name == "unknown-ruling"


def test_characters_that_cannot_be_printed() -> None:
    answers = json.loads(SAVE)["answers"]
    for text in ("\ud800", "\x1b[31mred", "\x00"):
        found = refused(json.dumps({**json.loads(SAVE), "answers": [text, *answers]}))
        found.headline.encode()
        assert "\x1b" not in found.headline and "\x00" not in found.headline


# ------------------------------------------------------------ fuzzing

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
QUICK = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def never_misread(blob: Any) -> None:
    """Either the save is refused with one diagnostic, or it leads to the position that it names."""
    try:
        table = rw.resume(blob, GAME)
    except rw.RulewrightError as error:
        assert len(error.diagnostics) == 1 and error.diagnostics[0].headline
    else:
        assert table.digest == json.loads(blob)["digest"]


@QUICK
@given(st.binary(max_size=200))
def test_any_bytes(blob: bytes) -> None:
    never_misread(blob)


@QUICK
@given(JSON)
def test_any_json(document: Any) -> None:
    never_misread(json.dumps(document))


@QUICK
@given(st.sampled_from(sorted(json.loads(SAVE))), JSON)
def test_any_value_in_any_field(field: str, value: Any) -> None:
    never_misread(json.dumps({**json.loads(SAVE), field: value}))


@QUICK
@given(st.integers(0, len(SAVE) - 1), st.integers(0, 255))
def test_any_byte_changed(where: int, byte: int) -> None:
    never_misread(SAVE[:where] + bytes([byte]) + SAVE[where + 1 :])


@QUICK
@given(st.integers(0, len(SAVE)), st.integers(0, len(SAVE)), st.binary(max_size=6))
def test_any_part_replaced(start: int, end: int, part: bytes) -> None:
    never_misread(SAVE[:start] + part + SAVE[max(start, end) :])


@QUICK
@given(st.lists(st.sampled_from([*json.loads(SAVE)["answers"], "z9", "", "0"]), max_size=12))
def test_any_answers(answers: list[str]) -> None:
    never_misread(changed(answers=answers))
