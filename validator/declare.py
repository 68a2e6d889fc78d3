"""From items to a world: who plays, what there is, who sees it, and what can be called."""

from __future__ import annotations

from typing import Any

from ..grammar import nodes
from .declaring import Reader
from .model import KindInfo
from .printing import Printing
from .types import Thing
from .world import MOST_PLAYERS, PLAYER, World

SEES = {"everyone": "all", "owner": "owner", "nobody": "nobody"}


def declare(world: World, items: list[nodes.AnyItem], read: Reader) -> None:
    """Fills the world. `read` gives the text of a data file of the ruleset, or None after reporting why it cannot."""
    _Declarer(world, items, read).declare()


class _Declarer(Printing):
    """All of it, in the order in which the parts need each other."""

    def declare(self) -> None:
        self.the_game()
        self.names()
        self.attributes()
        self.boards()
        self.things()
        self.printed()
        self.visibility()
        self.callables()

    def the_game(self) -> None:
        world = self.world
        games = self.of(nodes.Game)
        for again in games[1:]:
            self.error(
                "name-twice",
                "a ruleset describes one game",
                again.name.span,
                "a second `game`",
                also=[(games[0].name.span, "the first")],
                help="put the other game into a folder of its own",
            )
        if not games:
            return
        game: nodes.Game = games[0]
        world.game = game
        if game.seats:
            world.low = world.high = len(game.seats)
            world.seats = [n.text for n in game.seats]
        elif game.low is not None:
            world.low, world.high = game.low, game.high if game.high is not None else game.low
        else:
            self.error(
                "missing-clause",
                "nothing says how many play",
                game.name.span,
                "this game needs a `players` line",
                help="write `players 2 to 4`, or name the seats: `players light, dark`",
            )
        if not 1 <= world.low <= world.high <= MOST_PLAYERS:
            self.error(
                "players-out-of-range",
                f"{world.low} to {world.high} players cannot be seated",
                game.name.span,
                f"from 1 to {MOST_PLAYERS} can",
                help="write fewer players",
            )
            world.low = max(1, min(world.low, MOST_PLAYERS))
            world.high = max(world.low, min(world.high, MOST_PLAYERS))
        if not world.seats:
            world.seats = [f"player_{i + 1}" for i in range(world.high)]
        if game.seen:
            world.open = SEES[game.seen.who]
            if game.seen.who == "owner" or game.seen.test is not None or game.seen.top:
                self.error(
                    "misplaced-line",
                    "a game is seen by everyone or by nobody",
                    game.seen.span,
                    "this holds for everything that says nothing else",
                    help="write `seen by everyone`, and `seen by owner` where it is so",
                )
                world.open = "all"
        player = KindInfo(PLAYER, "players", game.span, list(world.seats), by_player=True)
        world.kinds[PLAYER] = player
        world.types[PLAYER] = Thing(PLAYER)
        world.plurals["players"] = PLAYER

    def visibility(self) -> None:
        """A zone says who sees it; an attribute of a thing that lies in hidden zones is seen with the thing."""
        world = self.world
        for zone in world.zones:
            default: Any = world.open
            if zone.of and world.kinds[zone.of].zoned:
                default = "holder"
            self.can_be_seen(zone.syntax.seen, zone.of, zone.ordered)
            zone.see = self.seen(zone.syntax.seen, default)
        hidden = {z.holds for z in world.zones if z.see != "all"}
        for kind in world.kinds.values():
            for info in kind.attributes.values():
                if info.printed:
                    info.see = "all"
                elif info.syntax is not None:
                    self.can_be_seen(info.syntax.seen, kind.name, None)
                    info.see = self.seen(info.syntax.seen, "holder" if kind.name in hidden else world.open)
        for info in world.table.values():
            if info.syntax is not None:
                self.can_be_seen(info.syntax.seen, None, None)
                info.see = self.seen(info.syntax.seen, world.open)
        for fact in self.of(nodes.Fact):
            self.can_be_seen(fact.seen, None, None)

    def can_be_seen(self, seen: nodes.Seen | None, kind: str | None, ordered: bool | None) -> None:
        """Is there an owner who could see it, or a top? `ordered` is None for what is no zone."""
        if seen is None:
            return
        who = (seen.who, seen.otherwise)
        if seen.top and not ordered:
            said = "it has no top" if ordered is None else "it has no order"
            help = "write `seen by …`" if ordered is None else "declare it `in order`"
            self.error("misplaced-line", "only a zone in order has a top", seen.span, said, help=help)
        elif seen.top and "owner" in who:
            self.error(
                "misplaced-line",
                "the top is seen by everyone or by nobody",
                seen.span,
                "not by its owner alone",
                help="write `seen by owner`: the owner then sees all of it",
            )
        elif "owner" in who and (kind is None or (kind != PLAYER and PLAYER not in self.world.kinds[kind].per)):
            self.error(
                "misplaced-line",
                f"nobody owns a `{kind}`" if kind is not None else "nobody owns this",
                seen.span,
                "only what belongs to players has an owner",
                help="write `seen by everyone` or `seen by nobody`; what lies in a zone is seen with its thing",
            )

    def seen(self, seen: nodes.Seen | None, default: Any) -> Any:
        if seen is None:
            return default
        words = {**SEES, "everyone": "top"} if seen.top else SEES
        if seen.test is not None:
            return {"test": seen.test, "then": words[seen.who], "else": words[seen.otherwise or "nobody"]}
        return words[seen.who]

    def callables(self) -> None:
        world = self.world
        places: list[tuple[type, str, dict[str, Any]]] = [
            (nodes.Ruling, "ruling", world.rulings),
            (nodes.Define, "define", world.defines),
            (nodes.Stat, "stat", world.stats),
            (nodes.Fact, "fact", world.facts),
            (nodes.Procedure, "procedure", world.procedures),
            (nodes.Event, "event", world.events),
        ]
        for cls, what, into in places:
            for item in self.of(cls):
                if world.claim(item.name, what):
                    into[item.name.text] = item
        for item in self.of(nodes.Phase, nodes.Window, nodes.Action):
            into = world.actions if isinstance(item, nodes.Action) else world.phases
            if item.name.text in into:
                self.error(
                    "name-twice",
                    f"`{item.name.text}` is declared twice",
                    item.name.span,
                    "declared again here",
                    also=[(into[item.name.text].name.span, "first declared here")],
                    help="give this one another name",
                )
            else:
                into[item.name.text] = item
        for change in self.of(nodes.Change):
            if change.name.text not in world.stats:
                world.reports.unknown("stat", change.name, world.stats)
            else:
                world.changes.setdefault(change.name.text, []).append(change)
        world.triggers = self.of(nodes.Trigger)
        world.invariants = self.of(nodes.Invariant)
        world.scenarios = self.of(nodes.Scenario)
        world.asides = self.of(nodes.Aside)
        for cls, word in ((nodes.Ranking, "ranking"), (nodes.Sequence, "sequence")):
            found = self.of(cls)
            for again in found[1:]:
                self.error(
                    "name-twice",
                    f"there is one `{word}`",
                    again.span,
                    "a second one",
                    also=[(found[0].span, "the first")],
                    help="put both into one",
                )
            if found:
                setattr(world, word, found[0])
        for ruling in world.rulings.values():
            self.ruling(ruling)

    def ruling(self, ruling: nodes.Ruling) -> None:
        seen: set[str] = set()
        for reading in ruling.readings:
            if reading.name.text in seen:
                self.error(
                    "name-twice",
                    f"`{reading.name.text}` stands twice among the readings",
                    reading.name.span,
                    "again here",
                    help="take one of them out",
                )
            seen.add(reading.name.text)
        defaults = [r for r in ruling.readings if r.default]
        if len(defaults) != 1:
            self.error(
                "ruling-default",
                f"`{ruling.name.text}` needs one default reading",
                ruling.name.span,
                f"it has {len(defaults)}",
                help="mark the reading that holds unless players say otherwise with `default`",
            )
        if len(ruling.readings) < 2:
            self.error(
                "ruling-default",
                f"`{ruling.name.text}` has only one reading",
                ruling.name.span,
                "a question needs at least two answers",
                help="add the other answer, or take the ruling out",
            )
