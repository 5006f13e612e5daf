# SPDX-License-Identifier: BSD-3-Clause
"""A decorator that keeps exceptions in paint methods from ending the program."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import ParamSpec

P = ParamSpec("P")


def report_paint_errors(paint: Callable[P, None]) -> Callable[P, None]:
    """Report exceptions of a paint method; in Qt's paint calls they would end the program."""

    @functools.wraps(paint)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            paint(*args, **kwargs)
        except Exception as error:  # noqa: BLE001 - the rest can still be drawn
            sys.excepthook(type(error), error, error.__traceback__)

    return guarded
