"""State inside objects that are written in C, remembered and put back: queues, buffers, caches, iterators, generators.

The engine (`running/state`) finds the objects and asks `keep` for a keeper of each; after a run it asks the keeper
whether its object differs, and has it restored. A keeper that cannot put its object back says so in words, and no
verdict is then stronger than `unknown`.
"""

from __future__ import annotations

import _io
import _locale
import _random
import _thread
import contextvars
import functools
import gc
import io
import itertools
import os
import sys
import types
from array import array
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Protocol

from pef import _engine
from pef.isolation import global_settings
from pef.looks import attribute_of, classes_of, is_a, text_of, written_in


class Keeper(Protocol):
    """Remembers the state of one object."""

    def differs(self) -> bool:
        """Whether the object is no longer what it was."""

    def restore(self) -> str | None:
        """Make it what it was; what could not be put back, in words."""


def kept_by(keeper: Any) -> Any:
    """The object whose state a keeper remembers; the keeper itself where that is no single object."""
    return keeper.kept if type(keeper) is _engine.Image else getattr(keeper, "_value", keeper)


class _Snapshot:
    """Keeps an object whose state can be read as one value and written back."""

    def __init__(self, value: Any, read: Callable[[Any], Any], write: Callable[[Any, Any], None]) -> None:
        self._value, self._read, self._write = value, read, write
        self._state = read(value)

    def differs(self) -> bool:
        return bool(self._read(self._value) != self._state)

    def restore(self) -> str | None:
        self._write(self._value, self._state)
        return None


class _Elements:
    """Keeps a container by the identities of its elements."""

    def __init__(self, value: Any, read: Callable[[Any], list[Any]], write: Callable[[Any, list[Any]], None]) -> None:
        self._value, self._read, self._write = value, read, write
        self._elements = read(value)

    def differs(self) -> bool:
        now = self._read(self._value)
        return len(now) != len(self._elements) or any(
            one is not two for one, two in zip(now, self._elements, strict=True)
        )

    def restore(self) -> str | None:
        self._write(self._value, self._elements)
        return None


class _Local(_Elements):
    """Keeps the attributes that a `threading.local` has in this thread."""

    def __init__(self, value: Any) -> None:
        super().__init__(value, _local_entries, _write_local_entries)
        self._version = _engine.dictionary_version(_local_attributes(value))

    def differs(self) -> bool:
        # Every dictionary has versions of its own, so that of another thread is looked at.
        version = _engine.dictionary_version(_local_attributes(self._value))
        if version and version == self._version:
            return False
        differs = super().differs()
        if not differs:
            self._version = version
        return differs


class _Buffer:
    """Keeps a file in memory, which may be closed meanwhile."""

    def __init__(self, value: Any, kind: Any) -> None:
        self._value, self._kind = value, kind
        self._state = None if value.closed else kind.__getstate__(value)

    def differs(self) -> bool:
        if self._value.closed:
            return self._state is not None
        return self._state is None or bool(self._kind.__getstate__(self._value) != self._state)

    def restore(self) -> str | None:
        if self._state is None:
            return f"a {self._kind.__name__} that was closed"
        if self._value.closed:
            # Without a beginning it would stay closed.
            self._kind.__init__(self._value, self._kind().getvalue())
        self._kind.__setstate__(self._value, self._state)
        return None


