"""The first thing that `./run` and `./test` start, with whatever python3 the system has."""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from installer import environment, interpreter, testing
from installer.console import SetupError, fail, say


def main() -> int:  # noqa: RET503 - execv does not return
    """Set up what is missing, then become the program or run the tests."""
    program, arguments = sys.argv[1], sys.argv[2:]
    try:
        if not interpreter.is_supported():
            interpreter.start_again_with_supported()
        environment.ensure(for_tests=program == "test", for_spark=program == "spark")
    except SetupError as error:
        fail(program, error)
    except OSError as error:
        fail(program, SetupError(f"the set-up stopped: {error}; put that right and try again"))
    except KeyboardInterrupt:
        say(f"\n./{program}: interrupted; start it again to go on")
        return 130
    if program == "spark":
        return 0  # the program itself asks for that, when Spark is used for the first time
    if program == "test":
        return testing.run(arguments)
    python = str(environment.PYTHON)
    # -P: a folder named `app` where the user happens to be must not be taken for the program.
    os.execv(python, [python, "-P", "-m", "app", *arguments])


if __name__ == "__main__":
    sys.exit(main())
