# SPDX-License-Identifier: BSD-3-Clause
"""Everyday words for people, where files and types have terms of the field. No Qt in this file."""

import re

EVERYDAY_NAMES = {
    "Checkpointed channel": "Everyone sees the same",
    "Document channel": "Everyone sees the same, and it is kept",
    "Durable channel": "Everyone sees the same, kept by a majority",
    "Shared sheet": "Shared page",
}
"""Names of installed objects, as people read them; files, searches and programs keep the names on the left."""

_WORDS = {
    "an endpoint": "a connection",
    "endpoint": "connection",
    "endpoints": "connections",
    "parameter": "setting",
    "parameters": "settings",
}
_TERM = re.compile(rf"'[^']*'|\b({'|'.join(_WORDS)})\b")


def everyday_name(name: str) -> str:
    """The name of an object as people read it."""
    return EVERYDAY_NAMES.get(name, name)


def in_everyday_words(sentence: str) -> str:
    """A sentence of the model or the checker without terms of the type system; quoted names stay."""
    return _TERM.sub(lambda found: _WORDS.get(found[0], found[0]), sentence.replace("`", "'"))
