"""How text and attribute values are written: exactly as W3C C14N wants it."""

from __future__ import annotations

import re

_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escape_text(text: str) -> str:
    """Text between tags."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#xD;")


def escape_attribute(text: str) -> str:
    """Text between double quotes."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return text.replace("\t", "&#x9;").replace("\n", "&#xA;").replace("\r", "&#xD;")


def unwritable(text: str) -> str | None:
    """The first character that XML cannot hold, if there is one."""
    found = _NOT_XML.search(text)
    return found.group() if found else None
