"""What a project does every day: comments, configuration, baseline, cache, changed functions, exit statuses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.conftest import start

from .conftest import HAS_COLUMNS, Project, Run, findings_of

FAULTS = """\
def first(items: list[int]) -> int:
    return items[0]


def share(part: int, whole: int) -> int:
    return part // whole
"""


def codes(pef: Run, *arguments: str, folder: Path) -> list[str]:
    finished = pef("check", *arguments, "--depth", "6", "--format", "json", folder=folder)
    return [finding["code"] for finding in findings_of(finished)]


def test_the_text_of_a_finding(pef: Run, project: Project) -> None:
    folder = project(shop="def cheapest(items: list[int]) -> int:\n    return items[0]\n")
    finished = pef("check", "shop.py", "--depth", "3", folder=folder)
    assert finished.status == 1
    assert finished.stdout.startswith(
        "error[index]: IndexError: list index out of range\n"
        f" --> shop.py:2:{12 if HAS_COLUMNS else 5} in cheapest\n"
        "  |\n"
        "2 |     return items[0]\n"
        f"  | {'           ^^^^^^^^' if HAS_COLUMNS else '    ^'} when len(items) <= 0\n"
        "  = call: cheapest([])\n"
    )
    assert "1 finding\n1 function: 0 verified, 1 refuted" in finished.stdout
    assert finished.stderr == ""


@pytest.mark.parametrize(
    ("source", "status"),
    [
        ("def f(x: int) -> int:\n    return x\n", 0),
        ("def f(x: int) -> int:\n    return 1 // x\n", 1),
        ("def f(x: int) -> int:\n    return (\n", 2),
        ("import no_such_module_here\ndef f(x: int) -> int:\n    return x\n", 2),
        ("X = 1\n", 5),
        ("def _hidden(x: int) -> int:\n    return 1 // x\n", 5),
        ("def f(x: open) -> int:\n    return 1\n", 5),
    ],
    ids=["clean", "found", "syntax error", "import error", "no functions", "private only", "none can be run"],
)
def test_exit_statuses(pef: Run, project: Project, source: str, status: int) -> None:
    finished = pef("check", "module.py", folder=project(module=source))
    assert finished.status == status, finished


def test_a_module_that_does_not_import_does_not_stop_the_others(pef: Run, project: Project) -> None:
    folder = project(good=FAULTS, bad="raise RuntimeError('no')\n\ndef f(x: int) -> int:\n    return x\n")
    finished = pef("check", ".", "--depth", "6", "--format", "json", folder=folder)
    assert len(findings_of(finished)) == 2
    assert any("bad.py" in note and "RuntimeError" in note for note in finished.json()["notes"])


def test_what_is_found_in_folders(pef: Run, project: Project) -> None:
    broken = "def f(x: int) -> int:\n    return 1 // x\n"
    folder = project(
        package____init__="",
        package__module=broken,
        package__test_module=broken,
        conftest=broken,
        other__deep__module=broken,
        classes="class A:\n    @staticmethod\n    def f(x: int) -> int:\n        return 1 // x\n\n"
        "    class B:\n        @classmethod\n        def g(cls, x: int) -> int:\n            return 1 // x\n\n"
        "    def h(self, x: int) -> int:\n        return 1 // x\n",
    )
    document = pef("check", ".", "--format", "json", folder=folder).json()
    assert [function["target"] for function in document["functions"]] == [
        "classes.py:A.f",
        "classes.py:A.B.g",
        "classes.py:A.h",
        "other/deep/module.py:f",
        "package/module.py:f",
    ]
    refuted = {function["target"] for function in document["functions"] if function["verdict"] == "refuted"}
    assert refuted >= {"classes.py:A.f", "classes.py:A.B.g", "other/deep/module.py:f", "package/module.py:f"}
    named = pef("check", "package/test_module.py", "--format", "json", folder=folder)
    assert len(findings_of(named)) == 1
    by_module = pef("check", "package.module", "--format", "json", folder=folder)
    assert [finding["target"] for finding in findings_of(by_module)] == ["package.module:f"]


def test_selection(pef: Run, project: Project) -> None:
    folder = project(one=FAULTS, two=FAULTS.replace("first", "_first"))
    assert codes(pef, ".", "--exclude", "one.py", folder=folder) == ["zero-division"]
    assert codes(pef, ".", "--include", "*:first", folder=folder) == ["index"]
    assert codes(pef, "two.py", "--private", folder=folder) == ["index", "zero-division"]
    assert codes(pef, "two.py:_first", folder=folder) == ["index"]


def test_comments(pef: Run, project: Project) -> None:
    ignored = FAULTS.replace("items[0]", "items[0]  # pef: ignore[index]")
    assert codes(pef, "m.py", folder=project(m=ignored)) == ["zero-division"]
    other = FAULTS.replace("items[0]", "items[0]  # pef: ignore[key]")
    assert codes(pef, "m.py", folder=project(m=other)) == ["index", "zero-division"]
    skipped = FAULTS.replace("whole: int) -> int:", "whole: int) -> int:  # pef: skip")
    assert codes(pef, "m.py", folder=project(m=skipped)) == ["index"]
    text = FAULTS.replace("return items[0]", "return items[0] if '# pef: ignore' else 0")
    assert codes(pef, "m.py", folder=project(m=text)) == ["index", "zero-division"]
    whole = f"# pef: skip\n{FAULTS}"
    assert pef("check", "m.py", folder=project(m=whole)).status == 5


def test_configuration(pef: Run, project: Project) -> None:
    folder = project(one=FAULTS, two=FAULTS)
    (folder / "pyproject.toml").write_text('[tool.pef]\ndepth = 6\nexclude = ["one.py"]\nformat = "json"\n')
    finished = pef("check", ".", folder=folder)
    assert {finding["path"] for finding in findings_of(finished)} == {"two.py"}


def test_a_baseline_accepts_what_is_there(pef: Run, project: Project) -> None:
    folder = project(m=FAULTS)
    written = pef("check", "m.py", "--depth", "6", "--write-baseline", "--baseline", "accepted.json", folder=folder)
    assert written.status == 0
    assert len(json.loads((folder / "accepted.json").read_text())["findings"]) == 2
    # Lines move, and one more fault comes.
    project(m=f"import math\n\n\n{FAULTS}\n\ndef last(items: list[int]) -> int:\n    return items[-1]\n")
    finished = pef("check", "m.py", "--depth", "6", "--baseline", "accepted.json", "--format", "json", folder=folder)
    assert [finding["target"] for finding in findings_of(finished)] == ["m.py:last"]
    assert finished.json()["summary"]["silenced"] == 2
    missing = pef("check", "m.py", "--baseline", "nowhere.json", folder=folder)
    assert missing.status == 2


def test_a_baseline_of_a_part_leaves_the_rest(pef: Run, project: Project) -> None:
    folder = project(m=FAULTS, n="def last(items: list[int]) -> int:\n    return items[-1]\n")
    accept = ("--depth", "6", "--write-baseline", "--baseline", "accepted.json")

    def functions() -> set[tuple[str, str]]:
        entries = json.loads((folder / "accepted.json").read_text())["findings"]
        return {(entry["path"], entry["function"]) for entry in entries}

    pef("check", ".", *accept, folder=folder)
    everything = {("m.py", "first"), ("m.py", "share"), ("n.py", "last")}
    assert functions() == everything
    pef("check", "m.py:first", *accept, folder=folder)
    assert functions() == everything
    # What was mended goes, in the file that was checked.
    project(m=FAULTS.replace("items[0]", "len(items)"))
    one = pef("check", "m.py", *accept, folder=folder)
    assert functions() == everything - {("m.py", "first")}
    assert "lists 2 accepted findings" in one.stderr


@pytest.mark.parametrize("text", ["[]", "{", '{"schema": "pef.baseline/1"}', '{"schema": "other", "findings": []}'])
def test_what_is_no_baseline_is_said_in_one_line(pef: Run, project: Project, text: str) -> None:
    folder = project(m=FAULTS)
    (folder / "accepted.json").write_text(text)
    finished = pef("check", "m.py", "--baseline", "accepted.json", folder=folder)
    assert finished.status == 2
    assert finished.stderr.startswith("pef: accepted.json is not a baseline")
    assert finished.stderr.count("\n") == 1


def test_nothing_to_check_can_be_allowed(pef: Run, project: Project) -> None:
    folder = project(empty="")
    assert pef("check", "empty.py", folder=folder).status == 5
    assert pef("check", "empty.py", "--allow-empty", folder=folder).status == 0


def test_results_are_kept_by_content(pef: Run, project: Project) -> None:
    source = (
        "from helper import divisor\n\n"
        "def uses(x: int) -> int:\n    return 10 // divisor(x)\n\n"
        "def alone(x: int) -> int:\n    return x + 1\n"
    )
    folder = project(m=source, helper="def divisor(x: int) -> int:\n    return 1\n")
    arguments = ("check", "m.py", "--format", "json")
    first = pef(*arguments, folder=folder).json()
    assert first["summary"]["verified"] == 2
    entries = set((folder / ".pef-cache" / "check").iterdir())
    assert len(entries) == 2
    second = pef(*arguments, folder=folder).json()
    assert second["functions"] == first["functions"]
    assert set((folder / ".pef-cache" / "check").iterdir()) == entries
    # What the other module does is part of what is checked, for the function that uses it.
    project(helper="def divisor(x: int) -> int:\n    return x\n")
    third = pef(*arguments, folder=folder)
    assert [finding["target"] for finding in findings_of(third)] == ["m.py:uses"]
    assert len(set((folder / ".pef-cache" / "check").iterdir()) - entries) == 1
    kept = pef(*arguments, folder=folder)
    assert findings_of(kept) == findings_of(third)
    assert kept.status == 1


def test_kept_results_are_not_used_when_not_wanted(pef: Run, project: Project) -> None:
    folder = project(m=FAULTS)
    pef("check", "m.py", "--depth", "3", "--no-cache", folder=folder)
    assert not (folder / ".pef-cache").exists()


def git(folder: Path, *arguments: str) -> None:
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", *identity, *arguments], cwd=folder, env=environment, check=True, capture_output=True)


def test_only_changed_functions(pef: Run, project: Project) -> None:
    folder = project(m=FAULTS)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "first")
    nothing = pef("check", "m.py", "--since", "HEAD", folder=folder)
    assert nothing.status == 5
    project(m=FAULTS.replace("part // whole", "2 * part // whole"), new=FAULTS)
    document = pef("check", ".", "--since", "HEAD", "--depth", "3", "--format", "json", folder=folder).json()
    assert [function["target"] for function in document["functions"]] == ["m.py:share", "new.py:first", "new.py:share"]
    missing = pef("check", "m.py", "--since", "no-such-revision", folder=folder)
    assert missing.status == 2
    assert "no-such-revision" in missing.stderr


def test_functions_that_use_a_changed_constant_have_changed(pef: Run, project: Project) -> None:
    source = (
        "D = 4\nE = D + 1\n\ndef uses(x: int) -> int:\n    return x // D\n\n"
        "def indirectly(x: int) -> int:\n    return x // E\n\ndef alone(x: int) -> int:\n    return x\n"
    )
    folder = project(m=source)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "first")
    project(m=source.replace("D = 4", "D = 0"))
    document = pef("check", ".", "--since", "HEAD", "--format", "json", folder=folder).json()
    assert [function["target"] for function in document["functions"]] == ["m.py:uses", "m.py:indirectly"]


def test_the_time_limit_is_kept_with_much_to_do(pef: Run, project: Project) -> None:
    loop = "def f(x: int, y: int) -> int:\n    n = 0\n    while n * n < x or n < y:\n        n += 1\n    return n\n"
    functions = "\n\n".join(loop.replace("def f", f"def f{number}") for number in range(4))
    folder = project(a=functions, b=functions, c=functions)
    finished = pef("check", ".", "--time", "6", "--depth", "100000", "--format", "json", folder=folder)
    document = finished.json()
    # Without the limit it would take for ever. A few percent is what a quiet machine keeps to; a busy one wakes late.
    assert 5.5 <= document["summary"]["seconds"] <= 9
    # Everybody had a first look.
    assert all(function["stats"]["paths"] > 0 for function in document["functions"])


def test_an_interrupt_reports_what_was_found(project: Project) -> None:
    loop = "def g(x: int) -> int:\n    n = 0\n    while n < x:\n        n += 1\n    return n\n"
    folder = project(a=FAULTS, b=loop)
    process = start(["check", ".", "--depth", "100000", "--no-cache"], folder)
    assert process.stdout
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    rest, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert first.startswith("error[")
    assert "(interrupted)" in rest
    assert errors == ""


def test_two_runs_report_the_same(pef: Run, project: Project) -> None:
    folder = project(a=FAULTS, b=FAULTS, c=FAULTS)

    def run() -> object:
        document = pef("check", ".", "--depth", "6", "--no-cache", "--format", "json", folder=folder).json()
        return document["findings"], [(f["target"], f["verdict"]) for f in document["functions"]]

    assert run() == run()


LARGE = """\
def share(total: int) -> float:
    return total / 3


