"""A certificate that was changed does not hold, though its digest was made anew; and what is no certificate is said to be none."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import Certified, Run, save


def leaf(content: dict[str, Any], number: int = 0) -> dict[str, Any]:
    leaves: list[dict[str, Any]] = [node for node in content["nodes"] if node["kind"] == "leaf"]
    return leaves[number]


def drop_a_side(content: dict[str, Any]) -> None:
    node = next(
        node for node in content["nodes"] if node["kind"] == "branch" and None not in (node["true"], node["false"])
    )
    # The subtree stays, and hangs on nothing.
    node["true"] = None


def claim_a_side(content: dict[str, Any]) -> None:
    """Drop the last leaf, and say that nothing comes there."""
    last = len(content["nodes"]) - 1
    content["nodes"].pop()
    for node in content["nodes"]:
        for side in ("true", "false"):
            if node.get(side) == last:
                node[side] = None


def turn_a_condition(content: dict[str, Any]) -> None:
    node = content["nodes"][0]
    node["condition"] = f"(not {node['condition']})"


def make_a_condition_true(content: dict[str, Any]) -> None:
    """Nothing is left to prove then; but inputs of the side that is gone show something else."""
    claim_a_side(content)
    for node in content["nodes"]:
        if node["kind"] == "branch" and node["false"] is None:
            node["condition"] = "(<= 0 0)"
        elif node["kind"] == "branch" and node["true"] is None:
            node["condition"] = "(< 0 0)"


def alter_the_result(content: dict[str, Any]) -> None:
    leaf(content)["result"] = "12345"


def alter_the_call(content: dict[str, Any]) -> None:
    leaf(content)["call"] = leaf(content, 1)["call"]


def exclude_a_leaf(content: dict[str, Any]) -> None:
    leaf(content)["kind"] = "outside"


def hang_two_sides_on_one_node(content: dict[str, Any]) -> None:
    node = next(
        node for node in content["nodes"] if node["kind"] == "branch" and None not in (node["true"], node["false"])
    )
    node["true"] = node["false"]


def go_back(content: dict[str, Any]) -> None:
    content["nodes"][0]["true"] = 0


def name_a_variable_that_is_none(content: dict[str, Any]) -> None:
    content["nodes"][0]["condition"] = "(<= |nothing| 0)"


def cut_a_term(content: dict[str, Any]) -> None:
    content["nodes"][0]["condition"] = "(<= |x|"


def forget_the_kind(content: dict[str, Any]) -> None:
    del content["nodes"][0]["kind"]


def have_no_nodes(content: dict[str, Any]) -> None:
    content["nodes"] = []


CHANGES: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (drop_a_side, "hangs on no decision"),
    (claim_a_side, "an input may take a side that is left out"),
    (turn_a_condition, "does not take the path"),
    (make_a_condition_true, "functions.py"),
    (alter_the_result, "and 12345 is recorded"),
    (alter_the_call, "does not take the path"),
    (exclude_a_leaf, "satisfies them"),
    (hang_two_sides_on_one_node, "hangs on two decisions"),
    (go_back, "leads nowhere"),
    (name_a_variable_that_is_none, "|nothing| is not declared"),
    (cut_a_term, "not a term"),
    (forget_the_kind, "lacks something"),
    (have_no_nodes, "there is no path in it"),
]


@pytest.mark.parametrize(("change", "message"), CHANGES, ids=[change.__name__ for change, _ in CHANGES])
def test_a_changed_certificate_does_not_hold(
    change: Callable[[dict[str, Any]], None], message: str, certified: Certified, pef: Run, tmp_path: Path
) -> None:
    content = certified("sign", "--assume", "x < 10")
    change(content)
    save(tmp_path, content)
    finished = pef("certify", "proof.json", "--solver", "z3")
    assert message in finished.stdout
    assert "does not hold" in finished.stdout or "not certified" in finished.stdout
    assert (finished.status, finished.stderr) == (1, "")


def test_whatever_is_changed_the_digest_tells(certified: Certified, pef: Run, tmp_path: Path) -> None:
    content = certified("sign")
    leaf(content)["stdout"] = "x"
    (tmp_path / "proof.json").write_text(json.dumps(content))
    finished = pef("certify", "proof.json")
    assert "was altered" in finished.stdout
    assert finished.status == 1


def test_another_source_is_another_function(certified: Certified, pef: Run, tmp_path: Path) -> None:
    certified("sign")
    source = tmp_path / "functions.py"
    source.write_text(source.read_text() + "\n")
    finished = pef("certify", "proof.json")
    assert "functions.py has changed since the certificate was made" in finished.stdout
    assert finished.status == 1
    source.unlink()
    finished = pef("certify", "proof.json")
    assert "functions.py is not there" in finished.stdout
    assert finished.status == 1


def test_an_error_is_not_certified(certified: Certified, pef: Run, tmp_path: Path) -> None:
    content = certified("refusing")
    raised = next(node for node in content["nodes"] if node.get("exception"))
    raised["exception"]["type"] = "AssertionError"
    save(tmp_path, content)
    finished = pef("certify", "proof.json")
    assert "shows an error" in finished.stdout
    assert finished.status == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it is not JSON, or was cut off"),
        ('{"schema": "pef.certificate/1", "nodes": [', "it is not JSON, or was cut off"),
        ("[]", "make one with pef explore"),
        ('{"schema": "pef.explore/1"}', "make one with pef explore"),
        ('{"schema": "pef.certificate/2"}', "this version of PEF reads 'pef.certificate/1'"),
        ("[" * 100_000, "it is not JSON, or was cut off"),
    ],
)
def test_what_is_no_certificate_is_a_bad_request(text: str, message: str, pef: Run, tmp_path: Path) -> None:
    (tmp_path / "proof.json").write_text(text)
    finished = pef("certify", "proof.json")
    assert message in finished.stderr
    assert finished.stderr.count("\n") == 1
    assert (finished.status, finished.stdout) == (2, "")


def test_bad_requests(pef: Run, tmp_path: Path) -> None:
    assert "cannot read nothing.json" in pef("certify", "nothing.json").stderr
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    assert "is no certificate" in pef("certify", "bytes.json").stderr
    assert "unknown solver 'yices'" in pef("certify", "x", "--solver", "yices").stderr
    assert "unknown format 'xml'" in pef("certify", "x", "--format", "xml").stderr
