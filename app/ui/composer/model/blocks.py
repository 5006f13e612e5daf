# SPDX-License-Identifier: BSD-3-Clause
"""Blocks: references as shown on a sheet."""

from __future__ import annotations

import pathlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from app.runtime import references as refs
from app.runtime.library import Catalogue
from app.runtime.references.constraint_text import constraints_in_words
from app.runtime.references.errors import shown
from app.runtime.references.model import ParameterKind
from app.runtime.types import (
    NO_DEFAULT,
    NULL,
    STANDARD_FORMALISMS,
    EndpointTerm,
    EndpointType,
    Event,
    Parameter,
    TemplateType,
    Type,
    describe_type,
)
from app.ui.composer.model.block_types import BlockTypes, EnclosingTemplates
from app.ui.composer.model.families import Family, family_of
from app.ui.composer.model.tree import is_sheet, named

BlockKind: TypeAlias = Literal["object", "composite", "external", "missing", "parameter"]
Wiring: TypeAlias = tuple[tuple[str, refs.EndpointPath | None, str], ...]
"""For each port in use: its name, the other end of its wire, and its export name."""


@dataclass(frozen=True)
class Port:
    """A port of a block; `wires` are the other ends of its wires, a `required` port must be wired."""

    name: str
    family: Family
    type: EndpointTerm | None
    words: str
    exported_as: str = ""
    wires: tuple[refs.EndpointPath, ...] = ()
    required: bool = False
    sentence: str = ""
    """What a wire here means, as part of a sentence: `"{name} shows {what}"`."""

    @property
    def takes_more(self) -> bool:
        """Whether a further wire may end here."""
        return (isinstance(self.type, EndpointType) and self.type.one_way) or not (self.wires or self.exported_as)


@dataclass(frozen=True)
class Slot:
    """A parameter of a block and its argument.

    `missing` means that a required argument is not given. `type` is the required type.
    """

    parameter: str
    kind: ParameterKind
    words: str
    value: refs.Argument | None
    embedded: Block | None
    missing: bool
    path: refs.Path = ()
    type: Type | None = None
    default: Any = NO_DEFAULT
    hints: tuple[tuple[str, str], ...] = ()

    @property
    def label(self) -> str:
        """The parameter's label."""
        return next((text for hint, text in self.hints if hint == "label"), self.parameter)


@dataclass(frozen=True)
class Block:
    """An object on a sheet. `problems` are those found without the static check."""

    path: refs.Path
    name: str
    title: str
    description: str
    kind: BlockKind
    icon: pathlib.Path | None
    ports: tuple[Port, ...]
    slots: tuple[Slot, ...]
    placed: refs.Placed
    problems: tuple[str, ...] = ()
    is_sheet: bool = False
    reference: refs.Reference = field(default=refs.Primitive(0), repr=False)

    def port(self, name: str) -> Port | None:
        """The port of that name."""
        return next((port for port in self.ports if port.name == name), None)

    def slot(self, parameter: str) -> Slot | None:
        """The slot of that parameter."""
        return next((slot for slot in self.slots if slot.parameter == parameter), None)


def make_block(
    path: refs.Path,
    name: str,
    reference: refs.Reference,
    placed: refs.Placed,
    wiring: Wiring,
    around: EnclosingTemplates,
    catalogue: Catalogue,
    types: BlockTypes,
) -> Block:
    """The block of a reference."""
    presentation = presentation_of(reference, catalogue)
    typing = types.typing(reference, around)
    used: dict[str, _Use] = {}
    for port, other, shown_as in wiring:
        others, name_outside = used.get(port, ((), ""))
        used[port] = ((*others, other) if other is not None else others, shown_as or name_outside)
    sentences = _sentences_of(reference, catalogue)
    ports = [_port(port, term, used.pop(port, ((), "")), sentences.get(port, "")) for port, term in types.ports(typing)]
    for port, (others, shown_as) in used.items():  # keep wires to unknown ports
        ports.append(Port(port, Family.OTHER, None, "nothing is known about it", shown_as, others))
    slots = _slots(path, reference, around, catalogue, types)
    problems = [f"{slot.label} is missing" for slot in slots if slot.missing]
    if presentation.kind == "missing":
        problems.insert(0, "this object is not installed here")
    return Block(
        path, name, *presentation, tuple(ports), slots, placed, tuple(problems), is_sheet(reference), reference
    )


class Presentation(NamedTuple):
    """The title, icon and description of a reference."""

    title: str
    description: str
    kind: BlockKind
    icon: pathlib.Path | None = None


