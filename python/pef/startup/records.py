"""Records: classes that are a list of fields, declared like data classes and made in a tenth of the time.

    class Text(Record):
        text: str
        line: int = 0
        words: list[str] = field(default_factory=list)

`dataclasses` writes and compiles up to six functions for every class when its module is loaded, most of which are
never called; that was a third of what it takes to load PEF, and more than a small exploration takes. Here one function
is compiled for a class, its constructor, when the first object is made; the others are the same for all classes.

A record cannot be changed, unless its class says `frozen=False`; it equals another of its class with equal fields,
unless its class says `eq=False`. `dataclasses.replace`, `asdict` and `fields` take records as they take data classes.
"""

from __future__ import annotations

import copyreg
import operator
import reprlib
from collections.abc import Callable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    from typing_extensions import dataclass_transform

    R = TypeVar("R", bound="Record")
else:

    def dataclass_transform(**_: object) -> Callable[[type], type]:
        """What type checkers know; Python has it from 3.11 on."""
        return lambda class_: class_


class _Missing:
    def __repr__(self) -> str:
        # In signatures it stands for what a factory makes.
        return "<factory>"


_MISSING = _Missing()


class Field:
    """What is known of a field besides its name."""

    __slots__ = ("compare", "default", "default_factory", "init", "repr", "type")

    def __init__(
        self,
        default: Any = _MISSING,
        default_factory: Any = _MISSING,
        init: bool = True,
        repr: bool = True,  # noqa: A002
        compare: bool = True,
    ) -> None:
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.compare = compare
        self.type: Any = None
        """As it is written."""


def field(
    *,
    default: Any = _MISSING,
    default_factory: Any = _MISSING,
    init: bool = True,
    repr: bool = True,  # noqa: A002
    compare: bool = True,
) -> Any:
    """A field of which more is to be said than its type and default, as in `dataclasses`."""
    return Field(default, default_factory, init, repr, compare)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class RecordType(type):
    """Makes classes of records."""

    __record_fields__: dict[str, Field]
    _frozen: bool
    _has_own_init: bool
    """Whether somebody wrote its constructor."""

    def __new__(
        mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], *, frozen: bool = True, eq: bool = True
    ) -> RecordType:
        """`__slots__` of the class, if it has them, are for what is kept besides the fields."""
        fields: dict[str, Field] = {}
        for base in reversed(bases):
            fields.update(getattr(base, "__record_fields__", {}))
        written = namespace.get("__annotations__", {})
        own = {one: kind for one, kind in written.items() if not _is_of_class(kind)}
        for one, kind in own.items():
            given = namespace.pop(one, _MISSING)
            fields[one] = given if isinstance(given, Field) else Field(given)
            fields[one].type = kind
        compared = [one for one, about in fields.items() if about.compare]
        more = namespace.get("__slots__", ())
        if own or more or not fields:
            namespace["__slots__"] = (*own, *([more] if isinstance(more, str) else more))
        namespace["__record_fields__"] = fields
        namespace["__match_args__"] = tuple(one for one, about in fields.items() if about.init)
        namespace["_frozen"] = frozen
        namespace["_compared"] = operator.attrgetter(*compared) if compared else type
        if "__init__" in namespace:
            namespace["_has_own_init"] = True
        owner: list[RecordType] = []
        if "__init__" not in namespace and (own or not fields):
            # Not that of its base, which is written for other fields.
            namespace["_has_own_init"] = False
            namespace["__init__"] = _first_init(owner)
        if frozen and bases:
            namespace["__setattr__"], namespace["__delattr__"] = _set_other, _delete_other
        if eq:
            namespace.setdefault("__eq__", _equals)
            namespace.setdefault("__hash__", _hash if frozen else None)
        made = super().__new__(mcs, name, bases, namespace)
        owner.append(made)
        return made

    def __init__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], *, frozen: bool = True, eq: bool = True
    ) -> None:
        super().__init__(name, bases, namespace)

    @property
    def __dataclass_fields__(cls) -> dict[str, Any]:
        return _as_data_class(cls)

    @property
    def __dataclass_params__(cls) -> Any:
        return _data_class(cls).__dataclass_params__

    @property
    def __signature__(cls) -> Any:
        """What it is made of, for those who ask before any object is made."""
        import inspect

        written: Any = cls.__init__  # type: ignore[misc]
        whole = inspect.signature(written if cls._has_own_init else _constructor(cls))
        return whole.replace(parameters=list(whole.parameters.values())[1:])


def _is_of_class(kind: Any) -> bool:
    """Whether an annotation is of a variable of the class, and not of a field."""
    return str(kind).partition("[")[0].endswith("ClassVar")


