"""Code kept beside a source is only ever used for the very text it was compiled from."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from pef.kept_code import compiled


@pytest.fixture
def source(tmp_path, monkeypatch) -> str:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    return str(tmp_path / "program.py")


def result(text: str, path: str) -> object:
    namespace: dict = {}
    exec(compiled(text, path), namespace)
    return namespace["x"]


def kept(path: str) -> Path:
    return Path(f"{importlib.util.cache_from_source(path)}.pef")


def test_what_was_kept_is_used_again(source):
    assert result("x = 1", source) == 1
    content = kept(source).read_bytes()
    # Proof that it is read: the constant is changed in the file.
    other = compile("x = 7", source, "exec", dont_inherit=True)
    import marshal

    kept(source).write_bytes(content[: len(content) - len(marshal.dumps(other))] + marshal.dumps(other))
    assert result("x = 1", source) == 7


def test_another_text_is_compiled(source):
    assert result("x = 1", source) == 1
    assert result("x = 2", source) == 2
    assert result("x = 1", source) == 1
    assert compiled("x = 3", source).co_filename == source


@pytest.mark.parametrize("length", [0, 5, 12, 40])
def test_a_broken_file_is_no_file(source, length):
    assert result("x = 1", source) == 1
    kept(source).write_bytes(kept(source).read_bytes()[:length])
    assert result("x = 1", source) == 1


def test_a_folder_that_cannot_be_written_is_no_failure(source, tmp_path):
    (tmp_path / "__pycache__").write_text("in the way")
    assert result("x = 1", source) == 1


def test_nothing_is_written_where_python_writes_nothing(source, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert result("x = 1", source) == 1
    assert not kept(source).exists()
