"""What kinds of builtin values an expression gives, read from source: for proofs that attributes keep their types.

A kind is a tuple: the name of a type and the kinds of its parts; an expression gives one of a set of kinds, or something
that is not known (`None`). Invariant: what is known is so for every run in which names and attributes hold what they are
said to hold; an operator on known kinds runs no code of the program.
"""

from __future__ import annotations

import ast
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

Kind = tuple[Any, ...]
Kinds = frozenset[Kind]
Binding = Callable[[], Kinds | None]

_SCALARS = {int: "int", float: "float", str: "str", bytes: "bytes", bool: "bool", type(None): "None"}
_NONE: Kinds = frozenset()
INT, FLOAT, STR, BOOL = (frozenset({(name,)}) for name in ("int", "float", "str", "bool"))
_MUTABLE = ("list", "set", "dict")
_ROUNDS = 8

_GIVING: dict[str, Kinds] = {
    **dict.fromkeys(("len", "ord", "int", "hash", "id"), INT),
    **dict.fromkeys(("str", "repr", "chr", "hex", "bin", "oct", "ascii", "format"), STR),
    **dict.fromkeys(("bool", "isinstance", "issubclass", "callable", "any", "all", "hasattr"), BOOL),
    "float": FLOAT,
}
_OF_TEXT: dict[str, Kinds] = {
    **dict.fromkeys(
        [
            "capitalize",
            "casefold",
            "center",
            "expandtabs",
            "join",
            "ljust",
            "lower",
            "lstrip",
            "removeprefix",
            "removesuffix",
            "replace",
            "rjust",
            "rstrip",
            "strip",
            "swapcase",
            "title",
            "translate",
            "upper",
            "zfill",
            "format",
        ],
        STR,
    ),
    **dict.fromkeys(["count", "find", "index", "rfind", "rindex"], INT),
    **dict.fromkeys(
        ["endswith", "startswith", "isalnum", "isalpha", "isdigit", "isupper", "islower", "isspace", "isnumeric"], BOOL
    ),
    **dict.fromkeys(("split", "rsplit", "splitlines"), frozenset({("list", STR)})),
    **dict.fromkeys(("partition", "rpartition"), frozenset({("tuple", STR, STR, STR)})),
}
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)
_BITWISE = (ast.BitAnd, ast.BitOr, ast.BitXor)


def kinds_of_type(annotation: Any) -> Kinds | None:
    """The kinds of values of a type, where it is made of builtin types alone."""
    if annotation in _SCALARS or annotation is None:
        return frozenset({(_SCALARS.get(annotation, "None"),)})
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        return _united(kinds_of_type(part) for part in arguments)
    if origin is tuple and arguments and arguments[-1] is not Ellipsis:
        parts = [kinds_of_type(part) for part in arguments]
        return None if None in parts else frozenset({("tuple", *parts)})
    if origin in (list, set, frozenset, dict, tuple):
        parts = [kinds_of_type(part) for part in arguments if part is not Ellipsis]
        name = "tuples" if origin is tuple else origin.__name__
        return None if None in parts else frozenset({(name, *parts)})
    return None


def _united(parts: Iterator[Kinds | None] | list[Kinds | None]) -> Kinds | None:
    found: Kinds = _NONE
    for part in parts:
        if part is None:
            return None
        found |= part
    return found


def elements_of(kinds: Kinds | None) -> Kinds | None:
    """What going through such values gives."""
    if kinds is None:
        return None
    return _united([_elements(kind) for kind in kinds])


def _elements(kind: Kind) -> Kinds | None:
    name, *parts = kind
    if name == "str":
        return STR
    if name in ("bytes", "range"):
        return INT
    if name in ("list", "set", "frozenset", "tuples", "dict", "iterator"):
        return parts[0]  # type: ignore[no-any-return]
    return _united(parts) if name == "tuple" else None


