"""`python -m pef` is the command `pef`."""

from pef.cli import command

if __name__ == "__main__":
    command()
