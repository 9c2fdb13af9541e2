"""The types that docstrings say for the parameters of a constructor."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from pef.contracts.contract_data import contract_of_class
from pef.contracts.libraries import contract_of
from pef.looks import attribute_of, unwrapped


def documented_types(class_: type, function: Callable[..., Any] | None) -> dict[str, Any]:
    """By parameter: what the docstrings of the class and of the constructor say."""
    module = sys.modules.get(class_.__module__)
    declared = dict(contract_of_class(class_, attribute_of(module, "__file__", None) or "").types)
    code = attribute_of(unwrapped(function), "__code__", None) if function is not None else None
    # Constructors of C have no docstring that says types.
    if function is not None and code is not None:
        file = code.co_filename
        if file.endswith(".py"):
            declared |= {**contract_of_class(class_, file).types, **contract_of(function, file).types}
    return declared
