"""The board that a worker and its supervisor share: a reader never sees half of what is written."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from pef.protocol.shared_status import _HEAD, _LENGTH, _LENGTH_PLACE, Board, make_board

_WRITER = """
import sys
from pef.protocol.shared_status import Board
board = Board(int(sys.argv[1]))
texts = ["ab", "Ä" * 29, "f('" + "Ġ𝄞é" * 300 + "')", "x" * 30]
print("ready", flush=True)
while True:
    for text in texts:
        board.announce(text, plain=False)
"""


@pytest.fixture
def descriptor():
    made = make_board()
    if made is None:
        pytest.skip("this system has no memory to share")
    yield made
    os.close(made)


@pytest.mark.parametrize("text", ["", "f(0)", "f('Ä\\x00€')", "f('\ud800')", "f('" + "𝄞" * 200_000 + "')"])
def test_reads_what_was_written(descriptor, text):
    writer, reader = Board(descriptor), Board(descriptor)
    assert writer.announce(text, plain=True)
    assert reader.running() == (text, True)
    writer.announce_again(plain=False)
    assert reader.running() == (text, False)
    writer.clear()
    assert reader.running() is None


def test_longer_than_the_board(descriptor):
    writer, reader = Board(descriptor), Board(descriptor)
    writer.announce("f(0)", plain=True)
    assert not writer.announce("ä" * (1 << 20), plain=True)
    assert reader.running() is None


def test_text_cut_in_a_character(descriptor):
    writer, reader = Board(descriptor), Board(descriptor)
    writer.announce("ÄÖÜ", plain=True)
    _LENGTH.pack_into(writer._memory, _LENGTH_PLACE, 3)
    assert writer._memory[_HEAD.size + 2 : _HEAD.size + 3] == b"\xc3"
    assert reader.running() is None


def test_reader_beside_a_busy_writer(descriptor):
    reader = Board(descriptor)
    whole = {"ab", "Ä" * 29, "f('" + "Ġ𝄞é" * 300 + "')", "x" * 30}
    command = [sys.executable, "-c", _WRITER, str(descriptor)]
    with subprocess.Popen(command, pass_fds=[descriptor], stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout.readline() == b"ready\n"
            seen = [reader.running() for _ in range(100_000)]
        finally:
            process.kill()
    texts = {found[0] for found in seen if found is not None}
    assert texts
    assert texts <= whole