class StaticKinds:
    """The kinds of the expressions of one function."""

    def __init__(
        self,
        definition: ast.FunctionDef,
        given: Mapping[str, Kinds],
        attribute: Callable[[ast.Attribute], Kinds | None],
        is_builtin: Callable[[str], bool],
    ) -> None:
        self._attribute = attribute
        self._is_builtin = is_builtin
        self._bindings: dict[str, list[Binding]] = {}
        arguments = definition.args
        every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
        for one in (*every, *(extra for extra in (arguments.vararg, arguments.kwarg) if extra is not None)):
            known = given.get(one.arg) if one in every else None
            self._bind(one.arg, _constantly(known))
        for statement in definition.body:
            for node in ast.walk(statement):
                self._read(node)
        self._names: dict[str, Kinds | None] = dict.fromkeys(self._bindings, _NONE)
        self._settle()

    def _settle(self) -> None:
        """Let what variables hold grow until all values that they are given are in it."""
        for _ in range(_ROUNDS):
            grown = {
                name: _united([self._names[name], *(one() for one in those)]) for name, those in self._bindings.items()
            }
            if grown == self._names:
                return
            self._names = grown
        self._names = dict.fromkeys(self._bindings)

    # Variables.

    def _bind(self, name: str, binding: Binding) -> None:
        self._bindings.setdefault(name, []).append(binding)

    def _read(self, node: ast.AST) -> None:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._assign(target, lambda value=node.value: self.of(value))  # type: ignore[misc]
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr) and node.value is not None:
            self._assign(node.target, lambda value=node.value: self.of(value))  # type: ignore[misc]
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            name = node.target.id
            self._bind(name, lambda: self.of_operator(node.op, self._names[name], self.of(node.value)))
        elif isinstance(node, ast.For | ast.comprehension):
            self._assign(node.target, lambda: elements_of(self.of(node.iter)))
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            self._bind(node.name, _constantly(None))
        elif isinstance(node, ast.MatchMapping) and node.rest:
            self._bind(node.rest, _constantly(None))
        elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            self._bind(node.name, _constantly(None))
        elif isinstance(node, ast.arg):
            self._bind(node.arg, _constantly(None))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                self._bind((alias.asname or alias.name).partition(".")[0], _constantly(None))

    def _assign(self, target: ast.expr, value: Binding) -> None:
        if isinstance(target, ast.Name):
            self._bind(target.id, value)
        elif isinstance(target, ast.Starred):
            self._assign(target.value, _constantly(None))
        elif isinstance(target, ast.Tuple | ast.List):
            has_rest = any(isinstance(one, ast.Starred) for one in target.elts)
            for index, element in enumerate(target.elts):
                part = _constantly(None) if has_rest else _part(value, index, len(target.elts))
                self._assign(element, part)

    # Expressions.

    def of(self, node: ast.expr | None) -> Kinds | None:
        """The kinds of what an expression gives."""
        read: Callable[[Any], Kinds | None] | None = getattr(self, f"_of_{type(node).__name__.lower()}", None)
        return read(node) if read is not None else None

    def _of_constant(self, node: ast.Constant) -> Kinds | None:
        name = _SCALARS.get(type(node.value))
        return frozenset({(name,)}) if name else None

    def _of_name(self, node: ast.Name) -> Kinds | None:
        return self._names.get(node.id)

    def _of_attribute(self, node: ast.Attribute) -> Kinds | None:
        return self._attribute(node)

    def _of_joinedstr(self, _: ast.JoinedStr) -> Kinds:
        return STR

    def _of_namedexpr(self, node: ast.NamedExpr) -> Kinds | None:
        return self.of(node.value)

    def _of_ifexp(self, node: ast.IfExp) -> Kinds | None:
        return _united([self.of(node.body), self.of(node.orelse)])

    def _of_boolop(self, node: ast.BoolOp) -> Kinds | None:
        return _united([self.of(value) for value in node.values])

    def _of_compare(self, node: ast.Compare) -> Kinds | None:
        plain = (ast.Is, ast.IsNot, ast.In, ast.NotIn)
        if all(isinstance(one, plain) for one in node.ops):
            return BOOL
        return None if any(self.of(one) is None for one in (node.left, *node.comparators)) else BOOL

    def _of_unaryop(self, node: ast.UnaryOp) -> Kinds | None:
        if isinstance(node.op, ast.Not):
            return BOOL
        operand = self.of(node.operand)
        if operand is None or operand - (INT | FLOAT | BOOL) or (isinstance(node.op, ast.Invert) and operand >= FLOAT):
            return None
        return frozenset(("float",) if kind == ("float",) else ("int",) for kind in operand)

    def _of_binop(self, node: ast.BinOp) -> Kinds | None:
        return self.of_operator(node.op, self.of(node.left), self.of(node.right))

    def of_operator(self, operator: ast.operator, left: Kinds | None, right: Kinds | None) -> Kinds | None:
        """The kinds of what an operator gives, where it does not raise."""
        if left is None or right is None:
            return None
        return _united([_operation(operator, one, two) for one, two in product(left, right)])

    def _of_tuple(self, node: ast.Tuple) -> Kinds | None:
        parts = [self.of(one) for one in node.elts]
        return None if None in parts else frozenset({("tuple", *parts)})

    def _of_list(self, node: ast.List | ast.Set) -> Kinds | None:
        parts = _united([self.of(one) for one in node.elts])
        return None if parts is None else frozenset({(type(node).__name__.lower(), parts)})

    _of_set = _of_list

    def _of_dict(self, node: ast.Dict) -> Kinds | None:
        keys, values = _united([self.of(one) for one in node.keys]), _united([self.of(one) for one in node.values])
        return None if keys is None or values is None else frozenset({("dict", keys, values)})

    def _of_listcomp(self, node: ast.ListComp | ast.SetComp) -> Kinds | None:
        element = self.of(node.elt)
        return None if element is None else frozenset({("list" if isinstance(node, ast.ListComp) else "set", element)})

    _of_setcomp = _of_listcomp

    def _of_generatorexp(self, node: ast.GeneratorExp) -> Kinds | None:
        element = self.of(node.elt)
        return None if element is None else frozenset({("iterator", element)})

    def _of_dictcomp(self, node: ast.DictComp) -> Kinds | None:
        key, value = self.of(node.key), self.of(node.value)
        return None if key is None or value is None else frozenset({("dict", key, value)})

    def _of_subscript(self, node: ast.Subscript) -> Kinds | None:
        container = self.of(node.value)
        if container is None:
            return None
        is_slice = isinstance(node.slice, ast.Slice)
        return _united([_subscript(kind, is_slice) for kind in container])

    def _of_call(self, node: ast.Call) -> Kinds | None:
        if any(isinstance(one, ast.Starred) for one in node.args) or any(one.arg is None for one in node.keywords):
            return None
        if isinstance(node.func, ast.Attribute):
            return self._of_method(node, node.func)
        if not isinstance(node.func, ast.Name) or node.func.id in self._names or not self._is_builtin(node.func.id):
            return None
        return self._of_builtin(node, node.func.id)

    def _of_builtin(self, node: ast.Call, name: str) -> Kinds | None:
        arguments = [self.of(one) for one in node.args]
        if name in _GIVING and (None not in arguments or _GIVING[name] != STR):
            return _GIVING[name]
        if None in arguments or not arguments:
            # What objects say of themselves may be of a class derived from `str`.
            return None
        first = arguments[0]
        if name == "range":
            return frozenset({("range",)})
        if name == "enumerate":
            element = elements_of(first)
            return None if element is None else frozenset({("iterator", frozenset({("tuple", INT, element)}))})
        if name in ("list", "sorted", "set", "frozenset", "tuple", "reversed"):
            element = elements_of(first)
            made = {"sorted": "list", "tuple": "tuples", "reversed": "iterator"}.get(name, name)
            return None if element is None else frozenset({(made, element)})
        if name in ("min", "max"):
            values = elements_of(first) if len(arguments) == 1 else _united(arguments)
            return _united([values, *(self.of(one.value) for one in node.keywords if one.arg == "default")])
        if name == "abs":
            return self._of_unaryop(ast.UnaryOp(ast.USub(), node.args[0]))
        if name == "round" and len(arguments) == 1 and not node.keywords:
            return INT if first is not None and first <= INT | FLOAT | BOOL else None
        if name == "sum" and len(arguments) == 1 and not node.keywords:
            elements = elements_of(first)
            # A sum of nothing is the int 0.
            return INT if elements is not None and elements <= INT | BOOL else None
        return None

    def _of_method(self, node: ast.Call, function: ast.Attribute) -> Kinds | None:
        receiver = self.of(function.value)
        if receiver is None or len(receiver) != 1:
            return None
        (name, *parts), method = next(iter(receiver)), function.attr
        if name == "str":
            return _OF_TEXT.get(method)
        if name == "dict":
            key, value = parts
            if method == "items":
                return frozenset({("iterator", frozenset({("tuple", key, value)}))})
            if method in ("keys", "values"):
                return frozenset({("iterator", key if method == "keys" else value)})
            if method in ("get", "pop", "setdefault"):
                otherwise = [value if self._is_new(one, value) else self.of(one) for one in node.args[1:2]]
                return _united([value, *(otherwise or [frozenset({("None",)}) if method != "pop" else _NONE])])
        if method == "copy" and name in _MUTABLE:
            return receiver
        if method == "pop" and name in ("list", "set"):
            return parts[0]  # type: ignore[no-any-return]
        return INT if method in ("count", "index") and name in ("list", "tuples") else None

    # What may be put where.

    def fits(self, node: ast.expr | None, declared: Kinds) -> bool:
        """Whether a value keeps to what is declared for the place that it is put in.

        A container that has another name too keeps its own kinds; a new one need only have the right elements.
        """
        if isinstance(node, ast.IfExp):
            return self.fits(node.body, declared) and self.fits(node.orelse, declared)
        if node is not None and self._is_new(node, declared):
            return True
        kinds = self.of(node)
        return kinds is not None and all(any(_is_within(kind, one) for one in declared) for kind in kinds)

    def _is_new(self, node: ast.expr, declared: Kinds) -> bool:
        return any(self._fits_new(node, kind) for kind in declared)

    def _fits_new(self, node: ast.expr, kind: Kind) -> bool:
        name, *parts = kind
        if isinstance(node, ast.List | ast.Set) and type(node).__name__.lower() == name:
            return all(self.fits(one, parts[0]) for one in node.elts)
        if isinstance(node, ast.ListComp | ast.SetComp) and type(node).__name__.lower() == f"{name}comp":
            return self.fits(node.elt, parts[0])
        if isinstance(node, ast.Dict) and name == "dict":
            fitting = (self.fits(one, parts[0]) for one in node.keys)
            return all(fitting) and all(self.fits(one, parts[1]) for one in node.values)
        if isinstance(node, ast.Tuple) and name == "tuple" and len(parts) == len(node.elts):
            return all(self.fits(one, part) for one, part in zip(node.elts, parts, strict=True))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.args and not node.keywords:
            return node.func.id == name and name in _MUTABLE and self._is_builtin(name) and name not in self._names
        return False


