"""From declared or guessed types to inputs: shapes of builtin types, makers of objects, and how values are written as Python."""
