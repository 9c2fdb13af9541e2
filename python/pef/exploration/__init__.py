"""One exploration: the engine driven path by path, and each path judged, written and reported."""
