"""What the definitions of a module can reach in it: its statements by the names they bind, and the names they use.

It is read from the text alone, and errs on the side of more: a name in a string counts, and a statement that may do
anything is reached by everybody.
"""

from __future__ import annotations

import ast


class ModuleSource:
    """One module: its statements by the names they bind, and the names they use."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.modules: set[str] = set()
        self.untyped: set[str] = set()
        """Functions with parameters of no declared type."""
        self._bound: dict[str, list[int]] = {}
        self._always: list[int] = []
        self._statements: list[tuple[str, set[str], set[str]]] = []
        self._values: list[range] = []
        """The lines of each statement that is no definition; none of one that is."""
        lines = text.splitlines(keepends=True)
        for index, node in enumerate(ast.parse(text).body):
            names = _names_bound(node)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _leaves_open(node.args):
                self.untyped.add(node.name)
            first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
            segment = "".join(lines[first - 1 : node.end_lineno])
            self._values.append(range(0) if _is_definition(node) else range(first, (node.end_lineno or first) + 1))
            imported = _modules_in(node)
            self.modules |= imported
            self._statements.append((f"{first}:{segment}", _names_used(node), imported))
            if names is None:
                self._always.append(index)
            for name in names or ():
                self._bound.setdefault(name, []).append(index)

    def closure(self, name: str) -> tuple[set[str], set[str]]:
        """Texts and imported modules of all statements that the definition of `name` can reach."""
        taken = self._reached(name)
        modules = {module for index in taken for module in self._statements[index][2]}
        return {self._statements[index][0] for index in taken}, modules

    def lines_of_values(self, name: str) -> list[range]:
        """The lines of the statements that make the values `name` can reach, definitions left out."""
        return [self._values[index] for index in self._reached(name) if self._values[index]]

    def _reached(self, name: str) -> set[int]:
        taken: set[int] = set()
        waiting = [*self._bound.get(name, []), *self._always]
        while waiting:
            index = waiting.pop()
            if index in taken:
                continue
            taken.add(index)
            for used in self._statements[index][1]:
                waiting += self._bound.get(used, [])
        return taken


def _leaves_open(arguments: ast.arguments) -> bool:
    every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg)
    return any(argument is not None and argument.annotation is None for argument in every)


def _names_bound(node: ast.stmt) -> set[str] | None:
    """The names a statement binds and does nothing else with; `None` for one that may do anything."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return {node.name}
        case ast.Import() | ast.ImportFrom():
            names = {(alias.asname or alias.name.partition(".")[0]) for alias in node.names}
            return None if "*" in names else names
        case ast.Assign() if all(isinstance(target, ast.Name) for target in node.targets):
            return {target.id for target in node.targets if isinstance(target, ast.Name)}
        case ast.AnnAssign() if isinstance(node.target, ast.Name):
            return {node.target.id}
    return None


def _names_used(node: ast.AST) -> set[str]:
    used: set[str] = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            used.add(inner.id)
        elif isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            # Annotations, `:types:` and `getattr` name things in text.
            used.update(_words(inner.value))
    return used


def _words(text: str) -> set[str]:
    return set("".join(c if c.isidentifier() or c.isdigit() else " " for c in text).split())


def _modules_in(node: ast.AST) -> set[str]:
    """Modules that a statement imports, as written; relative ones with their dots."""
    found: set[str] = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.Import):
            found.update(alias.name for alias in inner.names)
        elif isinstance(inner, ast.ImportFrom):
            base = "." * inner.level + (inner.module or "")
            found.add(base)
            found.update(f"{base}{'' if base.endswith('.') else '.'}{alias.name}" for alias in inner.names)
    return found


def _is_definition(node: ast.stmt) -> bool:
    """Whether a statement makes no value: it defines something, or runs only where the module is a program."""
    if isinstance(node, ast.If) and isinstance(node.test, ast.Compare):
        return isinstance(node.test.left, ast.Name) and node.test.left.id == "__name__"
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
