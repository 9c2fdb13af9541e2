"""A connection that fails only when its methods are called in one particular order."""

from __future__ import annotations


class Connection:
    def __init__(self) -> None:
        self.state = "new"
        self.buffer: list[int] | None = None

    def open(self) -> None:
        if self.state != "new":
            raise RuntimeError("opened before")
        self.state = "open"
        self.buffer = []

    def close(self) -> None:
        if self.state != "open":
            raise RuntimeError("not open")
        # The fault: it can be sent to until it is closed for good.
        self.buffer = None
        self.state = "closing"

    def send(self, value: int) -> int:
        if self.state not in ("open", "closing"):
            raise RuntimeError("not open")
        self.buffer.append(value)
        return len(self.buffer)
