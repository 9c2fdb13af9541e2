"""Programs without what they do not need."""

from __future__ import annotations

import ast
import re

from tests.fuzz.programs import FUNCTION


def tidied(source: str) -> str:
    """Without the parentheses that are not needed, nor definitions that nobody uses."""
    return ast.unparse(without_unused(ast.parse(source))) + "\n"


def without_unused(module: ast.Module) -> ast.Module:
    """Without the definitions of the module that neither the function nor another definition uses."""
    while True:
        words = [_words(one) for one in module.body]
        kept = [
            one
            for place, one in enumerate(module.body)
            if _defined(one) & {word for other, found in enumerate(words) if other != place for word in found}
            | ({FUNCTION} & _defined(one))
        ]
        if len(kept) == len(module.body):
            return module
        module = ast.Module(kept, [])


def _words(statement: ast.stmt) -> set[str]:
    """All names in it, those in texts (annotations, contracts) included."""
    found = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.update(re.findall(r"\w+", node.value))
    return found


def _defined(statement: ast.stmt) -> set[str]:
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return {statement.name}
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return {alias.asname or alias.name for alias in statement.names}
    return {one.id for one in ast.walk(statement) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
