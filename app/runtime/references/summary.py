# SPDX-License-Identifier: BSD-3-Clause
"""The summary of a file: type, parts, scopes, trust and identity, without running it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.runtime.references import model
from app.runtime.references.catalogue import Catalogue
from app.runtime.references.checker import Checker, UntypedReferenceError
from app.runtime.references.constraint_text import constraints_in_words
from app.runtime.references.document import Document
from app.runtime.references.errors import shown
from app.runtime.references.identity import identity
from app.runtime.references.names import format_id, format_path
from app.runtime.references.problems import Problem
from app.runtime.references.values import plain
from app.runtime.types import (
    NO_DEFAULT,
    NULL,
    STANDARD_FORMALISMS,
    EndpointTerm,
    EndpointType,
    Event,
    Formalisms,
    ObjectType,
    TemplateType,
    describe_type,
)

_LONGEST_KEY = 16
"""A longer key is secret, and is abbreviated."""
_LONGEST_ADDRESS = 200


@dataclass(frozen=True, slots=True)
class EndpointSummary:
    """An endpoint in plain words."""

    name: str
    takes: tuple[str, ...]
    sends: tuple[str, ...]
    promises: tuple[str, ...]
    needs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PartSummary:
    """One nested reference."""

    path: str
    what: str
    """Its kind and name in words."""


@dataclass(frozen=True, slots=True)
class ScopeSummary:
    """An argument that determines with whom an object communicates."""

    path: str
    parameter: str
    value: str
    """The text of an address; of a key, the start only."""


@dataclass(frozen=True, slots=True)
class LibrarySummary:
    """Code that opening the reference would fetch, with the user's permission."""

    url: str
    digest: str


@dataclass(frozen=True, slots=True)
class Summary:
    """Everything known about a file without running it."""

    title: str
    description: str
    identity: str
    kind: str
    type: ObjectType | TemplateType | None
    parameters: tuple[str, ...]
    endpoints: tuple[EndpointSummary, ...]
    promises: tuple[str, ...]
    needs: tuple[str, ...]
    parts: tuple[PartSummary, ...]
    missing: tuple[str, ...]
    connections: tuple[str, ...]
    exports: tuple[str, ...]
    scopes: tuple[ScopeSummary, ...]
    libraries: tuple[LibrarySummary, ...]
    externals: tuple[str, ...]
    problems: tuple[Problem, ...]


def summarize(document: Document, catalogue: Catalogue, formalisms: Formalisms = STANDARD_FORMALISMS) -> Summary:
    """Summarize a file; works for files with missing or wrong parts, too."""
    reference = document.reference
    checker = Checker(catalogue, formalisms=formalisms)
    try:
        found: ObjectType | TemplateType | None = checker.type_of(reference)
    except UntypedReferenceError:
        found = None
    whole = found.result if isinstance(found, TemplateType) else found
    endpoints = () if whole is None else whole.endpoints
    inside = list(model.walk(reference))
    composites = [(path, part) for path, part in inside if isinstance(part, model.Composite)]
    return Summary(
        document.title,
        document.description,
        identity(reference),
        _kind(reference),
        found,
        tuple(_parameters(found, reference)),
        tuple(_endpoint(name, term, formalisms) for name, term in endpoints),
        tuple(constraints_in_words(whole.provides, formalisms)) if whole else (),
        tuple(constraints_in_words(whole.requires, formalisms)) if whole else (),
        tuple(_parts(inside, catalogue)),
        tuple(_missing(inside, catalogue)),
        tuple(f"{_at(path)}{c.first} ─ {c.second}" for path, part in composites for c in part.connections),
        tuple(f"{_at(path)}{e.endpoint} as {e.name}" for path, part in composites for e in part.exports),
        tuple(scope for path, part in inside for scope in _scopes(path, part, catalogue)),
        tuple(_library(part) for _, part in inside if _is_library(part)),
        tuple(
            f"{part.name} from {_what(part.source, catalogue)}"
            for _, part in inside
            if isinstance(part, model.External)
        ),
        tuple(checker.check(document)),
    )


def _kind(reference: model.Reference) -> str:
    if isinstance(reference, model.Composite):
        count = len(reference.components)
        return f"a composite of {count} component{'' if count == 1 else 's'}"
    if isinstance(reference, model.Parameterized):
        return "a template with arguments"
    if isinstance(reference, model.External):
        return "an object that is fetched from a folder"
    if isinstance(reference, model.Template):
        return "a template"
    return "an installed object" if isinstance(reference, model.Primitive) else "the parameter of a template"


