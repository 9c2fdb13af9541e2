"""Which argument of a call goes to which parameter.

`inspect.Signature.bind` looks up the names of positional-only parameters among those of the arguments, and before
CPython 3.13 refuses a call that passes such a name to `**kwargs`. Names may be symbolic here, and only those of
parameters that can be passed by name are known to differ from them.
"""

from __future__ import annotations

import inspect
from typing import Any

from pef import _engine


def bind(signature: inspect.Signature, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """The arguments by parameter, defaults included; a `TypeError` where the call does not fit."""
    bound: dict[str, Any] = {}
    position = 0
    named: list[str] = []
    collects = None
    for name, parameter in signature.parameters.items():
        if parameter.kind is parameter.VAR_POSITIONAL:
            bound[name], position = args[position:], len(args)
            continue
        if parameter.kind is parameter.VAR_KEYWORD:
            collects = name
            continue
        if parameter.kind is not parameter.KEYWORD_ONLY and position < len(args):
            bound[name] = args[position]
            position += 1
        elif parameter.kind is not parameter.POSITIONAL_ONLY and name in kwargs:
            bound[name] = kwargs[name]
            named.append(name)
        elif parameter.default is not parameter.empty:
            bound[name] = parameter.default
        else:
            # Let it say what is missing.
            signature.bind(*args, **kwargs)
    if collects is not None:
        rest = dict(kwargs)
        for name in named:
            del rest[name]
        # Names may be symbolic, and this is what clauses look them up in.
        _engine.settle_keys(rest)
        bound[collects] = rest
    elif len(named) != len(kwargs):
        signature.bind(*args, **kwargs)
    if position < len(args):
        signature.bind(*args, **kwargs)
    return bound
