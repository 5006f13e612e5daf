# SPDX-License-Identifier: BSD-3-Clause
"""Entry point of `./run` and `./test`; runs on the python3 of the system."""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from installer import documentation, environment, interpreter, testing
from installer.console import SetupError, exit_with_error, print_status


def main() -> int:  # noqa: RET503 - execv does not return
    """Set up what is missing, then replace this process with the program or run the tests."""
    program, arguments = sys.argv[1], sys.argv[2:]
    for_docs = program == "run" and arguments == ["docs"]
    try:
        if not interpreter.is_supported():
            interpreter.restart_with_supported()
        environment.ensure(program == "test", for_spark=program == "spark", for_docs=for_docs)
    except SetupError as error:
        exit_with_error(program, error)
    except OSError as error:
        exit_with_error(program, SetupError(f"the set-up stopped: {error}; put that right and try again"))
    except KeyboardInterrupt:
        print_status(f"\n./{program}: interrupted; start it again to go on")
        return 130
    if program == "spark":
        return 0  # the program starts this when Spark is used for the first time
    if program == "test":
        return testing.run(arguments)
    if for_docs:
        return documentation.build()
    python = str(environment.PYTHON)
    # -P: a folder named `app` in the working directory must not shadow the program.
    os.execv(python, [python, "-P", "-m", "app", *arguments])


if __name__ == "__main__":
    sys.exit(main())
