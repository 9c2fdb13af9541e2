"""From an entry of the manifest to a module that PEF can check: its set-up, and one function with the stated types.

The function makes the call of the entry with its arguments as parameters. Which argument is which parameter is read
from the call: the first literal whose type fits, in order; a list that fits nowhere stands for all positional arguments
behind the others. What the failing input is, is never used.
"""

from __future__ import annotations

import ast
from typing import Any

FUNCTION = "subject"

_FITS: dict[str, tuple[type, ...]] = {
    "str": (str,),
    "bytes": (bytes,),
    "int": (int,),
    "bool": (bool,),
    "float": (float, int),
    "list": (list, tuple),
    "tuple": (tuple,),
    "dict": (dict,),
    "None": (type(None),),
}


def subject_source(entry: dict[str, Any]) -> str:
    """The text of the module for one entry."""
    call = ast.parse(entry["passing_call"], mode="eval")
    parameters = dict(entry["arg_types"])
    wanted = list(parameters.items())
    replacer = _Replacer(wanted)
    if isinstance(call.body, ast.Compare) and wanted[-1][1] == "object":
        # The other operand, whatever it is in the call that passes.
        call.body.comparators[-1] = ast.Name(wanted[-1][0], ast.Load())
        replacer.used.add(wanted[-1][0])
    changed = replacer.visit(call)
    for name, annotation in wanted:
        if name not in replacer.used and annotation.startswith(("list", "tuple")):
            _spread(changed.body, name, replacer.used)
    body = ast.unparse(ast.fix_missing_locations(changed))
    signature = ", ".join(f'{name}: "{parameters[name]}"' for name in parameters if name in replacer.used)
    shim = entry["shim"] or ""
    return f"{shim}\n{entry['setup']}\n\n\ndef {FUNCTION}({signature}):\n    return {body}\n"


class _Replacer(ast.NodeTransformer):
    """Puts parameters in the place of literals."""

    def __init__(self, wanted: list[tuple[str, str]]) -> None:
        self._wanted = wanted
        self.used: set[str] = set()

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.expr):
            known, value = _literal(node)
            if known:
                for name, annotation in self._wanted:
                    if name not in self.used and _fits(value, annotation):
                        self.used.add(name)
                        return ast.copy_location(ast.Name(name, ast.Load()), node)
                # An argument may stand inside another: `tabulate([[cell]])`.
        return super().visit(node)


def _literal(node: ast.expr) -> tuple[bool, Any]:
    try:
        return True, ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        pass
    if isinstance(node, ast.BinOp) and all(_literal(side)[0] for side in (node.left, node.right)):
        return True, eval(compile(ast.Expression(node), "<call>", "eval"), {})
    return False, None


def _spread(call: ast.expr, name: str, used: set[str]) -> None:
    """Puts `*name` in the place of the last positional arguments that are literals."""
    if not isinstance(call, ast.Call):
        return
    while call.args and _literal(call.args[-1])[0]:
        call.args.pop()
    call.args.append(ast.Starred(ast.Name(name, ast.Load()), ast.Load()))
    used.add(name)


def _fits(value: Any, annotation: str) -> bool:
    for part in annotation.split("|"):
        kind, _, inner = part.strip().partition("[")
        if kind == "object":
            return True
        if not isinstance(value, _FITS.get(kind, ())) or (kind == "int" and type(value) is bool):
            continue
        element = inner.rstrip("]").partition("[")[0]
        if kind != "list" or element not in _FITS or all(_fits(one, element) for one in value):
            return True
    return False
