"""Where definitions stand in the source of the program, and how they are called."""
