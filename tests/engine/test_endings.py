"""The call that is reported brings its result to the end that was explored: evaluated, it does what was reported."""

import pytest

import pef
from tests.programs import endings

NAMES = [name for name in vars(endings) if name.startswith("from_")]


def evaluated(call):
    return eval(call, {**vars(endings)})


@pytest.mark.parametrize("name", NAMES)
def test_the_call_does_what_was_reported(name):
    paths = list(pef.explore(getattr(endings, name)))
    failing = [path for path in paths if path.exception is not None]
    returning = [path for path in paths if path.exception is None]
    assert len(failing) == 1
    assert len(returning) == 1
    with pytest.raises(type(failing[0].exception)):
        evaluated(failing[0].call)
    assert evaluated(returning[0].call) == returning[0].result


def test_what_fails_before_there_is_an_iterator_needs_no_end():
    calls = {path.call for path in pef.explore(endings.at_once) if path.exception is not None}
    assert calls == {"at_once(0)"}


def test_what_has_no_end_is_followed_for_a_while():
    (path,) = pef.explore(endings.without_end)
    assert path.call == "list(__import__('itertools').islice(without_end(0), 256))"
    assert evaluated(path.call) == path.result
