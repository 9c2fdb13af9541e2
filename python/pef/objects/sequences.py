"""States of objects that their constructors do not give: methods called on them before the target is.

Which methods are worth calling is read from their byte code: those that assign or delete attributes or elements, or call
something that may. A parameter of the object's own class can also be the object itself: that is how cycles come about.
"""

from __future__ import annotations

import dis
import inspect
import keyword
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

from pef import _engine
from pef.contracts.monitor import Preparation
from pef.contracts.sound import require_sound_contract
from pef.errors import RequestError
from pef.objects.constructors import parameters_in
from pef.objects.describing import Change, Description, Realiser, arguments_text, changed_arguments
from pef.objects.makers import ClassMaker, is_passing
from pef.objects.naming import is_taken
from pef.objects.worlds import is_of_program
from pef.types import Parameter, Shape

Step = tuple[str, list[Any], list[tuple[str, Any]]]

_STORES = ("STORE_ATTR", "STORE_SUBSCR", "STORE_SLICE", "STORE_GLOBAL", "DELETE_ATTR", "DELETE_SUBSCR", "DELETE_GLOBAL")
# Methods of builtin types that change nothing.
_READING = frozenset(
    {"copy", "count", "decode", "encode", "endswith", "format", "get", "index", "isdigit", "items", "join", "keys"}
    | {"lower", "replace", "split", "startswith", "strip", "upper", "values"}
)


class _Itself:
    """Stands for the object among the arguments of its own methods."""

    def __deepcopy__(self, _memo: dict[int, Any]) -> _Itself:
        return self


ITSELF = _Itself()


def with_calls(shape: Shape, limit: int) -> Shape:
    """The shape of objects on which up to `limit` methods have been called."""
    if limit == 0:
        return shape
    if shape[0] == "choice":
        return ("choice", *(with_calls(part, limit) for part in shape[1:]))
    if shape[0] != "object" or not isinstance(shape[1], ClassMaker):
        return shape
    class_ = shape[1].class_
    methods: list[tuple[Any, ...]] = []
    skipped: list[str] = []
    for name, function in _changing_methods(class_):
        try:
            require_sound_contract(function)
            methods.append((name, *(parameter.described() for parameter in _parameters(class_, function))))
        except RequestError:
            skipped.append(name)
    if not methods and not skipped:
        return shape
    bound = f"objects of class {class_.__qualname__} after more than {limit} calls of its methods were not made"
    if skipped:
        bound += f", nor any after a call of {', '.join(skipped)}"
    return ("sequence", shape, SequenceMaker(class_), limit, bound, bool(skipped), *methods)


class SequenceMaker:
    """Calls methods of objects of a class."""

    def __init__(self, class_: type) -> None:
        self._class = class_

    def step(self, object_: Any, method: str, args: list[Any], kwargs: list[tuple[str, Any]]) -> bool:
        """Call a method; false where it raised."""
        passed = [object_ if value is ITSELF else value for value in args]
        named = {name: object_ if value is ITSELF else value for name, value in kwargs}
        with Preparation() as preparation:
            try:
                getattr(object_, method)(*passed, **named)
            except BaseException as error:
                if is_passing(error):
                    raise
                return False
            return preparation.breach is None

    def described(self, object_: Description, steps: list[Step]) -> Description:
        """The same calls in the plain world."""
        return SequenceDescription(self._class, object_, steps) if steps else object_


