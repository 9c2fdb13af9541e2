"""What is measured: the list of work, and what the thesis measured for the same functions.

An item names a function of `work/` and the bounds it is explored with. What cannot be run yet stays in the list and
is reported as such, so that it is measured on the day it can be.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

WORK = Path(__file__).parent / "work"
UNBOUNDED = 100_000
"""A depth that no item reaches."""


@dataclass(frozen=True, slots=True)
class Thesis:
    """What the thesis's tables say of a function: paths, depth, seconds of PEF and of the concrete runs, megabytes."""

    paths: int
    depth: int
    pef_seconds: float
    concrete_seconds: float
    megabytes: float | None = None

    @property
    def ratio(self) -> float:
        return self.pef_seconds / self.concrete_seconds


@dataclass(frozen=True, slots=True)
class Item:
    """One function to explore."""

    name: str
    group: str
    module: str
    function: str
    depth: int = 10
    assume: tuple[str, ...] = ()
    strategy: str = "dfs"
    until_finding: bool = False
    """Whether the work is done when the first error is found."""
    goal: float | None = None
    """At most this many times the concrete runs."""
    thesis: Thesis | None = None

    @property
    def file(self) -> Path:
        return WORK / f"{self.module}.py"


# Figures 5.2 and 5.4: milliseconds of PEF, microseconds of the concrete runs, megabytes.
_QUICKSORT = {
    0: Thesis(1, 0, 0.16529, 195.59e-6, 19.56),
    1: Thesis(1, 0, 0.30968, 185.1e-6, 24.26),
    2: Thesis(2, 1, 0.64128, 196.24e-6, 26.94),
    3: Thesis(6, 3, 2.26367, 221.02e-6, 27.31),
    4: Thesis(24, 6, 10.61027, 398.12e-6, 27.44),
    5: Thesis(120, 10, 62.43188, 1522.04e-6, 27.93),
    6: Thesis(720, 15, 470.0, 9430.11e-6, 28.82),
}

# Figures 5.9, 5.10 and 5.11.
_EXAMPLES = {
    "simple": Thesis(2, 1, 3.5e-2, 4.2e-5, 21.33),
    "simple_bool": Thesis(1, 0, 6.68e-3, 2e-6, 16.97),
    "fun": Thesis(2, 1, 3.13e-2, 3.7e-5, 22.11),
    "funab": Thesis(2, 1, 4.06e-2, 6e-6, 22.12),
    "funfor": Thesis(11, 10, 1.31, 4.5e-5, 27.56),
    "funlist_in": Thesis(7, 4, 0.37, 7.2e-5, 27.12),
    "funlist_iter": Thesis(11, 10, 1.45, 3.08e-4, 27.48),
    "funlist_slice": Thesis(103, 9, 31.71, 2.52e-4, 29.35),
    "assert_not_divisible": Thesis(19, 10, 2.46, 1.57e-3, 27.78),
    "divisible": Thesis(21, 10, 2.26, 1.33e-3, 27.67),
    "test_Test": Thesis(4, 2, 0.21, 2.2e-5),
    "test_mock_Test": Thesis(4, 2, 0.2, 1.4e-5, 26.14),
    "test_gt": Thesis(2, 1, 4.69e-2, 4e-6, 22.87),
    "test_kw_args": Thesis(2, 1, 4.93e-2, 3e-6, 21.14),
    "simple_test": Thesis(2, 1, 4.79e-2, 4e-6),
    "example00": Thesis(36, 10, 4.34, 2.27e-4, 27.46),
    "example01": Thesis(118, 10, 43.73, 1.06e-3),
    "example02": Thesis(3, 2, 9.06e-2, 5e-6, 24.56),
    "multitypes": Thesis(4, 0, 2.48e-2, 7e-5, 20.83),
    "test_strings1": Thesis(20, 10, 4.52, 6.8e-5, 29.22),
    "print_species": Thesis(11, 10, 1.54, 5.82e-4, 27.15),
    "sum_lista": Thesis(20, 10, 1.84, 1e-4),
    "insertLeft": Thesis(64, 10, 76.3, 1.65e-4),
    "sum_fac": Thesis(11, 10, 0.95, 6.3e-5, 27.25),
    "sum_fac2": Thesis(11, 10, 3.25, 4.6e-5, 27.43),
    "test_sum_fac": Thesis(11, 10, 3.98, 1.33e-4, 27.42),
    "fact_spec": Thesis(11, 10, 0.81, 1.4e-5, 27.14),
    "faulty_fact": Thesis(11, 10, 0.82, 2.5e-5, 27.13),
    "suma_con_bug": Thesis(4, 2, 0.11, 4.2e-5, 22.95),
    "f_l_j": Thesis(4, 2, 0.42, 9e-6, 26.73),
    "sum1": Thesis(1, 0, 6.26e-3, 2e-6, 17.36),
    "power": Thesis(11, 10, 0.79, 1.8e-5, 27.22),
    "abs1": Thesis(2, 1, 3.55e-2, 3e-6, 20.91),
}


def _items() -> list[Item]:
    items = [
        Item(
            f"quicksort, n = {size}",
            "quicksort",
            "quicksort",
            "quicksort",
            depth=UNBOUNDED,
            assume=(f"len(numbers) == {size}",),
            goal=100 if 3 <= size <= 6 else None,
            thesis=_QUICKSORT.get(size),
        )
        for size in range(8)
    ]
    items += [
        Item(f"thesis: {name}", "thesis", "thesis", name, thesis=measured) for name, measured in _EXAMPLES.items()
    ]
    items += [
        Item("ten branches", "paths", "branches", "ten_branches"),
        *(
            Item(
                f"maximum of {size}",
                "paths",
                "branching",
                "largest",
                depth=UNBOUNDED,
                assume=(f"len(numbers) == {size}",),
            )
            for size in (4, 6, 8)
        ),
        Item("greatest common divisor", "paths", "branching", "greatest_divisor", depth=UNBOUNDED),
        Item("loop to 1,000", "paths", "branching", "late_fault", depth=UNBOUNDED, until_finding=True),
        Item("number from text", "containers", "containers", "read_number", depth=UNBOUNDED),
        Item(
            "fault in a parser",
            "containers",
            "containers",
            "parse_settings",
            depth=UNBOUNDED,
            strategy="coverage",
            until_finding=True,
        ),
        Item("dict of 20 keys", "containers", "containers", "look_up_20"),
        Item("dict of 200 keys", "containers", "containers", "look_up_200"),
        Item("bands of floats", "floats", "floating", "band"),
        Item("ratio of floats", "floats", "floating", "clamp_ratio"),
        Item("class with five methods", "objects", "objects", "month"),
        Item("linked list", "objects", "objects", "is_ascending"),
        Item("adivina", "concrete", "adivina", "adivina", goal=1.1),
    ]
    return items


ITEMS = _items()
MEDIAN_GOALS = {"thesis": 200.0}
"""At most this many times the concrete runs, in the median of a group."""
PATHS_A_SECOND_GOALS = {"ten branches": 5_000.0}
