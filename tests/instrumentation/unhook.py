"""The inverse of the rewriting, on syntax trees: taking the hooks out must give back the original program.

This is the strongest check of the rewriting that needs no execution: `normal(parse(rewritten))` equals
`normal(parse(original))` exactly when every hook stands around just the operands it should, whatever the precedence,
the parentheses and the nesting. Both trees are brought to one form first, where the same program can be written in
two ways (an omitted slice bound and `None`, the pieces of an f-string).
"""

import ast

_COMPARISONS = {
    "__pef_in__": ast.In,
    "__pef_not_in__": ast.NotIn,
    "__pef_is__": ast.Is,
    "__pef_is_not__": ast.IsNot,
}
_TRANSPARENT = {
    "__pef_store__",
    "__pef_callee__",
    "__pef_container__",
    "__pef_settle__",
    "__pef_match__",
    "__pef_given__",
}


def _hook(node):
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.startswith("__pef_"):
        return node.func.id
    return None


class _Unhook(ast.NodeTransformer):
    def visit_Call(self, node):
        name = _hook(node)
        node = self.generic_visit(node)
        if name is None:
            return _chained(node)
        given = node.args
        if name in _TRANSPARENT:
            (only,) = given
            return only
        if name in _COMPARISONS:
            left, right = given
            return ast.Compare(left, [_COMPARISONS[name]()], [right])
        if name in ("__pef_branch__", "__pef_loop__"):
            _, condition = given
            return condition
        if name == "__pef_choose__":
            _, body, condition, otherwise = given
            return ast.IfExp(condition, body, otherwise)
        if name == "__pef_not__":
            (operand,) = given
            return ast.UnaryOp(ast.Not(), operand)
        if name == "__pef_mod__":
            left, right = given
            return ast.BinOp(left, ast.Mod(), right)
        if name == "__pef_sub__":
            value, index = given
            return ast.Subscript(value, index, ast.Load())
        if name == "__pef_slice__":
            return ast.Slice(*given)
        if name == "__pef_dict__":
            return ast.Dict(given[::2], given[1::2])
        if name == "__pef_set__":
            return ast.Set(given)
        if name == "__pef_dict_of__":
            (listed,) = given
            key, value = listed.elt.elts
            return ast.DictComp(key, value, listed.generators)
        if name == "__pef_set_of__":
            (listed,) = given
            return ast.SetComp(listed.elt, listed.generators)
        if name == "__pef_dict_parts__":
            return _parts(ast.Dict([], []), given)
        if name == "__pef_set_parts__":
            return _parts(ast.Set([]), given)
        if name == "__pef_fstring__":
            return ast.JoinedStr(given)
        if name == "__pef_format__":
            value, conversion, *specification = given
            return ast.FormattedValue(value, ast.literal_eval(conversion), _specification(specification))
        return node

    def visit_Assign(self, node):
        node = self.generic_visit(node)
        if _hook(node.value) == "__pef_imod__":
            _, value = node.value.args
            return ast.AugAssign(node.targets[0], ast.Mod(), value)
        return node


def _parts(display, given):
    """A display with more parts; marked, so that the calls that follow are known as parts of it."""
    if isinstance(display, ast.Dict):
        display.keys += given[::2]
        display.values += given[1::2]
    else:
        display.elts += given
    display.in_parts = True
    return display


def _chained(call):
    """The display that a call goes on with, or the call itself."""
    if not (isinstance(call.func, ast.Attribute) and getattr(call.func.value, "in_parts", False)):
        return call
    display = call.func.value
    if call.func.attr == "end":
        display.in_parts = False
        return display
    if call.func.attr == "add":
        return _parts(display, call.args)
    (merged,) = call.args
    if isinstance(display, ast.Dict):
        return _parts(display, [None, merged])
    return _parts(display, [ast.Starred(merged, ast.Load())])


def _specification(given):
    if not given:
        return None
    (text,) = given
    return text if isinstance(text, ast.JoinedStr) else ast.JoinedStr([text])


class _Normal(ast.NodeTransformer):
    def visit_Slice(self, node):
        node = self.generic_visit(node)
        for field in ("lower", "upper", "step"):
            bound = getattr(node, field)
            if isinstance(bound, ast.Constant) and bound.value is None:
                setattr(node, field, None)
        return node

    def visit_JoinedStr(self, node):
        node = self.generic_visit(node)
        values = []
        for value in node.values:
            values += value.values if isinstance(value, ast.JoinedStr) else [value]
        merged = []
        for value in values:
            if isinstance(value, ast.Constant) and merged and isinstance(merged[-1], ast.Constant):
                merged[-1] = ast.Constant(merged[-1].value + value.value)
            elif not (isinstance(value, ast.Constant) and value.value == ""):
                merged.append(value)
        return ast.JoinedStr(merged)

    def visit_FormattedValue(self, node):
        node = self.generic_visit(node)
        if node.format_spec is not None and not node.format_spec.values:
            node.format_spec = None
        return node

    def visit_Constant(self, node):
        return ast.Constant(node.value)


def normal(text, take_out_hooks):
    """The program as text that is equal for equal programs."""
    tree = ast.parse(text)
    if take_out_hooks:
        tree = _Unhook().visit(tree)
    return ast.dump(_Normal().visit(tree))
