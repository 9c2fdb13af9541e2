"""Where types come from when the function itself does not say them: stubs, names for type checkers, other files."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import Project, Run, findings_of

HEAD = "from __future__ import annotations\nfrom typing import TYPE_CHECKING, Optional\n\nif TYPE_CHECKING:\n"
THING = "class Thing:\n    def __init__(self, n: int) -> None:\n        self.n = n\n"


def checked(pef: Run, folder: Any, *arguments: str) -> dict[str, Any]:
    finished = pef("check", *arguments, "--depth", "8", "--no-cache", "--format", "json", folder=folder)
    assert finished.status in (0, 1), finished
    document: dict[str, Any] = finished.json()
    return document


def calls(document: dict[str, Any]) -> list[str]:
    return [finding["call"] for finding in document["findings"]]


def test_classes_imported_for_type_checkers(pef: Run, project: Project) -> None:
    source = f"{HEAD}    from things import Thing\n\ndef f(t: Thing) -> int:\n    return 10 // t.n\n"
    document = checked(pef, project(m=source, things=THING), "m.py")
    assert calls(document) == ["f(__import__('things').Thing(0))"]
    assert document["functions"][0]["assumed"] == {}


def test_a_class_of_a_package_that_imports_its_importer(pef: Run, project: Project) -> None:
    source = f"{HEAD}    from .things import Thing\n\ndef f(t: Thing) -> int:\n    return 10 // t.n\n"
    folder = project(package__m=source, package__things=f"from . import m\n\n{THING}")
    (folder / "package" / "__init__.py").touch()
    assert calls(checked(pef, folder, "package/m.py")) == ["f(__import__('package.things', fromlist=[None]).Thing(0))"]


@pytest.mark.parametrize(
    ("hidden", "annotation", "assumed"),
    [
        ("    Number = 'int | None'\n", "Number", None),
        ("    from os import PathLike\n", "int | PathLike[str] | None", "None | int"),
        ("    import no_such_package as p\n", "int | p.Thing[str] | None", "None | int"),
        ("    import no_such_package as p\n", "Optional[p.Thing]", "None"),
    ],
    ids=["alias", "one that cannot be made", "one that is not installed", "only None is left"],
)
def test_alternatives(pef: Run, project: Project, hidden: str, annotation: str, assumed: str | None) -> None:
    source = f"{HEAD}{hidden}\ndef f(x: {annotation}) -> int:\n    return 10 if x is None else 10 // x\n"
    document = checked(pef, project(m=source), "m.py")
    assert document["functions"][0]["assumed"] == ({"x": assumed} if assumed else {})
    assert calls(document) == ([] if assumed == "None" else ["f(0)"])


def test_none_is_an_error_where_it_is_among_the_declared_types(pef: Run, project: Project) -> None:
    source = f"{HEAD}    import no_such_package as p\n\ndef f(x: int | p.Thing | None) -> int:\n    return 10 // x\n"
    document = checked(pef, project(m=source), "m.py")
    assert sorted(calls(document)) == ["f(0)", "f(None)"]


def test_a_parameter_that_cannot_be_made_is_left_to_its_default(pef: Run, project: Project) -> None:
    source = "import re\n\ndef f(x: int, pattern: re.Pattern[str] = re.compile('a')) -> int:\n    return 10 // x\n"
    document = checked(pef, project(m=source), "m.py")
    assert calls(document) == ["f(0)"]
    assert document["functions"][0]["assumed"] == {"pattern": "its default"}


STUB = """
import typing
from things import Thing
Count = int

def f(t: Thing, n: Count) -> int: ...
@typing.overload
def g(x: int) -> int: ...
@typing.overload
def g(x: str) -> str: ...

class C:
    def m(self, items: list[int]) -> int: ...
"""
STUBBED = """
def f(t, n):
    return n // t.n

def g(x):
    if isinstance(x, str):
        return x[0]
    return 10 // x

class C:
    def m(self, items):
        return items[0]
