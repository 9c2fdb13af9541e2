"""A finding as the worker sees it, before the supervisor adds what only the source can say."""

from __future__ import annotations

from typing import Any

from pef.protocol.messages import Message
from pef.startup.records import field

# Where these are noticed depends on the clock or the stack, not on the fault alone.
_WITHOUT_LINE = frozenset({"hang", "crash", "recursion"})


class FindingRecord(Message):
    """One error, with the call that shows it."""

    call: str
    kind: str
    code: str
    """One of `finding_codes.CODES`."""
    path: str | None = None
    line: int | None = None
    byte_column: int | None = None
    end_byte_column: int | None = None
    function: str | None = None
    within: list[Any] | None = None
    """Where it came from code that somebody wants to be followed: the file and line there."""
    type: str | None = None
    message: str | None = None
    contract: str | None = None
    """What a contract has against it, if it is that."""
    condition: list[str] = field(default_factory=list)
    traceback: list[str] = field(default_factory=list)
    reproduced: bool = True
    about: list[str] = field(default_factory=list)
    """The classes of arguments by which it is told from others on its line."""

    @property
    def cause(self) -> tuple[Any, ...]:
        """What makes two findings one: the same exception on the same line, about objects of the same classes; for what
        has no line of its own, the function. Where it came from code that somebody wants to be followed, the line there counts too.

        An invariant has one line for all methods that break it, which its message names.
        """
        if self.code in _WITHOUT_LINE:
            return (self.path, self.function, self.code)
        broken_by = self.message if self.code == "invariant" else None
        return (self.path, self.line, *(self.within or ()), self.code, self.type, broken_by, *self.about)
