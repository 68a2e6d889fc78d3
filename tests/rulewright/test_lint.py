"""`rulewright lint`: what it prints, what it exits with, what it changes, and what comments allow."""

from __future__ import annotations

import json
import re
from pathlib import Path
from shutil import copytree
from time import perf_counter

import jsonschema
import pytest
import yaml
from commandline import rulewright
from rulewright.grammar.diagnostics import Diagnostic, Label
from rulewright.grammar.spans import Span

from rulewright.formats import github, sarif
from rulewright.library import bundled

SCHEMA = json.loads((Path(__file__).parent / "sarif" / "sarif-2.1.0.json").read_text(encoding="utf-8"))
ROOT = Path(__file__).parents[2]

HEAD = """language 1.0

game probe
  title "Probe"
  players light, dark
  seen by everyone

"""
WRONG = (
    HEAD
    + """each player has
  gold is 0 to 5 starts 3

define spare is 3

phase turn for player
  add 1 to you.gold if you.gold < 2
  let x be 4
    act otherwise end game drawn

action buy
  during turn
  cost 6 gold
  do
    end game won by you

sequence of play
  play turn for light
"""
)
FOUND = ["unused-define", "unused-name", "misleading-indentation", "unpayable-cost"]


@pytest.fixture
def probe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small ruleset in which much is wrong; the test stands beside it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "probe").mkdir()
    game = tmp_path / "probe" / "game.rules"
    game.write_text(WRONG)
    return game


def names(*argv: str) -> list[str]:
    return [one["name"] for one in rulewright("lint", *argv, "--format", "json").data["diagnostics"]]


# ------------------------------------------------------------ reports and exit codes


def test_findings_are_shown_where_they_are(probe: Path) -> None:
    ran = rulewright("lint", "probe")
    assert ran.code == 1 and ran.err == ""
    assert re.findall(r"warning\[([a-z-]+)\] RW3\d\d: ", ran.out) == FOUND
    assert "  --> probe/game.rules:11:8\n" in ran.out and "define spare is 3" in ran.out
    assert ran.out.endswith("4 findings in 1 ruleset (2 can be fixed with --fix)\n")


def test_nothing_found_is_well(snail: Path) -> None:
    """What `new` makes lints clean, as it says. Without a path the rulesets here are linted."""
    ran = rulewright("lint")
    assert (ran.code, ran.out) == (0, "1 ruleset linted, nothing was found\n")


def test_a_ruleset_that_does_not_check(probe: Path) -> None:
    probe.write_text(WRONG.replace("cost 6 gold", "cost 6 gould"))
    ran = rulewright("lint", "probe")
    assert ran.code == 1 and "error[unknown-name]" in ran.out and "warning" not in ran.out
    assert "1 error in 1 ruleset" in ran.out


def test_what_cannot_be_linted(probe: Path) -> None:
    assert rulewright("lint", "nowhere").code == 2
    ran = rulewright("lint", "probe", "--select", "unused-defin")
    assert ran.code == 2 and "did you mean `unused-define`?" in ran.err


def test_a_file_at_any_depth_means_its_ruleset(snail: Path) -> None:
    assert rulewright("lint", "snail_race/scenarios/turns.rules").out.startswith("1 ruleset linted")


def test_lints_are_picked_by_name_or_code(probe: Path) -> None:
    assert names("probe", "--select", "unused-define,RW307") == ["unused-define", "unused-name"]
    assert names("probe", "--ignore", "RW30", "--ignore", "unpayable-cost") == ["misleading-indentation"]


def test_all_of_them_can_be_listed_and_explained() -> None:
    known = rulewright("lint", "--list", "--format", "json").data
    assert len(known) >= 30 and {one["fix"] for one in known} <= {"none", "safe", "unsafe"}
    assert f"{known[0]['code']} {known[0]['name']}: " in rulewright("lint", "--list").out
    for one in known:
        page = rulewright("explain", one["name"])
        assert page.code == 0 and page.out.startswith(f"{one['code']} {one['name']}: ")
        assert "**Why it matters.**" in page.out


# ------------------------------------------------------------ for other programs


