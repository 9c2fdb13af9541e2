"""Which function is next, and for how long: everybody gets a first look, hard ones get what is left.

Rejected: one slice of equal size for each function, which gives most of the time to functions that need none of it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pef.supervision.function_work import FunctionWork, State

_FIRST_LOOK = (0.05, 1.0)
_LATER_LOOK = (0.25, 20.0)
# Of the time that is left, so that there are several rounds.
_SHARE = 0.5


class Schedule:
    """The functions of a run in their order."""

    def __init__(self, works: Sequence[FunctionWork], workers: int) -> None:
        self._works = works
        self._workers = workers

    def ready(self) -> list[FunctionWork]:
        """The functions that can be given time now, of the earliest round that has any."""
        ready = [work for work in self._works if work.state in (State.WAITING, State.PAUSED)]
        earliest = min((work.rounds for work in ready), default=0)
        return [work for work in ready if work.rounds == earliest]

    def all_had_first_look(self) -> bool:
        return all(work.rounds or work.state is not State.WAITING for work in self._works)

    def others_wait(self, work: FunctionWork) -> bool:
        """Whether another function has not had its first look."""
        return any(other is not work and not other.rounds and other.state is State.WAITING for other in self._works)

    def is_wanted(self, location: str) -> bool:
        """Whether there is still work in a module."""
        return any(work.candidate.target.location == location and work.state is not State.ENDED for work in self._works)

    def slice_for(self, work: FunctionWork, remaining: float | None) -> float:
        """Seconds for the next turn of a function."""
        least, most = _LATER_LOOK if work.rounds else _FIRST_LOOK
        if remaining is None:
            return min(most, 2.0**work.rounds)
        unfinished = sum(1 for other in self._works if other.state is not State.ENDED)
        share = _SHARE * remaining * self._workers / max(unfinished, 1)
        return min(max(share, least), most, max(remaining, least))


def prefer_free_modules(ready: Sequence[FunctionWork], busy: Collection[str]) -> FunctionWork | None:
    """A function whose module no worker is busy with, or else any: two workers on one module import it twice."""
    free = (work for work in ready if work.candidate.target.location not in busy)
    return next(free, ready[0] if ready else None)
