"""`pef certify`: checks a certificate of `verified`, and says what was proved, tested and believed.

Exit status: 0 it holds; 1 it does not, or a claim was left unanswered; 2 the file is no certificate.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from pef.certify.checking import Check, Result
from pef.certify.reading import BrokenCertificateError, Certificate, NoCertificateError, read
from pef.certify.solving import installed, version
from pef.cli.confinement import confinement_of, warn_unconfined
from pef.cli.output import results_stream
from pef.cli.progress import Progress
from pef.cli.settings import Settings
from pef.confinement.permissions import parse_permissions
from pef.errors import ExitStatus, RequestError, choices
from pef.options import Options
from pef.protocol.jobs import RerunJob
from pef.startup.records import replace
from pef.supervision.interrupts import noticed
from pef.supervision.pool import Ending, Member, Pool
from pef.supervision.process import Worker
from pef.supervision.rerun_plan import RerunPlan
from pef.target import parse_target

_SCHEMA = "pef.certify/1"
_QUESTION_SECONDS = 10.0
_RUN_SECONDS = 300.0
_SHOWN = 10


def certify(arguments: argparse.Namespace, worker: Worker | None) -> ExitStatus:
    """Carry out the command."""
    del worker
    started = time.monotonic()
    form = arguments.format or "text"
    if form not in ("text", "json"):
        raise RequestError(f"unknown format {form!r}{choices(form, ['text', 'json'])}")
    solvers = _solvers(arguments.solver)
    output = Path(arguments.output) if arguments.output else None
    try:
        certificate = read(Path(arguments.certificate))
    except NoCertificateError as error:
        raise RequestError(str(error)) from None
    except BrokenCertificateError as error:
        certificate, result = None, Result(problems=[str(error)])
    if certificate is not None:
        result = _checked(certificate, arguments, solvers, started)
    result.seconds = round(time.monotonic() - started, 3)
    with results_stream(output) as stream:
        stream.write(
            _json(arguments, certificate, result, solvers) if form == "json" else _text(certificate, result, solvers)
        )
    return ExitStatus.NOTHING_FOUND if result.verdict == "holds" else ExitStatus.FOUND


def _solvers(wanted: str | None) -> list[str]:
    there = installed()
    names = {"z3": ["z3"], "cvc5": ["cvc5"], "both": ["cvc5", "z3"], None: there[:1]}.get(wanted)
    if names is None:
        raise RequestError(f"unknown solver {wanted!r}{choices(str(wanted), ['z3', 'cvc5', 'both'])}")
    for name in names:
        if name not in there:
            raise RequestError(f"{name} is not installed: pip install {name}, or use --solver z3")
    return names


def _checked(certificate: Certificate, arguments: argparse.Namespace, solvers: list[str], started: float) -> Result:
    deadline = None if arguments.time is None else started + arguments.time
    check = Check(certificate, solvers, _QUESTION_SECONDS, deadline)
    check.sources()
    if check.result.problems:
        # Whatever it says is about other files.
        return check.result
    permissions = parse_permissions(arguments.allow or [])
    options = Options(sandbox=arguments.sandbox is not False, time=arguments.time)
    settings = Settings(options, "text", output=None, quiet=True, verbose=False, permissions=permissions)
    with confinement_of(settings) as confinement, Progress(bool(arguments.quiet)) as progress:
        check.runs(_Reruns(certificate, confinement, deadline))
        check.claims(progress.show)
        progress.clear()
    return check.result


class _Reruns:
    """Runs calls in processes of their own: all in one, and once more where that ended in the middle of one."""

    def __init__(self, certificate: Certificate, confinement: dict[str, Any] | None, deadline: float | None) -> None:
        content = certificate.content
        self._deadline = deadline
        self._job = RerunJob(
            target=parse_target(content["target"]),
            confinement=confinement,
            variables=content["variables"],
            texts=content["texts"],
            assume=content["contract"]["assume"],
            ensure=content["contract"]["ensure"],
            files=[str(Path(source["path"]).resolve()) for source in content["sources"]],
            calls=[],
        )

    def __call__(self, calls: list[dict[str, Any]]) -> list[dict[str, Any]]:
        deadline = time.monotonic() + _RUN_SECONDS if self._deadline is None else self._deadline
        pool: Pool[Member] = Pool(deadline=deadline, verbose=False)
        plan = RerunPlan(replace(self._job, calls=calls), pool, warn_unconfined)
        with noticed() as interrupts:
            ending = pool.run(plan, interrupts)
        if ending is Ending.INTERRUPTED:
            raise KeyboardInterrupt
        plan.give_up(len(calls), ending.value)
        return plan.replies


def _json(arguments: argparse.Namespace, certificate: Certificate | None, result: Result, solvers: list[str]) -> str:
    content = certificate.content if certificate else {}
    document = {
        "schema": _SCHEMA,
        "certificate": str(arguments.certificate),
        "target": content.get("target"),
        "verdict": result.verdict,
        "problems": result.problems,
        "unanswered": result.unanswered,
        "unchecked": result.unchecked,
        "believed": result.believed,
        "solvers": {name: version(name) for name in solvers},
        "claims": result.claims,
        "leaves": result.leaves,
        "outside": result.outside,
        "samples": result.samples,
        "outcomes": result.outcomes,
        "seconds": result.seconds,
    }
    return json.dumps(document, indent=2) + "\n"


def _text(certificate: Certificate | None, result: Result, solvers: list[str]) -> str:
    lines: list[str] = []
    if certificate is not None:
        content = certificate.content
        lines.append(f"{content['target']}: {content['signature']}")
        names = " and ".join(f"{name} {version(name)}" for name in solvers)
        proved = result.claims - len(result.unanswered)
        lines.append(f"    proved: {proved} of {result.claims} sides that no input takes, by {names}")
        outcomes = ", ".join(f"{count} {kind}" for kind, count in sorted(result.outcomes.items()))
        lines.append(f"    run: {result.leaves} paths ({outcomes}), {result.outside} excluded by assumptions")
        lines.append(f"    tried: {result.samples} other inputs")
        facts = [*result.believed, *(f"{name}: {what} (assumed)" for name, what in content["assumed"].items())]
        lines += _listed("believed", facts)
        lines += _listed("not compared", list(dict.fromkeys(result.unchecked)))
    lines += _listed("unanswered", result.unanswered)
    lines += _listed("problem", list(dict.fromkeys(result.problems)))
    ending = {
        "holds": "the certificate holds",
        "not certified": f"not certified: {len(result.unanswered)} claims unanswered",
        "does not hold": "the certificate does not hold",
    }[result.verdict]
    lines.append(f"{ending} ({result.seconds:.1f} s)")
    return "\n".join(lines) + "\n"


def _listed(title: str, entries: list[str]) -> list[str]:
    lines = [f"    {title}: {entry}" for entry in entries[:_SHOWN]]
    if len(entries) > _SHOWN:
        lines.append(f"    {title}: and {len(entries) - _SHOWN} more")
    return lines