def test_json(probe: Path) -> None:
    data = rulewright("lint", "probe", "--format", "json").data
    assert data["rulesets"] == ["probe"] and (data["fixed"], data["suppressed"]) == (0, 0)
    first = data["diagnostics"][0]
    assert (first["name"], first["code"], first["severity"]) == ("unused-define", "RW300", "warning")
    assert first["labels"][0]["file"] == "probe/game.rules" and first["labels"][0]["start"]["line"] == 11


def test_github(probe: Path) -> None:
    lines = rulewright("lint", "probe", "--format", "github").out.splitlines()
    assert len(lines) == len(FOUND)
    assert lines[0].startswith(
        "::warning file=probe/game.rules,line=11,endLine=11,col=8,endColumn=13,title=RW300 unused-define::nothing asks"
    )


def test_github_escapes_what_would_end_a_field() -> None:
    span = Span("a,b:c%.rules", 0, 1, 1, 1, 1, 2)
    line = github([Diagnostic("unused-define", "100%\nsure", (Label(span, ""),), severity="note")])
    assert line.startswith("::notice file=a%2Cb%3Ac%25.rules,") and line.endswith("::100%25%0Asure\n")


def test_sarif_keeps_to_its_schema(probe: Path) -> None:
    log = rulewright("lint", "probe", "--format", "sarif").data
    _valid(log)
    run = log["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert [rules[one["ruleIndex"]] for one in run["results"]] == [one["ruleId"] for one in run["results"]]
    assert {one["level"] for one in run["results"]} == {"warning"}
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "probe/game.rules"}
    assert place["region"] == {"startLine": 11, "startColumn": 8, "endLine": 11, "endColumn": 13}
    fixed = [one for one in run["results"] if "fixes" in one]
    assert [one["ruleId"] for one in fixed] == ["RW307", "RW350"]


def test_sarif_of_errors_and_of_nothing(probe: Path) -> None:
    probe.write_text("language 1.0\n\ngame probe\n  players ligth light\n")
    _valid(rulewright("lint", "probe", "--format", "sarif").data)
    _valid(sarif([]))
    _valid(sarif([Diagnostic("file-trouble", "no place to show"), Diagnostic("no-page", "nor a page")]))
    away = Label(Span("/a b/ü.rules", 0, 1, 1, 1, 1, 2), "")
    uri = sarif([Diagnostic("unused-define", "far away", (away,))])
    _valid(uri)
    assert "file:///a%20b/%C3%BC.rules" in json.dumps(uri)


def test_the_schema_refuses_what_is_wrong(probe: Path) -> None:
    """So that the tests above can fail."""
    log = rulewright("lint", "probe", "--format", "sarif").data
    log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0
    with pytest.raises(jsonschema.ValidationError):
        _valid(log)


def _valid(log: object) -> None:
    jsonschema.Draft202012Validator(SCHEMA).validate(log)


# ------------------------------------------------------------ fixes


def test_safe_fixes_are_made(probe: Path) -> None:
    ran = rulewright("lint", "probe", "--fix")
    assert ran.code == 1 and "2 findings in 1 ruleset (2 fixed)" in ran.out
    assert probe.read_text() == WRONG.replace("  let x be 4\n    act", "  act")
    assert rulewright("lint", "probe", "--fix").out.count("fixed") == 0


def test_a_preview_changes_nothing(probe: Path) -> None:
    ran = rulewright("lint", "probe", "--diff")
    assert ran.code == 1 and probe.read_text() == WRONG
    assert ran.out.splitlines()[:2] == ["--- probe/game.rules", "+++ probe/game.rules"]
    assert [line for line in ran.out.splitlines()[3:] if line[0] in "+-"] == [
        "-  let x be 4",
        "-    act otherwise end game drawn",
        "+  act otherwise end game drawn",
    ]
    rulewright("lint", "probe", "--fix")
    assert (rulewright("lint", "probe", "--diff").code, rulewright("lint", "probe", "--diff").out) == (0, "")


def test_safe_fixes_of_the_checker_are_made_too(probe: Path) -> None:
    probe.write_text(WRONG.replace("cost 6 gold", "cost 6 gols"))
    ran = rulewright("lint", "probe", "--fix")
    assert "cost 6 gold" in probe.read_text() and "error" not in ran.out


