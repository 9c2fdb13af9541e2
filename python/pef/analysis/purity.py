"""Whether a constructor only fills its own object, so that it makes no difference when it runs.

Such objects are made when the program first needs them; all others before the call, because their constructors may read
or change what the call changes or reads. Read from the byte code of the plain constructor: it may assign attributes,
compute, branch, raise, and call a few builtins; whatever else it does counts as an effect.
"""

from __future__ import annotations

import abc
import ast
import builtins
import dataclasses
import dis
import inspect
from collections.abc import Iterator
from types import CodeType, FunctionType, MemberDescriptorType
from typing import Any

from pef.analysis.stored_parameters import is_plain
from pef.looks import attribute_of, has_attribute, is_a, unwrapped
from pef.source.definitions import is_class
from pef.startup.clean_imports import of_library

# Builtins that neither have effects nor see any.
_HARMLESS = frozenset(
    [
        "abs",
        "bool",
        "bytes",
        "dict",
        "float",
        "frozenset",
        "int",
        "isinstance",
        "len",
        "list",
        "max",
        "min",
        "range",
        "set",
        "str",
        "sum",
        "super",
        "tuple",
    ]
)
_EFFECTS = (
    "STORE_GLOBAL",
    "STORE_SUBSCR",
    "STORE_SLICE",
    "STORE_DEREF",
    "STORE_NAME",
    "DELETE_",
    "IMPORT_",
    "YIELD",
    "SEND",
    "GET_A",
    "BEFORE_",
    "SETUP_WITH",
    "MAKE_FUNCTION",
    "LOAD_BUILD_CLASS",
    "LOAD_CLASSDEREF",
    "LOAD_NAME",
)
_METHODS = ("LOAD_METHOD", "LOAD_SUPER_ATTR")
# Instructions that can raise for arguments of the right types.
_RAISING = ("RAISE", "RERAISE", "LOAD_ASSERTION", "BINARY", "COMPARE", "CONTAINS", "UNPACK", "GET_ITER", "INPLACE")


def is_pure(class_: type) -> bool:
    """Whether making an object of the class depends on nothing but the arguments, and has no other effect."""
    # Only programs with classes need it, and the tables it is made of take long to load.
    with of_library():
        from pef.analysis.effects import run_by_making
    if not fills_itself(class_):
        return False
    own = set(initialisers(class_))
    run = run_by_making(class_)
    return (
        run is not None
        and all(_are_plain_elsewhere(function.__code__, class_) for function, _ in own)
        and all(_is_pure_operation(function, owner) for function, owner in run - own)
    )


def initialisers(class_: type) -> Iterator[tuple[FunctionType, type]]:
    """The functions that run in the making of an object, apart from those that were generated; with their classes."""
    for base in class_.__mro__:
        for name in ("__init__", "__post_init__"):
            function = vars(base).get(name)
            if is_a(function, FunctionType) and not _is_generated(function):
                yield function, base


def _is_pure_operation(function: FunctionType, owner: type | None) -> bool:
    """Whether what an operation on an argument runs depends on nothing but its operands."""
    if _is_generated(function):
        return True
    return owner is not None and _is_pure_code(function.__code__, function.__globals__, owner)


def _are_plain_elsewhere(code: CodeType, class_: type) -> bool:
    """Whether attributes that are read are in no class of the program what may change with the class."""
    from pef.analysis.program_classes import program

    members = program(class_.__module__).members
    names = (one.argval for one in dis.get_instructions(code) if one.opname == "LOAD_ATTR")
    return all(
        is_a(written, FunctionType | property) or _is_plain_attribute(name, other, is_read=True)
        for name in names
        for other, written in members.get(name, ())
    )


def fills_itself(class_: type) -> bool:
    """Whether the constructors of a class, by themselves, do nothing but fill the object from the arguments.

    What operations on the arguments run is another question.
    """
    # As they are found, and not as the type checker sees them.
    make: Any = class_.__new__
    assign: Any = class_.__setattr__
    if type(class_) not in (type, abc.ABCMeta):
        return False
    if has_attribute(class_, "_fields") and issubclass(class_, tuple):
        # A class derived from a named tuple may have a constructor of its own.
        return _is_generated(make) and class_.__init__ is object.__init__
    if make is not object.__new__ or not (assign is object.__setattr__ or _is_frozen(class_, assign)):
        return False
    if not all(_is_pure_contract(text.text) for text in _contract_texts(class_)):
        return False
    return all(_is_pure_initialiser(vars(base)["__init__"], class_) for base in initialising(class_))


