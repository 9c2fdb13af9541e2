"""Types of parameters: what is known of them, and the shapes that the engine builds values of.

`parameters` puts together what a call consists of, `declarations` reads types that are written as text, `shapes` turns
a type into a shape. What has no shape is a request error that names the parameter: no guess is made silently.
"""

from pef.inputs.types.declarations import evaluated_type, parse_declarations, type_hints
from pef.inputs.types.parameters import Parameters, parameters_of
from pef.inputs.types.passing import Parameter, Passing
from pef.inputs.types.shapes import Shape, shape_of

__all__ = [
    "Parameter",
    "Parameters",
    "Passing",
    "Shape",
    "evaluated_type",
    "parameters_of",
    "parse_declarations",
    "shape_of",
    "type_hints",
]
