# SPDX-License-Identifier: BSD-3-Clause
"""Escaping of text and attribute values, exactly as in W3C C14N."""

from __future__ import annotations

import re

_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escape_text(text: str) -> str:
    """Escape text between tags."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#xD;")


def escape_attribute(text: str) -> str:
    """Escape text between double quotes."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return text.replace("\t", "&#x9;").replace("\n", "&#xA;").replace("\r", "&#xD;")


def unwritable(text: str) -> str | None:
    """Return the first character that XML cannot contain, or None."""
    found = _NOT_XML.search(text)
    return found.group() if found else None
