"""Objects of classes as arguments: which classes there are, how their objects are made, and how they are shown.

`classes` turns a class into a shape (see `pef.types`) of the alternatives there are for it, `constructors` finds what
a constructor takes, `makers` call it in the rewritten world, `describing` says in the plain world which object it is: as
code that reports show, and as the object that the replay is given.
"""

from pef.objects.classes import Receiver, finite_first, refusal, shape_of_class
from pef.objects.describing import Description, naming, realise

__all__ = ["Description", "Receiver", "finite_first", "naming", "realise", "refusal", "shape_of_class"]