def _what(reference: model.Reference, catalogue: Catalogue) -> str:
    """Describe a reference in a few words."""
    if isinstance(reference, model.Primitive):
        definition = catalogue.definition(reference.id, reference.version)
        name = definition.name if definition else reference.name
        return (shown(name) or format_id(reference.id)) + ("" if definition else " (missing)")
    if isinstance(reference, model.Parameterized):
        given = ", ".join(shown(name) for name, _ in reference.arguments)
        return f"{_what(reference.template, catalogue)}" + (f" with {given}" if given else "")
    if isinstance(reference, model.External):
        return f"{shown(reference.name)} from {_what(reference.source, catalogue)}"
    if isinstance(reference, model.ParameterUse):
        return f"whatever the parameter {shown(reference.name)} is given"
    return _kind(reference)


def _parts(inside: list[tuple[model.Path, model.Reference]], catalogue: Catalogue) -> Iterator[PartSummary]:
    """Return the nested parts, without those that the description of their parent mentions."""
    for path, part in inside:
        mentioned = (
            path
            and path[-1] in (model.TEMPLATE_STEP, model.SOURCE_STEP)
            and isinstance(part, model.Primitive | model.External)
        )
        if path and not mentioned:
            yield PartSummary(format_path(path), _what(part, catalogue))


def _missing(inside: list[tuple[model.Path, model.Reference]], catalogue: Catalogue) -> Iterator[str]:
    """Return what is not installed on this machine, each once."""
    found = {
        (part.id, part.version): shown(part.name) or "an object without a name"
        for _, part in inside
        if isinstance(part, model.Primitive) and catalogue.definition(part.id, part.version) is None
    }
    for (identifier, version), name in found.items():
        yield f"{name} ({format_id(identifier)}" + (f" version {version}" if version else "") + ")"


def _at(path: model.Path) -> str:
    return f"{format_path(path)}: " if path else ""


def _parameters(found: ObjectType | TemplateType | None, reference: model.Reference) -> Iterator[str]:
    """Return the parameters of a template; files can give defaults that are not part of the type."""
    declared = reference.parameters if isinstance(reference, model.Template) else ()
    optional = {parameter.name for parameter in declared if parameter.default is not None}
    if isinstance(found, TemplateType):
        for parameter in found.parameters:
            must = parameter.default is NO_DEFAULT and parameter.name not in optional
            yield f"{parameter.text} (must be given)" if must else parameter.text


def _endpoint(name: str, term: EndpointTerm, formalisms: Formalisms) -> EndpointSummary:
    if not isinstance(term, EndpointType):
        return EndpointSummary(name, (), (), (f"whatever {term} says",), ())
    return EndpointSummary(
        name,
        tuple(_event(event) for event in term.incoming),
        tuple(_event(event) for event in term.outgoing),
        tuple(constraints_in_words(term.provides, formalisms)),
        tuple(constraints_in_words(term.requires, formalisms)),
    )


def _event(event: Event) -> str:
    return event.name if event.type == NULL else f"{event.name} with {describe_type(event.type)}"


def _scopes(path: model.Path, reference: model.Reference, catalogue: Catalogue) -> Iterator[ScopeSummary]:
    """Return the addresses and keys among the arguments."""
    if not isinstance(reference, model.Parameterized) or not isinstance(reference.template, model.Primitive):
        return
    definition = catalogue.definition(reference.template.id, reference.template.version)
    declared = definition.type.parameters if definition and isinstance(definition.type, TemplateType) else ()
    hints = {parameter.name: parameter.hints for parameter in declared}
    for name, argument in reference.arguments:
        kinds = {text for hint, text in hints.get(name, ()) if hint == "editor"}
        if kinds & {"key", "address"} and isinstance(argument, model.ValueArgument):
            text = str(plain(argument.value))
            is_long_key = "key" in kinds and len(text) > _LONGEST_KEY
            value = text[: _LONGEST_KEY // 2] + "…" if is_long_key else text
            yield ScopeSummary(format_path(path), name, shown(value))


def _is_library(reference: model.Reference) -> bool:
    return (
        isinstance(reference, model.Parameterized)
        and isinstance(reference.template, model.Primitive)
        and reference.template.id == model.LIBRARY_ID
    )


def _library(reference: model.Reference) -> LibrarySummary:
    assert isinstance(reference, model.Parameterized)
    given = {
        name: shown(str(plain(argument.value)), _LONGEST_ADDRESS)
        for name, argument in reference.arguments
        if isinstance(argument, model.ValueArgument)
    }
    return LibrarySummary(given.get("URL", "an address that is not given"), given.get("digest", ""))
