"""Whether the contract of a function can be asked at all, for those who would call it but need not."""

from __future__ import annotations

import functools
from typing import Any

from pef.contracts.binding import BoundContract
from pef.contracts.expressions import World
from pef.contracts.libraries import bare, contract_of
from pef.errors import BadContractError
from pef.looks import attribute_of, unwrapped


def require_sound_contract(function: Any) -> None:
    """Raises a `BadContractError` where something is wrong with it."""
    problem = _problem(function)
    if problem is not None:
        raise problem


@functools.lru_cache(maxsize=1024)
def _problem(function: Any) -> BadContractError | None:
    code = attribute_of(unwrapped(function), "__code__", None)
    if code is None:
        return None
    try:
        BoundContract(contract_of(function, code.co_filename), bare(function), World.PLAIN)
    except BadContractError as error:
        return error
    return None