class _Interpreter:
    """Keeps what all code in a process shares, and programs change now and then.

    It is looked at after every run, so it is one object, and the engine is what looks (`running/state/shared.rs`).
    """

    def __init__(self) -> None:
        self._encoded: Any = os.environ._data  # type: ignore[attr-defined]
        self._encoded_then = dict(self._encoded)
        self._path = list(sys.path)
        self._limit = sys.getrecursionlimit()
        self._folder = _folder()
        self._locale = _locale.setlocale(_locale.LC_ALL)
        self._decimal: Any = sys.modules.get("_decimal")
        if self._decimal is not None:
            self._context = self._decimal.getcontext()
            self._context_then = _decimal_context(self._context)
        current_context = None if self._decimal is None else self._decimal.getcontext
        self.differs = _engine.Shared(self._encoded, _locale.LC_ALL, current_context).differs

    def restore(self) -> str | None:
        for key in [key for key in self._encoded if key not in self._encoded_then]:
            del os.environ[_decoded(key)]
        for key, value in self._encoded_then.items():
            if self._encoded.get(key) != value:
                os.environ[_decoded(key)] = _decoded(value)
        sys.path[:] = self._path
        sys.setrecursionlimit(self._limit)
        if self._folder:
            os.chdir(self._folder)
        _locale.setlocale(_locale.LC_ALL, self._locale)
        if self._decimal is not None:
            self._decimal.setcontext(self._context)
            _set_decimal_context(self._context, self._context_then)
        return None


class _Cache:
    """Keeps what `functools.lru_cache` makes; one that was filled before can only be emptied."""

    def __init__(self, value: Any) -> None:
        self._value = value
        self._info = value.cache_info()

    def differs(self) -> bool:
        return bool(self._value.cache_info() != self._info)

    def restore(self) -> str | None:
        self._value.cache_clear()
        emptied = self._value.cache_info()
        if self._info == emptied:
            return None
        self._info = emptied
        return f"the cache of {getattr(self._value, '__qualname__', 'a function')}"


class _Suspended:
    """Notices that a generator went on: there is no way back."""

    def __init__(self, value: Any) -> None:
        self._value = value
        self._seen = self._look()

    def _look(self) -> list[int]:
        # The place in the code is among what is looked at; objects that it holds do not move.
        frame = getattr(self._value, "gi_frame", None) or getattr(self._value, "ag_frame", None)
        place = -2 if frame is None else frame.f_lasti
        return [place, *map(id, _referents_of_frame(self._value, frame))]

    def differs(self) -> bool:
        return self._look() != self._seen

    def restore(self) -> str | None:
        self._seen = self._look()
        return f"the generator {self._value.__qualname__}"


class _Passing:
    """Notices that an iterator of C went on, of a kind that owns more than its memory shows: there is no way back."""

    differs: Callable[[], bool]

    def __init__(self, value: Any) -> None:
        self._value = value
        self._look()

    def _look(self) -> None:
        self.differs = _engine.Image(self._value).differs

    def restore(self) -> str | None:
        self._look()
        kind = type(self._value)
        return f"an iterator, {kind.__module__}.{kind.__qualname__}".replace("builtins.", "")


class _PassingRange(_Passing):
    """A range of large numbers is elsewhere in memory with every step, and may come back to where it was."""

    def _look(self) -> None:
        seen = self._value.__reduce__()
        self.differs = lambda: self._value.__reduce__() != seen


class _ContextVariable:
    """Keeps the value of a context variable, in the context of whoever explores."""

    def __init__(self, value: contextvars.ContextVar[Any]) -> None:
        self._value = value
        self._then = value.get(_UNSET)
        self._context = _current_context()
        # The one way to take away a value without the token of who set it.
        self._image = _engine.Image(self._context) if self._then is _UNSET else None

    def differs(self) -> bool:
        return self._value.get(_UNSET) is not self._then

    def restore(self) -> str | None:
        if self._image is None:
            self._value.set(self._then)
            return None
        if _current_context() is not self._context:
            self._then = self._value.get(_UNSET)
            return f"the context variable {self._value.name}"
        others = contextvars.copy_context()
        self._image.restore()
        # Variables remember what they found until another context is entered.
        contextvars.Context().run(int)
        for other, value in others.items():
            if other is not self._value and other.get(_UNSET) is not value:
                other.set(value)
        return None


_UNSET = object()
_PROBE: contextvars.ContextVar[None] = contextvars.ContextVar("pef")


