"""How often each word occurs."""

from __future__ import annotations


def most_frequent_faulty(words: list[str]) -> str | None:
    counts: dict[str, int] = {}
    best = None
    for word in words:
        if word in counts:
            counts[word] = 1
        counts[word] += 1
        if best is None or counts[word] > counts[best]:
            best = word
    return best


def most_frequent_repaired(words: list[str]) -> str | None:
    counts: dict[str, int] = {}
    best = None
    for word in words:
        counts[word] = counts.get(word, 0) + 1
        if best is None or counts[word] > counts[best]:
            best = word
    assert best is None or counts[best] == max(counts.values())
    assert sum(counts.values()) == len(words)
    return best
