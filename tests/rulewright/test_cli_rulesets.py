"""The commands that work on rulesets: new, check, fmt, test, coverage, options, explain, compile, graph."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commandline import rulewright

import rulewright as rw
from rulewright.coverage import rules_of
from rulewright.library import bundled

# ------------------------------------------------------------ new


def test_a_new_ruleset_checks_formats_tests_covers_and_plays(snail: Path) -> None:
    assert rulewright("check", "snail_race").out == "1 ruleset checked, nothing is wrong\n"
    assert rulewright("fmt", "--check", "snail_race").code == 0
    tested = rulewright("test", "snail_race")
    assert tested.code == 0 and tested.out.startswith("4 scenarios passed")
    covered = rulewright("coverage", "snail_race")
    assert covered.code == 0 and covered.out.endswith("7 rules: 7 modelled, 7 tested, 0 set aside, 0 with nothing\n")
    assert rulewright("run", "snail_race", "--games", "20", "--players", "4").code == 0
    assert rulewright("play", "snail_race", "--seat", "1=random").code == 0


@pytest.mark.parametrize("name", ["Snail", "snail-race", "2fast", "", "schnecke_ä", ".."])
def test_a_name_that_no_game_can_have(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert rulewright("new", name).code == 2
    assert not list(tmp_path.iterdir())


def test_nothing_is_overwritten(snail: Path) -> None:
    before = (snail / "game.rules").read_text()
    ran = rulewright("new", "snail_race")
    assert ran.code == 2 and "already there" in ran.err and (snail / "game.rules").read_text() == before


def test_a_new_ruleset_elsewhere(tmp_path: Path) -> None:
    assert rulewright("new", str(tmp_path / "deep" / "er" / "hedgehogs")).code == 0
    assert rulewright("check", str(tmp_path)).code == 0


# ------------------------------------------------------------ check


def broken(snail: Path) -> None:
    text = (snail / "game.rules").read_text()
    (snail / "game.rules").write_text(text.replace("add 1 to you.steps", "add 1 to you.stps"))


def test_check_points_at_the_mistake(snail: Path) -> None:
    broken(snail)
    ran = rulewright("check", "snail_race")
    assert ran.code == 1 and "--> snail_race/game.rules:" in ran.out and "stps" in ran.out
    assert ran.out.endswith("1 error in 1 of 1 ruleset\n")


def test_check_as_json(snail: Path) -> None:
    broken(snail)
    data = rulewright("check", "snail_race", "--format", "json").data
    assert data["rulesets"] == ["snail_race"]
    [found] = data["diagnostics"]
    assert found["labels"][0]["file"] == "snail_race/game.rules" and found["labels"][0]["start"]["line"] > 1


def test_check_takes_folders_files_and_names(snail: Path) -> None:
    for path in (".", "snail_race", "snail_race/game.rules", "snail_race/scenarios/../game.rules", "pig"):
        assert rulewright("check", path).code == 0, path
    assert rulewright("check", ".", "pig", "hex").out == "3 rulesets checked, nothing is wrong\n"


def test_an_empty_folder(tmp_path: Path) -> None:
    ran = rulewright("check", str(tmp_path))
    assert ran.code == 2 and "there is no ruleset" in ran.err


@pytest.mark.parametrize(
    "junk", [b"", b"\xff\xfe\x00\x01", b"\x00" * 50, b"game", b"{" * 5000, b"(" * 5000, b"[" * 5000]
)
def test_junk_instead_of_rules(snail: Path, junk: bytes) -> None:
    (snail / "game.rules").write_bytes(junk)
    for command in ("check", "test"):
        ran = rulewright(command, "snail_race")
        assert ran.code == 1 and "error[" in ran.out
    for command in ("run", "play", "options", "compile", "coverage", "graph"):
        ran = rulewright(command, "snail_race")
        assert ran.code == 2 and "error[" in ran.err


def test_a_variant_is_checked_with_its_game(snail: Path) -> None:
    (snail / "long.rules").write_text("variant long of snail_race\n\nreplace define goal is 15\n")
    assert rulewright("check", "snail_race").code == 0
    assert "Variants: long" in rulewright("options", "snail_race").out
    assert rulewright("run", "snail_race", "--variant", "long", "--games", "5").code == 0
    ran = rulewright("run", "snail_race", "--variant", "lnog")
    assert ran.code == 2 and "no variant" in ran.err
    (snail / "long.rules").write_text("variant long of snail_race\n\nreplace define gaol is 15\n")
    assert rulewright("check", "snail_race").code == 1


# ------------------------------------------------------------ fmt


def test_fmt_mends_the_layout_and_check_says_so_before(snail: Path) -> None:
    good = (snail / "game.rules").read_text()
    (snail / "game.rules").write_text(good.replace("    add 1 to", "add 1 to").replace("    add 1 to", " add 1 to"))
    bad = good.replace("  steps ", "      steps      ")
    (snail / "game.rules").write_text(bad)
    ran = rulewright("fmt", "--check", "snail_race")
    assert ran.code == 1 and "snail_race/game.rules would change" in ran.out
    assert (snail / "game.rules").read_text() == bad
    assert rulewright("fmt", "snail_race").code == 0
    assert (snail / "game.rules").read_text() == good
    assert rulewright("fmt", "--check", "snail_race").code == 0


def test_fmt_leaves_a_broken_file_alone_and_does_the_others(snail: Path) -> None:
    scenes = snail / "scenarios" / "turns.rules"
    good = scenes.read_text()
    scenes.write_text(good.replace("  players 2", "       players 2"))
    (snail / "game.rules").write_text("language 1.0\n\nphase turn turn\n")
    ran = rulewright("fmt", "snail_race")
    assert ran.code == 1 and "snail_race/game.rules:" in ran.out
    assert scenes.read_text() == good and (snail / "game.rules").read_text() == "language 1.0\n\nphase turn turn\n"


# ------------------------------------------------------------ test and coverage


def test_a_failing_scenario(snail: Path) -> None:
    scenes = snail / "scenarios" / "turns.rules"
    scenes.write_text(scenes.read_text().replace("expect player_1.steps is 1", "expect player_1.steps is 2"))
    ran = rulewright("test", "snail_race")
    assert ran.code == 1 and "expected `2`" in ran.out and "it is `1`" in ran.out
    assert "--> snail_race/scenarios/turns.rules:" in ran.out and ran.out.count("error[") == 1
    assert rulewright("test", "snail_race", "-k", "ten steps").code == 0
    data = rulewright("test", "snail_race", "--format", "json").data
    assert (data["scenarios"], data["passed"], data["failed"]) == (4, 3, 1)
    covered = rulewright("coverage", "snail_race", "--format", "json").data
    assert {r["id"]: r["standing"] for r in covered["rules"]}["SNA-2.2"] == "modelled"


def test_a_pattern_that_fits_nothing(snail: Path) -> None:
    assert rulewright("test", "snail_race", "-k", "zebra").out == "there are no such scenarios\n"


def test_coverage_counts_and_names_what_is_missing(snail: Path) -> None:
    book = snail / "snail_race.md"
    book.write_text(book.read_text().replace("- SNA-3.1", "- SNA-3.2 Snails are slow.\n- SNA-3.3 Lettuce.\n- SNA-3.1"))
    game = snail / "game.rules"
    game.write_text(game.read_text().replace("SNA-2.2", "SNA-2.9") + '\naside SNA-3.3 "no lettuce in the box"\n')
    ran = rulewright("coverage", "snail_race", "--format", "json")
    assert ran.code == 1
    standing = {r["id"]: r["standing"] for r in ran.data["rules"]}
    assert standing["SNA-3.2"] == "nothing" and standing["SNA-3.3"] == "set aside" and standing["SNA-3.1"] == "tested"
    assert ran.data["unknown"] == ["SNA-2.9"]
    assert ran.data["totals"] == {"rules": 9, "modelled": 6, "tested": 7, "set_aside": 1, "nothing": 1}
    text = rulewright("coverage", "snail_race").out
    assert "set aside: no lettuce in the box" in text and "SNA-2.9" in text
    assert rulewright("coverage", "snail_race", "--missing").out.splitlines()[0].split() == ["SNA-3.2", "nothing"]


def test_a_game_without_a_rulebook(snail: Path) -> None:
    (snail / "snail_race.md").unlink()
    assert "there is no rulebook `snail_race`" in rulewright("coverage", "snail_race").err
    assert "names no rulebook" in rulewright("coverage", "pig").err


def test_rules_are_list_items_that_begin_with_an_id() -> None:
    book = """
