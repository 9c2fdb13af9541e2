"""`python -m pef` is the command `pef`."""

import sys

from pef.cli import main

if __name__ == "__main__":
    sys.exit(main())
