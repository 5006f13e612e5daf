# SPDX-License-Identifier: BSD-3-Clause
"""`python -m app.spark.driver DESCRIPTOR`: serves requests on an inherited socket until it is closed."""

import os
import socket
import sys

from app.spark.driver.server import Server


def main() -> None:
    """Serve; Java ends with this process."""
    link = socket.socket(fileno=int(sys.argv[1]))
    Server(link).serve()
    sys.stdout.flush()
    os._exit(0)  # threads of a hanging query must not delay the exit


if __name__ == "__main__":
    main()
