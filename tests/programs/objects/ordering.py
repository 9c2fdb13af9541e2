"""Objects that are sorted, one kind of which cannot be compared with others of its kind."""

from __future__ import annotations


class Task:
    def __init__(self, priority: int) -> None:
        self.priority = priority

    def __lt__(self, other: Task) -> bool:
        return self.priority < other.priority


class Later(Task):
    def __init__(self, priority: int, delay: int | None) -> None:
        super().__init__(priority)
        self.delay = delay

    def __lt__(self, other: Task) -> bool:
        if isinstance(other, Later) and self.priority == other.priority:
            # The fault: a delay may be None.
            return self.delay < other.delay
        return super().__lt__(other)


def first(tasks: list[Task]) -> int:
    if len(tasks) != 2:
        return 0
    return sorted(tasks)[0].priority
