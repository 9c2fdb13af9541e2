"""From a function to a certificate, and from there to what holds: through the command, as a user meets it."""

from __future__ import annotations

import ast
import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from .conftest import PROGRAMS, Certified, Run

SOLVERS = [name for name in ("cvc5", "z3") if find_spec(name)]
# Sets and dictionaries of any size have no end of paths.
NOT_VERIFIED = {"looked_up", "member"}


def functions() -> list[str]:
    tree = ast.parse((PROGRAMS / "functions.py").read_text())
    found = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    return [*(name for name in found if name not in NOT_VERIFIED | {"quicksort_part"}), "Account.can_pay"]


@pytest.mark.parametrize("name", functions())
def test_a_verified_function_gets_a_certificate_that_holds(name: str, certified: Certified, pef: Run) -> None:
    certified(name, "--depth", "60")
    finished = pef("certify", "proof.json", "--solver", "both" if find_spec("cvc5") else "z3", "--format", "json")
    document = finished.json()
    assert (document["problems"], document["unanswered"]) == ([], [])
    assert document["verdict"] == "holds"
    assert sorted(document["solvers"]) == SOLVERS
    assert finished.status == 0


def test_the_report_says_what_was_proved_run_and_tried(certified: Certified, pef: Run) -> None:
    certified("quicksort")
    finished = pef("certify", "proof.json", "--solver", "z3")
    assert "proved: 24 of 24 sides that no input takes, by z3" in finished.stdout
    assert "run: 6 paths (6 returned), 1 excluded by assumptions" in finished.stdout
    assert "the certificate holds" in finished.stdout
    assert (finished.status, finished.stderr) == (0, "")


def test_what_is_not_proved_is_listed(certified: Certified, pef: Run) -> None:
    certified("shifted")
    document = pef("certify", "proof.json", "--format", "json").json()
    assert document["believed"] == ["n >= 0", "n <= 4"]


@pytest.mark.parametrize("options", [("--strategy", "coverage"), ("--strategy", "random"), ("--workers", "2")])
def test_any_order_of_exploration_gives_a_certificate(options: tuple[str, ...], certified: Certified, pef: Run) -> None:
    content = certified("quicksort", *options)
    assert sum(node["kind"] == "leaf" for node in content["nodes"]) == 6
    assert pef("certify", "proof.json").status == 0


@pytest.mark.parametrize(
    ("source", "options", "status", "message"),
    [
        ("def f(x: int):\n    return 1 // x\n", (), 1, "the verdict is refuted"),
        ("def f(n: int):\n    while n > 0:\n        n -= 1\n", (), 0, "the verdict is bounded (depth)"),
        ("def f(x: int):\n    return 0 if x > 5 else 1\n", ("--paths", "1"), 0, "the verdict is bounded (paths)"),
        ("import zlib\ndef f(s: bytes):\n    return zlib.crc32(s)\n", (), 0, "the verdict is unknown (concretised)"),
    ],
)
def test_only_verified_gives_a_certificate(
    source: str, options: tuple[str, ...], status: int, message: str, pef: Run, tmp_path: Path
) -> None:
    (tmp_path / "m.py").write_text(source)
    (tmp_path / "proof.json").write_text("of an earlier exploration")
    finished = pef("explore", "m.py:f", "--certificate", "proof.json", *options)
    assert finished.stderr == f"pef: no certificate: {message}\n"
    assert finished.status == status
    assert not (tmp_path / "proof.json").exists()


def test_a_certificate_that_cannot_be_written_is_a_bad_request(pef: Run, tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text("def f(x: int):\n    return x\n")
    finished = pef("explore", "m.py:f", "--certificate", "nowhere/proof.json")
    assert (finished.status, finished.stdout) == (2, "")
    assert finished.stderr == "pef: cannot write nowhere/proof.json: there is no folder nowhere\n"


def test_a_program_that_hangs_or_ends_the_process_is_noticed(certified: Certified, pef: Run, tmp_path: Path) -> None:
    content = certified("sign")
    source = "import os\n\ndef sign(x: int) -> int:\n    os._exit(7)\n"
    (tmp_path / "functions.py").write_text(source)
    import hashlib

    from .conftest import save

    content["sources"][0]["sha256"] = hashlib.sha256(source.encode()).hexdigest()
    save(tmp_path, content)
    finished = pef("certify", "proof.json")
    assert "did not come back" in finished.stdout
    assert finished.status == 1


def test_the_time_limit_leaves_claims_unanswered(certified: Certified, pef: Run) -> None:
    certified("quicksort")
    finished = pef("certify", "proof.json", "--time", "0.001")
    assert finished.status == 1


def test_json_says_all_of_it(certified: Certified, pef: Run, tmp_path: Path) -> None:
    certified("refusing")
    finished = pef("certify", "proof.json", "--format", "json", "--output", "result.json")
    document = json.loads((tmp_path / "result.json").read_text())
    assert finished.stdout == ""
    assert document["schema"] == "pef.certify/1"
    assert document["target"] == "functions.py:refusing"
    assert document["outcomes"] == {"returned": 1, "ValueError": 1}
    assert document["samples"] > 0
