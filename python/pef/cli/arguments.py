"""Reads the arguments: one table of options that mean the same for every command, and one entry for each command.

Invariant: whatever is wrong with the arguments is a `RequestError` of one line. A command or an option is listed here
when it works, not before.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import NoReturn

from pef.errors import ExitStatus, RequestError, did_you_mean
from pef.startup.records import Record
from pef.supervision.process import Worker

_DESCRIPTION = "Python Error Finder: follows every path of a function and shows the call that breaks it."

_EPILOG = """\
examples:
  pef check src/                          errors in all functions of a folder
  pef check shop.py:cheapest              errors in one function
  pef explore bank.py:withdraw            every path of one function, with an input for each
  pef explore shop.cart:Cart.total        the same, by module name
  pef certify proof.json                  whether a certificate of `verified` holds
  pef explore --help                      all options of a command

exit status: 0 nothing found, 1 something found, 2 the request cannot be carried out,
             3 a defect of PEF, 5 nothing there to check, 130 interrupted
"""

_EXPLORE_DESCRIPTION = """\
Runs one function on symbolic inputs and follows every path: for each, an input that takes it, what came out when the
plain function was called with that input, and the condition under which any input does the same.
"""

_EXPLORE_EPILOG = """\
TARGET is path/to/file.py:function, path/to/file.py:Class.method, or the same with a dotted module name.
Parameter types come from --types, from :types: in the docstring, or from annotations.

examples:
  pef explore bank.py:withdraw
  pef explore bank.py:withdraw --types "balance: int, amount: int" --assume "amount > 0"
  pef explore loops.py:search --depth 50 --time 20
  pef explore bank.py:withdraw --format json --output paths.json
  pef explore bank.py:withdraw --certificate proof.json && pef certify proof.json

The last line says what was established: verified (every path was explored and nothing approximated), refuted (an
error was reproduced), bounded (no error within the bounds named), unknown (says what could not be decided).
Defaults can be set in [tool.pef] of pyproject.toml.
"""


_CHECK_DESCRIPTION = """\
Finds functions by parsing, runs each on symbolic inputs in worker processes, and reports every error that the plain
function was seen to make, with the smallest call found that shows it.
"""

_CHECK_EPILOG = """\
PATH is a file, a folder, a module or package by its dotted name, or one function as path/to/file.py:function.
Tests (test_*.py, *_test.py, conftest.py) and private functions are left out unless named or asked for.

in the code:
  # pef: skip             on a definition: do not check it; before the first statement: nor the whole file
  # pef: ignore[index]    on a line: no findings with this code there

examples:
  pef check src/ --time 120
  pef check shop.py:cheapest --types "items: list[int]"
  pef check shop.cart --exclude 'shop/vendor/*' --format json --output findings.json

Defaults can be set in [tool.pef] of pyproject.toml.
"""


_CERTIFY_DESCRIPTION = """\
Checks a certificate that `pef explore TARGET --certificate FILE` wrote for a function that is verified, without the
explorer: that the tree of decisions leaves no side out, that no input takes a side said to be impossible (asked of a
solver from the text in the certificate), that the plain function does what is recorded for each path, and that
other inputs of a path take the same lines to the same kind of end.
"""

_CERTIFY_EPILOG = """\
Run it where the certificate was made: the sources are looked for there, and have to be what they were.
cvc5 is used where it is installed (pip install cvc5), which PEF itself does not use; otherwise Z3.

examples:
  pef explore bank.py:withdraw --certificate proof.json
  pef certify proof.json
  pef certify proof.json --solver both --format json