def presentation_of(reference: refs.Reference, catalogue: Catalogue) -> Presentation:
    """How a reference is presented; a template with arguments is presented like the template."""
    while isinstance(reference, refs.Parameterized | refs.Template):
        reference = reference.template if isinstance(reference, refs.Parameterized) else reference.body
    if isinstance(reference, refs.Primitive):
        definition = catalogue.definition(reference.id, reference.version)
        if definition is None:
            missing = catalogue.placeholder(reference.id, reference.version, reference.name)
            return Presentation(shown(missing.name), missing.description, "missing")
        return Presentation(shown(definition.name), definition.description, "object", definition.icon)
    if isinstance(reference, refs.Composite):
        count = len(reference.components)
        return Presentation("Group", f"A group of {count} block{'' if count == 1 else 's'}.", "composite")
    if isinstance(reference, refs.External):
        source = presentation_of(reference.source, catalogue).title
        return Presentation(shown(reference.name), f"Fetched from {source} when it runs.", "external")
    assert isinstance(reference, refs.ParameterUse)
    return Presentation(shown(reference.name), "Whatever this setting is given.", "parameter")


_Use: TypeAlias = tuple[tuple[refs.EndpointPath, ...], str]
"""The other ends of a port's wires, and its name outside."""


def _sentences_of(reference: refs.Reference, catalogue: Catalogue) -> Mapping[str, str]:
    while isinstance(reference, refs.Parameterized):
        reference = reference.template
    if not isinstance(reference, refs.Primitive):
        return {}
    definition = catalogue.definition(reference.id, reference.version)
    return {} if definition is None else definition.words


def _port(name: str, term: EndpointTerm, use: _Use, sentence: str) -> Port:
    others, shown_as = use
    required = isinstance(term, EndpointType) and bool(term.requires)
    return Port(name, family_of(term), term, describe_port(term), shown_as, others, required, sentence)


def describe_port(term: EndpointTerm) -> str:
    """A description of a port for people."""
    if not isinstance(term, EndpointType):
        return "whatever is chosen for it"
    known = _words.get(term.digest)
    if known is None:
        parts = [
            ("takes ", [_event(event) for event in term.incoming]),
            ("gives ", [_event(event) for event in term.outgoing]),
            ("promises ", constraints_in_words(term.provides, STANDARD_FORMALISMS)),
            ("needs ", constraints_in_words(term.requires, STANDARD_FORMALISMS)),
        ]
        known = "; ".join(verb + ", ".join(words) for verb, words in parts if words) or "does nothing"
        if len(_words) > 4_096:
            _words.clear()
        _words[term.digest] = known
    return known


_words: dict[str, str] = {}


def _event(event: Event) -> str:
    return event.name if event.type == NULL else f"{event.name} ({describe_type(event.type)})"


def _slots(
    path: refs.Path, reference: refs.Reference, around: EnclosingTemplates, catalogue: Catalogue, types: BlockTypes
) -> tuple[Slot, ...]:
    template = types.template_of(reference, around)
    given = reference.arguments if isinstance(reference, refs.Parameterized) else ()
    if isinstance(reference, refs.Composite | refs.Template):
        return ()
    declared = template.parameters if isinstance(template, TemplateType) else ()
    optional = _with_default(reference)
    slots = [
        _slot(path, parameter, named(given, parameter.name), parameter.name in optional, around, catalogue, types)
        for parameter in declared
    ]
    known = {parameter.name for parameter in declared}
    for name, argument in given:
        if name not in known:
            unknown = Parameter(name, "value", NULL)
            slots.append(_slot(path, unknown, argument, True, around, catalogue, types))
    return tuple(slots)


def _with_default(reference: refs.Reference) -> set[str]:
    """The parameters with a default of a template in the file."""
    if isinstance(reference, refs.Parameterized) and isinstance(reference.template, refs.Template):
        return {p.name for p in reference.template.parameters if p.default is not None}
    return set()


def _slot(
    path: refs.Path,
    parameter: Parameter,
    argument: refs.Argument | None,
    optional: bool,
    around: EnclosingTemplates,
    catalogue: Catalogue,
    types: BlockTypes,
) -> Slot:
    embedded = None
    where = (*path, parameter.name)
    if isinstance(argument, refs.ReferenceArgument):
        place = refs.Placed(where, 0.0, 0.0)
        embedded = make_block(where, parameter.name, argument.reference, place, (), around, catalogue, types)
    kind: Any = parameter.kind
    missing = argument is None and parameter.default is NO_DEFAULT and not optional
    hints = tuple((str(hint), str(text)) for hint, text in parameter.hints)
    return Slot(
        parameter.name,
        kind,
        _wanted(parameter),
        argument,
        embedded,
        missing,
        where,
        parameter.type,
        parameter.default,
        hints,
    )


_KINDS = {"value_type": "a kind of values", "endpoint_type": "a kind of connection", "object_type": "a kind of object"}


def _wanted(parameter: Parameter) -> str:
    """A description of what a parameter takes."""
    if parameter.kind in _KINDS or parameter.type is None:
        return _KINDS.get(parameter.kind, "something")
    return describe_type(parameter.type)


__all__ = ["Block", "BlockKind", "Port", "Slot", "Wiring", "describe_port", "make_block"]
