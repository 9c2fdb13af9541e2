"""Models of `pydantic`: their constructors are C code, which validates plain values only.

The real constructor is called with the plain values, so that there is no model that it refuses; the symbolic values are
put into the fields afterwards. Which other values it would accept is what makes the difference between an object and a
proof: constraints of fields are conditions of the input, validators written in Python run on the symbolic values, and
where a field says anything else, that is noted. Pydantic is not imported: a class that has its marks came with it.
"""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Mapping
from typing import Any

from pef import _engine
from pef.analysis.worlds import world_class
from pef.contracts.monitor import Preparation
from pef.inputs.objects.makers import ClassMaker, is_passing

_SIMPLE = frozenset({int, float, str, bytes, bool, type(None)})
# Settings of a model by which values are changed, or refused, beyond what fields say.
_CHANGING = ("str_", "strict", "allow_inf_nan", "coerce", "ser_", "val_", "revalidate", "validate", "regex", "hide")


def is_model(class_: type) -> bool:
    """Whether objects of a class are made by pydantic."""
    return hasattr(class_, "__pydantic_validator__") and hasattr(class_, "__pydantic_fields__")


def field_types(class_: Any) -> dict[str, Any]:
    """The types of the fields, by the names that the constructor has for them."""
    fields = class_.__pydantic_fields__
    return {key: field.annotation for name, field in fields.items() for key in (name, field.alias) if key}


class ModelMaker(ClassMaker):
    """Makes models."""

    def __init__(self, class_: type, *, is_named: bool, assumed: Mapping[str, str]) -> None:
        super().__init__(
            class_,
            is_named=is_named,
            is_pure=False,
            may_refuse=True,
            stores_undecided=False,
            assumed=assumed,
            replaced=frozenset(),
        )

    def symbolic(self, args: list[Any], kwargs: list[tuple[str, Any]]) -> tuple[bool, Any]:
        class_: Any = world_class(self.class_) if self._is_named else self.class_
        names = list(inspect.signature(class_).parameters)[: len(args)]
        given = {**dict(zip(names, args, strict=True)), **dict(kwargs)}
        for value in given.values():
            if issubclass(type(value), list):
                _engine.fix(value)
        validation = _Validation(class_)
        with Preparation() as preparation:
            try:
                fields = validation.fields(given)
                if fields is None:
                    self.refused = "a constraint of a field is not met"
                    return False, None
                fields = validation.whole(fields)
                made = class_(**{name: _plain(value) for name, value in given.items()})
                validation.put(made, fields)
                accepted = preparation.breach is None
            except BaseException as error:
                if is_passing(error):
                    raise
                self.refused = f"it raised {type(error).__name__}"
                if not validation.is_program_at_work:
                    validation.note("it refused an input")
                return False, None
        return accepted, made


