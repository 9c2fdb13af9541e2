"""`pef explore` on good requests: what is found, and both formats of it."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

import pytest

from .conftest import PROGRAMS, Run

BANK = str(PROGRAMS / "bank.py")
PATH_KEYS = {
    "call", "args", "kwargs", "outcome", "result", "exception", "stdout", "condition", "depth", "contract", "reproduced",
}  # fmt: skip
STATS_KEYS = {"paths", "pruned", "depth", "runs", "queries", "seconds", "run_seconds", "solver_seconds"}


def plain_withdraw(balance: int, amount: int) -> tuple[bool, bool]:
    return balance + amount == 42, balance - amount == 42


def test_the_example_of_the_original_pef_has_its_four_paths(pef: Run) -> None:
    finished = pef("explore", f"{BANK}:withdraw", "--format", "json")
    document = finished.json()
    paths = document["paths"]
    seen = {(bool(path["stdout"]), path["outcome"] == "raised") for path in paths}
    assert len(paths) == 4
    assert seen == set(itertools.product([False, True], repeat=2))
    assert all(path["reproduced"] for path in paths)
    for path in paths:
        prints, raises = plain_withdraw(*map(int, path["args"]))
        assert (bool(path["stdout"]), path["outcome"] == "raised") == (prints, raises)
    # The function refuses an input with a `raise` of its own, which is no error: see docs/verdicts.md.
    assert document["verdict"] == "verified"
    assert finished.status == 0
    assert finished.stderr == ""


def test_the_json_object_has_the_documented_shape(pef: Run) -> None:
    document = pef("explore", f"{BANK}:withdraw", "--format", "json").json()
    assert set(document) == {"schema", "target", "verdict", "reasons", "assumed", "paths", "coverage", "stats"}
    assert document["schema"] == "pef.explore/1"
    assert document["target"] == f"{BANK}:withdraw"
    assert set(document["stats"]) >= STATS_KEYS
    assert document["stats"]["paths"] == 4
    assert set(document["coverage"]) == {"branches", "covered", "missing"}
    assert document["coverage"]["branches"] == document["coverage"]["covered"] == 4
    for path in document["paths"]:
        assert set(path) == PATH_KEYS
        check_path(path)


def check_path(path: dict[str, Any]) -> None:
    assert path["call"] == f"withdraw({', '.join(path['args'])})"
    assert path["condition"]
    if path["outcome"] == "raised":
        assert path["result"] is None
        assert path["exception"]["type"] == "ValueError"
        assert path["exception"]["message"] == "insufficient funds"
        assert re.search(r"bank\.py:8$", path["exception"]["where"])
    else:
        assert path["exception"] is None
        balance, amount = map(int, path["args"])
        assert path["result"] == repr(balance - amount)


def test_text_has_one_block_for_each_path_and_a_closing_line(pef: Run) -> None:
    finished = pef("explore", f"{BANK}:withdraw")
    *blocks, closing = finished.stdout.rstrip("\n").split("\n")
    heads = [line for line in blocks if line.startswith("withdraw(")]
    assert len(heads) == 4
    assert sum(" -> " in head for head in heads) == 2
    assert sum(bool(re.match(r"    raises ValueError: insufficient funds  \(.*bank\.py:8\)$", b)) for b in blocks) == 2
    assert sum(line == "    stdout: the answer" for line in blocks) == 2
    assert sum(line.startswith("    condition: ") for line in blocks) == 4
    assert blocks[-1] == ""
    assert closing == "4 paths explored, 0 pruned, depth 2: verified"
    assert "\x1b" not in finished.stdout


def test_a_function_without_errors_is_verified_with_status_0(pef: Run) -> None:
    finished = pef("explore", f"{BANK}:sign")
    assert finished.status == 0
    assert finished.stdout.endswith("3 paths explored, 0 pruned, depth 2: verified\n")


def test_an_error_is_a_finding_with_status_1(pef: Run) -> None:
    finished = pef("explore", f"{BANK}:share", "--format", "json")
    document = finished.json()
    assert finished.status == 1
    assert document["verdict"] == "refuted"
    raised = [path for path in document["paths"] if path["outcome"] == "raised"]
    assert [(path["exception"]["type"], path["args"][1]) for path in raised] == [("ZeroDivisionError", "0")]
    assert all(path["reproduced"] for path in document["paths"])


def test_an_assumption_excludes_inputs_and_is_all_that_the_verdict_rests_on(pef: Run) -> None:
    finished = pef(
        "explore", f"{BANK}:share", "--assume", "people > 0", "--assume", "total != people", "--format", "json"
    )
    document = finished.json()
    assert document["verdict"] == "verified"
    assert document["reasons"] == []
    assert finished.status == 0
    for path in document["paths"]:
        total, people = map(int, path["args"])
        assert people > 0
        assert total != people


def test_a_method_can_be_named(pef: Run) -> None:
    document = pef("explore", f"{BANK}:Account.fee", "--format", "json").json()
    assert {path["result"] for path in document["paths"]} == {"0", "5"}


def test_quiet_leaves_the_closing_line(pef: Run) -> None:
    finished = pef("explore", f"{BANK}:sign", "--quiet")
    assert finished.stdout.count("\n") == 1
    assert "3 paths explored" in finished.stdout


def test_output_goes_to_the_file_and_replaces_what_was_there(pef: Run, tmp_path: Path) -> None:
    file = tmp_path / "paths.txt"
    file.write_text("old " * 10_000)
    finished = pef("explore", f"{BANK}:sign", "--output", str(file))
    assert finished.stdout == ""
    assert "old" not in file.read_text()
    assert file.read_text() == pef("explore", f"{BANK}:sign").stdout


def test_a_bad_request_leaves_the_output_file_alone(pef: Run, tmp_path: Path) -> None:
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    old.write_text("precious")
    assert pef("explore", f"{BANK}:nothing", "--output", str(old)).status == 2
    assert pef("explore", f"{BANK}:nothing", "--output", str(new)).status == 2
    assert old.read_text() == "precious"
    assert not new.exists()


def test_two_runs_print_the_same(pef: Run) -> None:
    assert pef("explore", f"{BANK}:withdraw").stdout == pef("explore", f"{BANK}:withdraw").stdout


def test_paths_and_depth_bound_the_search_and_say_so(pef: Run) -> None:
    hostile = str(PROGRAMS / "hostile.py")
    by_paths = pef("explore", f"{hostile}:counts", "--paths", "3", "--format", "json").json()
    assert len(by_paths["paths"]) == 3
    assert by_paths["verdict"] == "bounded"
    assert "paths" in {reason["kind"] for reason in by_paths["reasons"]}
    by_depth = pef("explore", f"{hostile}:counts", "--depth", "4", "--format", "json").json()
    assert by_depth["verdict"] == "bounded"
    depth_reasons = [reason for reason in by_depth["reasons"] if reason["kind"] == "depth"]
    assert depth_reasons
    lines = (PROGRAMS / "hostile.py").read_text().splitlines()
    loop = lines.index("    while steps < number:") + 1
    assert depth_reasons[0]["where"] == f"{hostile}:{loop}"
    assert max(path["depth"] for path in by_depth["paths"]) <= 4


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_teaches_with_examples(pef: Run, option: str) -> None:
    general, explore = pef(option), pef("explore", option)
    assert general.status == explore.status == 0
    assert "pef explore bank.py:withdraw" in general.stdout
    assert '--assume "amount > 0"' in explore.stdout
    for name in ("--depth", "--paths", "--time", "--strategy", "--types", "--assume", "--seed", "--workers",
                 "--format", "--output", "--quiet", "--verbose", "--no-sandbox"):  # fmt: skip
        assert name in explore.stdout


def test_version_names_what_a_defect_report_needs(pef: Run) -> None:
    finished = pef("--version")
    assert re.match(r"pef \d+\.\d+\.\d+ \(CPython \d+\.\d+\.\d+\S*, Z3 5\.4\.", finished.stdout)
    assert finished.status == 0
