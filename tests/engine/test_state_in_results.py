"""What a path is said to have given is what the function gave, though the state that it belongs to has been put back."""

from __future__ import annotations

import pef
from pef.exploration.exploration import Exploration
from tests.programs import state_in_results as programs


def explore(function):
    """Its paths from the state that the modules have."""
    return list(Exploration(function, pef.Options(calls=0)))


def test_containers_are_as_they_were_returned():
    found = {path.call: (path.result, path.result_text) for path in explore(programs.remember)}
    assert found == {"remember(0)": ([0], "[0]"), "remember(4)": ([4, 1], "[4, 1]")}
    assert programs.SEEN == []
    (path,) = explore(programs.inside)
    assert (path.result, path.result_text) == ({"seen": [0]}, "{'seen': [0]}")


def test_a_result_that_is_no_state_is_the_one_that_was_returned():
    def fresh(x: int) -> list[int]:
        made = [x]
        kept.append(made)
        return made

    kept: list[list[int]] = []
    (path,) = explore(fresh)
    assert path.result == [0]
    assert kept == []


def test_objects_are_told_as_they_were_returned():
    found = {path.call: path.result_text for path in explore(programs.count)}
    assert found == {"count(0)": "Totals(0)", "count(4)": "Totals(1)"}
    assert programs.TOTALS.count == 0


def test_messages_are_those_of_the_moment():
    (path,) = (path for path in explore(programs.refuse) if path.exception is not None)
    assert path.exception_message == "refused [7]"
    assert path.to_json()["exception"]["message"] == "refused [7]"


def test_telling_a_result_changes_nothing():
    paths = list(explore(programs.shows))
    assert {path.result_text for path in paths} == {"(0, Shown())"}
    assert {path.result[0] for path in paths} == {0}
    assert programs.SHOWN == 0
