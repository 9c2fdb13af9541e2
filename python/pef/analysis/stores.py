"""Names under which code of a program may put something: an object may have one of its own in place of a method.

Where a name is computed (`setattr(x, name, value)`, `x.__dict__.update(…)`), it may be any.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pef.startup.records import Record

# Objects with whatever attributes they are given, and what can assign anything.
_OF_ANY_NAME = frozenset(
    [
        "SimpleNamespace",
        "Namespace",
        "make_dataclass",
        "Mock",
        "MagicMock",
        "globals",
        "exec",
        "eval",
        "__setstate__",
    ]
)
_TABLES = frozenset({"__dict__", "vars"})
# What is done with the table of the attributes of an object without adding to it.
_READ_BY_METHOD = frozenset({"copy", "get", "items", "keys", "values"})
_READ_BY_CALL = frozenset(
    {"any", "all", "bool", "dict", "frozenset", "len", "list", "repr", "set", "sorted", "str", "tuple"}
)


class Stores(Record):
    """What is assigned somewhere."""

    attributes: frozenset[str] = frozenset()
    variables: frozenset[str] = frozenset()
    """Names of variables that functions assign outside of themselves."""
    any_attribute: bool = False

    def __or__(self, other: Stores) -> Stores:
        return Stores(
            self.attributes | other.attributes,
            self.variables | other.variables,
            self.any_attribute or other.any_attribute,
        )


ANYTHING = Stores(any_attribute=True)


def stores_in(tree: ast.AST) -> Stores:
    """What the code of a module assigns."""
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    attributes: set[str] = set()
    variables: set[str] = set()
    any_attribute = False
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            attributes.add(node.attr)
        elif isinstance(node, ast.ClassDef):
            attributes.update(_fields(node))
        elif isinstance(node, ast.Global | ast.Nonlocal):
            variables.update(node.names)
        name = _name(node)
        if name in ("setattr", "__setattr__"):
            constant = _assigned_by_call(node, parents)
            attributes.update([constant] if constant else [])
            any_attribute |= constant is None
        elif name in _OF_ANY_NAME or (name in _TABLES and not _is_only_read(node, parents)):
            any_attribute = True
    return Stores(frozenset(attributes), frozenset(variables), any_attribute)


def _name(node: ast.AST) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def _fields(body: ast.ClassDef) -> Iterator[str]:
    """Names that a class declares for its objects: a constructor that is made from them assigns them."""
    for statement in body.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            yield statement.target.id
        elif isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
            names = (target.id for target in statement.targets if isinstance(target, ast.Name))
            yield from (name for name in names if not name.startswith("__"))


def _assigned_by_call(function: ast.AST, parents: dict[ast.AST, ast.AST]) -> str | None:
    """The name that `setattr` is called with; empty where it is that of an assignment; `None` where it is not known."""
    call = parents.get(function)
    if not isinstance(call, ast.Call) or call.func is not function:
        return None
    for argument in call.args[:2]:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            return argument.value
    node: ast.AST | None = call
    while node is not None and not isinstance(node, ast.FunctionDef):
        node = parents.get(node)
    if node is None or node.name != "__setattr__" or len(node.args.args) < 2:
        return None
    passed = node.args.args[1].arg
    return "" if any(isinstance(one, ast.Name) and one.id == passed for one in call.args[:2]) else None


def _is_only_read(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
        return False
    if isinstance(node, ast.Name):
        call = parents.get(node)
        if node.id == "__dict__":
            return True
        if not isinstance(call, ast.Call) or call.func is not node:
            return False
        node = call
    parent = parents.get(node)
    if isinstance(parent, ast.Attribute):
        return parent.attr in _READ_BY_METHOD and isinstance(parent.ctx, ast.Load)
    if isinstance(parent, ast.Subscript):
        return isinstance(parent.ctx, ast.Load)
    if isinstance(parent, ast.Call):
        return isinstance(parent.func, ast.Name) and parent.func.id in _READ_BY_CALL
    if isinstance(parent, ast.For | ast.comprehension):
        return parent.iter is node
    if isinstance(parent, ast.keyword):
        # `**x.__dict__`.
        return parent.arg is None
    if isinstance(parent, ast.Dict):
        pairs = zip(parent.keys, parent.values, strict=True)
        return any(value is node and key is None for key, value in pairs)
    return isinstance(parent, ast.Compare | ast.FormattedValue)
