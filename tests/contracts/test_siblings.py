"""Functions of one module explored one after another, as `pef check` does: none sees the wrappers of another."""

from __future__ import annotations

from pef.exploration.exploration import Exploration
from pef.loading.load import load_sibling, load_target
from pef.options import Options
from pef.results import Verdict

PROGRAM = '''
def countdown(n):
    """
    :types: n: int
    :assume: 2 <= n, n <= 4
    :ensure: returnv == 0
    """
    return 0 if n <= 0 else countdown(n - 1)


def caller(n):
    """
    :types: n: int
    """
    return countdown(3) if n == 3 else n


def wrong_caller(n):
    """
    :types: n: int
    """
    return countdown(1) if n == 3 else n
'''


def test_explorations_of_siblings_do_not_disturb_each_other(tmp_path):
    file = tmp_path / "siblings.py"
    file.write_text(PROGRAM)
    first = load_target(str(file), "caller", tmp_path)
    verdicts = []
    for name in ("caller", "wrong_caller", "countdown", "caller", "countdown", "wrong_caller"):
        exploration = Exploration(load_sibling(first, name), Options())
        kinds = [path.kind for path in exploration if path.is_finding]
        verdicts.append((name, exploration.report().verdict, kinds))
    assert verdicts == [
        ("caller", Verdict.VERIFIED, []),
        ("wrong_caller", Verdict.REFUTED, ["precondition"]),
        # Its own recursive calls go below what is assumed of the first.
        ("countdown", Verdict.VERIFIED, []),
        ("caller", Verdict.VERIFIED, []),
        ("countdown", Verdict.VERIFIED, []),
        ("wrong_caller", Verdict.REFUTED, ["precondition"]),
    ]
    (module,) = first.rewritten_modules.values()
    assert not hasattr(module.countdown, "__wrapped__")


def test_explorations_under_way_at_once_keep_apart(tmp_path):
    file = tmp_path / "siblings.py"
    file.write_text(PROGRAM)
    first = load_target(str(file), "caller", tmp_path)
    explorations = [Exploration(load_sibling(first, name), Options()) for name in ("wrong_caller", "countdown")]
    walks = [iter(exploration) for exploration in explorations]
    while walks:
        walks = [walk for walk in walks if next(walk, None) is not None]
    assert [exploration.report().verdict for exploration in explorations] == [Verdict.REFUTED, Verdict.VERIFIED]
