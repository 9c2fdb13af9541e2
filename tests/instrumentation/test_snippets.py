"""Programs in which evaluation order, scopes, frames and line numbers show: rewritten or not, they do the same."""

import textwrap
import warnings

import pytest

from tests.instrumentation import reference_hooks, rewriting, snippets


class Watched:
    """A value that logs what is done with it."""

    def __init__(self, log, name, false=False):
        """Logs its own making."""
        self.__dict__.update(log=log, name=name, false=false)
        log.append(f"make {name}")

    def did(self, text, result=None):
        """Logs an operation."""
        self.log.append(f"{self.name}: {text}")
        return self if result is None else result

    def __getitem__(self, key):
        return self.did(f"get {show(key)}")

    def __setitem__(self, key, value):
        self.did(f"set {show(key)} {show(value)}")

    def __delitem__(self, key):
        self.did(f"delete {show(key)}")

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self.did(f"attribute {name}")

    def __setattr__(self, name, value):
        self.did(f"set attribute {name} {show(value)}")

    def __call__(self, *arguments, **keywords):
        return self.did(f"call {show(arguments)} {show(keywords)}")

    def __contains__(self, item):
        return self.did(f"contains {show(item)}", True)

    def __lt__(self, other):
        self.did(f"less {show(other)}")
        return not self.false

    def __mod__(self, other):
        return self.did(f"modulo {show(other)}")

    def __imod__(self, other):
        return self.did(f"modulo in place {show(other)}")

    def __iadd__(self, other):
        return self.did(f"add in place {show(other)}")

    def __bool__(self):
        self.did("truth")
        return not self.false

    def __enter__(self):
        return self.did("enter")

    def __exit__(self, *details):
        self.did("exit")

    def __repr__(self):
        self.did("repr")
        return f"<{self.name}>"

    def __str__(self):
        self.did("str")
        return self.name

    def __format__(self, specification):
        self.did(f"format {show(specification)}")
        return self.name


def show(value):
    """A value as text, without logging."""
    if isinstance(value, Watched):
        return value.name
    if isinstance(value, tuple | list):
        return str([show(item) for item in value])
    if isinstance(value, dict):
        return str({key: show(item) for key, item in value.items()})
    if isinstance(value, slice):
        return f"slice {show([value.start, value.stop, value.step])}"
    return repr(value)


def outcome(text):
    """The log of a program; one that raises proves less than it seems to, so that is an error of the test."""
    log = []
    space = {"__name__": "program", "log": log, "w": lambda name, **options: Watched(log, name, **options)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        code = compile(text, "<program>", "exec", dont_inherit=True)
    exec(code, space)
    return log


@pytest.fixture(autouse=True)
def hooks(monkeypatch):
    """The reference hooks in `builtins`, for the time of a test."""
    for name, hook in reference_hooks.HOOKS.items():
        monkeypatch.setattr(f"builtins.{name}", hook, raising=False)


@pytest.fixture(scope="module", params=[False, True], ids=["fields only", "whole f-strings"])
def rewritten(request):
    """Every program, rewritten at once."""
    texts = {name: textwrap.dedent(text) for name, text in snippets.PROGRAMS.items()}
    result, problems = rewriting.rewrite(texts, request.param)
    assert problems == {}
    return texts, result


@pytest.mark.parametrize("name", list(snippets.PROGRAMS))
def test_a_rewritten_program_does_the_same(name, rewritten):
    originals, texts = rewritten
    before = outcome(originals[name])
    assert before, "a program that logs nothing shows nothing"
    assert "__pef_" in texts[name]
    assert outcome(texts[name]) == before