def _constantly(kinds: Kinds | None) -> Binding:
    return lambda: kinds


def _part(value: Binding, index: int, count: int) -> Binding:
    def part() -> Kinds | None:
        kinds = value()
        if kinds is None:
            return None
        found = [
            (kind[index + 1] if len(kind) == count + 1 else _NONE) if kind[0] == "tuple" else _elements(kind)
            for kind in kinds
        ]
        return _united(found)

    return part


def _is_within(kind: Kind, declared: Kind) -> bool:
    """Whether values of a kind are of another; what can be changed under both names must be the same."""
    if kind == declared:
        return True
    if kind[0] == declared[0] == "tuple" and len(kind) == len(declared):
        pairs = zip(kind[1:], declared[1:], strict=True)
        return all(all(any(_is_within(a, b) for b in wanted) for a in part) for part, wanted in pairs)
    return False


def _subscript(kind: Kind, is_slice: bool) -> Kinds | None:
    name, *parts = kind
    if name == "str":
        return STR
    if name == "dict":
        return None if is_slice else parts[1]
    if name in ("list", "tuples"):
        return frozenset({kind}) if is_slice else parts[0]
    return _united(parts) if name == "tuple" and not is_slice else None


def _operation(operator: ast.operator, left: Kind, right: Kind) -> Kinds | None:
    names = {left[0], right[0]}
    if names <= {"int", "bool"}:
        if isinstance(operator, _BITWISE):
            return BOOL if names == {"bool"} else INT
        if isinstance(operator, (*_ARITHMETIC, ast.LShift, ast.RShift)):
            return INT
        return FLOAT if isinstance(operator, ast.Div) else None
    if names <= {"int", "bool", "float"}:
        return FLOAT if isinstance(operator, (*_ARITHMETIC, ast.Div)) else None
    if left[0] == "str" and isinstance(operator, ast.Mod):
        return STR
    if isinstance(operator, ast.Add) and left == right and left[0] in ("str", "bytes", "list"):
        return frozenset({left})
    if isinstance(operator, ast.Mult) and names & {"int"} and names & {"str", "bytes", "list"}:
        return frozenset({left if right[0] == "int" else right})
    if isinstance(operator, (*_BITWISE, ast.Sub)) and left == right and left[0] in ("set", "frozenset"):
        return frozenset({left})
    # Whatever else there is raises, or is not known.
    return None
