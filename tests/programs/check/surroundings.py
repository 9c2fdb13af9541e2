"""Functions whose result depends on where they run; `imports` and `pure` do not."""

import ctypes
import locale
import os
import pathlib
import platform
import socket
import sys

def get(x: int) -> int:
    return 1 if os.environ.get("DEBUG") else x


def getenv(x: int) -> int:
    return 1 if os.getenv("DEBUG") else x


def item(x: int) -> int:
    return len(os.environ["PEF_TEST_SET"]) + x


def inside(x: int) -> int:
    return x if "DEBUG" in os.environ else 0


def listed(x: int) -> int:
    return x if len(os.environ) > 3 else 0


def pid(x: int) -> int:
    return x + os.getpid()


def ppid(x: int) -> int:
    return x + os.getppid()


def flags(x: int) -> int:
    return x if sys.flags.optimize else 0


def argv(x: int) -> int:
    return x if len(sys.argv) > 1 else 0


def plat(x: int) -> int:
    return x if platform.system() == "Windows" else 0


def plat2(x: int) -> int:
    return x if platform.machine() == "arm" else 0


def cpus(x: int) -> int:
    return x + (os.cpu_count() or 1)


def loc(x: int) -> int:
    return x if locale.getlocale()[0] == "de_DE" else 0


def cwd(x: int) -> int:
    return x + len(os.getcwd())


def host(x: int) -> int:
    return x + len(socket.gethostname())


def read(x: int) -> int:
    return x + len(open(__file__).read())


def exists(x: int) -> int:
    return x if os.path.exists("nope") else 0


def pathread(x: int) -> int:
    return x + len(pathlib.Path(__file__).read_text())


def foreign(x: int) -> int:
    return x + ctypes.CDLL(None).abs(-3)


def imports(x: int) -> int:
    import colorsys
    return x if colorsys.ONE_THIRD else 0


def pure(x: int) -> int:
    return x if x > 3 else -x
