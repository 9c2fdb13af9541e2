"""The images of containers: the one in their place if it holds the images of what they hold, or a new one."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any

from pef.analysis.plain_data import ATOMS
from pef.isolation.live_globals.differing import DifferingError
from pef.looks import is_a

if TYPE_CHECKING:
    from pef.isolation.live_globals.walking import Walk

BUILTIN_CONTAINERS = frozenset({list, tuple, dict, set, frozenset})
SEQUENCES = (list, collections.deque)
MAPPINGS = (dict, collections.OrderedDict, collections.defaultdict)


def container(walk: Walk, value: Any, other: Any) -> Any:
    kind = type(value)
    if type(other) is not kind or not walk.is_free(other, value) or not is_like(walk, value, other):
        made = _empty(walk, value)
        walk.claim(value, made)
        walk.later(value, lambda: put(walk, made, images_in(walk, value, made)))
        return made
    # It may be in itself.
    walk.claim(value, other)
    with walk.undecided(value, other) as is_used:
        images = images_in(walk, value, other)
        if is_identical(images, parts_of(other)):
            return walk.claim(value, other)
        made = _empty(walk, value)
        put(walk, made, images)
        if is_used():
            raise DifferingError
    return walk.claim(value, made)


def set_image(walk: Walk, value: Any, other: Any) -> Any:
    """Elements that are atoms have no places: rewritten code adds them in another order."""
    if type(other) is not type(value) or not walk.is_free(other, value) or not _is_same_set(value, other):
        return (container if type(value) is set else immutable_container)(walk, value, other)
    return walk.claim(value, other) if type(value) is set else walk.know(value, other)


def _is_same_set(value: Any, other: Any) -> bool:
    return {*map(type, value), *map(type, other)} <= ATOMS and _typed(value) == _typed(other)


def _typed(values: Any) -> set[tuple[type, Any]]:
    return {(type(one), repr(one) if is_a(one, float | complex) else one) for one in values}


def is_like(walk: Walk, value: Any, other: Any) -> bool:
    """Whether what containers have besides their elements is the same."""
    if is_a(value, collections.deque):
        return bool(value.maxlen == other.maxlen)
    if is_a(value, collections.defaultdict):
        return walk.image(value.default_factory, other.default_factory, id(value)) is other.default_factory
    return True


def _empty(walk: Walk, value: Any) -> Any:
    if type(value) is collections.deque:
        return collections.deque(maxlen=value.maxlen)
    if type(value) is collections.defaultdict:
        return collections.defaultdict(walk.image(value.default_factory, None, id(value)))
    return type(value)()


def parts_of(value: Any) -> list[Any]:
    """Elements, or keys and values in turn, whatever methods a class has of its own."""
    if is_a(value, collections.OrderedDict):
        return [part for item in collections.OrderedDict.items(value) for part in item]
    if is_a(value, dict):
        return [part for item in dict.items(value) for part in item]
    kind: Any = next(kind for kind in (list, collections.deque, set) if is_a(value, kind))
    return list(kind.__iter__(value))


def images_in(walk: Walk, value: Any, other: Any) -> list[Any]:
    """The images of what is in a container."""
    number = id(value)
    parts, others = parts_of(value), parts_of(other)
    if is_a(value, dict):
        found = []
        for place in range(0, len(parts), 2):
            key, held = parts[place : place + 2]
            there = others[place : place + 2] or [walk.MISSING, walk.MISSING]
            image = walk.image(key, there[0], number)
            if image is not there[0] and type(image) in (int, str):
                # Entries were added or removed before it.
                there[1] = dict.get(other, image, walk.MISSING)
            found += [image, walk.image(held, there[1], number)]
        return found
    others += [walk.MISSING] * (len(parts) - len(others))
    return [walk.image(one, two, number) for one, two in zip(parts, others, strict=False)]


def put(walk: Walk, made: Any, images: list[Any]) -> None:
    """Make a container hold this, and nothing else."""
    if is_a(made, dict):
        _settle_for_hashing(walk, images[::2])
        kind: Any = collections.OrderedDict if is_a(made, collections.OrderedDict) else dict
        kind.clear(made)
        for key, value in zip(images[::2], images[1::2], strict=True):
            kind.__setitem__(made, key, value)
    elif is_a(made, set):
        _settle_for_hashing(walk, images)
        set.clear(made)
        set.update(made, images)
    elif is_a(made, list):
        list.__setitem__(made, slice(None), images)
    else:
        collections.deque.clear(made)
        collections.deque.extend(made, images)


def _settle_for_hashing(walk: Walk, images: list[Any]) -> None:
    """Objects may be hashed by what is in them, which has to be there."""
    if not set(map(type, images)) <= ATOMS:
        walk.settle()


def is_identical(images: list[Any], parts: list[Any]) -> bool:
    return len(images) == len(parts) and all(one is two for one, two in zip(images, parts, strict=True))


def immutable_container(walk: Walk, value: Any, other: Any) -> Any:
    kind = type(value)
    others = list(other) if type(other) is kind else []
    missing = [walk.MISSING] * (len(value) - len(others))
    images = [walk.image(one, two, id(value)) for one, two in zip(value, others + missing, strict=False)]
    if type(other) is kind and is_identical(images, others):
        return walk.know(value, other)
    if kind is frozenset:
        _settle_for_hashing(walk, images)
    return walk.know(value, value if is_identical(images, list(value)) else kind(images))


def buffer(walk: Walk, value: Any, other: Any) -> Any:
    is_same = type(other) is type(value) and walk.is_free(other, value) and bytes(value) == bytes(other)
    if is_same and getattr(value, "typecode", None) == getattr(other, "typecode", None):
        return walk.claim(value, other)
    return walk.claim(value, value[:])


def memory_file(walk: Walk, value: Any, other: Any) -> Any:
    kind = type(value)
    state = kind.__getstate__(value)
    if type(other) is kind and walk.is_free(other, value) and kind.__getstate__(other) == state:
        return walk.claim(value, other)
    made = kind()
    made.__setstate__(state)
    return walk.claim(value, made)
