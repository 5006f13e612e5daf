"""`python -m app.spark.driver DESCRIPTOR`: answers on a socket that it was given, until that is closed."""

import os
import socket
import sys

from app.spark.driver.server import Server


def main() -> None:
    """Serve, and leave nothing behind: Java ends when this process does."""
    link = socket.socket(fileno=int(sys.argv[1]))
    Server(link).serve()
    sys.stdout.flush()
    os._exit(0)  # threads of a query that hangs must not keep it


if __name__ == "__main__":
    main()
