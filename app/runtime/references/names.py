# SPDX-License-Identifier: BSD-3-Clause
"""Rules for names, ids and type texts in references.

Every check returns what is wrong, or None, so that readers and writers can add the position.
"""

from __future__ import annotations

import re
import unicodedata

from app.runtime.references.limits import MAX_EXTERNAL_NAME, MAX_NAME, MAX_TYPE
from app.runtime.references.model import EndpointPath, Path

LARGEST_ID = 2**128 - 1
LARGEST_VERSION = 2**64 - 1

_ID = re.compile(r"0x[0-9a-fA-F]{1,32}\Z")
_VERSION = re.compile(r"[0-9]{1,20}\Z")


def clean(name: str) -> str:
    """Return the name in Unicode normal form C, so that equal-looking names are equal."""
    return unicodedata.normalize("NFC", name)


def endpoint_name_problem(name: str) -> str | None:
    """Check a name of an endpoint, field or hint: printable, without outer spaces."""
    if not name:
        return "is empty"
    if len(name) > MAX_NAME:
        return f"is longer than {MAX_NAME} characters"
    if not name.isprintable() or name != name.strip():
        return "holds characters that cannot be seen, or starts or ends with a space"
    return None


def name_problem(name: str) -> str | None:
    """Check a name of a component or parameter, which must not start with @ either: paths use it."""
    return "starts with @" if name.startswith("@") else endpoint_name_problem(name)


def external_name_problem(name: str) -> str | None:
    """Check a name in a folder: any visible text."""
    if not name:
        return "is empty"
    if len(name) > MAX_EXTERNAL_NAME:
        return f"is longer than {MAX_EXTERNAL_NAME} characters"
    return None if name.isprintable() else "holds characters that cannot be seen"


def type_text_problem(text: str) -> str | None:
    """Check a type text: one line of printable text; its meaning is for the checker."""
    if not text.strip():
        return "is empty"
    if len(text) > MAX_TYPE:
        return f"is longer than {MAX_TYPE} characters"
    if not text.isprintable() or text != text.strip():
        return "holds characters that cannot be seen, or starts or ends with a space"
    return None


def parse_id(text: str) -> int | None:
    """Parse a 128-bit id, written 0x and up to 32 hexadecimal digits."""
    return int(text, 16) if _ID.match(text) else None


def format_id(identifier: int) -> str:
    """Format an id."""
    return f"{identifier:#x}"


def parse_version(text: str) -> int | None:
    """Parse a 64-bit version number."""
    if not _VERSION.match(text):
        return None
    version = int(text)
    return version if version <= LARGEST_VERSION else None


def format_endpoint_path(path: EndpointPath) -> str:
    """Format as `component.endpoint`; in the endpoint's name a dot or a `~` is written `~2` or `~0`."""
    return f"{path.component}.{path.endpoint.replace('~', '~0').replace('.', '~2')}"


def parse_endpoint_path(text: str) -> EndpointPath | None:
    """Parse an endpoint path; the last dot separates the two, so component names may contain dots."""
    component, _, endpoint = clean(text).rpartition(".")
    endpoint = endpoint.replace("~2", ".").replace("~0", "~")
    if name_problem(component) or endpoint_name_problem(endpoint):
        return None
    return EndpointPath(component, endpoint)


def format_path(path: Path) -> str:
    """Format a path: steps joined by `/`; a `/` or `~` in a name is written `~1` or `~0`."""
    return "/".join(step.replace("~", "~0").replace("/", "~1") for step in path)


def parse_path(text: str) -> Path:
    """Parse a path that `format_path` wrote."""
    if not text:
        return ()
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in text.split("/"))
