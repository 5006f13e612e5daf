# SPDX-License-Identifier: BSD-3-Clause
"""The planner: resolves a reference to a plan, fetches external references and checks every type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from app.runtime import references as refs
from app.runtime.activation.errors import ActivationError, DereferenceError
from app.runtime.activation.externals import Folders, Trail, extended
from app.runtime.activation.plans import CompositePlan, FailedPlan, Plan, PrimitivePlan
from app.runtime.activation.templates import Assignment, fill_in
from app.runtime.library.errors import LibraryError
from app.runtime.trust import TrustError
from app.runtime.types import (
    NO_DEFAULT,
    NamedEndpoint,
    ObjectType,
    TemplateType,
    Type,
    instantiate,
    is_subtype,
    substitute,
)

if TYPE_CHECKING:
    from app.runtime.activation.node import Node

ISOLATED = (ActivationError, LibraryError, TrustError)
"""Errors that keep one component from being made, and nothing else."""


class Planner:
    """Plans one dereference."""

    def __init__(self, node: Node, folders: Folders, trail: Trail = ()) -> None:
        self._node = node
        self._folders = folders
        self._trail = trail
        self._assignment = Assignment(node.names, {}, {})

    async def plan(self, reference: refs.Reference) -> Plan:
        """Return the plan of a reference without free template parameters."""
        if isinstance(reference, refs.External):
            plan = await self._external(reference)
        elif isinstance(reference, refs.Parameterized):
            plan = await self._parameterized(reference)
        elif isinstance(reference, refs.Composite):
            plan = await self._composite(reference)
        elif isinstance(reference, refs.Primitive):
            plan = self._primitive(reference, reference, {})
        else:  # a template was fetched
            raise DereferenceError("this is a template, which is not an object yet", "give it its parameters")
        return self._cast(plan, reference)

    async def _external(self, reference: refs.External) -> Plan:
        inner = self._beyond(reference)
        found = await self._folders.fetch(reference, inner.plan)
        self._node.require_sound(found)
        return await inner.plan(found)

    def _beyond(self, reference: refs.External) -> Planner:
        """Return the planner for the target of an external reference, which must not lead to itself."""
        return Planner(self._node, self._folders, extended(self._trail, reference))

    async def _parameterized(self, reference: refs.Parameterized) -> Plan:
        template, planner = reference.template, self
        arguments = dict(reference.arguments)
        promises = []
        while isinstance(template, refs.External):
            promises.append(template.as_type)
            planner = planner._beyond(template)
            template = await self._folders.fetch(template, planner.plan)
        if promises:
            self._node.require_sound(replace(reference, template=template))
        plan: Plan
        if isinstance(template, refs.Template):
            plan = await planner.plan(fill_in(template, arguments, self._node.names))
        else:
            assert isinstance(template, refs.Primitive)
            plan = self._primitive(reference, template, arguments)
        for promise in promises:
            self._require(plan, self._promised(promise, arguments))
        return plan

    def _promised(self, promise: str, arguments: Mapping[str, refs.Argument]) -> ObjectType:
        """Return the result of a declared template with these arguments."""
        found = self._assignment.read_type(promise)
        if isinstance(found, TemplateType):
            return instantiate(found, _type_arguments(found, self._types(arguments)))
        assert isinstance(found, ObjectType)
        return found

    def _types(self, arguments: Mapping[str, refs.Argument]) -> dict[str, Type]:
        return {
            name: self._assignment.read_type(argument.text)
            for name, argument in arguments.items()
            if isinstance(argument, refs.TypeArgument)
        }

    def _primitive(
        self, reference: refs.Reference, primitive: refs.Primitive, arguments: Mapping[str, refs.Argument]
    ) -> PrimitivePlan:
        definition = self._node.definition(primitive)
        types = self._types(arguments)
        values = {name: _value(argument) for name, argument in arguments.items() if name not in types}
        own_type = definition.type
        if isinstance(own_type, TemplateType):
            types = _type_arguments(own_type, types)
            _require_parameters(own_type, {*types, *values}, definition.name)
            own_type = instantiate(own_type, types)
        return PrimitivePlan(reference, own_type, definition, own_type, values, types)

    async def _composite(self, reference: refs.Composite) -> CompositePlan:
        components = []
        for name, part in reference.components:
            try:
                components.append((name, await self.plan(part)))
            except ISOLATED as error:
                components.append((name, FailedPlan(part, error)))
        shown = _composite_type(reference, dict(components))
        return CompositePlan(reference, shown, tuple(components), reference.connections, reference.exports)

    def _cast(self, plan: Plan, reference: refs.Reference) -> Plan:
        if reference.as_type is None or isinstance(plan, FailedPlan):
            return plan
        wanted = self._promised(reference.as_type, {})
        self._require(plan, wanted)
        return replace(plan, type=wanted)

    def _require(self, plan: Plan, wanted: ObjectType) -> None:
        verdict = is_subtype(plan.type, wanted, self._node.formalisms)
        if not verdict:
            why = "; ".join(verdict.explain(plan.title, "the type it is used as"))
            raise DereferenceError(f"{plan.title} is not of the type that is expected: {why}", "correct the `as` type")


def _value(argument: refs.Argument) -> object:
    if isinstance(argument, refs.ValueArgument):
        return refs.plain(argument.value)
    assert isinstance(argument, refs.ReferenceArgument)
    return argument.reference


def _type_arguments(template: TemplateType, given: Mapping[str, Type]) -> dict[str, Type]:
    """Return the type arguments of a template, with defaults."""
    types: dict[str, Type] = {}
    for parameter in template.parameters:
        if parameter.name in given:
            types[parameter.name] = given[parameter.name]
        elif isinstance(parameter.default, Type):
            types[parameter.name] = substitute(parameter.default, types)
    return types


def _require_parameters(template: TemplateType, given: set[str], name: str) -> None:
    """Refuse a bare template: a valid reference, but not an object."""
    for parameter in template.parameters:
        if parameter.default is NO_DEFAULT and parameter.name not in given:
            raise DereferenceError(f"{name} is not given its parameter {parameter.name!r}", "give it one")


def _composite_type(composite: refs.Composite, plans: Mapping[str, Plan]) -> ObjectType:
    """Return the exported endpoints of a composite, without those of components that cannot be made."""
    endpoints = []
    for name, end in ((export.name, export.endpoint) for export in composite.exports):
        found = plans[end.component].type.endpoint(end.endpoint)
        if found is not None:
            endpoints.append(NamedEndpoint(name, found))
    return ObjectType(tuple(endpoints))
