"""The images of objects by their kinds: containers, what is made of functions, objects of libraries.

A function that finds an image is given the walk, the value, and what stands in its place in the other world. It gives that,
if it is the same; otherwise something new that is; or it raises `DifferingError`. Nothing of a library is changed.
"""

from __future__ import annotations

import _abc  # type: ignore[import-not-found]
import _random
import _thread
import array
import collections
import contextvars
import enum
import functools
import gc
import inspect
import io
import itertools
import random
import types
import warnings
import weakref
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from pef.isolation.live_globals.containers import (
    MAPPINGS,
    SEQUENCES,
    buffer,
    container,
    images_in,
    immutable_container,
    is_identical,
    is_like,
    memory_file,
    parts_of,
    put,
    set_image,
)
from pef.isolation.live_globals.differing import DifferingError
from pef.looks import is_a

if TYPE_CHECKING:
    from pef.isolation.live_globals.walking import Walk

_Finder = Callable[["Walk", Any, Any], Any]

# Values that nobody can change: another one is put in their place as it is.
_VALUES = frozenset(
    {
        *(("builtins", name) for name in ("range", "slice", "NotImplementedType")),
        *(("datetime", name) for name in ("date", "time", "datetime", "timedelta", "timezone")),
        *(("pathlib", name) for name in ("PurePosixPath", "PureWindowsPath", "PosixPath", "WindowsPath")),
        *(("pathlib._local", name) for name in ("PurePosixPath", "PureWindowsPath", "PosixPath", "WindowsPath")),
        *(("decimal", "Decimal"), ("uuid", "UUID"), ("re", "Pattern"), ("zoneinfo", "ZoneInfo")),
    }
)
# What objects of classes derived from these consist of besides attributes.
_IMMUTABLE: dict[type, Callable[[Any], Any]] = {
    int: int.__pos__,
    float: float.__pos__,
    complex: complex.__pos__,
    str: str.__str__,
    bytes: lambda value: bytes.__getitem__(value, slice(None)),
    tuple: lambda value: tuple.__getitem__(value, slice(None)),
    frozenset: frozenset.copy,
}
_EMPTY = (object, types.SimpleNamespace, _thread._local)


# What is made of functions


def _method(walk: Walk, value: Any, other: Any) -> Any:
    is_candidate = type(other) is type(value)
    function = walk.image(value.__func__, other.__func__ if is_candidate else None, id(value))
    holder = walk.image(value.__self__, other.__self__ if is_candidate else None, id(value))
    if is_candidate and other.__func__ is function and other.__self__ is holder:
        return other
    return types.MethodType(function, holder)


def _builtin(walk: Walk, value: Any, other: Any) -> Any:
    """A function of C: if it is bound to an object, the one of the image."""
    holder = value.__self__
    if type(other) is type(value) and value.__name__ == other.__name__ and holder is other.__self__:
        return other
    if holder is None or is_a(holder, types.ModuleType):
        raise DifferingError
    is_candidate = type(other) is type(value) and value.__name__ == other.__name__
    image = walk.image(holder, other.__self__ if is_candidate else walk.MISSING, id(value))
    if is_candidate and other.__self__ is image:
        return other
    found = getattr(image, value.__name__)
    if type(found) is not type(value) or found.__self__ is not image:
        raise DifferingError
    return found


def _descriptor(walk: Walk, value: Any, other: Any) -> Any:
    """Of C, for a class: a slot, a method."""
    if type(other) is type(value) and value.__name__ == other.__name__:
        walk.require(value.__objclass__, other.__objclass__, id(value))
        return other
    raise DifferingError


def _made_of(*names: str) -> _Finder:
    """For what is made of some other objects, and never changes."""

    def find(walk: Walk, value: Any, other: Any) -> Any:
        number, kind = id(value), type(value)
        is_candidate = type(other) is kind
        parts = [getattr(value, name) for name in names]
        others = [getattr(other, name) if is_candidate else None for name in names]
        images = [walk.image(one, two, number) for one, two in zip(parts, others, strict=True)]
        if is_candidate and is_identical(images, others):
            return walk.know(value, other)
        return walk.know(value, kind(*images))

    return find


