"""How far a finding of a worker can be relied on: other inputs ran in its process before."""

from __future__ import annotations

import enum


class Trust(enum.Enum):
    """What has to be done before a finding is reported."""

    SEEN = "seen"
    """Nothing: a process of its own could not tell more than the worker did."""
    UNCONFIRMED = "unconfirmed"
    """State that is not put back may be behind it: a process of its own is asked, and believed if it has an answer."""
    DOUBTFUL = "doubtful"
    """Runs were seen to depend on each other: it is reported only if a process of its own shows it."""
