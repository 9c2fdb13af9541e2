"""One value for all the settings of a command: arguments first, then `[tool.pef]`, then the command's defaults."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pef.config import load_defaults
from pef.options import Options, strategy_named


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user wants done and how it is to be shown."""

    options: Options
    format: str
    output: Path | None
    quiet: bool
    verbose: bool


def settle(arguments: argparse.Namespace, configured_from: Path) -> Settings:
    """The settings for a target in the folder `configured_from`."""
    configured = load_defaults(configured_from)

    def chosen(name: str, default: Any) -> Any:
        given = getattr(arguments, name)
        return configured.get(name, default) if given is None else given

    defaults = Options()
    options = Options(
        depth=chosen("depth", defaults.depth),
        paths=chosen("paths", defaults.paths),
        time=chosen("time", defaults.time),
        strategy=strategy_named(chosen("strategy", defaults.strategy.value)),
        types=chosen("types", defaults.types),
        # Assumptions add up: the project's hold for every target, the user's for this one.
        assume=(*configured.get("assume", []), *(arguments.assume or [])),
        strict=chosen("strict", defaults.strict),
        seed=chosen("seed", defaults.seed),
        workers=chosen("workers", defaults.workers),
        sandbox=chosen("sandbox", defaults.sandbox),
    )
    return Settings(
        options=options,
        format=chosen("format", "text"),
        output=Path(arguments.output) if arguments.output is not None else None,
        quiet=chosen("quiet", False),
        verbose=chosen("verbose", False),
    )