exit status: 0 it holds, 1 it does not or something was left unanswered, 2 the file is no certificate
"""


CommandFunction = Callable[[argparse.Namespace, Worker | None], ExitStatus]


class Command(Record):
    """A command and its arguments, ready to run."""

    function: CommandFunction
    arguments: argparse.Namespace

    def run(self, worker: Worker | None) -> ExitStatus:
        """Carry it out, with a worker that may have been started in advance."""
        return self.function(self.arguments, worker)


class _Parser(argparse.ArgumentParser):
    """An argument parser that raises instead of ending the process."""

    def error(self, message: str) -> NoReturn:
        raise RequestError(f"{message}; see {self.prog} --help")

    def option_names(self) -> list[str]:
        return [name for name in self._option_string_actions if name.startswith("--")]


def parse(arguments: list[str]) -> Command:
    """The command that `arguments` ask for."""
    parser, commands = _build()
    known, unknown = parser.parse_known_args(arguments)
    command: str | None = known.command
    if unknown:
        raise RequestError(_unknown_text(unknown, commands.get(command or "", parser)))
    if command is None:
        raise RequestError("name a command, as in pef explore bank.py:withdraw; see pef --help")
    return Command(_FUNCTIONS[command], known)


def _build() -> tuple[_Parser, dict[str, _Parser]]:
    formatter = argparse.RawDescriptionHelpFormatter
    parser = _Parser(
        prog="pef", description=_DESCRIPTION, epilog=_EPILOG, formatter_class=formatter, allow_abbrev=False
    )
    parser.add_argument("--version", action=_VersionAction)
    # With a `prog` of its own, or it would be found by formatting a help text, which takes longer than all the rest.
    choices = parser.add_subparsers(
        prog="pef", dest="command", metavar="COMMAND", title="commands", parser_class=_Parser
    )
    explore = choices.add_parser(
        "explore",
        help="all paths of one function: an input, what came out, and the condition of each",
        description=_EXPLORE_DESCRIPTION,
        epilog=_EXPLORE_EPILOG,
        formatter_class=formatter,
        allow_abbrev=False,
    )
    explore.add_argument("target", metavar="TARGET", help="the function to explore")
    _add_common_options(explore, _EXPLORE_DEFAULTS)
    explore.add_argument(
        "--certificate",
        metavar="FILE",
        help="where the verdict is verified, write to FILE why, for pef certify to check; explores in one worker",
    )
    check = choices.add_parser(
        "check",
        help="errors in files, folders, modules or single functions",
        description=_CHECK_DESCRIPTION,
        epilog=_CHECK_EPILOG,
        formatter_class=formatter,
        allow_abbrev=False,
    )
    check.add_argument("paths_to_check", metavar="PATH", nargs="+", help="what to check")
    _add_selection_options(check)
    _add_common_options(check, _CHECK_DEFAULTS)
    certify = choices.add_parser(
        "certify",
        help="checks a certificate of verified independently",
        description=_CERTIFY_DESCRIPTION,
        epilog=_CERTIFY_EPILOG,
        formatter_class=formatter,
        allow_abbrev=False,
    )
    _add_certify_options(certify)
    return parser, {"explore": explore, "check": check, "certify": certify}


def _add_certify_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("certificate", metavar="FILE", help="the certificate to check")
    parser.add_argument("--solver", metavar="NAME", help="cvc5, z3 or both (default: cvc5 where it is installed)")
    parser.add_argument("--time", metavar="SECONDS", type=_seconds, help="wall clock at most (default: no limit)")
    parser.add_argument("--format", metavar="NAME", help="text or json (default text)")
    parser.add_argument("--output", metavar="FILE", help="write the results to FILE instead of standard output")
    parser.add_argument("--quiet", action="store_true", default=None, help="no progress")
    parser.add_argument(
        "--allow",
        metavar="WHAT",
        action="append",
        help="what the code may do when it is run: read=PATH, write=PATH, net, exec",
    )
    parser.add_argument(
        "--no-sandbox",
        dest="sandbox",
        action="store_false",
        default=None,
        help="do not confine the code when it is run",
    )


class _Defaults(Record):
    """What the help says of a command's defaults."""

    depth: str
    time: str
    strategy: str
    workers: str
    formats: str


_EXPLORE_DEFAULTS = _Defaults("10", "no limit", "dfs", "1", "text or json (default text)")
_CHECK_DEFAULTS = _Defaults(
    "60", "60", "coverage", "one for each core", "text, json, sarif, github or junit (default text)"
)


def _add_selection_options(parser: argparse.ArgumentParser) -> None:
    selection = parser.add_argument_group("selection")
    selection.add_argument(
        "--include", metavar="GLOB", action="append", help="only these files or functions; can be repeated"
    )
    selection.add_argument(
        "--exclude", metavar="GLOB", action="append", help="not these files or functions; can be repeated"
    )
    selection.add_argument("--private", action="store_true", default=None, help="also names that begin with _")
    selection.add_argument(
        "--allow-empty", action="store_true", default=None, help="end with status 0 where there is nothing to check"
    )
    selection.add_argument("--since", metavar="REV", help="only functions that differ from this revision of git")
    accepting = parser.add_argument_group("accepted findings and kept results")
    accepting.add_argument(
        "--ignore", metavar="CODE", action="append", help="do not report findings of this code; can be repeated"
    )
    accepting.add_argument("--baseline", metavar="FILE", help="do not report the findings listed in FILE")
    accepting.add_argument(
        "--write-baseline",
        action="store_true",
        default=None,
        help="list all findings in the baseline (default .pef-baseline.json) and accept them",
    )
    accepting.add_argument(
        "--no-cache",
        dest="cache",
        action="store_false",
        default=None,
        help="neither use nor keep results in .pef-cache/",
    )
    selection.add_argument(
        "--hang-after", metavar="SECONDS", type=_seconds, help="a call that runs for so long is a hang (default 5)"
    )


