"""Looks at values that run no code of the program."""

from __future__ import annotations

import functools
import types
from typing import Annotated, NewType, TypeVar

import pytest

from pef.looks import attribute_of, has_attribute, is_a, namespace_of, text_of, unwrapped
from pef.source.definitions import is_class


class Refusing:
    kind = "refusing"
    __slots__ = ("__dict__", "slot")

    def __getattribute__(self, name):
        raise AssertionError(name)

    @property
    def __class__(self):
        raise AssertionError("class")

    @property
    def computed(self):
        raise AssertionError("computed")

    def method(self):
        raise AssertionError("method")


def _function(one=1):
    return one


def test_an_object_that_refuses():
    value = Refusing()
    object.__setattr__(value, "slot", 1)
    object.__setattr__(value, "own", 2)
    assert is_a(value, Refusing)
    assert not is_a(value, types.FunctionType)
    assert (attribute_of(value, "slot"), attribute_of(value, "own"), attribute_of(value, "kind")) == (1, 2, "refusing")
    assert attribute_of(value, "computed", "nothing") == "nothing"
    assert attribute_of(value, "missing", "nothing") == "nothing"
    assert namespace_of(value) == {"own": 2}
    assert text_of(value, "__module__") == __name__


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (_function, "__code__"),
        (_function, "__globals__"),
        (_function, "__defaults__"),
        (_function, "__module__"),
        (_function, "__annotations__"),
        ([].append, "__self__"),
        ([].append, "__name__"),
        (pytest, "__file__"),
        (Refusing, "__module__"),
        (Refusing, "__qualname__"),
        (Refusing, "kind"),
        (Refusing, "method"),
        (functools.partial(_function, 2), "func"),
        (functools.lru_cache(_function), "__wrapped__"),
        (list[TypeVar("T")], "__parameters__"),
        (Annotated[int, 1], "__metadata__"),
        (NewType("N", int), "__supertype__"),
        (functools.singledispatch(_function).register, "__closure__"),
    ],
)
def test_as_getattr_does(value, name):
    assert has_attribute(value, name)
    assert attribute_of(value, name) == getattr(value, name)


def test_methods_show_what_their_functions_have():
    class Some:
        def method(self):
            pass

    assert attribute_of(Some().method, "__code__") is Some.method.__code__


def test_unwrapping_stops():
    def one():
        pass

    one.__wrapped__ = one
    assert unwrapped(one) is one
    assert unwrapped(functools.wraps(_function)(lambda: 0)) is _function


def test_classes_whose_metaclass_has_a_say_are_objects():
    class Meta(type):
        def __getattribute__(cls, name):
            raise AssertionError(name)

    strange = Meta("strange", (), {})
    assert not is_class(strange)
    assert is_a(strange, type)
    assert text_of(strange, "__module__") == __name__
    assert is_class(types.FunctionType)
