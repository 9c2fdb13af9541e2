"""Types of parameters: from annotations, `:types:` and `--types` to the shapes the engine builds values of.

A shape is a tuple with its kind first (`("int",)`, `("bool",)`, `("constant", value)`); `crates/pef-python` has the
other end. What has no shape is a request error that names the parameter: no guess is made silently.
"""

from __future__ import annotations

import ast
import inspect
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pef.errors import RequestError, did_you_mean, one_line

if TYPE_CHECKING:
    from pef.contracts.reading import Declared

Shape = tuple[Any, ...]

_MODELLED: dict[object, Shape] = {
    int: ("int",),
    bool: ("bool",),
    # An int is acceptable for a float too; its float is explored.
    float: ("float",),
    None: ("constant", None),
    type(None): ("constant", None),
    str: ("str",),
    bytes: ("bytes",),
    bytearray: ("bytearray",),
}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter that the engine supplies."""

    name: str
    keyword: bool
    """Whether it is passed by name."""
    shape: Shape

    def described(self) -> tuple[str, bool, Shape]:
        """As the engine reads it."""
        return self.name, self.keyword, self.shape


def parameters_of(
    function: Callable[..., Any],
    declarations: str,
    documented: Mapping[str, Declared] | None = None,
    assumed: Mapping[str, Any] | None = None,
) -> list[Parameter]:
    """The parameters of `function` with their shapes.

    `declarations` (as in `--types`) go before `documented` (the `:types:` of the docstring), these before annotations,
    and these before what is `assumed`.
    """
    name = getattr(function, "__qualname__", repr(function))
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError) as error:
        raise RequestError(f"{name} cannot be explored: {one_line(str(error))}") from None
    declared = parse_declarations(declarations, "--types")
    for wanted in declared:
        if wanted not in signature.parameters:
            raise RequestError(
                f"--types: {name} has no parameter {wanted!r}{did_you_mean(wanted, signature.parameters)}"
            )
    hints = {**(assumed or {}), **_type_hints(function), **_documented_types(documented or {}, function)}
    found: list[Parameter] = []
    for parameter in signature.parameters.values():
        shape = _shape_of_parameter(function, parameter, declared, hints)
        if shape is not None:
            found.append(Parameter(parameter.name, parameter.kind is parameter.KEYWORD_ONLY, shape))
    return found


def untyped(function: Callable[..., Any], declared: set[str]) -> set[str]:
    """Names of the parameters of which nothing says the type."""
    parameters = inspect.signature(function).parameters.values()
    return {one.name for one in parameters if one.annotation is one.empty and one.name not in declared}


def parse_declarations(text: str, origin: str) -> dict[str, ast.expr]:
    """`x: int, y: [int, bool]` as expressions by name."""
    if not text.strip():
        return {}
    try:
        tree = ast.parse(f"def _({text}\n): pass")
    except (SyntaxError, ValueError):
        raise RequestError(f"{origin}: {text!r} is not of the form 'x: int, y: bool'") from None
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    arguments = definition.args
    plain = [*arguments.posonlyargs, *arguments.args]
    others = [arguments.vararg, arguments.kwarg, *arguments.kwonlyargs, *arguments.defaults]
    if len(tree.body) != 1 or any(others) or any(argument.annotation is None for argument in plain):
        raise RequestError(f"{origin}: {text!r} is not of the form 'x: int, y: bool'")
    return {argument.arg: argument.annotation for argument in plain if argument.annotation is not None}


def _documented_types(documented: Mapping[str, Declared], function: Callable[..., Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, declared in documented.items():
        alternatives = []
        for text in declared.alternatives:
            try:
                alternatives.append(_evaluate(ast.parse(text, mode="eval").body, function, ":types:"))
            except RequestError as error:
                raise declared.text.problem(str(error).removeprefix(":types: ")) from None
        found[name] = alternatives[0] if len(alternatives) == 1 else alternatives
    return found


def _type_hints(function: Callable[..., Any]) -> Mapping[str, Any]:
    """Evaluated annotations; as written where one of them cannot be evaluated."""
    try:
        return typing.get_type_hints(function)
    except Exception:
        return getattr(function, "__annotations__", {})


def _shape_of_parameter(
    function: Callable[..., Any],
    parameter: inspect.Parameter,
    declared: Mapping[str, ast.expr],
    hints: Mapping[str, Any],
) -> Shape | None:
    """The shape of one parameter; `None` for one that is left to its default."""
    name = parameter.name
    if name in declared:
        return shape_of(_evaluate(declared[name], function, "--types"), name)
    if name in hints:
        return shape_of(hints[name], name)
    if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
        return None
    if parameter.default is not parameter.empty:
        return _MODELLED.get(type(parameter.default))
    raise RequestError(f"no type is known for parameter {name!r}: annotate it, or say --types '{name}: int'")


def _evaluate(expression: ast.expr, function: Callable[..., Any], origin: str) -> Any:
    """The object that a type expression names in the scope of the function."""
    text = ast.unparse(expression)
    scope = {"NoneType": type(None), **vars(typing), **getattr(inspect.unwrap(function), "__globals__", {})}
    try:
        return eval(compile(ast.Expression(expression), origin, "eval"), scope)
    except NameError as error:
        raise RequestError(f"{origin}: unknown type {text!r}{did_you_mean(str(error.name), ['int', 'bool'])}") from None
    except Exception as error:
        raise RequestError(f"{origin}: {text!r} is not a type: {one_line(str(error))}") from None


def shape_of(annotation: Any, name: str) -> Shape:
    """The shape of values of an annotation."""
    shape = _simple_shape(annotation)
    if shape is None:
        origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
        build = None if isinstance(annotation, list) else _GENERIC.get(origin or annotation)
        if build is not None:
            shape = build([shape_of(argument, name) for argument in arguments if argument is not Ellipsis], arguments)
        elif origin in (typing.Union, types.UnionType):
            shape = _choice([shape_of(argument, name) for argument in arguments])
        elif origin is typing.Literal:
            shape = ("choice", *(("constant", value) for value in arguments))
        elif isinstance(annotation, list):
            shape = _choice([shape_of(alternative, name) for alternative in annotation])
        else:
            from pef.objects import shape_of_class

            shape = shape_of_class(annotation, name)
    if shape is None:
        shown = annotation.__name__ if isinstance(annotation, type) else str(annotation)
        raise RequestError(f"parameter {name!r}: values of type {shown} cannot be made symbolic")
    return shape


def _choice(alternatives: list[Shape]) -> Shape:
    from pef.objects import finite_first

    return ("choice", *finite_first(alternatives))


def _simple_shape(annotation: Any) -> Shape | None:
    try:
        return _MODELLED.get(annotation)
    except TypeError:
        return None


_Builder = Callable[[list[Shape], tuple[Any, ...]], Shape]
_ANY: Shape = ("int",)


def _tuple_shape(parts: list[Shape], arguments: tuple[Any, ...]) -> Shape:
    if not arguments:
        return ("tuple_of", _ANY)
    if Ellipsis in arguments:
        return ("tuple_of", parts[0])
    return ("tuple", *parts)


def _of_elements(kind: str) -> _Builder:
    return lambda parts, _: (kind, parts[0] if parts else _ANY)


def _of_entries(parts: list[Shape], _: tuple[Any, ...]) -> Shape:
    return ("dict", parts[0] if parts else _ANY, parts[1] if len(parts) > 1 else _ANY)


_GENERIC: dict[Any, _Builder] = {
    list: _of_elements("list"),
    set: _of_elements("set"),
    frozenset: _of_elements("frozenset"),
    tuple: _tuple_shape,
    dict: _of_entries,
}