class _Validation:
    """What making one model asks of its fields."""

    def __init__(self, class_: Any) -> None:
        self._class = class_
        self._decorators = class_.__pydantic_decorators__
        self.is_program_at_work = False
        """Whether what runs is code of the program, whose exceptions follow from decisions."""

    def note(self, what: str) -> None:
        _engine.concretise(None, f"the validation of {self._class.__qualname__} was not followed: {what}")

    def fields(self, given: dict[str, Any]) -> dict[str, Any] | None:
        """The values of the fields by name, validated; `None` where a constraint is not met."""
        self._look_at_settings()
        found: dict[str, Any] = {}
        for name, field in self._class.__pydantic_fields__.items():
            passed = next((one for one in (name, field.alias, field.validation_alias) if one in given), None)
            if passed is None:
                continue
            value = given[passed]
            if not _is_kept(field.annotation):
                self.note(f"field {name!r} has a type that may be changed")
            for constraint in field.metadata:
                if not self._is_met(constraint, value, name):
                    return None
            found[name] = self._validated(name, value)
        return found

    def _look_at_settings(self) -> None:
        settings = getattr(self._class, "model_config", None) or getattr(self._class, "__pydantic_config__", None) or {}
        for name in settings:
            if name.startswith(_CHANGING):
                self.note(f"the setting {name!r}")
        decorators = self._decorators
        validators = [*decorators.model_validators.values(), *decorators.validators.values()]
        validators += decorators.root_validators.values()
        if any(getattr(one.info, "mode", None) != "after" for one in validators):
            self.note("a validator of the whole model")
        if any(one.info.mode != "after" for one in decorators.field_validators.values()):
            self.note("a validator that runs before the types are checked")
        if getattr(self._class, "model_post_init", None) is not _inherited(self._class, "model_post_init"):
            self.note("model_post_init")

    def _is_met(self, constraint: Any, value: Any, name: str) -> bool:
        """Whether a constraint holds; it is a condition of the input."""
        condition = _condition(constraint, value)
        if condition is None:
            self.note(f"field {name!r} has the constraint {constraint!r}")
            return True
        return bool(_engine.assume(condition, inspect.getfile(type(self)), 0))

    def _validated(self, name: str, value: Any) -> Any:
        """What the validators of a field make of its value."""
        for validator in self._decorators.field_validators.values():
            if name not in validator.info.fields and "*" not in validator.info.fields:
                continue
            if validator.info.mode != "after":
                continue
            if validator.shim is not None or len(inspect.signature(validator.func).parameters) != 1:
                self.note("a validator that asks for more than the value")
                continue
            self.is_program_at_work = True
            value = validator.func(value)
            self.is_program_at_work = False
        return value

    def whole(self, fields: dict[str, Any]) -> dict[str, Any]:
        """What the validators of the model make of its fields; before the real ones run, so that theirs are decided."""
        validators = [one for one in self._decorators.model_validators.values() if one.info.mode == "after"]
        if not validators:
            return fields
        if not hasattr(self._class, "model_construct"):
            self.note("a validator of the whole model")
            return fields
        model = self._class.model_construct()
        model.__dict__.update(fields)
        self.is_program_at_work = True
        for validator in validators:
            validator.func(model)
        self.is_program_at_work = False
        return {name: model.__dict__[name] for name in fields}

    def put(self, made: Any, fields: dict[str, Any]) -> None:
        """The symbolic values in place of the plain ones, where validation has left these as they were."""
        for name, value in fields.items():
            now, then = made.__dict__.get(name), _plain(value)
            if type(now) is type(then) and (now == then or (now != now and then != then)):
                made.__dict__[name] = value
            elif now is not value:
                self.note(f"field {name!r} was changed")


def _inherited(class_: type, name: str) -> Any:
    """An attribute as the library itself defines it."""
    libraries = (base for base in class_.__mro__ if base.__module__.startswith("pydantic"))
    return next((getattr(base, name) for base in libraries if hasattr(base, name)), None)


def _condition(constraint: Any, value: Any) -> Any:
    """What a constraint says of a value; `None` where that is not known."""
    if value is None:
        return True
    kind = type(constraint).__name__
    if kind == "Ge":
        return value >= constraint.ge
    if kind == "Gt":
        return value > constraint.gt
    if kind == "Le":
        return value <= constraint.le
    if kind == "Lt":
        return value < constraint.lt
    if kind == "MinLen":
        return _has_at_least(value, constraint.min_length)
    if kind == "MaxLen":
        return _has_at_most(value, constraint.max_length)
    if kind == "MultipleOf" and isinstance(value, int):
        return value % constraint.multiple_of == 0
    return None


def _plain(value: Any) -> Any:
    """A value as C code takes it; its term is put back afterwards."""
    if type(value) is list:
        return [_plain(element) for element in value]
    return _engine.plain(value)


def _is_kept(annotation: Any) -> bool:
    """Whether a value of the type is what the field has in the end."""
    if annotation in _SIMPLE or annotation is None:
        return True
    origin = typing.get_origin(annotation)
    if origin in (typing.Union, types.UnionType, list):
        return all(_is_kept(part) for part in typing.get_args(annotation) if part is not ...)
    return isinstance(annotation, type) and is_model(annotation)


def _rewritten(source: str) -> Any:
    """A function as if it stood in the program, where a length is followed."""
    return eval(_engine.rewrite(source, __file__).text, globals())


_has_at_least = _rewritten("lambda value, bound: len(value) >= bound")
_has_at_most = _rewritten("lambda value, bound: len(value) <= bound")

# Conditions over symbolic values are made here, and what validators of the program are given.
_engine.mark_rewritten(globals())
