"""The plan of `certify`: calls of a certificate, all in one process, and in another one from where that ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pef.errors import DefectError, RequestError
from pef.protocol import events
from pef.protocol.jobs import RerunJob
from pef.protocol.role import PLAIN
from pef.startup.records import replace
from pef.supervision.channel import Death
from pef.supervision.pool import LOOK_SECONDS, Member, Pool

Reply = dict[str, Any]


class RerunPlan:
    """The replies to all calls of a job, in their order."""

    def __init__(self, job: RerunJob, pool: Pool[Member], on_unconfined: Callable[[list[str]], None]) -> None:
        self._job = job
        self._pool = pool
        self._on_unconfined = on_unconfined
        self.replies: list[Reply] = []

    def is_done(self) -> bool:
        return len(self.replies) >= len(self._job.calls)

    def assign(self) -> float:
        if not self._pool.members:
            member = self._pool.add(Member(self._pool.channel(PLAIN)))
            member.send(replace(self._job, calls=self._job.calls[len(self.replies) :]), last=True)
        return LOOK_SECONDS

    def take(self, member: Member, event: events.Event) -> None:
        match event:
            case events.Reran(reply=reply) if reply is not None:
                self.replies.append(reply)
            case events.Unconfined(missing=missing):
                self._on_unconfined(missing)
            case events.BadRequest(message=message):
                raise RequestError(message)
            case events.Defect():
                raise DefectError(event.text)

    def lost(self, member: Member, death: Death) -> None:
        """The process ended in the middle of a call: the others get another one."""
        if not member.has_loaded:
            raise RequestError(f"importing {self._job.target.location} ended the process ({death.text})")
        if not self.is_done():
            self.give_up(1, death.text)

    def look_after(self, member: Member, now: float) -> None:
        """Calls may take as long as the time limit allows."""

    def stopping(self) -> None: ...

    def stopped(self) -> None: ...

    def give_up(self, count: int, why: str) -> None:
        """Say of the next calls that they did not come back."""
        first = len(self.replies)
        for call in self._job.calls[first : first + count]:
            self.replies.append({"problem": f"{call['call']} did not come back ({why})"})