def may_refuse(class_: type) -> bool:
    """Whether there may be arguments for which there is no object: the constructor raises, or a contract says so."""
    if issubclass(class_, tuple) and has_attribute(class_, "_fields"):
        return bool(_contract_texts(class_)) or not _is_generated(class_.__new__)
    if not is_pure(class_) or _contract_texts(class_):
        return True
    return any(_may_raise(vars(base)["__init__"], class_) for base in initialising(class_))


def _is_generated(function: Any) -> bool:
    code = attribute_of(function, "__code__", None)
    return code is not None and code.co_filename.startswith("<")


def _may_raise(function: FunctionType, class_: type) -> bool:
    after = attribute_of(class_, "__post_init__", None)
    if _is_generated(function):
        return after is not None
    for instruction in dis.get_instructions(function.__code__):
        if instruction.opname.startswith(_RAISING):
            return True
        if instruction.opname == "LOAD_GLOBAL" and instruction.argval != "super":
            return True
    return False


def _contract_texts(class_: type) -> list[Any]:
    """What the constructor requires and promises, and what holds of its objects."""
    from pef.contracts.invariants import invariants_of
    from pef.contracts.libraries import contract_of

    texts = invariants_of(class_)
    for base in initialising(class_):
        function = vars(base)["__init__"]
        if is_a(function, FunctionType):
            contract = contract_of(function, unwrapped(function).__code__.co_filename)
            texts += [*contract.assume, *(ensured.text for ensured in contract.ensure)]
    return texts


def _is_pure_contract(text: str) -> bool:
    """Whether an expression looks at nothing but attributes of what it is about."""
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError):
        return False
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and not (isinstance(node.func, ast.Name) and node.func.id in _HARMLESS):
            return False
    return True


def _is_frozen(class_: type, assign: Any) -> bool:
    """Whether attributes cannot be assigned because the class is a frozen data class, whose constructor can."""
    parameters = attribute_of(class_, "__dataclass_params__", None)
    code = attribute_of(assign, "__code__", None)
    return bool(parameters and parameters.frozen and code and code.co_filename == "<string>")


def initialising(class_: type) -> list[type]:
    return [base for base in class_.__mro__ if base is not object and "__init__" in vars(base)]


def _is_pure_initialiser(function: Any, class_: type) -> bool:
    if not is_a(function, FunctionType):
        return False
    if function.__code__.co_filename == "<string>":
        return _fields_are_pure(class_)
    return _is_pure_code(function.__code__, function.__globals__, class_)


def _fields_are_pure(class_: type) -> bool:
    """A generated constructor assigns fields; beyond that it calls factories and `__post_init__`."""
    if not dataclasses.is_dataclass(class_):
        return False
    after = attribute_of(class_, "__post_init__", None)
    if after is not None and not (
        is_a(after, FunctionType) and _is_pure_code(after.__code__, after.__globals__, class_)
    ):
        return False
    if not all(is_plain(class_, field.name) for field in dataclasses.fields(class_)):
        return False
    factories = (field.default_factory for field in dataclasses.fields(class_))
    return all(factory in (dataclasses.MISSING, list, dict, set, tuple, frozenset) for factory in factories)


def _is_pure_code(code: CodeType, names: dict[str, Any], class_: type) -> bool:
    return all(_is_pure_instruction(instruction, names, class_) for instruction in dis.get_instructions(code))


def _is_pure_instruction(instruction: dis.Instruction, names: dict[str, Any], class_: type) -> bool:
    operation, name = instruction.opname, instruction.argval
    if operation.startswith(_EFFECTS):
        return False
    if operation == "LOAD_GLOBAL":
        return name not in names and _is_harmless(name)
    if operation in ("LOAD_DEREF", "LOAD_FROM_DICT_OR_DEREF"):
        return bool(name == "__class__")
    if operation in ("LOAD_ATTR", "STORE_ATTR", *_METHODS):
        is_call = operation in _METHODS or (operation == "LOAD_ATTR" and "NULL|self" in instruction.argrepr)
        if is_call:
            return bool(name == "__init__")
        return _is_plain_attribute(name, class_, is_read=operation == "LOAD_ATTR")
    return True


def _is_harmless(name: str) -> bool:
    value = getattr(builtins, name, None)
    return name in _HARMLESS or (is_class(value) and issubclass(value, BaseException))


def _is_plain_attribute(name: str, class_: type, *, is_read: bool) -> bool:
    """Whether an attribute is the object's own: neither computed, nor read from the class, where it may change."""
    if name.startswith("__"):
        return False
    written = inspect.getattr_static(class_, name, None)
    if written is None or is_a(written, MemberDescriptorType):
        return True
    return name in attribute_of(class_, "__dataclass_fields__", {}) or not (
        is_read or has_attribute(type(written), "__set__")
    )