def _current_context() -> contextvars.Context:
    """The context that this thread is in, not a copy of it."""
    token = _PROBE.set(None)
    found = next(one for one in gc.get_referents(token) if is_a(one, contextvars.Context))
    _PROBE.reset(token)
    return found


def _referents_of_frame(value: Any, frame: types.FrameType | None) -> list[Any]:
    """What a suspended generator holds, on its stack and in its variables; the frame that was asked for is not part of it."""
    return [one for one in gc.get_referents(value) if one is not frame]


_Kept = tuple["Keeper | None", list[Any]]
"""Who keeps an object, and the objects it refers to that have state of their own."""


def keep(value: object) -> _Kept | None:
    """The keeper of an object, as far as one is needed; nothing for objects of types that are not known here."""
    kind = type(value)
    # By identity: what a class is equal to, its metaclass says.
    make = _EXACT.get(id(kind))
    if make is None:
        make = next((found for base in classes_of(kind) if (found := _DERIVED.get(id(base)))), None)
    if make is None and _is_iterator_of_c(kind):
        make = _passing
    return None if make is None else make(value)


class Keepers:
    """What the engine asks when it remembers the state of a program."""

    def __init__(self, sources: Iterable[bytes]) -> None:
        self._named = global_settings.Named(sources)

    keep = staticmethod(keep)

    def of_interpreter(self) -> list[Keeper]:
        """Who keeps what all code in a process shares."""
        return [_Interpreter(), *self._named.keepers()]

    def tables(self) -> list[Any]:
        """Objects that are state of the program besides what its modules lead to."""
        return self._named.tables()


def _decoded(encoded: Any) -> str:
    """A name or value of the environment, which keeps them as the system does."""
    return os.fsdecode(encoded)


def _folder() -> str | None:
    try:
        return str(Path.cwd())
    except OSError:
        return None


def _decimal_context(context: Any) -> tuple[Any, ...]:
    values = tuple(getattr(context, name) for name in _DECIMAL_VALUES)
    return values, dict(context.flags), dict(context.traps)


_DECIMAL_VALUES = ("prec", "rounding", "Emin", "Emax", "capitals", "clamp")


def _set_decimal_context(context: Any, then: tuple[Any, ...]) -> None:
    values, flags, traps = then
    for name, value in zip(_DECIMAL_VALUES, values, strict=True):
        setattr(context, name, value)
    context.flags = dict(flags)
    context.traps = dict(traps)


def _queue(value: Any) -> _Kept:
    return _Elements(value, list, _write_queue), list(deque.__iter__(value))


def _write_queue(value: Any, then: list[Any]) -> None:
    deque.clear(value)
    deque.extend(value, then)


def _ordered(value: Any) -> _Kept:
    return _Elements(value, _entries, _write_entries), list(OrderedDict.values(value))


def _entries(value: Any) -> list[Any]:
    """Keys and values in turn, in their order."""
    return list(itertools.chain.from_iterable(OrderedDict.items(value)))


def _write_entries(value: Any, then: list[Any]) -> None:
    OrderedDict.clear(value)
    for key, one in zip(then[::2], then[1::2], strict=True):
        OrderedDict.__setitem__(value, key, one)


def _array(value: Any) -> _Kept:
    return _Snapshot(value, array.tobytes, _write_array), []


def _write_array(value: Any, then: bytes) -> None:
    array.__delitem__(value, slice(None))
    array.frombytes(value, then)


def _generator_of_numbers(value: Any) -> _Kept:
    # The one that all share is seeded before every run: see `pef.isolation.environment`.
    if value is getattr(sys.modules.get("random"), "_inst", None):
        return None, []
    return _Snapshot(value, _random.Random.getstate, _random.Random.setstate), []


def _cache(value: Any) -> _Kept:
    return _Cache(value), [value.__wrapped__, vars(value)]


def _suspended(value: Any) -> _Kept:
    if getattr(value, "gi_running", False) or getattr(value, "ag_running", False):
        # It is what explores, or what asked for it.
        return None, []
    frame = getattr(value, "gi_frame", None) or getattr(value, "ag_frame", None)
    return _Suspended(value), _referents_of_frame(value, frame)


