"""One value for all the settings of a command: arguments first, then `[tool.pef]`, then the command's defaults."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from pef.confinement.permissions import Permissions, parse_permissions
from pef.errors import RequestError, did_you_mean
from pef.options import Options, Strategy, strategy_named
from pef.project.config import load_defaults
from pef.protocol.finding_codes import CODES
from pef.startup.records import Record

_BASELINE = ".pef-baseline.json"


class Settings(Record):
    """What the user wants done and how it is to be shown."""

    options: Options
    format: str
    output: Path | None
    quiet: bool
    verbose: bool
    permissions: Permissions


class CheckSettings(Record):
    """The same for `check`, and which functions are wanted."""

    common: Settings
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    private: bool
    hang_after: float
    """Seconds after which a call that has not returned counts as a hang."""
    ignore: frozenset[str]
    """Codes that are not reported."""
    baseline: Path | None
    write_baseline: bool
    allow_empty: bool
    cache: bool
    since: str | None
    is_selective: bool
    """Whether some functions of a file may be left out."""


def settle(arguments: argparse.Namespace, configured_from: Path) -> Settings:
    """The settings for a target in the folder `configured_from`."""
    return _common(arguments, load_defaults(configured_from), Options())


def settle_check(arguments: argparse.Namespace, configured_from: Path) -> CheckSettings:
    """The settings of `check` for targets in the folder `configured_from`."""
    configured = load_defaults(configured_from)
    defaults = Options(depth=60, time=60, strategy=Strategy.COVERAGE, workers=_cores())
    hang_after = arguments.hang_after or configured.get("hang-after", 5.0)
    if not 0 < hang_after < float("inf"):
        raise RequestError(f"hang-after must be more than 0 seconds, not {hang_after}")
    return CheckSettings(
        common=_common(arguments, configured, defaults),
        include=(*configured.get("include", []), *(arguments.include or [])),
        exclude=(*configured.get("exclude", []), *(arguments.exclude or [])),
        private=bool(arguments.private or configured.get("private", False)),
        hang_after=hang_after,
        ignore=_codes((*configured.get("ignore", []), *(arguments.ignore or []))),
        baseline=_baseline(arguments, configured),
        write_baseline=bool(arguments.write_baseline),
        allow_empty=bool(arguments.allow_empty),
        cache=configured.get("cache", True) if arguments.cache is None else arguments.cache,
        since=arguments.since,
        is_selective=bool(arguments.since or arguments.include or arguments.exclude),
    )


def _codes(given: tuple[str, ...]) -> frozenset[str]:
    codes = [code.strip() for text in given for code in text.split(",") if code.strip()]
    for code in codes:
        if code not in CODES:
            raise RequestError(f"ignore: there is no code {code!r}{did_you_mean(code, CODES)}")
    return frozenset(codes)


def _baseline(arguments: argparse.Namespace, configured: dict[str, Any]) -> Path | None:
    name = arguments.baseline or configured.get("baseline")
    if name is None:
        return Path(_BASELINE) if arguments.write_baseline else None
    return Path(name)


def _cores() -> int:
    """As many workers as there are cores for this process."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _names(lists: list[str]) -> list[str]:
    """Names given one by one or separated by commas."""
    return [name.strip() for one in lists for name in one.split(",") if name.strip()]


def _common(arguments: argparse.Namespace, configured: dict[str, Any], defaults: Options) -> Settings:
    def chosen(name: str, default: Any) -> Any:
        given = getattr(arguments, name)
        return configured.get(name, default) if given is None else given

    options = Options(
        depth=chosen("depth", defaults.depth),
        paths=chosen("paths", defaults.paths),
        time=chosen("time", defaults.time),
        strategy=strategy_named(chosen("strategy", defaults.strategy.value)),
        types=chosen("types", defaults.types),
        globals=chosen("globals", defaults.globals),
        calls=chosen("calls", defaults.calls),
        # Assumptions add up: the project's hold for every target, the user's for this one.
        assume=(*configured.get("assume", []), *(arguments.assume or [])),
        follow=(*configured.get("follow", []), *_names(arguments.follow or [])),
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
        permissions=parse_permissions([*configured.get("allow", []), *(arguments.allow or [])]),
    )