# ------------------------------------------------------------ what comments allow


def allow(probe: Path, comment: str, before: str) -> None:
    probe.write_text(WRONG.replace(before, f"{comment}\n{before}"))


def test_a_comment_allows_a_finding_on_its_line(probe: Path) -> None:
    probe.write_text(WRONG.replace("spare is 3", "spare is 3  # lint: allow unused-define: for the next variant"))
    ran = rulewright("lint", "probe")
    assert "unused-define" not in ran.out and "1 allowed by comments" in ran.out
    assert rulewright("lint", "probe", "--format", "json").data["suppressed"] == 1


def test_a_comment_above_allows_it_on_the_next_line(probe: Path) -> None:
    allow(probe, "# lint: allow unused-define: for the next variant\n# a note", "define spare")
    assert names("probe") == FOUND[1:]
    allow(probe, "# lint: allow unused-define: too far away\n", "each player has")
    assert names("probe") == ["unused-suppression", *FOUND]


def test_a_comment_allows_it_in_the_whole_file(probe: Path) -> None:
    allow(probe, "# lint: allow in file unused-define, unused-name: a sketch", "game probe")
    assert names("probe") == FOUND[2:]


def test_a_comment_that_allows_nothing_is_found_and_taken_out(probe: Path) -> None:
    allow(probe, "# lint: allow nobody-wins: not yet", "define spare")
    assert names("probe") == ["unused-suppression", *FOUND]
    rulewright("lint", "probe", "--fix")
    assert probe.read_text() == WRONG.replace("  let x be 4\n    act", "  act")


def test_of_several_names_the_unused_one_is_told(probe: Path) -> None:
    allow(probe, "# lint: allow unused-define, nobody-wins: a sketch", "define spare")
    found = rulewright("lint", "probe", "--format", "json").data["diagnostics"][0]
    assert found["headline"] == "`nobody-wins` is allowed here and does not occur" and found["fixes"] == []


def test_a_comment_without_a_reason_or_with_a_wrong_name(probe: Path) -> None:
    allow(probe, "# lint: allow unused-define", "define spare")
    assert names("probe") == ["unexplained-suppression", *FOUND[1:]]
    allow(probe, "# lint: allow unused-defines: a sketch", "define spare")
    ran = rulewright("lint", "probe")
    assert "no lint is called `unused-defines`" in ran.out and "did you mean `unused-define`?" in ran.out
    allow(probe, "# lint: off", "define spare")
    assert "cannot be read" in rulewright("lint", "probe").out


def test_suppressions_are_not_judged_when_only_some_lints_run(probe: Path) -> None:
    allow(probe, "# lint: allow nobody-wins", "define spare")
    assert names("probe", "--select", "unused-name") == ["unused-name"]


def test_what_only_play_can_find_may_be_allowed_without_playing(probe: Path) -> None:
    allow(probe, "# lint: allow unplayed-rule: random players never do it", "define spare")
    assert names("probe") == FOUND


def test_errors_cannot_be_allowed(probe: Path) -> None:
    probe.write_text(WRONG.replace("cost 6 gold", "cost 6 gould  # lint: allow unknown-name: it is late"))
    assert names("probe") == ["unknown-name"]


def test_a_text_is_no_comment(probe: Path) -> None:
    probe.write_text(WRONG.replace('title "Probe"', 'title "# lint: allow in file unused-define: no"'))
    assert names("probe") == FOUND


def test_comments_in_data_and_rulebooks(probe: Path) -> None:
    text = WRONG.replace("players light, dark\n", "players light, dark\n  rulebook probe\n")
    probe.write_text(text.replace("each player has", "kind card from cards.yaml\n\neach player has", 1))
    book = probe.parent / "probe.md"
    book.write_text("# Probe\n\n<!-- lint: allow uncovered-rule: to come -->\n- PRO-1.1 To come.\n- PRO-1.2 Missing.\n")
    (probe.parent / "cards.yaml").write_text("ace: {}  # lint: allow nobody-wins: no\n")
    found = rulewright("lint", "probe", "--format", "json").data["diagnostics"]
    assert [d["labels"][0]["file"] for d in found if d["name"] == "unused-suppression"] == ["probe/cards.yaml"]
    assert [d["rules"] for d in found if d["name"] == "uncovered-rule"] == [["PRO-1.2"]]


