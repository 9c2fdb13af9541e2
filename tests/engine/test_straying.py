"""A run that leaves its path is as good as any other: what follows from it is explored (issue 14)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import pef
from pef.results import Verdict
from tests.programs import straying


@pytest.mark.parametrize("strategy", ["dfs", "coverage", "random"])
def test_what_a_stray_run_shows_is_followed(strategy: str) -> None:
    paths = list(pef.explore(straying.knows_the_hash, strategy=strategy, time=60))
    assert (12345, 12345) in [path.args for path in paths]
    assert any(isinstance(path.exception, AssertionError) for path in paths)


def test_two_strays_in_a_row() -> None:
    results = {path.result for path in pef.explore(straying.knows_two_hashes, time=60)}
    assert results == {1, 2, 3}


@pytest.mark.parametrize(
    "function",
    [straying.knows_the_hash, straying.knows_two_hashes, straying.knows_the_checksum, straying.always_astray],
)
def test_no_path_is_told_twice_and_nothing_is_verified(function: Callable[..., Any]) -> None:
    paths = list(pef.explore(function, depth=6, time=60))
    told = [(path.args, tuple(path.condition)) for path in paths]
    assert len(set(told)) == len(told)
    assert pef.check(function, depth=6, time=60).verdict is not Verdict.VERIFIED


@pytest.mark.parametrize("function", [straying.knows_the_hash, straying.knows_the_checksum])
def test_a_condition_includes_what_was_fixed(function: Callable[..., Any]) -> None:
    """Inputs that satisfy it take the path, though a value on the way was not followed."""
    paths = list(pef.explore(function, time=60))
    for path in paths:
        for x in (-1, 0, 3, 12345, 4108050209):
            for y in (0, 1, 7, 12345, 4108050209):
                if all(eval(condition, {}, {"x": x, "y": y}) for condition in path.condition):
                    raised = None
                    result = None
                    try:
                        result = function(x, y)
                    except AssertionError as error:
                        raised = error
                    assert type(raised) is type(path.exception), (path.call, path.condition, x, y)
                    assert result == path.result, (path.call, path.condition, x, y)
