"""What the tests of objects share: exploring a program, and seeing that its calls are code that does what is said."""

from __future__ import annotations

import sys

import pef
import pef.exploration.exploration


def explore(function, **options):
    """All paths and the report; every call, evaluated in the module of the function, does what its path says."""
    exploration = pef.exploration.exploration.Exploration(function, pef.Options(**options))
    paths = list(exploration)
    module = sys.modules[function.__module__]
    for path in paths:
        assert path.reproduced, path
        if path.exception is None:
            assert repr(evaluated(path.call, module)) == path.result_text or not _is_data(path.result), path.call
        else:
            try:
                evaluated(path.call, module)
            except type(path.exception):
                continue
            raise AssertionError(f"{path.call} did not raise {path.exception!r}")
    return paths, exploration.report()


def evaluated(call, module):
    """What a reported call gives; the state of classes is put back."""
    classes = [value for value in vars(module).values() if isinstance(value, type)]
    before = [(class_, name, value) for class_ in classes for name, value in vars(class_).items() if type(value) is int]
    names = {name: value for name, value in vars(module).items() if type(value) in (int, str)}
    try:
        return eval(call, {**sys.modules, **vars(module)})
    finally:
        for class_, name, value in before:
            setattr(class_, name, value)
        vars(module).update(names)


def _is_data(value):
    return isinstance(value, int | float | str | bytes | list | tuple | dict | type(None))


def calls(paths):
    return {path.call for path in paths}


def outcomes(paths):
    """What the paths came to, each kind once: results as text, exceptions by type."""
    return {type(path.exception).__name__ if path.exception else path.result_text for path in paths}


def is_verified(report):
    """Whether nothing is left open but what methods would make of the arguments."""
    return all(reason.detail.startswith("only freshly constructed") for reason in report.reasons)


def kinds(report):
    return {reason.kind.value for reason in report.reasons}