def _iterator(value: Any) -> _Kept:
    return _engine.Image(value), gc.get_referents(value)


def _passing(value: Any) -> _Kept:
    return _Passing(value), gc.get_referents(value)


def _is_iterator_of_c(kind: type) -> bool:
    """Whether objects of a type have a next element that no code in Python gives; of files, others speak."""
    step = written_in(kind, "__next__")
    is_of_pef = (text_of(kind, "__module__") or "").partition(".")[0] == "pef"
    return (
        is_a(step, types.WrapperDescriptorType)
        and not is_of_pef
        and attribute_of(kind, "__itemsize__") == 0
        and not issubclass(kind, _io._IOBase)
    )


def _of_this_thread(value: Any) -> _Kept:
    return _Local(value), list(_local_attributes(value).values())


def _local_attributes(value: Any) -> dict[str, Any]:
    attributes: dict[str, Any] = _thread._local.__getattribute__(value, "__dict__")
    return attributes


def _local_entries(value: Any) -> list[Any]:
    return list(itertools.chain.from_iterable(_local_attributes(value).items()))


def _write_local_entries(value: Any, then: list[Any]) -> None:
    attributes = _local_attributes(value)
    attributes.clear()
    attributes.update(zip(then[::2], then[1::2], strict=True))


def _transparent(value: Any) -> _Kept:
    return None, gc.get_referents(value)


def _types_of(values: Iterable[object]) -> set[type]:
    return {type(value) for value in values}


# Iterators whose objects own nothing but the references that garbage collection sees: `raw/image.rs`. Not among them:
# those of products and permutations and ranges of large numbers, which own more; `zip_longest`, which changes a tuple.
_ITERATORS = {
    *_types_of(
        [iter([]), reversed([]), iter(()), iter(""), iter("\u20ac"), iter(b""), iter(bytearray()), iter(range(0))]
    ),
    *_types_of([iter({}), iter({}.values()), iter({}.items()), iter(set()), iter(int, 0), iter(deque())]),
    *_types_of([reversed({}), reversed({}.values()), reversed({}.items()), reversed(()), reversed(deque())]),
    *_types_of([iter(array("b")), iter(memoryview(b""))]),
    *(enumerate, zip, map, filter, reversed),
    *(itertools.count, itertools.cycle, itertools.repeat, itertools.islice, itertools.chain, itertools.starmap),
    *(itertools.takewhile, itertools.dropwhile, itertools.filterfalse, itertools.accumulate, itertools.compress),
}


def _by_identity(table: dict[type, Callable[[Any], _Kept]]) -> dict[int, Callable[[Any], _Kept]]:
    return {id(kind): make for kind, make in table.items()}


_EXACT: dict[int, Callable[[Any], _Kept]] = _by_identity(
    {
        **dict.fromkeys(_ITERATORS, _iterator),
        types.GeneratorType: _suspended,
        types.AsyncGeneratorType: _suspended,
        type(iter(range(1 << 64))): lambda value: (_PassingRange(value), []),
        contextvars.ContextVar: lambda value: (_ContextVariable(value), []),
        type(functools.lru_cache(len)): _cache,
        **dict.fromkeys(
            [
                functools.partial,
                types.MethodType,
                types.BuiltinMethodType,
                types.MethodWrapperType,
                types.MappingProxyType,
                property,
                staticmethod,
                classmethod,
            ],
            _transparent,
        ),
    }
)

_DERIVED: dict[int, Callable[[Any], _Kept]] = _by_identity(
    {
        deque: _queue,
        OrderedDict: _ordered,
        array: _array,
        _random.Random: _generator_of_numbers,
        _thread._local: _of_this_thread,
        io.StringIO: lambda value: (_Buffer(value, io.StringIO), []),
        io.BytesIO: lambda value: (_Buffer(value, io.BytesIO), []),
    }
)
