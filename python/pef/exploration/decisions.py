"""Decisions of a path as people see them, and the condition that they make together."""

from __future__ import annotations

from collections.abc import Sequence

from pef import _engine
from pef.exploration.subject import Subject
from pef.results import Decision
from pef.shown_path import shown
from pef.startup.records import replace

# More decisions than this are not kept in mind.
_DESCRIBED_LIMIT = 10_000


class Decisions:
    """The decisions of one exploration. Paths share most of theirs, so each is described once."""

    def __init__(self, subject: Subject, *, forced_known: bool) -> None:
        self._subject = subject
        self._forced_known = forced_known
        self._known: dict[_engine.TakenDecision, Decision] = {}

    def listed(self, path: _engine.ExploredPath) -> list[Decision]:
        """The decisions of a path, in order."""
        decisions = path.decisions
        listed = list(map(self._known.get, decisions))
        if None in listed:
            self._describe(decisions)
            listed = list(map(self._known.get, decisions))
        found = [one for one in listed if one is not None]
        undecided = path.undecided
        if not undecided:
            return found
        open_places = {f"{shown(place.file)}:{place.line}" for place in undecided}
        return [replace(one, forced=False) if one.where in open_places else one for one in found]

    def _describe(self, decisions: Sequence[_engine.TakenDecision]) -> None:
        known = self._known
        if len(known) > _DESCRIBED_LIMIT:
            known.clear()
        missing = [decision for decision in decisions if decision not in known]
        conditions = self._subject.engine.describe([decision.condition for decision in missing])
        # There are few places, whatever the number of decisions; and where the current folder is has to be asked for.
        sites = list({decision.site for decision in missing})
        places = _engine.places(sites)
        names = {file: shown(file) for file in {place.file for place in places}}
        where = {site: f"{names[place.file]}:{place.line}" for site, place in zip(sites, places, strict=True)}
        for decision, text in zip(missing, conditions, strict=True):
            is_forced = self._forced_known and decision.is_forced
            known[decision] = Decision(decision.kind, where[decision.site], text, is_forced)

    def condition(self, path: _engine.ExploredPath, listed: Sequence[Decision]) -> list[str]:
        """What was decided freely, without what follows from a later decision: of a loop, its last turn.

        So is what was fixed because something that is not followed used the plain value.
        """
        decided = zip(path.decisions, listed, strict=True)
        free = {taken.condition: one.condition for taken, one in decided if not one.forced}
        engine, fixed = self._subject.engine, path.fixed
        if fixed:
            free |= zip(fixed, engine.describe(fixed), strict=True)
        if len(free) < 2:
            return list(free.values())
        return list(dict.fromkeys(map(free.__getitem__, engine.essential(list(free)))))