def test_what_the_checker_warns_of_can_be_allowed(probe: Path) -> None:
    probe.write_text(
        HEAD
        + """board map of space is graph from map.yaml

sequence of play
  light chooses s from camp.neighbours
  end game won by light if s is well
"""
    )
    board = probe.parent / "map.yaml"
    board.write_text("spaces:\n  camp: {}\n  well: {}\n  isle: {}\npaths:\n  - camp -- well\n")
    assert names("probe", "--ignore", "uneven-players") == ["unreachable-space"]
    board.write_text(board.read_text().replace("isle: {}", "isle: {}  # lint: allow unreachable-space: for the ferry"))
    assert "unreachable-space" not in rulewright("lint", "probe").out
    board.write_text(board.read_text().replace("camp -- well", "camp -- well -- isle"))
    assert "unused-suppression" in names("probe")


# ------------------------------------------------------------ the rulebook


def test_a_rule_that_is_neither_modelled_tested_nor_set_aside_is_found(snail: Path) -> None:
    book = snail / "snail_race.md"
    book.write_text(book.read_text() + "- SNA-9.1 Snails are slow.\n- SNA-9.2 Lettuce.\n- SNA-9.3 Rain helps.\n")
    game = snail / "game.rules"
    game.write_text(game.read_text() + '\naside SNA-9.2 "no lettuce in the box"\n')
    (snail / "rain.rules").write_text('variant rain of snail_race "In the rain."\n\naside SNA-9.3 "no weather yet"\n')
    assert names("snail_race") == ["uncovered-rule"]
    assert rulewright("lint", "snail_race").code == 1
    covered = rulewright("coverage", "snail_race", "--format", "json")
    standing = {rule["id"]: (rule["standing"], rule["reason"]) for rule in covered.data["rules"]}
    assert standing["SNA-9.1"] == ("nothing", None) and covered.code == 1
    assert standing["SNA-9.2"] == ("set aside", "no lettuce in the box")
    assert standing["SNA-9.3"] == ("set aside", "no weather yet")
    lines = rulewright("coverage", "snail_race").out.splitlines()
    assert [line.split(maxsplit=1)[1] for line in lines if line.startswith("SNA-1.1 ")] == ["modelled, tested"]
    assert lines[-1].endswith("1 with nothing")


def test_a_rulebook_that_is_no_text(snail: Path) -> None:
    book = snail / "snail_race.md"
    book.write_bytes(book.read_bytes() + b"- SNA-9.1 \xff\xfe\n")
    assert names("snail_race") == ["uncovered-rule"]
    assert rulewright("coverage", "snail_race").code == 1


# ------------------------------------------------------------ the bundled rulesets, and the hooks


GROWING = {"rattle_and_rend"}  # its rules are still being written


@pytest.mark.parametrize("game", sorted(set(bundled()) - GROWING))
def test_bundled_rulesets_lint_clean(game: str) -> None:
    ran = rulewright("lint", game)
    assert ran.code == 0, ran.out


def test_the_readme_shows_a_real_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    copytree(ROOT / "rulesets" / "as_rubble_as_storm", "as_rubble_as_storm")
    board = tmp_path / "as_rubble_as_storm" / "board.yaml"
    board.write_text(board.read_text().replace("- d12 -> g0", "- g0 -> d12"))
    shown = rulewright("lint", "./as_rubble_as_storm").out.rpartition("1 finding")[0]
    assert shown and f"```\n{shown}```\n" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_linting_them_all_takes_a_few_seconds() -> None:
    began = perf_counter()
    rulewright("lint", *bundled())
    assert perf_counter() - began < 30  # about four on one idle core


def test_the_hooks_call_commands_that_there_are() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    for hook in hooks:
        command, *argv = hook["entry"].split()
        assert command == "rulewright" and rulewright(*argv, "--help").code == 0
        assert re.search(hook["files"], "rulesets/pig/game.rules")
