"""Planning: from a reference to a plan. What must be fetched is fetched here, and every type is checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from app.runtime.activation.errors import ActivationError, DereferenceError
from app.runtime.activation.externals import Folders, Trail, extended
from app.runtime.activation.plans import CompositePlan, FailedPlan, Plan, PrimitivePlan
from app.runtime.activation.templates import Assignment, fill_in
from app.runtime.library.errors import LibraryError
from app.runtime.references import (
    Argument,
    Composite,
    EndpointPath,
    External,
    Parameterized,
    ParameterUse,
    Primitive,
    Reference,
    ReferenceArgument,
    Template,
    TypeArgument,
    ValueArgument,
    plain,
)
from app.runtime.trust import TrustError
from app.runtime.types import (
    NO_DEFAULT,
    EndpointType,
    NamedEndpoint,
    ObjectType,
    TemplateType,
    Type,
    TypeModelError,
    instantiate,
    is_subtype,
    substitute,
)

if TYPE_CHECKING:
    from app.runtime.activation.node import Node

ISOLATED = (ActivationError, LibraryError, TrustError)
"""What keeps one component from being made, and nothing else."""


class Planner:
    """Plans one dereference."""

    def __init__(self, node: Node, folders: Folders, trail: Trail = ()) -> None:
        self._node = node
        self._folders = folders
        self._trail = trail
        self._assignment = Assignment(node.names, {}, {})

    async def plan(self, reference: Reference) -> Plan:
        """The plan of a reference that uses no parameters of templates around it."""
        if isinstance(reference, External):
            plan = await self._external(reference)
        elif isinstance(reference, Parameterized):
            plan = await self._parameterized(reference)
        elif isinstance(reference, Composite):
            plan = await self._composite(reference)
        elif isinstance(reference, Primitive):
            plan = self._primitive(reference, reference, {})
        else:
            raise DereferenceError(*_not_an_object(reference))
        return self._cast(plan, reference)

    async def _external(self, reference: External) -> Plan:
        inner = self._beyond(reference)
        return await inner.plan(await self._folders.fetch(reference, inner.plan))

    def _beyond(self, reference: External) -> Planner:
        """The planner for what an external reference leads to; it must not lead to itself."""
        return Planner(self._node, self._folders, extended(self._trail, reference))

    async def _parameterized(self, reference: Parameterized) -> Plan:
        template, planner = reference.template, self
        arguments = dict(reference.arguments)
        promises = []
        while isinstance(template, External):
            promises.append(template.as_type)
            planner = planner._beyond(template)
            template = await self._folders.fetch(template, planner.plan)
        plan: Plan
        if isinstance(template, Template):
            plan = await planner.plan(fill_in(template, arguments, self._node.names))
        elif isinstance(template, Primitive):
            plan = self._primitive(reference, template, arguments)
        else:
            raise DereferenceError("what is given arguments is not a template", "use a template there")
        for promise in promises:
            self._require(plan, self._promised(promise, arguments))
        return plan

    def _promised(self, promise: str, arguments: Mapping[str, Argument]) -> ObjectType:
        """What becomes of a template that was promised, with these arguments."""
        found = self._assignment.read_type(promise)
        if isinstance(found, TemplateType):
            names = {parameter.name for parameter in found.parameters}
            types = {name: given for name, given in self._types(arguments).items() if name in names}
            return _instance(found, types, arguments, "the template")[0]
        if not isinstance(found, ObjectType):
            raise DereferenceError(f"{promise[:60]!r} is not the type of an object", "correct the `as` type")
        return found

    def _types(self, arguments: Mapping[str, Argument]) -> dict[str, Type]:
        return {
            name: self._assignment.read_type(argument.text)
            for name, argument in arguments.items()
            if isinstance(argument, TypeArgument)
        }

    def _primitive(
        self, reference: Reference, primitive: Primitive, arguments: Mapping[str, Argument]
    ) -> PrimitivePlan:
        definition = self._node.definition(primitive)
        types = self._types(arguments)
        values = {name: _value(argument) for name, argument in arguments.items() if name not in types}
        if isinstance(definition.type, TemplateType):
            own_type, types = _instance(definition.type, types, values, definition.name)
        else:
            own_type = definition.type
        return PrimitivePlan(reference, own_type, definition, own_type, values, types)

    async def _composite(self, reference: Composite) -> CompositePlan:
        components = []
        for name, part in reference.components:
            try:
                components.append((name, await self.plan(part)))
            except ISOLATED as error:
                components.append((name, FailedPlan(part, error)))
        shown = _composite_type(reference, dict(components))
        return CompositePlan(reference, shown, tuple(components), reference.connections, reference.exports)

    def _cast(self, plan: Plan, reference: Reference) -> Plan:
        if reference.as_type is None or isinstance(plan, FailedPlan):
            return plan
        wanted = self._promised(reference.as_type, {})
        self._require(plan, wanted)
        return replace(plan, type=wanted)

    def _require(self, plan: Plan, wanted: ObjectType) -> None:
        verdict = is_subtype(plan.type, wanted, self._node.formalisms)
        if not verdict:
            why = "; ".join(verdict.explain(plan.title, "the type it is used as"))
            raise DereferenceError(
                f"{plan.title} is not of the type that is expected: {why}", "correct the `as` type"
            )


def _value(argument: Argument) -> object:
    if isinstance(argument, ValueArgument):
        return plain(argument.value)
    if isinstance(argument, ReferenceArgument):
        return argument.reference
    raise DereferenceError("an argument is a parameter of a template that is not there", "give it a value")


def _instance(
    template: TemplateType, given: Mapping[str, Type], values: Mapping[str, object], name: str
) -> tuple[ObjectType, dict[str, Type]]:
    """The type of a template with its arguments, and all its type arguments, including those by default."""
    types: dict[str, Type] = {}
    for parameter in template.parameters:
        if parameter.name in given:
            types[parameter.name] = given[parameter.name]
        elif parameter.name in values:
            continue
        elif parameter.default is NO_DEFAULT:
            raise DereferenceError(f"{name} is not given its parameter {parameter.name!r}", "give it one")
        elif isinstance(parameter.default, Type):
            types[parameter.name] = substitute(parameter.default, types)
    try:
        return instantiate(template, types), types
    except TypeModelError as error:
        raise DereferenceError(
            f"{name} cannot be given these types: {error}", "correct its arguments"
        ) from None


def _composite_type(composite: Composite, plans: Mapping[str, Plan]) -> ObjectType:
    """The endpoints that a composite exports, as far as the components that have them can be made."""
    endpoints = []
    for export in composite.exports:
        found = _endpoint_type(export.endpoint, plans)
        if found is not None:
            endpoints.append(NamedEndpoint(export.name, found))
    return ObjectType(tuple(endpoints))


def _endpoint_type(path: EndpointPath, plans: Mapping[str, Plan]) -> EndpointType | None:
    plan = plans.get(path.component)
    if plan is None:
        raise DereferenceError(f"there is no component {path.component!r}", "correct the export")
    if isinstance(plan, FailedPlan):
        return None
    found = plan.type.endpoint(path.endpoint)
    if not isinstance(found, EndpointType):
        raise DereferenceError(f"{path.component!r} has no endpoint {path.endpoint!r}", "correct the export")
    return found


def _not_an_object(reference: Reference) -> tuple[str, str]:
    if isinstance(reference, ParameterUse):
        return (
            f"the parameter {reference.name!r} stands for nothing here",
            "open the template with its arguments",
        )
    return "this is a template, which is not an object yet", "give it its parameters"
