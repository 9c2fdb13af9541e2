"""Random programs survive the rewriting: with the hooks taken out again they are what they were."""

import warnings

import pytest

from tests.instrumentation import random_programs, rewriting, unhook

SEEDS = range(800)


@pytest.mark.parametrize("fstrings", [False, True])
def test_random_programs_are_themselves_without_the_hooks(fstrings):
    warnings.simplefilter("ignore")
    texts = {seed: random_programs.Generator(seed).program() for seed in SEEDS}
    texts = {seed: text for seed, text in texts.items() if rewriting.compiles(text, seed)}
    assert len(texts) > len(SEEDS) / 5
    rewritten, problems = rewriting.rewrite(texts, fstrings)
    assert problems == {}
    for seed, text in rewritten.items():
        shown = f"seed {seed}\n{texts[seed]}\nbecame\n{text}"
        assert rewriting.compiles(text, seed), shown
        assert text.count("\n") == texts[seed].count("\n"), shown
        assert unhook.normal(text, True) == unhook.normal(texts[seed], False), shown