def first(items: list[int]) -> int:
    return items[0]
"""


def test_findings_with_absurd_numbers_come_last(pef: Run, project: Project) -> None:
    folder = project(m=LARGE)
    found = findings_of(pef("check", "m.py", "--depth", "6", "--no-cache", "--format", "json", folder=folder))
    assert [(finding["code"], finding["extreme"]) for finding in found] == [("index", False), ("overflow", True)]
    text = pef("check", "m.py", "--depth", "6", "--no-cache", folder=folder).stdout
    assert text.index("error[index]") < text.index("error[overflow]") < text.index("very large number")


def test_a_code_can_be_silenced_everywhere(pef: Run, project: Project) -> None:
    folder = project(m=LARGE)
    assert codes(pef, "m.py", "--ignore", "overflow", folder=folder) == ["index"]
    (folder / "pyproject.toml").write_text('[tool.pef]\nignore = ["overflow", "index"]\n')
    finished = pef("check", "m.py", "--depth", "6", "--format", "json", folder=folder)
    assert findings_of(finished) == []
    assert finished.json()["summary"]["silenced"] == 2
    wrong = pef("check", "m.py", "--ignore", "overflw", folder=folder)
    assert wrong.status == 2
    assert "overflow" in wrong.stderr


def test_what_the_clock_cut_off_is_kept_for_as_long_a_run(pef: Run, project: Project) -> None:
    loop = "def f(x: int, y: int) -> int:\n    n = 0\n    while n * n < x or n < y:\n        n += 1\n    return n\n"
    folder = project(a=loop)
    arguments = ("check", "a.py", "--depth", "100000", "--workers", "1", "--format", "json")
    first = pef(*arguments, "--time", "4", folder=folder).json()
    assert first["summary"]["bounded"] == 1
    again = pef(*arguments, "--time", "4", folder=folder).json()
    assert again["functions"] == first["functions"]
    assert again["summary"]["seconds"] < 1.5
    more = pef(*arguments, "--time", "8", folder=folder).json()
    assert more["functions"][0]["stats"]["paths"] > first["functions"][0]["stats"]["paths"]


@pytest.mark.parametrize("pattern", ["vendor", "vendor/", "./vendor", "./vendor/*"])
def test_folders_are_excluded_however_they_are_written(pef: Run, project: Project, pattern: str) -> None:
    folder = project(own="def f(x: int) -> int:\n    return x\n", vendor__other="def g(x: int) -> int:\n    return x\n")
    document = pef("check", ".", "--exclude", pattern, "--format", "json", folder=folder).json()
    assert [function["target"] for function in document["functions"]] == ["own.py:f"]


def test_a_comment_with_an_unknown_code_is_told(pef: Run, project: Project) -> None:
    folder = project(m="def f(x: int) -> int:\n    return 1 // (x - 4)  # pef: ignore[zero-divison]\n")
    finished = pef("check", "m.py", folder=folder)
    assert finished.status == 1
    assert finished.stderr.count("m.py:2: ignore: there is no code 'zero-divison'") == 1
    assert "zero-division" in finished.stderr


@pytest.mark.parametrize("types", ["x: nope", "z: int", "x: in t["])
def test_types_that_fit_nothing_are_a_bad_request(pef: Run, project: Project, types: str) -> None:
    folder = project(m="def f(x):\n    return 1 // (x - 4)\n")
    finished = pef("check", "m.py", "--types", types, folder=folder)
    assert finished.status == 2
    assert finished.stderr.startswith("pef: --types: ")
    assert finished.stderr.count("\n") == 1


def test_folders_without_init_are_packages_where_their_files_say_so(pef: Run, project: Project) -> None:
    folder = project(
        spaced__first="from spaced.second import g\n\ndef f(x: int) -> int:\n    return g(x) // (x - 4)\n",
        spaced__second="from . import third\n\ndef g(x: int) -> int:\n    return x // (x - third.D)\n",
        spaced__third="D = 3\n",
    )
    for argument, place in (("spaced", folder), (".", folder / "spaced")):
        finished = pef("check", argument, "--format", "json", folder=place)
        # What is wrong with `g` is shown by a call of `g`.
        assert {finding["call"] for finding in findings_of(finished)} == {"f(4)", "g(3)"}
    shown = pef("check", "spaced", folder=folder).stdout
    assert "call: g(3)" in shown
    assert "call: f(3)" not in shown


def test_what_does_not_import_is_named_once(pef: Run, project: Project) -> None:
    folder = project(m="import no_such_module\n\ndef f(x: int) -> int:\n    return x\n")
    finished = pef("check", "m.py", folder=folder)
    assert finished.status == 2
    assert "note: m.py cannot be imported: No module named 'no_such_module'\n" in finished.stdout + finished.stderr


def test_a_closed_terminal_leaves_nothing_behind(project: Project) -> None:
    folder = project(m="def f(x: int) -> int:\n    while x == 3: pass\n    return x\n")
    scratch = folder / "scratch"
    scratch.mkdir()
    # Whoever runs the tests may ignore it, and what is ignored stays so in new processes.
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    process = start(["check", "m.py", "--no-cache"], folder, TMPDIR=str(scratch))
    signal.signal(signal.SIGHUP, before)
    while not list(scratch.iterdir()):
        time.sleep(0.05)
    process.send_signal(signal.SIGHUP)
    process.communicate(timeout=30)
    assert process.returncode == 129
    assert list(scratch.iterdir()) == []