def _partial(walk: Walk, value: Any, other: Any) -> Any:
    number = id(value)
    is_candidate = type(other) is functools.partial and walk.is_free(other, value)
    parts = [value.func, value.args, value.keywords, vars(value)]
    others = [other.func, other.args, other.keywords, vars(other)] if is_candidate else [walk.MISSING] * 4
    images = [walk.image(one, two, number) for one, two in zip(parts, others, strict=True)]
    if is_candidate and is_identical(images, others):
        return walk.claim(value, other)
    made = functools.partial(images[0], *images[1], **images[2])
    vars(made).update(images[3])
    return walk.claim(value, made)


def _cached(walk: Walk, value: Any, other: Any) -> Any:
    """A function behind a cache, which nobody can look into."""
    if type(other) is not type(value) or not walk.is_free(other, value):
        raise DifferingError
    walk.claim(value, other)
    with walk.undecided(value, other):
        walk.require(value.__wrapped__, other.__wrapped__, id(value))
        walk.require(vars(value), vars(other), id(value))
        if value.cache_info() != other.cache_info():
            raise DifferingError
    return walk.claim(value, other)


def _mapping_view(walk: Walk, value: Any, other: Any) -> Any:
    (behind,) = gc.get_referents(value)
    others = gc.get_referents(other) if type(other) is type(value) else [walk.MISSING]
    image = walk.image(behind, others[0], id(value))
    return other if image is others[0] else types.MappingProxyType(image)


def _weak(walk: Walk, value: Any, other: Any) -> Any:
    referent = value()
    there = other() if type(other) is type(value) else walk.MISSING
    image = walk.image(referent, there, id(value))
    if type(other) is type(value) and there is image:
        return other
    if value.__callback__ is not None:
        raise DifferingError
    return weakref.ref(image)


def contents_of(cell: types.CellType, missing: Any) -> Any:
    """What a variable of a closure stands for, if it stands for anything."""
    try:
        return cell.cell_contents
    except ValueError:
        return missing


def is_cache(function: types.FunctionType, variable: str) -> bool:
    """Whether a variable of a closure is what `functools.singledispatch` remembers of calls."""
    is_of_functools = function.__code__.co_filename == functools.singledispatch.__code__.co_filename
    return is_of_functools and variable in ("dispatch_cache", "cache_token")


# Objects


def instance(walk: Walk, value: Any, other: Any, class_: Any) -> Any:
    """An object of a class of the program whose image is to be filled: `other`, unless it cannot be."""
    if is_a(value, enum.Enum):
        if not is_a(value, enum.Flag):
            raise DifferingError
        return class_(value._value_)
    base = solid_base(type(value))
    if base in _IMMUTABLE:
        read = _IMMUTABLE[base]
        there = walk.MISSING if other is None else read(other)
        image = walk.image(read(value), there, id(value))
        return other if image is there else base.__new__(class_, image)
    if other is not None:
        return other
    if base in _EMPTY or base in (set, *SEQUENCES, *MAPPINGS) or issubclass(base, BaseException):
        return base.__new__(class_)
    raise DifferingError


def align_contents(walk: Walk, value: Any, other: Any) -> None:
    """What an object of a class of the program consists of besides attributes, made the same."""
    base = solid_base(type(value))
    if base in _EMPTY or base in _IMMUTABLE:
        return
    if issubclass(base, BaseException):
        args = walk.image(value.args, other.args, id(value))
        if args is not other.args:
            other.args = args
        for name in ("__cause__", "__context__"):
            walk.require(getattr(value, name), getattr(other, name), id(value))
    elif base in (set, *SEQUENCES, *MAPPINGS):
        if not is_like(walk, value, other):
            raise DifferingError
        images = images_in(walk, value, other)
        if not is_identical(images, parts_of(other)):
            put(walk, other, images)
    elif base is _random.Random:
        if base.getstate(value) != base.getstate(other):
            base.setstate(other, base.getstate(value))
    else:
        _require_reduced(walk, value, other)


