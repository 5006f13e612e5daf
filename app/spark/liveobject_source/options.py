# SPDX-License-Identifier: BSD-3-Clause
"""Checks the options of the data source; the results are plain values, since Spark pickles them."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.spark.liveobject_source.gateway_client import LiveObjectSourceError

_LARGEST_REFERENCE = 8_000_000
_LONGEST_NAME = 200
_LEAST_KEEP = 5.0
"""Seconds that the gateway stays at least, to be there for the next step of a job."""
_NAMES = {
    "reference", "path", "feed", "key", "keep", "ongap", "changes", "maxrowsperbatch",
    "batch", "checkpointlocation", "querytype",
}  # fmt: skip


def read_options(options: Mapping[str, str]) -> dict[str, Any]:
    """Parse the options of a read."""
    given = _check_names(options)
    gap = given.get("ongap", "present")
    if gap not in ("present", "fail"):
        raise LiveObjectSourceError("onGap is present or fail; write one of them")
    return {
        "reference": _reference(given),
        "keep": max(_LEAST_KEEP, _number(given, "keep", 60.0, 86_400.0)),
        "on_gap": gap,
        "changes": _flag(given, "changes"),
        "most_rows": int(_number(given, "maxrowsperbatch", 0.0, 1e9)),
    }


def write_options(options: Mapping[str, str], overwrite: bool) -> dict[str, Any]:
    """Parse the options of a batch write, which is a feed of its own with one batch.

    With the options `feed` and `batch`, as for `foreachBatch`, it is that batch of that feed, exactly once.
    """
    given = _check_names(options)
    name, batch = _feed_name(given), int(_number(given, "batch", -1.0, 2.0**62)) if "batch" in given else None
    if bool(name) != (batch is not None):
        raise LiveObjectSourceError("a batch is told from others by its feed and its number; give both or none")
    return _common_write_options(given, overwrite) | {"feed": name or f"write {uuid.uuid4()}", "batch": batch or 0}


def stream_write_options(options: Mapping[str, str], overwrite: bool) -> dict[str, Any]:
    """Parse the options of a stream write; its batches are identified by feed name and number."""
    given = _check_names(options)
    name = _feed_name(given)
    place = given.get("checkpointlocation", "")
    if not name and not place:
        raise LiveObjectSourceError(
            "a stream needs a name under which its batches are counted; "
            "give option checkpointLocation, or feed with a name that no other query uses"
        )
    if not name:
        name = f"query {hashlib.sha256(place.encode()).hexdigest()[:16]}"
    return _common_write_options(given, overwrite) | {"feed": name}


def _common_write_options(given: Mapping[str, str], overwrite: bool) -> dict[str, Any]:
    key = [part.strip() for part in given.get("key", "").split(",") if part.strip()]
    mode = "complete" if overwrite else "update" if key else "append"
    return {
        "reference": _reference(given),
        "keep": max(_LEAST_KEEP, _number(given, "keep", 60.0, 86_400.0)),
        "mode": mode,
        "key": key,
    }


def _check_names(options: Mapping[str, str]) -> dict[str, str]:
    given = {name.casefold(): value for name, value in options.items()}
    unknown = sorted(name for name in given if name not in _NAMES and "." not in name)
    if unknown:
        names = "reference, feed, batch, key, keep, onGap, changes, maxRowsPerBatch"
        raise LiveObjectSourceError(f"there is no option {unknown[0][:60]!r}; there are {names}")
    return given


def _reference(given: Mapping[str, str]) -> bytes:
    place = given.get("reference") or given.get("path") or ""
    if not place:
        raise LiveObjectSourceError("no channel is named; give option reference with a .liveobject file")
    if place.lstrip().startswith("<"):
        return place.encode()
    file = Path(place.removeprefix("file://").removeprefix("file:")).expanduser()
    try:
        with file.open("rb") as opened:
            content = opened.read(_LARGEST_REFERENCE + 1)
    except OSError as error:
        raise LiveObjectSourceError(
            f"{file} cannot be read ({error.strerror}); name a .liveobject file on the driver's computer"
        ) from None
    if len(content) > _LARGEST_REFERENCE:
        raise LiveObjectSourceError(f"{file} is too large for a reference; name a .liveobject file")
    return content


def _feed_name(given: Mapping[str, str]) -> str:
    name = given.get("feed", "").strip()
    if len(name) > _LONGEST_NAME:
        raise LiveObjectSourceError(f"the name of a feed has at most {_LONGEST_NAME} letters; shorten it")
    return name


def _number(given: Mapping[str, str], name: str, usual: float, most: float) -> float:
    try:
        number = float(given.get(name, usual))
    except ValueError:
        number = -1.0
    if not 0 <= number <= most:
        raise LiveObjectSourceError(f"option {name} is a number from 0 to {most:g}; correct it")
    return number


def _flag(given: Mapping[str, str], name: str) -> bool:
    text = given.get(name, "false").casefold()
    if text not in ("true", "false"):
        raise LiveObjectSourceError(f"option {name} is true or false; write one of them")
    return text == "true"
