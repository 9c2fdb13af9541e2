"""Whether an exception is an error, whose it is, and whether it only shows that an argument was guessed wrong."""
