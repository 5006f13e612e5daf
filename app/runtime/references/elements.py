# SPDX-License-Identifier: BSD-3-Clause
"""Checks of elements, shared by all decoders."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NoReturn

from app.runtime.references.errors import LiveObjectFileError, quoted
from app.runtime.references.markup import Element
from app.runtime.references.names import clean


def refuse(element: Element, what: str, hint: str) -> NoReturn:
    """Raise the error for an element."""
    raise LiveObjectFileError(element.line, what, hint)


def unexpected(element: Element, parent: Element) -> NoReturn:
    """Raise the error for an element in the wrong place."""
    refuse(element, f"<{element.name}> does not belong into <{parent.name}>", "move or remove it")


def only_attributes(element: Element, *known: str) -> None:
    """Refuse unknown attributes, which may change the meaning."""
    for name in element.attributes:
        if name not in known:
            refuse(element, f"<{element.name}> has no attribute {quoted(name)}", "remove it")


def no_text(element: Element) -> None:
    """Refuse text between elements."""
    if element.text and not element.text.isspace():
        refuse(element, f"there is text in <{element.name}>: {quoted(element.text.strip())}", "remove it")


def leaf_text(element: Element) -> str:
    """Return the text of an element without children; comments in it are left to the caller."""
    if element.children:
        unexpected(element.children[0], element)
    if element.foreign or any(not note.startswith("<!--") for note in element.notes):
        refuse(element, f"<{element.name}> cannot be annotated", "annotate the element around it")
    return element.text


def attribute(element: Element, name: str) -> str:
    """Return a required attribute."""
    if name not in element.attributes:
        refuse(element, f"<{element.name}> has no {name}", f"add {name}=…")
    return element.attributes[name]


def named(element: Element, attribute_name: str, wrong: Callable[[str], str | None]) -> str:
    """Return a required, valid name in normal form."""
    name = clean(attribute(element, attribute_name))
    problem = wrong(name)
    if problem:
        refuse(element, f"the {attribute_name} {quoted(name)} of <{element.name}> {problem}", "choose another one")
    return name


def distinct(names: Iterable[tuple[str, Element]], what: str) -> None:
    """Refuse the second of two equal names."""
    seen: dict[str, int] = {}
    for name, element in names:
        if name in seen:
            refuse(element, f"there is already a {what} named {quoted(name)} in line {seen[name]}", "rename one")
        seen[name] = element.line


def only_child(element: Element) -> Element:
    """Return the only child of a wrapping element."""
    no_text(element)
    if len(element.children) != 1:
        refuse(element, f"<{element.name}> must hold exactly one thing", "add it, or remove the others")
    return element.children[0]
