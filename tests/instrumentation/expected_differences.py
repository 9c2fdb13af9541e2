"""Tests of CPython whose outcome changes because of what rewriting is, each with the reason.

Keys are patterns over test ids.
"""

REASONS = {}