"""


def test_stub_files(pef: Run, project: Project) -> None:
    folder = project(m=STUBBED, things=THING)
    (folder / "m.pyi").write_text(STUB)
    document = checked(pef, folder, "m.py")
    assert sorted(calls(document)) == ["C().m([])", "f(__import__('things').Thing(0), 0)", "g('')", "g(0)"]
    assert all(function["assumed"] == {} for function in document["functions"])


def test_a_changed_stub_is_checked_anew(pef: Run, project: Project) -> None:
    folder = project(m="def f(x):\n    return 10 // x\n")
    (folder / "m.pyi").write_text("def f(x: float) -> float: ...\n")
    arguments = ("check", "m.py", "--format", "json")
    assert [finding["call"] for finding in findings_of(pef(*arguments, folder=folder))] == ["f(0.0)"]
    (folder / "m.pyi").write_text("def f(x: int) -> int: ...\n")
    assert [finding["call"] for finding in findings_of(pef(*arguments, folder=folder))] == ["f(0)"]


UNTYPED = "def shout(value):\n    return value.upper()\n"


@pytest.mark.parametrize(
    ("caller", "found"),
    [
        ("from m import shout\n\ndef test_it():\n    shout(5)\n", True),
        ("import m\n\ndef test_it():\n    m.shout(5)\n", True),
        (
            "import pytest\nfrom m import shout\n\ndef test_it():\n    with pytest.raises(TypeError):\n        shout(5)\n",
            False,
        ),
        ("def shout(x): ...\n\nshout(5)\n", False),
        ("from m import shout\n\nshout('a')\n", False),
    ],
    ids=["a function", "a module", "a call that has to fail", "another function", "the right type"],
)
def test_calls_in_other_files_are_evidence(pef: Run, project: Project, caller: str, found: bool) -> None:
    folder = project(m=UNTYPED)
    (folder / "test_m.py").write_text(caller)
    document = checked(pef, folder, "m.py")
    assert calls(document) == (["shout(0)"] if found else [])


def test_evidence_elsewhere_is_part_of_what_is_kept(pef: Run, project: Project) -> None:
    folder = project(m=UNTYPED, other="from m import shout\n\nshout('a')\n")
    arguments = ("check", "m.py", "--depth", "3", "--format", "json")
    assert findings_of(pef(*arguments, folder=folder)) == []
    project(other="from m import shout\n\nshout(5)\n")
    assert [finding["call"] for finding in findings_of(pef(*arguments, folder=folder))] == ["shout(0)"]


def test_contents_that_nobody_declared_are_no_evidence(pef: Run, project: Project) -> None:
    source = (
        "import itertools\n\n"
        "def flatten(lists):\n    '''\n    >>> list(flatten([]))\n    []\n    '''\n"
        "    return itertools.chain.from_iterable(lists)\n\n"
        "class Sender:\n    def __init__(self, source):\n        self.source = iter(source)\n\n"
        "    def send(self, value: int):\n        return self.source.send(value)\n"
    )
    assert calls(checked(pef, project(m=source), "m.py")) == []


def test_the_call_consumes_what_the_exploration_consumed(pef: Run, project: Project) -> None:
    source = (
        "def inverses(items: list[int]):\n    return map(lambda x: 1 // x, items)\n\n"
        "async def later(x: int) -> int:\n    return 1 // x\n"
    )
    folder = project(m=source)
    document = checked(pef, folder, "m.py")
    assert calls(document) == ["list(inverses([0]))", "__import__('asyncio').run(later(0))"]


def test_what_is_handed_on_under_invented_names_is_no_error(pef: Run, project: Project) -> None:
    helper = (
        "class Helper:\n    def __init__(self, text: str, width: int = 3) -> None:\n        self.share = len(text) // width\n\n"
        "def make(text: str, **options: int) -> Helper:\n    return Helper(text, **options)\n\n"
        "class Legacy:\n    def __init__(self, *args, **kwargs):\n        super().__init__(*args, **kwargs)\n\n"
    )
    folder = project(m=helper)
    arguments = ("check", "m.py", "--depth", "8", "--time", "20", "--no-cache", "--format", "json")
    assert {finding["code"] for finding in findings_of(pef(*arguments, folder=folder))} == {"zero-division"}
    # Where somebody passes it, it is.
    project(m=f'{helper}def use() -> Helper:\n    return make("a", depth=3)\n')
    found = {finding["code"] for finding in findings_of(pef(*arguments, folder=folder))}
    assert found == {"zero-division", "type"}


def test_evidence_is_of_whole_calls_and_of_where_types_stand(pef: Run, project: Project) -> None:
    folder = project(
        m='def flattened(lists):\n    """\n    >>> flattened([[], [1], [2, 3]])\n    [1, 2, 3]\n    """\n'
        "    return [item for one in lists for item in one]\n\n"
        'def picked(key, items):\n    """\n    >>> picked(0, [(1, 2), (3, 4)])\n    [1, 3]\n'
        "    >>> picked('a', [{'a': 1}])\n    [1]\n    >>> picked(None, [1, 2])\n    [1, 2]\n    \"\"\"\n"
        "    return items if key is None else [item[key] for item in items]\n"
    )
    finished = pef("check", "m.py", "--depth", "8", "--time", "20", "--format", "json", folder=folder)
    assert "type" not in {finding["code"] for finding in findings_of(finished)}
