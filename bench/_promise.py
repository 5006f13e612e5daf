# SPDX-License-Identifier: BSD-3-Clause
"""Promises: the bounds that a benchmark has to keep, with the measured values."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Promise:
    """One promise; `kept` is None when it could not be measured, and then `measured` says why."""

    what: str
    promise: str
    measured: str
    kept: bool | None

    @classmethod
    def at_least(cls, what: str, value: float | None, limit: float, form: str = "{:.2f}") -> Promise:
        """The value has to reach the limit; None means that there is nothing to compare with."""
        wanted = f"at least {form.format(limit)}"
        if value is None:
            return cls(what, wanted, "not measured", None)
        return cls(what, wanted, form.format(value), value >= limit)

    @classmethod
    def under(cls, what: str, value: float | None, limit: float, form: str = "{:.2f}") -> Promise:
        wanted = f"under {form.format(limit)}"
        if value is None:
            return cls(what, wanted, "not measured", None)
        return cls(what, wanted, form.format(value), value < limit)

    def line(self) -> str:
        verdict = {True: "kept", False: "BROKEN", None: "?"}[self.kept]
        return f"{verdict:<7} {self.what:<58} {self.promise:<18} {self.measured}"


def finish(report: dict[str, Any], promises: Iterable[Promise], *, as_json: bool) -> int:
    """Print the promises, with `as_json` the whole report; return 1 if one is broken."""
    promises = list(promises)
    if as_json:
        print(json.dumps({**report, "promises": [asdict(promise) for promise in promises]}, indent=1))
    else:
        for promise in promises:
            print(promise.line())
    return 1 if any(promise.kept is False for promise in promises) else 0


def ratio(value: float | None, base: float | None) -> float | None:
    """The quotient; None without a value or a base."""
    return value / base if value is not None and base else None
