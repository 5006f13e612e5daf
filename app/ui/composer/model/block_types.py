# SPDX-License-Identifier: BSD-3-Clause
"""Infers the types of blocks without running anything; parameters of enclosing templates stay free."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from app.runtime import references as refs
from app.runtime.library import Catalogue
from app.runtime.references.check_context import CheckContext
from app.runtime.references.model import BODY_STEP, TEMPLATE_STEP, Argument
from app.runtime.references.reference_check import ReferenceCheck
from app.runtime.references.scopes import Scope
from app.runtime.references.typings import Typing
from app.runtime.types import STANDARD_FORMALISMS, EndpointTerm, ObjectType, TemplateType, Type, Verdict, substitute
from app.ui.composer.model.tree import child

_Layer: TypeAlias = tuple[tuple[refs.ParameterDeclaration, ...], tuple[tuple[str, Argument], ...] | None]
EnclosingTemplates: TypeAlias = tuple[_Layer, ...]
"""The enclosing templates, the outermost first, each with its arguments if any."""


def enclosing_templates(document: refs.Document, path: refs.Path) -> EnclosingTemplates:
    """The templates that enclose a path."""
    layers: list[_Layer] = []
    reference: refs.Reference | None = document.reference
    arguments: tuple[tuple[str, Argument], ...] | None = None
    for step in path:
        if reference is None:
            break
        if isinstance(reference, refs.Template) and step == BODY_STEP:
            layers.append((reference.parameters, arguments))
        is_applied = isinstance(reference, refs.Parameterized) and step == TEMPLATE_STEP
        arguments = reference.arguments if is_applied and isinstance(reference, refs.Parameterized) else None
        reference = child(reference, step)
    return tuple(layers)


class BlockTypes:
    """Caches types by reference and verdicts by pair of types."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._libraries = -1
        self._context = self._fresh()

    def typing(self, reference: refs.Reference, around: EnclosingTemplates = ()) -> Typing:
        """The inferred type of a reference, as an object if possible."""
        for parameters, arguments in reversed(around):
            template = refs.Template(parameters, reference)
            reference = template if arguments is None else refs.Parameterized(template, arguments)
        context = self._current()
        check = ReferenceCheck(context)
        typing = check.visit(reference, (), Scope())
        if around and around[0][1] is None and isinstance(typing.type, TemplateType):
            typing = Typing(typing.name, typing.type.result)
        elif isinstance(typing.type, TemplateType):
            typing = check.visit_object(reference, (), Scope())
        context.problems.clear()
        return typing

    def template_of(self, reference: refs.Reference, around: EnclosingTemplates = ()) -> TemplateType | None:
        """The template type that takes a reference's arguments, or `None`."""
        template = reference.template if isinstance(reference, refs.Parameterized) else reference
        for parameters, _ in reversed(around):
            template = refs.Template(parameters, template)
        context = self._current()
        found = ReferenceCheck(context).visit(template, (), Scope()).type
        context.problems.clear()
        return found if isinstance(found, TemplateType) else None

    def wanted(self, template: TemplateType, arguments: Sequence[tuple[str, Argument]]) -> dict[str, Type]:
        """The types that a template's object parameters require, with type arguments substituted."""
        context = self._current()
        bindings: dict[str, Type] = {}
        for parameter in template.parameters:
            given = next((a for name, a in arguments if name == parameter.name), None)
            if isinstance(given, refs.TypeArgument):
                found = context.read_type(given.text, Scope(), (), None, parameter.kind)
                if found is not None:
                    bindings[parameter.name] = found
        context.problems.clear()
        return {
            parameter.name: substitute(parameter.type, bindings)
            for parameter in template.parameters
            if parameter.kind == "reference" and parameter.type is not None
        }

    def ports(self, typing: Typing) -> Sequence[tuple[str, EndpointTerm]]:
        """The known ports of an object."""
        return typing.type.endpoints if isinstance(typing.type, ObjectType) else ()

    def match(self, first: EndpointTerm, second: EndpointTerm) -> Verdict:
        """Whether two ports match, with suitable adapters."""
        return self._current().match(first, second)

    def subtype(self, given: ObjectType, wanted: ObjectType) -> Verdict:
        """Whether an object type is a subtype of the required one."""
        return self._current().subtype(given, wanted)

    def _current(self) -> CheckContext:
        if len(self._catalogue.libraries) != self._libraries:
            self._context = self._fresh()
        return self._context

    def _fresh(self) -> CheckContext:
        self._libraries = len(self._catalogue.libraries)
        return CheckContext(self._catalogue, self._catalogue.names, STANDARD_FORMALISMS)
