"""What goes wrong while a game runs: a code of CORE.md, the place in the rules, and a word for people."""

from __future__ import annotations

NO_SITE = -1


class RuleFault(Exception):
    """The rules cannot go on. `site` is an index into the program's sites, -1 where there is none to name."""

    def __init__(self, code: str, site: int = NO_SITE, detail: str = "") -> None:
        super().__init__(f"{code} at site {site}" + (f": {detail}" if detail else ""))
        self.code = code
        self.site = site
        self.detail = detail