class SequenceDescription(Description):
    """An object after some calls."""

    __slots__ = ("class_", "object_", "steps")

    def __init__(self, class_: type, object_: Description, steps: list[Step]) -> None:
        self.class_ = class_
        self.object_ = object_
        self.steps = steps

    @property
    def variable(self) -> str:
        """A name for the object in the code that makes it."""
        words = self.class_.__name__.lstrip("_")
        name = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in words).strip("_")
        while keyword.iskeyword(name) or is_taken(name) or name == self.class_.__name__:
            name += "_"
        return name

    def code(self) -> list[str]:
        """Expressions that, one after the other, make the object; the first binds it to its name."""
        name = self.variable
        itself = _Named(name)
        lines = [f"{name} := {self.object_!r}"]
        for method, args, kwargs in self.steps:
            passed = [itself if value is ITSELF else value for value in args]
            named = [(key, itself if value is ITSELF else value) for key, value in kwargs]
            lines.append(f"{name}.{method}({arguments_text(passed, named)})")
        return lines

    def __repr__(self) -> str:
        return f"({', '.join(self.code())}, {self.variable})[-1]"

    def variants(self, change: Change) -> Iterator[Description]:
        for object_ in change(self.object_):
            yield SequenceDescription(self.class_, object_, self.steps)
        for index, (method, args, kwargs) in enumerate(self.steps):
            for others, named in changed_arguments(args, kwargs, change):
                steps = [*self.steps[:index], (method, others, named), *self.steps[index + 1 :]]
                yield SequenceDescription(self.class_, self.object_, steps)

    def realised(self, realiser: Realiser) -> Any:
        made = realiser.value(self.object_)
        for method, args, kwargs in self.steps:
            passed = [_Given(made) if value is ITSELF else value for value in args]
            named = [(name, _Given(made) if value is ITSELF else value) for name, value in kwargs]
            realiser.call(getattr(made, method), passed, named)
        return made


class _Named:
    """Is shown as a name."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return self._name


class _Given(Description):
    """An object that is there already."""

    __slots__ = ("_object",)

    def __init__(self, object_: Any) -> None:
        self._object = object_

    def realised(self, realiser: Realiser) -> Any:
        return self._object


def _parameters(class_: type, function: FunctionType) -> Iterator[Parameter]:
    signature = inspect.signature(function)
    rest = signature.replace(parameters=list(signature.parameters.values())[1:])
    for parameter in parameters_in(class_, function, rest, {}, f"{class_.__qualname__}.{function.__name__}").supplied:
        yield parameter.with_alternative(("constant", ITSELF)) if _admits(parameter.shape, class_) else parameter


def _admits(shape: Shape, class_: type) -> bool:
    """Whether an object of the class is a value of the shape."""
    if shape[0] == "choice":
        return any(_admits(part, class_) for part in shape[1:])
    return shape[0] == "object" and getattr(shape[1], "class_", None) is class_


def _changing_methods(class_: type) -> Iterator[tuple[str, FunctionType]]:
    """The public methods that may change their object, in the order in which they were written."""
    seen: set[str] = set()
    for base in class_.__mro__:
        # Reading a method may add to its class: what was found out about it is kept there.
        for name, written in list(vars(base).items()):
            if name in seen or not _is_known(base):
                continue
            seen.add(name)
            if name.startswith("_") or not isinstance(written, FunctionType) or not _runs_at_once(written):
                continue
            if _may_change(inspect.unwrap(written), class_):
                yield name, written


def _is_known(class_: type) -> bool:
    """Whether calls of the methods of a class are worth anything: those of libraries are not followed."""
    return class_ is not object and (is_of_program(class_) or class_.__module__ in sys.stdlib_module_names)


def _runs_at_once(function: FunctionType) -> bool:
    return not (
        inspect.iscoroutinefunction(function)
        or inspect.isgeneratorfunction(function)
        or inspect.isasyncgenfunction(function)
    )


def _may_change(function: Any, class_: type) -> bool:
    code = getattr(function, "__code__", None)
    return code is None or any(_is_change(found, function.__globals__, class_) for found in _instructions(code))


def _instructions(code: CodeType) -> Iterator[dis.Instruction]:
    yield from dis.get_instructions(code)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _instructions(constant)


def _is_change(instruction: dis.Instruction, names: dict[str, Any], class_: type) -> bool:
    operation, name = instruction.opname, instruction.argval
    if operation in _STORES:
        return True
    if operation == "LOAD_GLOBAL":
        return isinstance(names.get(name), FunctionType)
    is_call = operation in ("LOAD_METHOD", "LOAD_SUPER_ATTR") or "NULL|self" in instruction.argrepr
    return is_call and (name not in _READING or hasattr(class_, name))


# What is called from here sees symbolic values as they are.
_engine.mark_rewritten(globals())