def _add_common_options(parser: argparse.ArgumentParser, defaults: _Defaults) -> None:
    # No defaults here: `None` means "not given", and then [tool.pef] and after it the command's own default decide.
    bounds = parser.add_argument_group("bounds")
    bounds.add_argument(
        "--depth",
        "-d",
        metavar="N",
        type=_whole("--depth"),
        help=f"free decisions on a path (default {defaults.depth})",
    )
    bounds.add_argument("--paths", metavar="N", type=_whole("--paths"), help="stop after so many paths")
    bounds.add_argument(
        "--time",
        metavar="SECONDS",
        type=_seconds,
        help=f"wall clock for the whole command (default: {defaults.time})",
    )
    search = parser.add_argument_group("search")
    search.add_argument("--strategy", metavar="NAME", help=f"dfs, coverage or random (default {defaults.strategy})")
    search.add_argument("--types", metavar="TYPES", help='types of parameters, as in "x: int, y: bool"')
    search.add_argument(
        "--globals", metavar="TYPES", help='globals that are inputs too, as in "counter: int, Pool.size: int"'
    )
    search.add_argument(
        "--calls",
        metavar="N",
        type=_whole("--calls"),
        help="methods called on objects before the target is (default: 2 for a method's own object, 0 for others)",
    )
    search.add_argument(
        "--assume", metavar="EXPR", action="append", help="explore only inputs for which EXPR holds; can be repeated"
    )
    search.add_argument(
        "--follow",
        metavar="MODULE",
        action="append",
        help="explore this module or package too, though it is not part of the project; can be repeated",
    )
    search.add_argument(
        "--strict",
        action="store_true",
        default=None,
        help="exceptions that the code raises on purpose, or documents, are errors too",
    )
    search.add_argument("--seed", metavar="N", type=_whole("--seed"), help="seed of random choices (default 0)")
    search.add_argument(
        "--workers",
        metavar="N",
        type=_whole("--workers"),
        help=f"worker processes at most (default: {defaults.workers})",
    )
    output = parser.add_argument_group("output")
    output.add_argument("--format", metavar="NAME", help=defaults.formats)
    output.add_argument("--output", metavar="FILE", help="write the results to FILE instead of standard output")
    output.add_argument("--quiet", action="store_true", default=None, help="only the closing line")
    output.add_argument(
        "--verbose", action="store_true", default=None, help="also pruned paths, every reason, and what the code prints"
    )
    running = parser.add_argument_group("running")
    running.add_argument(
        "--allow",
        metavar="WHAT",
        action="append",
        help="what the code under test may do: read=PATH, write=PATH, net, exec; can be repeated",
    )
    running.add_argument(
        "--no-sandbox",
        dest="sandbox",
        action="store_false",
        default=None,
        help="do not confine the code under test",
    )


class _VersionAction(argparse.Action):
    """Prints the version; its own class so that the version is looked up only when asked for."""

    def __init__(self, option_strings: list[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help="show the version and exit")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from pef.cli.version import version_text

        sys.stdout.write(f"{version_text()}\n")
        parser.exit()


def _whole(option: str) -> Callable[[str], int]:
    def convert(text: str) -> int:
        try:
            return int(text)
        except ValueError:
            raise RequestError(f"{option} must be a whole number, not {text[:40]!r}") from None

    return convert


def _seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise RequestError(f"--time must be a number of seconds, not {text[:40]!r}") from None


def _unknown_text(unknown: list[str], parser: _Parser) -> str:
    name = unknown[0]
    if not name.startswith("-"):
        return f"unexpected argument {name!r}; see {parser.prog} --help"
    close = did_you_mean(name.partition("=")[0], parser.option_names())
    return f"unknown option {name}{close or f'; see {parser.prog} --help'}"


def _explore(arguments: argparse.Namespace, worker: Worker | None) -> ExitStatus:
    from pef.cli.explore import explore

    return explore(arguments, worker)


def _check(arguments: argparse.Namespace, worker: Worker | None) -> ExitStatus:
    from pef.cli.check import check

    return check(arguments, worker)


def _certify(arguments: argparse.Namespace, worker: Worker | None) -> ExitStatus:
    from pef.cli.certify import certify

    return certify(arguments, worker)


_FUNCTIONS: dict[str, CommandFunction] = {"explore": _explore, "check": _check, "certify": _certify}