- RUB-1.1 Exactly two players.
* RUB-1.2: A board.
  - **RUB-1.3** Nested, and bold. [L12]
- RUB-1.1 said again
Text that mentions RUB-9.9, and a list item:
- see RUB-8.8
"""
    assert list(rules_of(book)) == ["RUB-1.1", "RUB-1.2", "RUB-1.3"]
    assert rules_of(book)["RUB-1.1"] == "Exactly two players."


# ------------------------------------------------------------ options, explain, compile, graph


def test_options_lists_rulings(snail: Path) -> None:
    game = snail / "game.rules"
    game.write_text(game.read_text() + '\nruling far "How far?"\n  near "ten" default, distant\n')
    text = rulewright("options", "snail_race").out
    assert "far: How far?" in text and "* near  ten" in text and "distant" in text
    [ruling] = rulewright("options", "snail_race", "--format", "json").data["rulings"]
    assert ruling["default"] == "near"


def test_explain_by_name_and_by_code() -> None:
    by_name, by_code = rulewright("explain", "bad-save"), rulewright("explain", "rw801")
    assert by_name.code == 0 and by_name.out == by_code.out and by_name.out.startswith("RW801 bad-save: ")
    assert rulewright("explain", "bad-save", "--format", "json").data["code"] == "RW801"


def test_explain_what_there_is_not() -> None:
    ran = rulewright("explain", "bad-sav")
    assert ran.code == 2 and "did you mean `bad-save`?" in ran.err


def test_every_diagnostic_has_a_code_of_its_own() -> None:
    pages = rulewright("explain", "--format", "json").data
    codes = [page["code"] for page in pages]
    assert len(codes) == len(set(codes)) > 60


def test_a_compiled_game_plays_like_its_ruleset(snail: Path) -> None:
    assert rulewright("compile", "snail_race", "-o", "snail.json").code == 0
    assert json.loads(Path("snail.json").read_text())["name"] == "snail_race"
    one, other = rw.load("snail_race").new(2, 5), rw.load("snail.json").new(2, 5)
    while not one.over:
        one.play(0)
        other.play(0)
    assert one.state == other.state


@pytest.mark.parametrize("junk", [b"", b"[]", b"{}", b'{"kind": "program"}', b"[" * 100_000, b"\xff", b"7" * 9000])
def test_junk_instead_of_a_compiled_game(junk: bytes, tmp_path: Path) -> None:
    (tmp_path / "junk.json").write_bytes(junk)
    ran = rulewright("run", str(tmp_path / "junk.json"))
    assert ran.code == 2 and "error[" in ran.err


def test_a_compiled_game_that_was_tampered_with(snail: Path) -> None:
    program = rw.load("snail_race").program
    for change in ({"procedures": []}, {"players": 2}, {"main": 7}, {"surprise": 1}, {"sites": [{}]}):
        Path("bad.json").write_text(json.dumps({**program, **change}))
        ran = rulewright("run", "bad.json", "--games", "1")
        assert ran.code == 2 and "error[" in ran.err, change


@pytest.mark.parametrize("name", bundled())
def test_pictures_of_every_bundled_game(name: str, tmp_path: Path) -> None:
    for more in ([], ["--flow"]):
        assert rulewright("graph", name, *more, "-o", str(tmp_path / "x.svg")).code == 0
        assert (tmp_path / "x.svg").read_text().startswith("<svg")


def test_a_board_that_is_not_there() -> None:
    assert "did you mean `square`?" in rulewright("graph", "tic_tac_toe", "--board", "sqare").err


def test_a_file_that_cannot_be_written(snail: Path) -> None:
    for argv in (
        ("compile", "snail_race", "-o", "no/such/folder/x"),
        ("graph", "pig", "-o", "."),
    ):
        ran = rulewright(*argv)
        assert ran.code == 2 and "cannot be written" in ran.err
