"""Explores a function and gives its paths and the report; every path must have been reproduced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pef
from pef.exploration.exploration import Exploration


def explore(function: Callable[..., Any], **options: Any) -> tuple[list[pef.Path], pef.Report]:
    exploration = Exploration(function, pef.Options(**{"time": 60, **options}))
    paths = list(exploration)
    for path in paths:
        assert path.reproduced, path
    return paths, exploration.report()


def violations(paths: list[pef.Path]) -> list[pef.Path]:
    return [path for path in paths if path.contract is pef.ContractStatus.VIOLATED]
