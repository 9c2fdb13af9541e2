"""Two worlds walked together: each object of the plain one gets its image in the other, and images are made alike.

The image of an object is what stands in its place in the other world, if it is of the same kind and not yet the image of
something else; otherwise a new one is made. So what is one object here is one object there. Only what certainly belongs to
the other world alone is changed in place: its modules, its functions and classes, and objects of these classes. A container
may also belong to a library that both worlds share, so where it differs another one is put in its place, wherever the
walk comes upon it. Whatever has no image differs, and so do the names that lead to it.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, MemberDescriptorType, ModuleType
from typing import Any

from pef.analysis.plain_data import ATOMS, is_same_atom, same_containers
from pef.isolation.live_globals import containers, kinds
from pef.isolation.live_globals.codes import Codes, names_in
from pef.isolation.live_globals.differing import DifferingError
from pef.looks import is_a
from pef.models.generated_methods import original_of
from pef.source.definitions import is_class
from pef.startup.records import Record

Parent = tuple[str, str] | int
"""From where an object was come to: the holder and the name, or the number of the object that it is in."""

_MISSING: Any = object()


class Difference(Record):
    """A name that stands for something else than in the other world."""

    holder: str
    name: str
    of_function: bool
    """Whether it is an attribute of a function."""


# Nobody reads on; and objects can hold each other in long chains.
_LONGEST_LABEL = 200

# What the import makes of a module or class, and not its code; annotations are those of the plain world.
_OF_IMPORT = frozenset(
    {
        *(
            "__annotate__",
            "__annotate_func__",
            "__annotations__",
            "__annotations_cache__",
            "__builtins__",
            "__cached__",
        ),
        *("__conditional_annotations__", "__file__", "__loader__", "__name__", "__package__", "__path__", "__spec__"),
        *("__dict__", "__firstlineno__", "__module__", "__qualname__", "__static_attributes__", "__weakref__"),
        # Tables of enumerations, which the members are taken from, and of abstract classes.
        *("_member_map_", "_value2member_map_", "_abc_impl"),
    }
)


class Walk:
    """One walk through modules and their twins."""

    MISSING = _MISSING
    """Stands where there is nothing."""

    def __init__(
        self, modules: Iterable[tuple[ModuleType, ModuleType]], without_twins: Iterable[ModuleType] = ()
    ) -> None:
        """`without_twins`: modules of the program that the other world has not imported."""
        self._modules = list(modules)
        self._without_twins = set(map(id, without_twins))
        self._module_names = {module.__name__: twin.__name__ for module, twin in self._modules}
        self._namespaces = {id(vars(module)): vars(twin) for module, twin in self._modules}
        self._images: dict[int, Any] = {id(module): twin for module, twin in self._modules}
        self._claimed: dict[int, int] = {id(twin): id(module) for module, twin in self._modules}
        """By the number of an image: the number of what it is the image of."""
        self._alive: list[Any] = []
        """What is known by its number."""
        self._parents: dict[int, list[Parent]] = {}
        self._labels: dict[int, str] = {}
        self._function_labels: set[str] = set()
        self._tainted: list[Parent] = []
        self._waiting: deque[Callable[[], None]] = deque()
        self._undecided: dict[int, bool] = {}
        """By the numbers of objects whose images may not be theirs after all: whether somebody was told."""
        self.codes = Codes(self._modules)

    def pair(self, value: Any, other: Any) -> None:
        """Two functions that are each other's twins, whatever names lead to them."""
        if is_a(value, FunctionType) and is_a(other, FunctionType) and value is not other:
            self._attempt(value, other, (value.__module__ or "", value.__name__))

    def carry(self) -> list[Difference]:
        """Make the twins what the modules are; gives what could not be."""
        for module, twin in self._modules:
            # Definitions first: where they stand they are each other's twins, whatever else has come to be called by
            # their names.
            for name, value in list(vars(module).items()):
                if is_a(value, FunctionType) or is_class(value):
                    other = vars(twin).get(name)
                    if value is not other and value.__qualname__ == name and type(other) is self._class_of(value):
                        self._attempt(value, other, (module.__name__, name))
        for module, twin in self._modules:
            self._align_attributes(module.__name__, vars(module), vars(twin), vars(twin).__setitem__, vars(twin).pop)
        self.settle()
        self._tainted += self.codes.ambiguous()
        return self._names_of_tainted()

    def settle(self) -> None:
        """Make alike what is paired."""
        while self._waiting:
            self._waiting.popleft()()

    def taint(self, parent: Parent) -> None:
        """Something there is not what it is in the plain world."""
        self._tainted.append(parent)

    def image(self, value: Any, other: Any, parent: Parent) -> Any:
        """What a value is in the other world, where `other` stands in its place; raises if there is no such thing."""
        if value is other:
            return other
        kind = type(value)
        if kind in ATOMS:
            # A number may be the `id` of an object.
            is_id = kind is int and value in self._images and id(self._images[value]) == other
            return other if is_id or is_same_atom(value, other) else value
        number = id(value)
        self._parents.setdefault(number, []).append(parent)
        if number in self._images:
            if number in self._undecided:
                self._undecided[number] = True
            return self._images[number]
        self._alive.append(value)
        self._labels.setdefault(number, self._label(kind, parent))
        try:
            return self._find(value, other)
        except DifferingError:
            self.taint(number)
            raise
        except Exception as error:
            # Reading objects can run code of theirs.
            self.taint(number)
            raise DifferingError from error

    def _label(self, kind: type, parent: Parent) -> str:
        if isinstance(parent, int):
            return self._labels[parent]
        label = f"{parent[0]}.{parent[1]}"
        return label if len(label) < _LONGEST_LABEL else f"{kind.__module__}.{kind.__qualname__}"

    def require(self, value: Any, other: Any, parent: Parent) -> None:
        """A value has to have `other` as its image already, because nothing else can be put there."""
        if self.image(value, other, parent) is not other:
            raise DifferingError

    def is_free(self, other: Any, value: Any) -> bool:
        """Whether `other` can be the image of `value`."""
        return other is not _MISSING and self._claimed.get(id(other), id(value)) == id(value)

    def claim(self, value: Any, other: Any) -> Any:
        """From now on, `other` is the image."""
        self._images[id(value)] = other
        self._claimed[id(other)] = id(value)
        self._alive.append(other)
        return other

    def know(self, value: Any, image: Any) -> Any:
        """The image of what cannot be changed, and may be that of its equals too."""
        self._images[id(value)] = image
        self._alive.append(image)
        return image

    def later(self, value: Any, fill: Callable[[], None]) -> None:
        """Have an image filled when there is time; one that cannot be filled differs."""

        def attempt() -> None:
            try:
                fill()
            except Exception:
                self.taint(id(value))

        self._waiting.append(attempt)

    @contextlib.contextmanager
    def undecided(self, value: Any, other: Any) -> Iterator[Callable[[], bool]]:
        """While it is found out whether `other` is the image, which it is taken for; afterwards it is not, unless claimed.

        Gives whether somebody was told that it is.
        """
        number = id(value)
        self._undecided[number] = False
        try:
            yield lambda: self._undecided[number]
        finally:
            del self._undecided[number]
            self._images.pop(number, None)
            self._claimed.pop(id(other), None)

    def is_own(self, class_: type) -> bool:
        """Whether a class is one of the modules'."""
        return class_.__module__ in self._module_names

    def _find(self, value: Any, other: Any) -> Any:
        kind = type(value)
        if is_a(value, ModuleType):
            if id(value) in self._without_twins:
                raise DifferingError
            return value
        if is_class(value):
            return self._class(value, other)
        if kind is FunctionType:
            return self._function(value, other)
        if kind in containers.BUILTIN_CONTAINERS and type(other) is kind and self._is_same_data(value, other):
            return other
        find = kinds.FINDERS.get(kind)
        if find is not None:
            return find(self, value, None if other is _MISSING else other)
        if self.is_own(kind):
            return self._instance(value, other)
        return kinds.of_library(self, value, None if other is _MISSING else other)

    def _is_same_data(self, value: Any, other: Any) -> bool:
        """Whether two containers are the same data and each container in one is the image of one in the other."""
        pairs = same_containers(value, other)
        if pairs is None:
            return False
        claimed = dict(zip(map(id, pairs.values()), pairs, strict=True))
        if len(claimed) != len(pairs):
            return False
        if not self._images.keys().isdisjoint(pairs) or not self._claimed.keys().isdisjoint(claimed):
            for number, one in pairs.items():
                if self._images.get(number, one) is not one or self._claimed.get(id(one), number) != number:
                    return False
        self._images.update(pairs)
        self._claimed.update(claimed)
        return True

    def _class_of(self, value: Any) -> type:
        """The class of the image of an object."""
        class_: type = type(value)
        if not self.is_own(class_):
            return class_
        return self._images.get(id(class_), class_)  # type: ignore[no-any-return]

    def _class(self, value: Any, other: Any) -> Any:
        if not self.is_own(value):
            return self._class_of_library(value, other)
        if not self._is_twin(value, other):
            other = self._named(value)
            if not self._is_twin(value, other):
                raise DifferingError
        self.claim(value, other)
        members = vars(value).get("_member_map_"), vars(other).get("_member_map_")
        if is_a(members[0], dict) and is_a(members[1], dict):
            for name, member in dict.items(members[0]):
                twin = dict.get(members[1], name)
                if twin is not None and id(member) not in self._images:
                    self._labels[id(member)] = f"{self._labels[id(value)]}.{name}"
                    self.claim(member, twin)
                    self._waiting.append(lambda member=member, twin=twin: self._align_instance(member, twin))  # type: ignore[misc]
        self._waiting.append(lambda: self._align_class(value, other))
        return other

    def _class_of_library(self, value: type, other: Any) -> Any:
        """Both worlds share it, unless a function of the library made one for each."""
        name = value.__module__, value.__qualname__
        if not is_class(other) or (other.__module__, other.__qualname__) != name or not self.is_free(other, value):
            return value
        self.claim(value, other)
        with self.undecided(value, other), contextlib.suppress(DifferingError):
            for one, two in zip(value.__bases__, other.__bases__, strict=False):
                self.require(one, two, id(value))
            if vars(value).keys() == vars(other).keys():
                for held in set(vars(value)) - _OF_IMPORT:
                    self.require(vars(value)[held], vars(other)[held], id(value))
                self.claim(value, other)
                value = other
        return value

    def _is_twin(self, value: type, other: Any) -> bool:
        return (
            is_class(other)
            and other.__qualname__ == value.__qualname__
            and other.__module__ == self._module_names[value.__module__]
            and self.is_free(other, value)
        )

    def _named(self, value: type) -> Any:
        """The class of that name, if the name means this class in its own world."""
        for module, twin in self._modules:
            if module.__name__ == value.__module__:
                here: Any = module
                there: Any = twin
                for part in value.__qualname__.split("."):
                    here, there = vars(here).get(part), vars(there).get(part)
                    if here is None or there is None:
                        return None
                return there if here is value else None
        return None

    def _align_class(self, value: type, other: type) -> None:
        label, number = self._labels[id(value)], id(value)
        try:
            for one, two in zip(value.__bases__, other.__bases__, strict=True):
                self.require(one, two, number)
            self.require(type(value), type(other), number)
            kinds.require_same_registry(self, value, other)
        except (DifferingError, ValueError):
            self.taint(number)

        def assign(name: str, image: Any) -> None:
            type.__setattr__(other, name, image)

        def delete(name: str) -> None:
            type.__delattr__(other, name)

        values, others = (
            {name: held for name, held in vars(one).items() if not _is_left_by_library(name, held)}
            for one in (value, other)
        )
        self._align_attributes(label, values, others, assign, delete)

    def _function(self, value: FunctionType, other: Any) -> Any:
        original = original_of(other)
        if original is not None and self.is_free(other, value) and self.codes.is_twin(value, original):
            self.claim(value, other)
            self._waiting.append(lambda: self._align_function(value, original))
            return other
        if is_a(other, FunctionType) and self.is_free(other, value) and self.codes.is_twin(value, other):
            namespace = self._namespaces.get(id(value.__globals__), value.__globals__)
            self.claim(value, other)
            if other.__globals__ is not namespace:
                # A function that was made of a text has globals of its own.
                for name in names_in(value.__code__) - _OF_IMPORT:
                    one, two = (function.__globals__.get(name, _MISSING) for function in (value, other))
                    self.require(one, two, id(value))
            self._pair_caches(value, other)
            self._waiting.append(lambda: self._align_function(value, other))
            return other
        globals_ = self._namespaces.get(id(value.__globals__))
        code = None if globals_ is None else self.codes.twin_of(value.__code__)
        if globals_ is None or code is None:
            raise DifferingError
        cells = _cells(value)
        if set(code.co_freevars) != set(cells):
            raise DifferingError
        made = FunctionType(
            code, globals_, value.__name__, None, tuple(self._cell(cells[one]) for one in code.co_freevars)
        )
        made.__qualname__, made.__doc__, made.__module__ = (
            value.__qualname__,
            value.__doc__,
            globals_.get("__name__", ""),
        )
        self.claim(value, made)
        self._waiting.append(lambda: self._align_function(value, made))
        return made

    def _pair_caches(self, value: FunctionType, other: FunctionType) -> None:
        """What is remembered of calls is each other's image, whatever is in it; at once, because methods of it are known."""
        twins = _cells(other)
        for name, cell in _cells(value).items():
            if kinds.is_cache(value, name) and name in twins:
                held = kinds.contents_of(cell, _MISSING)
                self._alive.append(held)
                self.know(held, kinds.contents_of(twins[name], _MISSING))

    def _cell(self, cell: CellType) -> CellType:
        known = self._images.get(id(cell))
        if is_a(known, CellType):
            return known
        self._alive.append(cell)
        return self.claim(cell, CellType())  # type: ignore[no-any-return]

    def _align_function(self, value: FunctionType, other: FunctionType) -> None:
        label, number = self._labels[id(value)], id(value)
        if not any(other.__globals__ is namespace for namespace in self._namespaces.values()):
            # It may belong to a library that both worlds share.
            try:
                self._align_cells(value, other, can_set=False)
                for name in ("__defaults__", "__kwdefaults__", "__dict__"):
                    self.require(getattr(value, name), getattr(other, name), number)
            except DifferingError:
                self.taint(number)
            return
        self._function_labels.add(label)
        self._align_attributes(label, vars(value), vars(other), vars(other).__setitem__, vars(other).pop)
        for name in ("__defaults__", "__kwdefaults__"):
            now = getattr(other, name)
            try:
                image = self.image(getattr(value, name), now, number)
            except DifferingError:
                continue
            if image is not now:
                setattr(other, name, image)
        self._align_cells(value, other, can_set=True)

    def _align_cells(self, value: FunctionType, other: FunctionType, *, can_set: bool) -> None:
        number = id(value)
        cells, twins = _cells(value), _cells(other)
        if set(cells) != set(twins):
            self.taint(number)
            return
        for name, cell in cells.items():
            twin = twins[name]
            if not self.is_free(twin, cell) or self._images.get(id(cell), twin) is not twin:
                self.taint(number)
                continue
            self._alive.append(cell)
            self.claim(cell, twin)
            contents, now = kinds.contents_of(cell, _MISSING), kinds.contents_of(twin, _MISSING)
            if cell is twin or kinds.is_cache(value, name):
                continue
            if contents is _MISSING and now is _MISSING:
                continue
            try:
                image = _MISSING if contents is _MISSING else self.image(contents, now, number)
            except DifferingError:
                self.taint(number)
                continue
            if image is now:
                continue
            if not can_set:
                self.taint(number)
            elif image is _MISSING:
                del twin.cell_contents
            else:
                twin.cell_contents = image

    def _instance(self, value: Any, other: Any) -> Any:
        class_ = self.image(type(value), type(other), id(value))
        if id(value) in self._images:
            # It is a member of an enumeration.
            return self._images[id(value)]
        is_candidate = type(other) is class_ and self.is_free(other, value)
        image = kinds.instance(self, value, other if is_candidate else None, class_)
        self.claim(value, image)
        self._waiting.append(lambda: self._align_instance(value, image))
        return image

    def _align_instance(self, value: Any, other: Any) -> None:
        label, number = self._labels[id(value)], id(value)
        try:
            kinds.align_contents(self, value, other)
        except Exception:
            self.taint(number)
        attributes, others = kinds.attributes_of(value), kinds.attributes_of(other)
        if attributes is not None and others is not None:
            self._align_attributes(label, attributes, others, others.__setitem__, others.pop)
            if list(attributes) != list(others) and attributes.keys() == others.keys():
                ordered = {name: others[name] for name in attributes}
                others.clear()
                others.update(ordered)
        for name, descriptor, twin in kinds.slots_of(value, other):
            slot, now = _slot(descriptor, value), _slot(twin, other)
            try:
                image = slot if slot is _MISSING else self.image(slot, now, (label, name))
            except DifferingError:
                self.taint((label, name))
                continue
            if image is _MISSING and now is not _MISSING:
                twin.__delete__(other)
            elif image is not now:
                twin.__set__(other, image)

    def _align_attributes(
        self,
        label: str,
        values: Mapping[str, Any],
        others: Mapping[str, Any],
        assign: Callable[[str, Any], Any],
        delete: Callable[[str], Any],
    ) -> None:
        """What names stand for, and what they stand for in the other world."""
        for name, value in list(values.items()):
            other = others.get(name, _MISSING)
            if value is other or name in _OF_IMPORT:
                continue
            if other is _MISSING and is_a(value, ModuleType) and value.__name__ == f"{label}.{name}":
                # An import made it an attribute of its package.
                continue
            try:
                image = self.image(value, other, (label, name))
                if image is not other:
                    assign(name, image)
            except Exception:
                # Also where a class refuses it.
                self.taint((label, name))
        for name in [name for name in others if name not in values and name not in _OF_IMPORT]:
            if is_a(others[name], ModuleType):
                continue
            try:
                delete(name)
            except Exception:
                self.taint((label, name))

    def _attempt(self, value: Any, other: Any, parent: Parent) -> None:
        """Pair them if they are twins; if not, what their names lead to is looked at later."""
        tainted = len(self._tainted)
        try:
            self.image(value, other, parent)
        except DifferingError:
            del self._tainted[tainted:]

    def _names_of_tainted(self) -> list[Difference]:
        """The names under which code comes upon something that differs."""
        found: dict[tuple[str, str], None] = {}
        waiting, seen = list(self._tainted), set()
        while waiting:
            parent = waiting.pop()
            if isinstance(parent, tuple):
                found.setdefault(parent)
            elif parent not in seen:
                seen.add(parent)
                waiting += self._parents.get(parent, ())
        return [Difference(holder, name, of_function=holder in self._function_labels) for holder, name in found]


def _is_left_by_library(name: str, value: Any) -> bool:
    """Whether an attribute of a class is what a decorator or a metaclass wrote down there for itself."""
    is_special = name.startswith("__") and name.endswith("__")
    return is_special and type(value) not in _IN_CLASSES and type(value) not in ATOMS


_IN_CLASSES = (FunctionType, staticmethod, classmethod, property, BuiltinFunctionType)


def _cells(function: FunctionType) -> dict[str, CellType]:
    code: CodeType = function.__code__
    return dict(zip(code.co_freevars, function.__closure__ or (), strict=True))


def _slot(descriptor: MemberDescriptorType, value: Any) -> Any:
    try:
        return descriptor.__get__(value)
    except AttributeError:
        return _MISSING
