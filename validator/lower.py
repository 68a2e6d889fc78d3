"""Lowers a world into the procedures of the core, in the order in which the parts need each other."""

from __future__ import annotations

from functools import partial

from .flow import Flow
from .starting import Starting
from .world import World


class Lowering(Starting):
    """Lowers a world; phases, events and moments are the flow's."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.contextual = self.find_contextual()
        self.flow = Flow(self)

    def lower(self) -> None:
        world = self.world
        for name, define in world.defines.items():
            self.query(name, define.name)
        for name, stat in world.stats.items():
            self.query(name, stat.name)
        for name in world.facts:
            self.fact_params(name)
        for kind in world.kinds.values():
            for ability in kind.abilities.values():
                self.ability(ability)
        for name in (*world.procedures, *world.events):
            self.signature(name)
        for procedure in world.procedures.values():
            if procedure.name.text not in self.contextual:
                self.queue.append(partial(self.procedure, procedure, None))
        self.flow.bodies()
        self.actions()
        self.main()
        self.invariants()
        while self.queue:
            self.queue.pop()()
        self.never_asked()
        self.flow.wrappers()
        while self.queue:
            self.queue.pop()()
