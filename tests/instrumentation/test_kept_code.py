"""Code kept beside a source is only ever used for the very source it was made of."""

from __future__ import annotations

import importlib.util
import marshal
import sys
from pathlib import Path
from types import CodeType

import pytest

from pef import _engine
from pef.startup.model_cache import rewritten_and_compiled

# A magic number and a hash.
_DIGEST = 12


@pytest.fixture
def source(tmp_path, monkeypatch) -> str:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    return str(tmp_path / "program.py")


def code_of(text: str, path: str) -> CodeType:
    [code] = rewritten_and_compiled({path: text.encode()}, path)
    return code


def result(text: str, path: str) -> object:
    namespace: dict = {}
    exec(code_of(text, path), namespace)
    return namespace["x"]


def kept(path: str) -> Path:
    return Path(f"{importlib.util.cache_from_source(path)}.pef")


def test_what_was_kept_is_used_again(source):
    assert result("x = 1", source) == 1
    # Proof that it is read: what is kept is other code.
    content = kept(source).read_bytes()
    other = marshal.dumps([([], compile("x = 7", source, "exec", dont_inherit=True))])
    kept(source).write_bytes(content[:_DIGEST] + other)
    assert result("x = 1", source) == 7


def test_branches_are_known_whether_rewritten_or_kept(source):
    text = "def f(a):\n    return 1 if a else 2\nx = f(0)\n"
    before = _engine.branch_count()
    assert result(text, source) == 2
    new = _engine.branch_count() - before
    assert new > 0
    # Its branches have other numbers now, so nothing that was kept is right.
    assert result(text, source) == 2
    assert _engine.branch_count() == before + 2 * new
    content = kept(source).read_bytes()
    [(lines, code)] = marshal.loads(content[_DIGEST:])
    assert lines == [2] * new
    assert code.co_filename == source


def test_another_text_is_compiled(source):
    assert result("x = 1", source) == 1
    assert result("x = 2", source) == 2
    assert result("x = 1", source) == 1
    assert code_of("x = 3", source).co_filename == source


def test_another_rewriter_rewrites(source, monkeypatch):
    assert result("x = 1", source) == 1
    content = kept(source).read_bytes()
    monkeypatch.setattr(_engine, "REWRITER", "another")
    assert result("x = 1", source) == 1
    assert kept(source).read_bytes()[:_DIGEST] != content[:_DIGEST]


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


def test_several_are_kept_together(source, tmp_path):
    first, second = str(tmp_path / "first.py"), str(tmp_path / "second.py")
    texts = {first: b"x = 1", second: b"y = 2"}
    for _ in range(2):
        assert [code.co_filename for code in rewritten_and_compiled(texts, source)] == [first, second]
    content = kept(source).read_bytes()
    assert len(marshal.loads(content[_DIGEST:])) == 2
    # The same bytes at other borders are other sources.
    rewritten_and_compiled({first: b"x = 1; y", second: b"2"}, source)
    assert kept(source).read_bytes()[:_DIGEST] != content[:_DIGEST]
