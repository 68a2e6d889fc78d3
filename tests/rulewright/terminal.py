"""A person at a real terminal: reads the screen, answers in all the ways there are, and types nonsense in between."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from random import Random
from typing import Any

import pexpect

ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|[\r\x07]")
NUMBERED = re.compile(r"(\d+)\) (\S.*?)(?=\s{2,}|$)", re.M)


class Person:
    """At a terminal of 80 columns. `screen` is what was printed since the last line typed."""

    def __init__(self, *argv: str, cwd: Path, **env: str) -> None:
        settings: Any = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "50", **env}
        command = [sys.executable, "-m", "rulewright.cli", *argv]
        self.child = pexpect.spawn(
            command[0], command[1:], cwd=str(cwd), env=settings, encoding="utf-8", dimensions=(50, 80), timeout=60
        )
        self.child.delaybeforesend = None
        self.raw = ""

    def wait(self) -> bool:
        """Until somebody is asked; False when the command has ended."""
        at = self.child.expect([r"> $", r"looking\. $", pexpect.EOF])
        self.raw = self.child.before + (self.child.after if at < 2 else "")
        assert "Traceback" not in self.raw, self.screen
        return at < 2

    @property
    def screen(self) -> str:
        return ANSI.sub("", self.raw)

    def type(self, line: str) -> bool:
        self.child.sendline(line)
        return self.wait()

    @property
    def status(self) -> int | None:
        self.child.close()
        return self.child.exitstatus

    # ------------------------------------------------------------ playing

    def options(self) -> list[tuple[str, str]]:
        """The numbers and words of the options on the screen; where numbers are chosen there are only words."""
        block = self.screen[
            self.screen.rfind("\n\n") + 2 :
        ]  # the question, the rule behind it, the options, the prompt
        found = NUMBERED.findall(block)
        if found:
            return found
        rows = re.findall(r"row +(\d+): (.*)", block)
        if rows:
            return [("", f"{letter}{row}") for row, letters in rows for letter in letters.split()]
        words = [word for line in block.splitlines()[1:-1] for word in line.split()]
        assert words, self.screen
        return [("", word) for word in words if word.lstrip("-").isdecimal()]

    def answer(self, random: Random) -> bool:
        number, words = random.choice(self.options())
        return self.type(number or words)
