"""Two arguments that are one object."""

from __future__ import annotations

import pytest

from tests.engine.test_parameters import command, explore
from tests.programs.parameters import aliases


def test_one_object_for_two_parameters_is_a_case():
    document = command(f"{aliases.__file__}:extend_and_count", "--depth", "9")
    found = [path for path in document["paths"] if "target is source" in path["condition"]]
    assert found
    assert all(path["call"].startswith("(lambda target: extend_and_count(target, target))(") for path in found)
    broken = [path for path in found if path["outcome"] == "raised"]
    assert broken[0]["exception"]["type"] == "RuntimeError"
    assert document["paths"][0]["condition"][0] == "not target is source"


def test_identity_of_arguments_is_explored():
    paths, _ = explore(aliases.is_same, depth=3)
    assert {path.result for path in paths} == {True, False}


def test_what_only_reads_is_not_explored_twice():
    paths, report = explore(aliases.only_reads)
    assert len(paths) == 1
    assert report.verdict.value == "verified"


def test_a_shared_dictionary_by_name():
    paths, _ = explore(aliases.clear, depth=4)
    assert {path.result for path in paths} == {True, False}
    assert any(path.call.startswith("(lambda one: clear(one, two=one))(") for path in paths)


def test_one_container_in_two_places_inside_of_arguments_is_not_passed_over_in_silence():
    row = [0]
    for function, arguments in ((aliases.first_row_kept, ((row, row),)), (aliases.kept_beside, (row, (row, 0)))):
        with pytest.raises(AssertionError):
            function(*arguments)
        _, report = explore(function)
        assert report.verdict.value == "bounded"
        assert "one object in two places of the arguments was not tried" in {one.detail for one in report.reasons}
