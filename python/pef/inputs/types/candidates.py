"""Shapes for a value of which nothing says the type, from what the code does with it (`uses`).

What is really passed (a default, a literal in a call of the same file, a doctest) goes before what the code would
allow. Few candidates are taken, the likely ones: each is explored in full.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import FunctionType
from typing import Any

from pef.analysis import use_tables
from pef.analysis.uses import Facts, Kinds
from pef.errors import RequestError
from pef.inputs.types.functions import FunctionMaker
from pef.looks import attribute_of, is_a
from pef.source.definitions import is_class

Shape = tuple[Any, ...]

_LIKELY = ("int", "str", "list", "dict", "tuple", "set", "bool", "float", "bytes")
"""In this order candidates are taken."""
_LIKELY_CONTAINERS = ("list", "dict", "str", "tuple", "set", "bytes")
_DEFAULT = ("int", "str", "list")
_MOST = 3
_DEEPEST = 3
_CLASSES = 2
_ATOMS: dict[str, Shape] = {
    "int": ("int",),
    "float": ("float",),
    "bool": ("bool",),
    "str": ("str",),
    "bytes": ("bytes",),
    "None": ("constant", None),
}


def candidates(
    facts: Facts, passed: Iterable[type] = (), scope: Mapping[str, Any] | None = None, name: str = ""
) -> Shape:
    """The shape of a value with these uses, to which values of the types `passed` are known to be passed."""
    return _shape(
        facts,
        [use_tables.KIND_OF_TYPE[kind] for kind in passed if kind in use_tables.KIND_OF_TYPE],
        scope or {},
        name,
        0,
    )


def _shape(facts: Facts, passed: list[str], scope: Mapping[str, Any], name: str, depth: int) -> Shape:
    shapes: list[Shape] = []
    for annotation, function in facts.annotations[:1]:
        declared = _declared(annotation, function, name)
        if declared is not None:
            shapes.append(declared)
    if facts.attributes:
        shapes += _objects(facts.attributes, scope, name)
        if not shapes:
            raise RequestError(f"nothing known has the attributes that are asked of {name!r}")
    shapes += _of_classes(facts.classes, name)
    if facts.called_with is not None or "function" in facts.tested:
        shapes.append(("function", FunctionMaker(facts.called_with), ("int",)))
    kinds = [kind for kind in passed if kind != "None"]
    if not kinds and (not shapes or facts.has_tests):
        kinds = _kinds(facts, depth)
    if facts.has_tests:
        kinds = _on_both_sides(kinds, facts)
    shapes += [_of_kind(kind, facts, scope, name, depth) for kind in dict.fromkeys(kinds)]
    if "None" in passed or "None" in facts.hinted:
        shapes.insert(0, _ATOMS["None"])
    return shapes[0] if len(shapes) == 1 else ("choice", *shapes)


def _kinds(facts: Facts, depth: int) -> list[str]:
    """The likely kinds among those that allow all uses."""
    allowed = _allowed(facts)
    hinted = [kind for kind in dict.fromkeys((*facts.tested, *facts.hinted)) if kind not in ("None", "function")]
    if allowed is None:
        if hinted:
            return hinted[:_MOST]
        return list(_DEFAULT[: 1 if depth or not facts.is_used else _MOST])
    order = _LIKELY_CONTAINERS if allowed <= use_tables.ITERABLES else _LIKELY
    if facts.parts and "tuple" in allowed:
        return ["tuple"]
    likely = [kind for kind in order if kind in allowed]
    if "int" in likely:
        # A float is explored where one is mentioned; a bool is an int.
        likely = [kind for kind in likely if kind not in ("float", "bool") or kind in hinted]
    first = [kind for kind in hinted if kind in allowed or kind in facts.tested]
    # With int and str only an error about types tells a wrong guess; a wrong container fails in many ways.
    most = 2 if not depth and likely[:2] == ["int", "str"] else 1
    return list(dict.fromkeys([*first, *likely]))[: max(most, len(first))]


def _on_both_sides(kinds: list[str], facts: Facts) -> list[str]:
    """The kinds with those that pass and that fail each test of the type, so that both sides are tried."""
    found = list(dict.fromkeys([*kinds, *(kind for kind in facts.tested if kind not in ("None", "function"))]))
    if all(any(_is_of(kind, tested) for tested in facts.tested) for kind in found):
        found += [kind for kind in _LIKELY if not any(_is_of(kind, tested) for tested in facts.tested)][:1]
    for attribute in facts.asked:
        having = use_tables.having(attribute)
        if having.isdisjoint(found):
            found += [kind for kind in _LIKELY if kind in having][:1]
        if having.issuperset(found):
            found += [kind for kind in _LIKELY if kind not in having][:1]
    return found


def _is_of(kind: str, tested: str) -> bool:
    return kind == tested or (kind == "bool" and tested == "int")


def _of_classes(classes: list[type], name: str) -> list[Shape]:
    """Objects of the classes that the code asks for."""
    from pef.inputs.objects import shape_of_class

    found: list[Shape] = []
    for class_ in dict.fromkeys(classes):
        try:
            shape = shape_of_class(class_, name)
        except RequestError:
            continue
        if shape is not None and shape not in found and len(found) < _MOST:
            found.append(shape)
    return found


def _allowed(facts: Facts) -> Kinds | None:
    """The kinds that allow all uses, or some of them where not all uses are of the same value."""
    if not facts.allowed:
        return None
    common = frozenset.intersection(*facts.allowed)
    if common and not facts.tested:
        return common
    return common or frozenset.union(*facts.allowed)


def _of_kind(kind: str, facts: Facts, scope: Mapping[str, Any], name: str, depth: int) -> Shape:
    if kind in _ATOMS:
        return _ATOMS[kind]
    if kind == "tuple" and facts.parts:
        return ("tuple", *(_inner(part, scope, name, depth) for part in facts.parts))
    if kind == "dict":
        return ("dict", _key(facts), _inner(facts.value or facts.element, scope, name, depth))
    element = _inner(facts.element, scope, name, depth)
    if kind == "set" and element[0] in ("list", "dict", "set", "choice"):
        element = ("int",)
    return ("tuple_of" if kind == "tuple" else kind, element)


def _key(facts: Facts) -> Shape:
    kinds = _allowed(facts.element) if facts.element is not None else None
    return ("int",) if kinds is not None and "str" not in kinds and "int" in kinds else ("str",)


def _inner(facts: Facts | None, scope: Mapping[str, Any], name: str, depth: int) -> Shape:
    """What a value contains: ints, where nothing is known."""
    if facts is None or depth >= _DEEPEST:
        return ("int",)
    try:
        return _shape(facts, [], scope, name, depth + 1)
    except RequestError:
        return ("int",)


def _declared(annotation: Any, function: Callable[..., Any], name: str) -> Shape | None:
    """The shape of the parameter that a value is passed on to."""
    from pef.inputs.types.declarations import type_hints
    from pef.inputs.types.shapes import Reading

    try:
        if is_a(annotation, str):
            hints = type_hints(function)
            names = [key for key, text in function.__annotations__.items() if text == annotation]
            annotation = hints[names[0]]
        reading = Reading(name)
        shape = reading.shape(annotation)
    except Exception:
        return None
    return None if reading.is_assumed else shape


def _objects(attributes: set[str], scope: Mapping[str, Any], name: str) -> list[Shape]:
    """Objects of the classes of the program that have all these attributes."""
    from pef.inputs.objects import shape_of_class

    found: list[Shape] = []
    for class_ in scope.values():
        if is_class(class_) and attributes <= _attributes(class_) and len(found) < _CLASSES:
            try:
                shape = shape_of_class(class_, name)
            except RequestError:
                continue
            if shape is not None:
                found.append(shape)
    return found


def _attributes(class_: type) -> set[str]:
    """Names that objects of a class have: those of the class, and those that its methods mention."""
    names = set(attribute_of(class_, "__annotations__", {}))
    for base in class_.__mro__:
        names |= set(vars(base))
        constructor = vars(base).get("__init__")
        if is_a(constructor, FunctionType):
            names |= set(constructor.__code__.co_names)
    return names
