"""What exists only so that PEF starts fast: records, lazy patterns, kept code, imports that stay clean of the program."""
