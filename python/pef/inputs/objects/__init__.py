"""Objects of classes as arguments: which classes there are, how their objects are made, and how they are shown.

`classes` turns a class into a shape (see `pef.inputs.types`) of the alternatives there are for it, `constructors` finds what
a constructor takes, `makers` call it in the rewritten world, `describing` says in the plain world which object it is: as
code that reports show, and as the object that the replay is given.
"""

from pef.inputs.objects.classes import (
    Receiver,
    assumed_in,
    classes_made_of,
    constant_shape,
    finite_first,
    forget_refusal,
    has_objects,
    refusal,
    shape_of_class,
)
from pef.inputs.objects.descriptions import classes_in, naming, realise
from pef.inputs.objects.globals import Assignment, Global, globals_of, without_globals
from pef.inputs.objects.guesses import guessed_arguments
from pef.inputs.objects.method_sequences import SequenceDescription, has_calls, unchanged_classes, with_calls
from pef.inputs.objects.uninitialised import Blank, giving_object

__all__ = [
    "Assignment",
    "Blank",
    "Global",
    "Receiver",
    "SequenceDescription",
    "assumed_in",
    "classes_in",
    "classes_made_of",
    "constant_shape",
    "finite_first",
    "forget_refusal",
    "giving_object",
    "globals_of",
    "guessed_arguments",
    "has_calls",
    "has_objects",
    "naming",
    "realise",
    "refusal",
    "shape_of_class",
    "unchanged_classes",
    "with_calls",
    "without_globals",
]
