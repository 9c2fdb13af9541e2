"""What a job may say, and be asked, while it is carried out."""

from __future__ import annotations

from typing import Protocol

from pef.protocol.events import Event
from pef.protocol.messages import Message


class Events(Protocol):
    """Where events go."""

    def send(self, event: Event) -> None: ...

    def send_soon(self, event: Event) -> None:
        """One of many that come in quick succession: some of them together, to wake the reader less often."""


class Requests(Protocol):
    """What the supervisor wants meanwhile."""

    def is_waiting(self) -> bool: ...

    def next(self) -> Message | None:
        """The next one, when it comes; nothing where there will be none."""
