"""Makes the program of a failure small: parts of its syntax tree are taken away as long as it fails in the same way."""

from __future__ import annotations

import ast
import copy
import time
from collections.abc import Callable, Iterator

from tests.fuzz.programs import Program, function_of
from tests.fuzz.tidying import without_unused

_SECONDS = 60.0


def shrink(program: Program, fails: Callable[[Program], bool], seconds: float = _SECONDS) -> Program:
    """A smaller program that `fails` too; it is also called with programs that make no sense."""
    deadline = time.monotonic() + seconds
    tried = set()
    shrunk = True
    while shrunk and time.monotonic() < deadline:
        shrunk = False
        for smaller in _smaller(program):
            if time.monotonic() > deadline:
                break
            if smaller.source in tried or _size(smaller) >= _size(program):
                continue
            tried.add(smaller.source)
            if fails(smaller):
                program, shrunk = smaller, True
                break
    return program


def _size(program: Program) -> tuple[int, int, int]:
    nodes = sum(1 for _ in ast.walk(ast.parse(program.source)))
    return nodes + sum(len(text) for text in program.domain.values()), len(program.source), len(program.domain)


def _smaller(program: Program) -> Iterator[Program]:
    """Ways to make it smaller, large steps first."""
    module = ast.parse(program.source)
    for edit in (*_statement_edits(module), *_contract_edits(module), *_expression_edits(module)):
        changed = copy.deepcopy(module)
        try:
            edit(changed)
            source = ast.unparse(without_unused(ast.fix_missing_locations(changed))) + "\n"
            compile(source, "<program>", "exec")
        except (SyntaxError, ValueError, IndexError, AttributeError):
            continue
        yield Program(source, program.domain, is_open=program.is_open, strict=program.strict)
    for name in program.domain:
        changed = copy.deepcopy(module)
        arguments = function_of(changed).args
        arguments.args = [one for one in arguments.args if one.arg != name]
        domain = {key: text for key, text in program.domain.items() if key != name}
        if domain:
            yield Program(ast.unparse(changed) + "\n", domain, is_open=program.is_open, strict=program.strict)


_Edit = Callable[[ast.Module], None]


def _blocks(module: ast.Module) -> list[list[ast.stmt]]:
    """All lists of statements, in an order that a copy of the tree has too; those of the function under test first."""
    found = []
    function = function_of(module)
    others = [one for one in module.body if one is not function]
    for node in (*ast.walk(function), *(node for one in others for node in ast.walk(one))):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block:
                found.append(block)
    return found


def _statement_edits(module: ast.Module) -> Iterator[_Edit]:
    for number, block in enumerate(_blocks(module)):
        for place in range(len(block)):
            yield lambda tree, n=number, p=place: _remove(_blocks(tree)[n], p)
            for part in range(3):
                yield lambda tree, n=number, p=place, part=part: _unwrap(_blocks(tree)[n], p, part)
    nodes = list(ast.walk(module))
    for number, node in enumerate(nodes):
        for name in ("orelse", "finalbody", "handlers", "cases"):
            for place in range(len(getattr(node, name, None) or ()) if not isinstance(node, ast.IfExp) else 0):
                yield lambda tree, n=number, a=name, p=place: getattr(list(ast.walk(tree))[n], a).pop(p)


def _remove(block: list[ast.stmt], place: int) -> None:
    if isinstance(block[place], ast.Expr) and isinstance(getattr(block[place], "value", None), ast.Constant):
        raise ValueError("a docstring")
    del block[place]
    if not block:
        block.append(ast.Pass())


def _unwrap(block: list[ast.stmt], place: int, part: int) -> None:
    """A statement by the block in it."""
    statement = block[place]
    if isinstance(statement, ast.FunctionDef):
        raise ValueError("a function")
    parts = [getattr(statement, name, None) for name in ("body", "orelse", "finalbody")]
    if isinstance(statement, ast.Match):
        parts = [case.body for case in statement.cases]
    inner = parts[part]
    if not inner:
        raise ValueError("nothing in it")
    block[place : place + 1] = inner


def _contract_edits(module: ast.Module) -> Iterator[_Edit]:
    text = ast.get_docstring(function_of(module)) or ""
    for number in range(len(text.splitlines())):
        yield lambda tree, n=number: _without_clause(tree, n)


def _without_clause(module: ast.Module, number: int) -> None:
    function = function_of(module)
    lines = (ast.get_docstring(function) or "").splitlines()
    if lines[number].startswith(":assume:"):
        raise ValueError("it makes the domain finite")
    del lines[number]
    if lines:
        function.body[0] = ast.Expr(ast.Constant("\n    " + "\n    ".join(lines) + "\n    "))
    else:
        del function.body[0]


_FIELDS = (
    "value",
    "left",
    "right",
    "operand",
    "test",
    "body",
    "orelse",
    "func",
    "elt",
    "key",
    "iter",
    "args",
    "values",
    "elts",
    "keys",
    "comparators",
)


def _expression_edits(module: ast.Module) -> Iterator[_Edit]:
    """An expression by one in it, or by a plain value."""
    nodes = list(ast.walk(module))
    for number, node in enumerate(nodes):
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                yield from _replacements(number, name, None, value)
            elif isinstance(value, list):
                for place, one in enumerate(value):
                    if isinstance(one, ast.expr):
                        yield from _replacements(number, name, place, one)
                        yield lambda tree, n=number, a=name, p=place: getattr(list(ast.walk(tree))[n], a).pop(p)


def _replacements(number: int, name: str, place: int | None, value: ast.expr) -> Iterator[_Edit]:
    parts = [getattr(value, field, None) for field in _FIELDS]
    inner = [one for part in parts for one in (part if isinstance(part, list) else [part]) if isinstance(one, ast.expr)]
    plain = (
        [] if isinstance(value, ast.Constant | ast.Name) else [ast.Constant(0), ast.Constant(True), ast.Constant("")]
    )
    for other in (*inner, *plain):
        yield lambda tree, other=other: _replace(list(ast.walk(tree))[number], name, place, copy.deepcopy(other))


def _replace(node: ast.AST, name: str, place: int | None, value: ast.expr) -> None:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        raise ValueError("a docstring")
    if place is None:
        setattr(node, name, value)
    else:
        getattr(node, name)[place] = value
