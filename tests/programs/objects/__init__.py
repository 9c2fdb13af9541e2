"""Programs about objects of classes; see tests/engine/test_objects*.py."""