def attributes_of(value: Any) -> dict[str, Any] | None:
    """The attributes of an object, whatever its class makes of them."""
    try:
        attributes = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return None
    return attributes if is_a(attributes, dict) else None


def slots_of(value: Any, other: Any) -> Iterator[tuple[str, Any, Any]]:
    """The slots of an object: the name, and the descriptor in each world."""
    for class_, twin in zip(type(value).__mro__, type(other).__mro__, strict=False):
        if "__slots__" in vars(class_):
            for name, descriptor in vars(class_).items():
                if is_a(descriptor, types.MemberDescriptorType):
                    yield name, descriptor, vars(twin).get(name)


def solid_base(class_: type) -> type:
    """The class that says what objects consist of besides attributes and slots."""
    known = (*_EMPTY, *_IMMUTABLE, set, *SEQUENCES, *MAPPINGS, _random.Random)
    while class_ not in known and class_.__flags__ & _HEAP_TYPE:
        base: Any = class_.__base__
        names = vars(class_).keys()
        if names.isdisjoint(("__slots__", "__dict__", "__weakref__")) and class_.__basicsize__ != base.__basicsize__:
            break
        class_ = base
    return class_


_HEAP_TYPE = 1 << 9


def of_library(walk: Walk, value: Any, other: Any) -> Any:
    """An object that a library made: the same in all parts, or a value that can be shared."""
    kind = type(value)
    if (kind.__module__, kind.__qualname__) in _VALUES:
        if type(other) is kind and value == other and repr(value) == repr(other):
            return other
        zone = getattr(value, "tzinfo", None)
        if zone is not None and (type(zone).__module__, type(zone).__qualname__) not in _VALUES:
            raise DifferingError
        return value
    if type(other) is not kind or not walk.is_free(other, value):
        if kind is object:
            return walk.claim(value, object())
        raise DifferingError
    look = _LOOKS.get(kind)
    walk.claim(value, other)
    with walk.undecided(value, other):
        if look is not None:
            if look(value) != look(other):
                raise DifferingError
        else:
            _require_same_object(walk, value, other)
    return walk.claim(value, other)


def _require_same_object(walk: Walk, value: Any, other: Any) -> None:
    base = solid_base(type(value))
    number = id(value)
    if issubclass(base, BaseException):
        walk.require(value.args, other.args, number)
    elif base in (set, *SEQUENCES, *MAPPINGS):
        if not is_like(walk, value, other) or not is_identical(images_in(walk, value, other), parts_of(other)):
            raise DifferingError
    elif base is _random.Random:
        if base.getstate(value) != base.getstate(other):
            raise DifferingError
    elif base in _IMMUTABLE:
        walk.require(_IMMUTABLE[base](value), _IMMUTABLE[base](other), number)
    elif base not in _EMPTY:
        _require_reduced(walk, value, other)
        return
    attributes, others = attributes_of(value), attributes_of(other)
    _require_agreement(walk, attributes, others, number)
    for _, descriptor, _ in slots_of(value, other):
        one, two = (_slot(descriptor, held, walk.MISSING) for held in (value, other))
        walk.require(one, two, number)


def _slot(descriptor: Any, value: Any, missing: Any) -> Any:
    try:
        return descriptor.__get__(value)
    except AttributeError:
        return missing


def _require_reduced(walk: Walk, value: Any, other: Any) -> None:
    """Objects of C show what they are to those who would store them."""
    one, two = ([_listed(part) for part in _reduced(held)] for held in (value, other))
    _require_agreement(walk, one, two, id(value))


def _reduced(value: Any) -> tuple[Any, ...]:
    # CPython 3.12 and 3.13 warn those who store an iterator, which nobody does here.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        reduced = value.__reduce_ex__(4)
    return reduced if is_a(reduced, tuple) else (reduced,)


def _listed(part: Any) -> Any:
    return list(part) if is_a(part, Iterator) else part


