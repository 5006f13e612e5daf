# SPDX-License-Identifier: BSD-3-Clause
"""Shared by the commands about channels."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from app.cli import FAILED, WRONG_USE, CommandError


def run_channel(work: Coroutine[Any, Any, int]) -> int:
    """Run a coroutine, and turn its errors into a CommandError with a hint."""
    from app.runtime.references import LiveObjectFileError  # noqa: PLC0415
    from app.transport_native import EngineError  # noqa: PLC0415
    from objects_library.channels.native.address import NotAChannelError  # noqa: PLC0415

    try:
        return asyncio.run(work)
    except LiveObjectFileError as error:
        raise CommandError(error.what, error.hint, WRONG_USE) from None
    except NotAChannelError as error:
        raise CommandError(error.what, error.hint or "see: liveobjects show FILE", WRONG_USE) from None
    except EngineError as error:
        what, _, hint = str(error).partition("; ")
        raise CommandError(what, hint or "see: liveobjects doctor", FAILED) from None
    except TimeoutError:
        raise CommandError("the scope does not answer", "try again, or look at: liveobjects doctor") from None
    except KeyboardInterrupt:
        return 0
