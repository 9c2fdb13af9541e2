"""Tests of single modules of PEF that nothing else needs to be loaded for."""
