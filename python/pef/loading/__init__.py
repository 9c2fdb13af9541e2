"""Imports the modules of a target twice, plain and rewritten, and finds the function in both."""
