# SPDX-License-Identifier: BSD-3-Clause
"""Translates sentences of the model by matching them to phrases. No Qt in this file.

The model has no UI, so its texts are English. A phrase has {placeholders}. Their values are copied, except
those of the placeholders in `_TRANSLATED`, which are phrases themselves.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence

from app.ui.everyday_words import in_everyday_words
from app.ui.translations.phrases import PHRASES

_TRANSLATED = {"what", "words", "why"}
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_CLAUSES = ("; ",)
_JOINTS = (", and ", " and ", " or ", ", ")
_LONGEST = 4_000
_DEEPEST = 12

Lookup = Callable[[str], str]
"""Translates a known text; returns an unknown one unchanged."""


def translate_sentence(text: str, look_up: Lookup) -> str:
    """The translated sentence; unchanged if no phrase matches."""
    if len(text) > _LONGEST:
        return text
    return _translate(in_everyday_words(text), look_up, _DEEPEST) or text


def _translate(text: str, look_up: Lookup, depth: int) -> str | None:
    """The translation, or `None` if no phrase matches."""
    whole = look_up(text)
    if whole != text:
        return whole
    if depth == 0:
        return None
    clauses = _translate_joined(text, _CLAUSES, look_up, depth - 1)
    if clauses is not None:
        return clauses
    for phrase, pattern in _patterns():
        found = pattern.fullmatch(text)
        if found is not None:
            return _filled(look_up(phrase), found.groupdict(), look_up, depth - 1)
    return _translate_joined(text, _JOINTS, look_up, depth - 1)


def _filled(text: str, parts: dict[str, str], look_up: Lookup, depth: int) -> str:
    filled = {
        name: (_translate(part, look_up, depth) if name in _TRANSLATED else None) or part
        for name, part in parts.items()
    }
    return _PLACEHOLDER.sub(lambda name: filled.get(name[1], name[0]), text)


def _translate_joined(text: str, joints: Sequence[str], look_up: Lookup, depth: int) -> str | None:
    """Translate phrases joined into one sentence; each side must match a phrase or be a quoted name."""
    for joint in joints:
        at = text.find(joint)
        while at >= 0:
            first, second = text[:at], text[at + len(joint) :]
            left = _known(first, look_up, depth)
            right = _known(second, look_up, depth) if left is not None else None
            if left is not None and right is not None:
                message = f"{left}{_joint(joint, look_up)}{right}"
                if message != text:
                    return message
            at = text.find(joint, at + 1)
    return None


def _known(text: str, look_up: Lookup, depth: int) -> str | None:
    return text if _QUOTED.fullmatch(text) else _translate(text, look_up, depth)


_QUOTED = re.compile(r"'[^']*'(, '[^']*')*")


def _joint(joint: str, look_up: Lookup) -> str:
    word = joint.strip(" ,;")
    return joint.replace(word, look_up(word)) if word else joint


@functools.cache
def _patterns() -> Sequence[tuple[str, re.Pattern[str]]]:
    """Compiled patterns of the phrases, the most specific first."""
    with_placeholders = [phrase for phrase in PHRASES if "{" in phrase]
    with_placeholders.sort(key=lambda phrase: -len(_PLACEHOLDER.sub("", phrase)))
    return [(phrase, _pattern(phrase)) for phrase in with_placeholders]


def _pattern(phrase: str) -> re.Pattern[str]:
    parts = _PLACEHOLDER.split(phrase)
    written = [_pattern_of(part) if number % 2 else re.escape(part) for number, part in enumerate(parts)]
    return re.compile("".join(written), re.DOTALL)


def _pattern_of(name: str) -> str:
    """The pattern of a placeholder; it does not cross the end of a clause, and a count is a number."""
    if name == "count":
        return r"(?P<count>\d+)"
    return f"(?P<{name}>{'.' if name in _TRANSLATED else '[^;:]'}+?)"
