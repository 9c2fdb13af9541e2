"""Where PEF itself is, so that its own frames and files can be told from the program's."""

from __future__ import annotations

import os

PACKAGE_FOLDER = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120
