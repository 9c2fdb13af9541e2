"""Types that are written as text: `--types`, `:types:`, and annotations that Python leaves unevaluated.

Names mean what they mean in the scope of the function; those of `typing` and `NoneType` are always known.
"""

from __future__ import annotations

import ast
import typing
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from pef.analysis.type_checking_imports import hidden_names
from pef.errors import RequestError, did_you_mean, one_line
from pef.inputs.types.stubs import stub_names, stubbed_types
from pef.looks import attribute_of, is_a, unwrapped

if TYPE_CHECKING:
    from pef.contracts.contract_data import Declared


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


def declared_types(text: str, function: Callable[..., Any], names: Mapping[str, object]) -> dict[str, Any]:
    """The types that `--types` gives, by the parameter."""
    declared = parse_declarations(text, "--types")
    for wanted in declared:
        if wanted not in names:
            name = attribute_of(function, "__qualname__", repr(function))
            raise RequestError(f"--types: {name} has no parameter {wanted!r}{did_you_mean(wanted, names)}")
    return {name: evaluate(expression, function, "--types") for name, expression in declared.items()}


def documented_types(documented: Mapping[str, Declared], function: Callable[..., Any]) -> dict[str, Any]:
    """The types that the docstring gives, by the parameter."""
    found: dict[str, Any] = {}
    for name, declared in documented.items():
        alternatives = []
        for text in declared.alternatives:
            try:
                alternatives.append(evaluate(ast.parse(text, mode="eval").body, function, ":types:"))
            except RequestError as error:
                raise declared.text.problem(str(error).removeprefix(":types:: ")) from None
        found[name] = alternatives[0] if len(alternatives) == 1 else alternatives
    return found


def type_hints(function: Callable[..., Any]) -> Mapping[str, Any]:
    """Evaluated annotations, then those of a stub file; what cannot be evaluated stays as written."""
    try:
        hints: Mapping[str, Any] = typing.get_type_hints(function)
    except Exception:
        scope = names_for_types(function)
        hints = {name: _evaluated(one, scope) for name, one in attribute_of(function, "__annotations__", {}).items()}
    stubbed = stubbed_types(function)
    if all(name in hints for name in stubbed):
        return hints
    scope = {**names_for_types(function), **stub_names(function)}
    return {**{name: _evaluated(one, scope) for name, one in stubbed.items()}, **hints}


def names_for_types(function: Callable[..., Any]) -> dict[str, Any]:
    """What names mean in the annotations of a function, those included that only type checkers see."""
    scope: Mapping[str, Any] = attribute_of(unwrapped(function), "__globals__", {})
    return {**vars(typing), **hidden_names(scope), **scope}


def _evaluated(annotation: Any, scope: dict[str, Any]) -> Any:
    """The type that a text names; a list of alternatives where only some of them are known."""
    if is_a(annotation, list):
        return [_evaluated(one, scope) for one in annotation]
    if not is_a(annotation, str):
        return annotation
    try:
        return eval(annotation, scope)
    except Exception:
        pass
    alternatives = _alternatives(annotation)
    return [_evaluated(one, scope) for one in alternatives] if len(alternatives) > 1 else annotation


def _alternatives(text: str) -> list[str]:
    """The parts of a union."""
    try:
        waiting = [ast.parse(text.strip(), mode="eval").body]
    except (SyntaxError, ValueError, RecursionError):
        return [text]
    found: list[str] = []
    while waiting:
        node = waiting.pop(0)
        match node:
            case ast.BinOp(op=ast.BitOr()):
                waiting = [node.left, node.right, *waiting]
            case ast.Subscript(value=ast.Name(id="Optional") | ast.Attribute(attr="Optional")):
                waiting = [node.slice, ast.Constant(None), *waiting]
            case ast.Subscript(value=ast.Name(id="Union") | ast.Attribute(attr="Union"), slice=ast.Tuple(elts=parts)):
                waiting = [*parts, *waiting]
            case _:
                found.append(ast.unparse(node))
    return found


def evaluated_type(text: str, function: Callable[..., Any], origin: str) -> Any:
    """The object that the text of a type names in the scope of the function."""
    try:
        expression = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError):
        raise RequestError(f"{origin}: {text!r} is not a type") from None
    return evaluate(expression, function, origin)


def evaluate(expression: ast.expr, function: Callable[..., Any], origin: str) -> Any:
    """The object that a type expression names in the scope of the function."""
    text = ast.unparse(expression)
    scope = {"NoneType": type(None), **names_for_types(function)}
    try:
        return eval(compile(ast.Expression(expression), origin, "eval"), scope)
    except NameError as error:
        raise RequestError(f"{origin}: unknown type {text!r}{did_you_mean(str(error.name), ['int', 'bool'])}") from None
    except Exception as error:
        raise RequestError(f"{origin}: {text!r} is not a type: {one_line(str(error))}") from None