def _require_agreement(walk: Walk, one: Any, two: Any, number: int) -> None:
    """What is made for looking at it is no part of a world; what is in it is."""
    if type(one) is type(two) and type(one) in (tuple, list):
        if len(one) != len(two):
            raise DifferingError
        for first, second in zip(one, two, strict=True):
            _require_agreement(walk, first, second, number)
    elif type(one) is dict and type(two) is dict:
        _require_agreement(walk, list(one.items()), list(two.items()), number)
    else:
        walk.require(one, two, number)


def require_same_registry(walk: Walk, value: type, other: type) -> None:
    """Classes that were registered with an abstract class."""
    if "_abc_impl" not in vars(value):
        return
    registered, others = ([one() for one in _abc._get_dump(class_)[0]] for class_ in (value, other))
    images = {id(walk.image(one, walk.MISSING, id(value))) for one in registered if one is not None}
    if images != {id(one) for one in others if one is not None}:
        raise DifferingError


def _generator(walk: Walk, value: Any, other: Any) -> Any:
    """Where it has not begun or has ended, it is known where it stands."""
    if type(other) is not type(value) or not walk.is_free(other, value):
        raise DifferingError
    state = inspect.getgeneratorstate(value)
    if state != inspect.getgeneratorstate(other) or state not in (inspect.GEN_CREATED, inspect.GEN_CLOSED):
        raise DifferingError
    if not walk.codes.is_twin_code(value.gi_code, other.gi_code):
        raise DifferingError
    if state == inspect.GEN_CREATED:
        _require_agreement(walk, dict(value.gi_frame.f_locals), dict(other.gi_frame.f_locals), id(value))
    return walk.claim(value, other)


def _context_variable(walk: Walk, value: Any, other: Any) -> Any:
    if type(other) is not type(value) or not walk.is_free(other, value) or value.name != other.name:
        raise DifferingError
    held = []
    for variable in (value, other):
        try:
            held.append(variable.get())
        except LookupError:
            held.append(walk.MISSING)
    walk.require(held[0], held[1], id(value))
    return walk.claim(value, other)


def _random_numbers(walk: Walk, value: Any, other: Any) -> Any:
    if type(other) is type(value) and walk.is_free(other, value) and value.getstate() == other.getstate():
        return walk.claim(value, other)
    made = random.Random(0)
    made.setstate(value.getstate())
    return walk.claim(value, made)


# Objects that are all alike apart from this.
_LOOKS: dict[type, Callable[[Any], Any]] = {
    _thread.LockType: _thread.LockType.locked,
    itertools.count: repr,
    _thread.RLock: lambda value: (
        repr(value).partition(" object")[0] + repr(value).partition("count=")[2].partition(" ")[0]
    ),
}

FINDERS: dict[type, _Finder] = {
    **dict.fromkeys((list, dict, collections.deque, collections.Counter), container),
    **dict.fromkeys((set, frozenset), set_image),
    **dict.fromkeys((collections.OrderedDict, collections.defaultdict), container),
    tuple: immutable_container,
    **dict.fromkeys((bytearray, array.array), buffer),
    **dict.fromkeys((io.StringIO, io.BytesIO), memory_file),
    **dict.fromkeys((types.BuiltinFunctionType, types.MethodWrapperType), _builtin),
    **dict.fromkeys((types.MemberDescriptorType, types.GetSetDescriptorType, types.WrapperDescriptorType), _descriptor),
    **dict.fromkeys((types.MethodDescriptorType, types.ClassMethodDescriptorType), _descriptor),
    **dict.fromkeys((staticmethod, classmethod), _made_of("__func__")),
    property: _made_of("fget", "fset", "fdel", "__doc__"),
    types.GenericAlias: _made_of("__origin__", "__args__"),
    types.MethodType: _method,
    functools.partial: _partial,
    type(functools.lru_cache(len)): _cached,
    types.MappingProxyType: _mapping_view,
    weakref.ref: _weak,
    types.GeneratorType: _generator,
    contextvars.ContextVar: _context_variable,
    random.Random: _random_numbers,
}
