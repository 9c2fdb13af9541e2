"""The import hook: modules of the program are rewritten on their way in, and which ones are."""
