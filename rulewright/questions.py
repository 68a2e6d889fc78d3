"""What somebody at the table can ask without answering: why not, which rule, what is this, what would be good."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .grammar.diagnostics import RulewrightError, near
from .interpreter.naming import Value
from .interpreter.table import Table
from .reporting import report
from .screens.menu import matches
from .screens.news import Item, told
from .screens.screen import Screen


class Questions:
    """Answers them for whoever decides, from what that seat may know."""

    def __init__(self, table: Table, screen: Screen, sources: Mapping[str, str]) -> None:
        self.table, self.screen, self.sources = table, screen, sources

    def log(self, seat: int) -> None:
        entries = self.table.log_for(seat).entries
        for number, entry in enumerate(entries, 1):
            self.screen.say(f"{number:>4}  {self.screen.words.title('player', entry.player_name)}: {entry.label}")
        if not entries:
            self.screen.say("nothing has been answered yet")

    def what(self, news: Sequence[Item]) -> None:
        lines = told(news, self.screen.words, cite=True, width=self.screen.terminal.width)
        self.screen.terminal.show(lines or ["nothing has happened since you last answered"])

    def why(self, what: str) -> None:
        words = what.replace("(", " ").replace(")", " ").replace(",", " ").split()
        if not words:
            names = [a["name"] for a in self.table.rules["actions"]]
            self.screen.say("why what? `why ACTION VALUES`" + (f"; there are {', '.join(names)}" if names else ""))
            return
        found = matches(self.table.decision, what)
        if len(found) == 1:
            self.screen.say(f"it can be done: {found[0].label}{cited(found[0].rules)}")
            return
        known = {a["name"] for a in self.table.rules["actions"]} | {o.name for o in self.table.decision.options}
        if words[0] not in known and not any(o.name for o in self.table.decision.options):
            self.screen.say(f"`{what[:60]}` is not among what can be chosen here{cited(self.table.decision.rules)}")
            return
        try:
            refusal = self.table.why_not(words[0], **self._params(words[0], words[1:]))
        except RulewrightError as error:
            report(error.diagnostics, self.sources)
            return
        if refusal is None:
            self.screen.say("it can be done")
            return
        self.screen.say(f"{refusal.text}{cited(refusal.rules)}")
        for rule in refusal.rules[:1]:
            if rule in self.screen.rulebook:
                self.screen.say(f"  {rule}: {self.screen.rulebook[rule]}")

    def _params(self, action: str, given: list[str]) -> dict[str, Value]:
        declared = next((a for a in self.table.rules["actions"] if a["name"] == action), None)
        names = declared["params"] if declared else []
        return {
            name: int(word) if word.lstrip("-").isdecimal() and len(word) < 10 else word
            for name, word in zip(names, given, strict=False)
        }

    def rule(self, wanted: str) -> None:
        book = self.screen.rulebook
        asked = wanted.upper().rstrip(".") if wanted else ""
        if not book:
            self.screen.say("this game has no rulebook")
        elif not asked:
            rules = () if self.table.over else self.table.decision.rules
            known = [rule for rule in rules if rule in book]
            self.screen.say(
                "which rule? `rule ID`" if not known else "\n".join(f"{rule}: {book[rule]}" for rule in known)
            )
        elif asked in book:
            self.screen.say(f"{asked}: {book[asked]}")
        else:
            below = [rule for rule in book if rule.startswith(asked)]
            meant = near(asked, list(book))
            if below:
                self.screen.say("\n".join(f"{rule}: {book[rule]}" for rule in below))
            else:
                self.screen.say(
                    f"the rulebook has no rule `{wanted[:40]}`{f': did you mean `{meant}`?' if meant else ''}"
                )

    def look(self, wanted: str, seat: int) -> None:
        from .screens.looking import described

        lines = described(self.screen.words, self.table.view(seat), wanted)
        self.screen.terminal.show(lines)

    def hint(self) -> None:
        from .advice import advise

        advice = advise(self.table, len(self.table.log_for(self.table.decision.player).entries))
        if advice is None:
            self.screen.say("no random game from here came to its end in time: there is no hint")
            return
        share = round(100 * advice.share)
        self.screen.say(
            f"of {advice.games} random games from here, {advice.option.label} won most: {share} of 100"
            f" (it knows no more than you, and plays at random)"
        )


def cited(rules: Sequence[str]) -> str:
    return f"  [{', '.join(rules)}]" if rules else ""
