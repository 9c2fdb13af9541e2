"""What a worker is started for, which says what it has to load: the shorter, the sooner it begins."""

from __future__ import annotations

EXPLORE = "explore"
CHECK = "check"
PLAIN = "plain"
"""Nothing but plain calls: no models, nothing that explores."""