def _set_other(self: Record, name: str, value: Any) -> None:
    _require_other(self, name)
    object.__setattr__(self, name, value)


def _delete_other(self: Record, name: str) -> None:
    _require_other(self, name)
    object.__delattr__(self, name)


def _require_other(record: Record, name: str) -> None:
    """Fields cannot be changed; what else a class has room for can."""
    if name in type(record).__record_fields__:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot change field {name!r}")


def _equals(self: Any, other: Any) -> Any:
    return self._compared(self) == self._compared(other) if other.__class__ is self.__class__ else NotImplemented


def _hash(self: Any) -> int:
    return hash((self.__class__, self._compared(self)))


def _first_init(owner: list[RecordType]) -> Callable[..., None]:
    """What makes the first object of a class, its `owner`, and writes its constructor for the next one."""

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:  # noqa: N807
        class_: Any = owner[0]
        class_.__init__ = made = _constructor(class_)
        made(self, *args, **kwargs)

    return __init__


class Record(metaclass=RecordType, eq=False):
    """The base of all records."""

    @reprlib.recursive_repr()
    def __repr__(self) -> str:
        shown = (name for name, about in type(self).__record_fields__.items() if about.repr)
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"

    def __reduce__(self) -> tuple[Any, ...]:
        # The values are the state, and not arguments: an object may be among its own values.
        fields = {name: getattr(self, name) for name in type(self).__record_fields__ if hasattr(self, name)}
        values = {**getattr(self, "__dict__", {}), **fields}
        return copyreg.__newobj__, (type(self),), values  # type: ignore[attr-defined]

    def __setstate__(self, values: dict[str, Any]) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __replace__(self: R, **changes: Any) -> R:
        return replace(self, **changes)

    @property
    def __dataclass_fields__(self) -> dict[str, Any]:
        return _as_data_class(type(self))

    @property
    def __dataclass_params__(self) -> Any:
        return _data_class(type(self)).__dataclass_params__


def replace(record: R, **changes: Any) -> R:
    """The record with other values of some fields."""
    fields = type(record).__record_fields__
    kept = {name: getattr(record, name) for name, about in fields.items() if about.init and name not in changes}
    return type(record)(**kept, **changes)


def as_dict(record: Record) -> dict[str, Any]:
    """The values by the names of their fields, as they are: records among them stay records."""
    return {name: getattr(record, name) for name in type(record).__record_fields__}


def _constructor(class_: RecordType) -> Callable[..., None]:
    """`__init__` of a class, written for its fields."""
    parameters = ["self"]
    body: list[str] = []
    names: dict[str, Any] = {"_MISSING": _MISSING}
    for name, about in class_.__record_fields__.items():
        value = name
        if about.default_factory is not _MISSING:
            names[f"_make_{name}"] = about.default_factory
            parameter = f"{name}=_MISSING"
            value = f"_make_{name}() if {name} is _MISSING else {name}"
        elif about.default is not _MISSING:
            names[f"_default_{name}"] = about.default
            parameter = f"{name}=_default_{name}"
        else:
            parameter = name
        if not about.init:
            # `__post_init__` gives it a value.
            continue
        parameters.append(parameter)
        if class_._frozen:
            names[f"_set_{name}"] = getattr(class_, name).__set__
            body.append(f"_set_{name}(self, {value})")
        else:
            body.append(f"self.{name} = {value}")
    if hasattr(class_, "__post_init__"):
        body.append("self.__post_init__()")
    exec(f"def __init__({', '.join(parameters)}):\n " + "\n ".join(body or ["pass"]), names)
    made: Callable[..., None] = names["__init__"]
    made.__qualname__ = f"{class_.__qualname__}.__init__"
    types = {name: about.type for name, about in class_.__record_fields__.items() if about.init}
    made.__annotations__ = {**types, "return": None}
    return made


_data_classes: dict[RecordType, Any] = {}


def _as_data_class(class_: RecordType) -> dict[str, Any]:
    """The fields as `dataclasses` describes them, for those who look at a record as at a data class."""
    fields: dict[str, Any] = _data_class(class_).__dataclass_fields__
    return fields


def _data_class(class_: RecordType) -> Any:
    """A data class of the same fields."""
    known = _data_classes.get(class_)
    if known is None:
        import dataclasses

        described = []
        for name, about in class_.__record_fields__.items():
            options: dict[str, Any] = {"init": about.init, "repr": about.repr, "compare": about.compare}
            if about.default is not _MISSING:
                options["default"] = about.default
            if about.default_factory is not _MISSING:
                options["default_factory"] = about.default_factory
            described.append((name, about.type, dataclasses.field(**options)))
        known = dataclasses.make_dataclass(class_.__name__, described, frozen=class_._frozen)
        _data_classes[class_] = known
    return known
