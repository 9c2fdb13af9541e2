"""What is raised where two worlds cannot be made alike."""

from __future__ import annotations


class DifferingError(Exception):
    """Something has no image in the other world."""
