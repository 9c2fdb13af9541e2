"""Classes whose `get` fails after `change`, which changes something without a word that says so.

A module has only what its classes need: what one of them does is seen in all of its module.
"""
