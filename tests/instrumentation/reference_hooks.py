"""The meaning of every hook when nothing is symbolic, without the engine.

Each hook is a function written in C wherever the standard library has one, so that the call adds no Python frame and
code that looks at frames (`sys._getframe`, tracebacks, recursion limits) sees what it saw before. The exceptions are
`in`, `not in`, choices, displays and the two hooks of f-strings, for which there is no C function with this order of arguments.

`install()` puts them into `builtins`; `install("pef._engine")` takes the hooks from a module instead, so that the
same tests run on the real ones.
"""

import builtins
import functools
import importlib
import operator

NAMES = (
    "__pef_sub__",
    "__pef_slice__",
    "__pef_store__",
    "__pef_callee__",
    "__pef_in__",
    "__pef_not_in__",
    "__pef_is__",
    "__pef_is_not__",
    "__pef_container__",
    "__pef_settle__",
    "__pef_not__",
    "__pef_branch__",
    "__pef_choose__",
    "__pef_loop__",
    "__pef_match__",
    "__pef_mod__",
    "__pef_imod__",
    "__pef_fstring__",
    "__pef_format__",
    "__pef_dict__",
    "__pef_dict_parts__",
    "__pef_dict_of__",
    "__pef_set__",
    "__pef_set_parts__",
    "__pef_set_of__",
    "__pef_given__",
)

# `{}.get(key, value)` is `value`: a function of two arguments in C that gives back its second.
_second = {}.get
_itself = functools.partial(_second, None)


def _contains(item, container):
    return item in container


def _choose(_number, one, condition, two):
    return one if condition else two


def _lacks(item, container):
    return item not in container


_CONVERSIONS = {-1: _itself, ord("s"): str, ord("r"): repr, ord("a"): ascii}


def _format(value, conversion, specification=""):
    return format(_CONVERSIONS[conversion](value), specification)


def _join(*parts):
    # A single field is given back as it is: `f"{x}"` is what `x.__format__` returned, of whatever subtype of `str`.
    return parts[0] if len(parts) == 1 else "".join(parts)


class _Parts:
    """A dictionary or set that is being built, part by part."""

    def __init__(self, container):
        self.container = container

    def add(self, *parts):
        if isinstance(self.container, set):
            self.container.update(parts)
        else:
            self.container.update(zip(parts[::2], parts[1::2], strict=True))
        return self

    def merge(self, other):
        if isinstance(self.container, set):
            self.container.update(other)
        else:
            # The interpreter's own words for what is no mapping.
            self.container.update({**other})
        return self

    def end(self):
        return self.container


def _dictionary(*parts):
    return _Parts({}).add(*parts).end()


def _dictionary_parts(*parts):
    return _Parts({}).add(*parts)


def _set(*elements):
    return set(elements)


def _set_parts(*elements):
    return _Parts(set(elements))


HOOKS = {
    "__pef_sub__": operator.getitem,
    "__pef_slice__": slice,
    "__pef_store__": _itself,
    "__pef_callee__": _itself,
    "__pef_in__": _contains,
    "__pef_not_in__": _lacks,
    "__pef_is__": operator.is_,
    "__pef_is_not__": operator.is_not,
    "__pef_container__": _itself,
    "__pef_settle__": _itself,
    "__pef_not__": operator.not_,
    "__pef_branch__": _second,
    "__pef_choose__": _choose,
    "__pef_loop__": _second,
    "__pef_match__": _itself,
    "__pef_given__": _itself,
    "__pef_mod__": operator.mod,
    "__pef_imod__": operator.imod,
    "__pef_fstring__": _join,
    "__pef_format__": _format,
    "__pef_dict__": _dictionary,
    "__pef_dict_parts__": _dictionary_parts,
    "__pef_dict_of__": dict,
    "__pef_set__": _set,
    "__pef_set_parts__": _set_parts,
    "__pef_set_of__": set,
}


def install(module=None):
    """Puts the hooks into `builtins`: the reference, or those of the named module."""
    source = HOOKS if module is None else vars(importlib.import_module(module))
    for name in NAMES:
        setattr(builtins, name, source[name])
