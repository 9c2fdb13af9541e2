"""Parsing of TARGET and of `[tool.pef]`, without a process."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pef.errors import RequestError, choices, did_you_mean
from pef.options import Options, Strategy
from pef.project.config import load_defaults
from pef.target import function_names, module_name, parse_target


def test_a_path_and_a_module_name_lead_to_the_same_module(tmp_path: Path) -> None:
    package = tmp_path / "src" / "shop"
    package.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text("")
    (package / "__init__.py").write_text("")
    (package / "cart.py").write_text("class Cart:\n    def total(self): ...\n")
    by_path = parse_target("src/shop/cart.py:Cart.total", tmp_path)
    by_name = parse_target("shop.cart:Cart.total", tmp_path)
    assert by_path.module == by_name.module == "shop.cart"
    assert by_path.file == by_name.file == package / "cart.py"
    assert by_path.project_root == by_name.project_root == tmp_path
    assert tmp_path / "src" in by_path.import_roots
    assert tmp_path / "src" in by_name.import_roots
    assert by_path.qualname == "Cart.total"


def test_a_windows_like_drive_is_not_the_function(tmp_path: Path) -> None:
    (tmp_path / "a:b.py").write_text("def f(): ...\n")
    assert parse_target("a:b.py:f", tmp_path).qualname == "f"


def test_module_names(tmp_path: Path) -> None:
    assert module_name(tmp_path / "tool.py", None) == ("tool", tmp_path)
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "__init__.py").write_text("")
    assert module_name(tmp_path / "pack" / "__init__.py", None) == ("pack", tmp_path)
    assert module_name(tmp_path / "pack" / "part.py", None) == ("pack.part", tmp_path)


IMPORTS = [
    "import shop.cart",
    "import os, shop.cart as c",
    "from shop import cart",
    "from  shop.cart  import total",
    "from shop import (\n    cart,\n)",
    "from shop import \\\n    cart",
    "from \\\n    shop import cart",
    "import os, \\\n    shop.cart",
    "if True:\n    import shop.cart",
    "def f():\n    import os; import shop.cart",
    "try:\n    from shop import cart\nexcept ImportError:\n    pass",
    "from . import cart",
    "from .cart import total",
    "from.cart import total",
    "from .\\\n    cart import total",
]


@pytest.mark.parametrize("text", IMPORTS)
def test_a_file_that_imports_its_siblings_is_in_a_package(tmp_path: Path, text: str, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "cart.py").write_text("total = 1\n")
    (folder / "till.py").write_text(text + "\n")
    assert module_name(folder / "till.py", None) == ("shop.till", tmp_path)


@pytest.mark.parametrize(
    "text", ["", "import os", "x = 'import shop.cart'", "import shopping.cart", "from shop2 import cart"]
)
def test_a_file_that_does_not_is_a_module_of_its_own(tmp_path: Path, text: str) -> None:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "cart.py").write_text("total = 1\n")
    (folder / "till.py").write_text(text + "\n")
    assert module_name(folder / "till.py", None) == ("till", folder)


def test_function_names_are_read_without_importing(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text("raise SystemExit\ndef a(): ...\nclass B:\n    def c(self): ...\n    async def d(self): ...\n")
    assert function_names(file) == ["a", "B.c", "B.d"]
    file.write_text("def (")
    assert function_names(file) == []


def test_suggestions() -> None:
    assert did_you_mean("withdrew", ["withdraw", "sign"]) == "; did you mean withdraw?"
    assert did_you_mean("x", ["withdraw"]) == ""
    assert choices("x", ["b", "a"]) == "; there is a, b"


def test_options_survive_the_pipe() -> None:
    options = Options(depth=3, time=1.5, strategy=Strategy.RANDOM, assume=("x > 0",), sandbox=False)
    assert Options.from_json(options.to_json()) == options


def test_a_project_without_settings_costs_no_parser(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'other'\n")
    sys.modules.pop("tomllib", None)
    assert load_defaults(tmp_path) == {}
    assert "tomllib" not in sys.modules


def test_all_ways_to_write_the_table(tmp_path: Path) -> None:
    for text in ("[tool.pef]\ndepth = 3\n", "[tool]\npef = {depth = 3}\n", "tool.pef.depth = 3\n"):
        (tmp_path / "pyproject.toml").write_text(text)
        assert load_defaults(tmp_path) == {"depth": 3}
    (tmp_path / "pyproject.toml").write_text("[tool.pef]\nassume = 'x > 0'\n")
    assert load_defaults(tmp_path) == {"assume": ["x > 0"]}
    (tmp_path / "pyproject.toml").write_text("[tool.pef]\ndepth = true\n")
    with pytest.raises(RequestError):
        load_defaults(tmp_path)
