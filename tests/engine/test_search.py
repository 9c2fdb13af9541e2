"""The strategy `coverage` finds shallow faults within few paths, wherever they hide."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

import pef
from tests.programs import search


@pytest.mark.parametrize(
    ("function", "limit"),
    [
        (search.four_octets, 12_000),
        (search.two_octets, 500),
        (search.other_type, 100),
        (search.other_line_ends, 100),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_fault_is_found_within_so_many_paths(function: Callable[..., Any], limit: int) -> None:
    paths = islice(pef.explore(function, depth=60, strategy="coverage"), limit)
    assert any(path.exception is not None for path in paths)


def test_the_order_depends_on_the_seed_alone() -> None:
    def calls(seed: int) -> list[tuple[Any, ...]]:
        paths = pef.explore(search.two_octets, depth=60, strategy="coverage", seed=seed)
        return [tuple(path.args) for path in islice(paths, 50)]

    assert calls(1) == calls(1)
    assert calls(1) != calls(2)
