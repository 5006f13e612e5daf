# SPDX-License-Identifier: BSD-3-Clause
"""Walks through a reference, computes its type and reports problems."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.runtime.references import model
from app.runtime.references.argument_check import ArgumentCheck, ArgumentLocation
from app.runtime.references.check_context import CheckContext
from app.runtime.references.composite_check import CompositeCheck
from app.runtime.references.errors import listed, quoted, shown
from app.runtime.references.limits import MAX_DEPTH
from app.runtime.references.names import format_id
from app.runtime.references.scopes import Binding, Scope
from app.runtime.references.typings import Typing
from app.runtime.references.values import plain
from app.runtime.types import (
    ANYTHING,
    NO_DEFAULT,
    ObjectType,
    Parameter,
    TemplateType,
    Type,
    TypeModelError,
    Variable,
    instantiate,
    parse_object_type,
    substitute,
)

_FOLDER = parse_object_type("Folder[Object]")
_DEEPEST = MAX_DEPTH // 2  # every nested reference takes at least two elements of a file


class ReferenceCheck:
    """One walk through a reference."""

    def __init__(self, context: CheckContext) -> None:
        self._context = context

    def visit_object(self, reference: model.Reference, path: model.Path, scope: Scope) -> Typing:
        """Return the type of a reference that must be an object; a template with all defaults is one."""
        typing = self.visit(reference, path, scope)
        return self._made(lambda: self._as_object(typing, reference, path), reference, path)

    def visit(self, reference: model.Reference, path: model.Path, scope: Scope) -> Typing:
        """Return the type of a reference to an object or template."""
        if len(path) > _DEEPEST:
            message = f"references are nested more than {_DEEPEST} deep"
            self._context.report(path, reference.line, "type", message)
            return Typing("what is nested too deep")
        return self._made(lambda: self._visit(reference, path, scope), reference, path)

    def _made(self, make: Callable[[], Typing], reference: model.Reference, path: model.Path) -> Typing:
        """Return the result of `make`; types beyond the limits are a problem of the reference."""
        try:
            return make()
        except TypeModelError as error:
            self._context.report(path, reference.line, "type", f"its type cannot be made: {error}")
            return Typing("an object without a type")

    def _visit(self, reference: model.Reference, path: model.Path, scope: Scope) -> Typing:
        typing = self._uncast(reference, path, scope)
        if reference.as_type is None or isinstance(reference, model.External):
            return typing
        return self._cast(typing, reference, reference.as_type, path, scope)

    def _uncast(self, reference: model.Reference, path: model.Path, scope: Scope) -> Typing:
        if isinstance(reference, model.Primitive):
            return self._primitive(reference, path)
        if isinstance(reference, model.Parameterized):
            return self._parameterized(reference, path, scope)
        if isinstance(reference, model.Composite):
            return self._composite(reference, path, scope)
        if isinstance(reference, model.External):
            return self._external(reference, path, scope)
        if isinstance(reference, model.Template):
            return self._template(reference, path, scope)
        return self._use(reference, path, scope)

    def _primitive(self, reference: model.Primitive, path: model.Path) -> Typing:
        definition = self._context.definition(reference.id, reference.version)
        if definition is not None:
            return Typing(shown(definition.name), definition.type)
        name = shown(reference.name) or "an object without a name"
        version = f" version {reference.version} or later" if reference.version else ""
        message = (
            f"{name} ({format_id(reference.id)}{version}) is not installed here; "
            "install the library that has it, or ask whoever sent the file for it"
        )
        self._context.report(path, reference.line, "missing", message)
        return Typing(name)

    def _composite(self, reference: model.Composite, path: model.Path, scope: Scope) -> Typing:
        components = {
            name: self.visit_object(component, (*path, name), scope) for name, component in reference.components
        }
        return CompositeCheck(self._context, reference, path, components).typing()

    def _external(self, reference: model.External, path: model.Path, scope: Scope) -> Typing:
        source = self.visit_object(reference.source, (*path, model.SOURCE_STEP), scope)
        name = shown(reference.name)
        if source.certain and source.type is not None:
            for reason in self._context.subtype(source.type, _FOLDER).leaves():
                message = f"{name} cannot be fetched: {reason.render(source.name, 'a folder')}"
                self._context.report(path, reference.line, "external", message)
        found = self._context.read_type(reference.as_type, scope, path, reference.line, "object_type", "template")
        assert found is None or isinstance(found, ObjectType | TemplateType | Variable)
        return Typing(name, found)

    def _use(self, reference: model.ParameterUse, path: model.Path, scope: Scope) -> Typing:
        name = f"parameter {shown(reference.name)}"
        binding = scope.find(reference.name)
        if binding is None or binding.kind != "reference":
            wrong = "there is no" if binding is None else "an object is needed, not the"
            self._context.report(path, reference.line, "parameter", f"{wrong} {name} in the templates around")
            return Typing(name)
        assert isinstance(binding.type, ObjectType | Variable)
        return Typing(name, binding.type)

    def _parameterized(self, reference: model.Parameterized, path: model.Path, scope: Scope) -> Typing:
        place = ArgumentLocation(path, reference.line, scope)
        if isinstance(reference.template, model.Template):
            return self._applied(reference, reference.template, place)
        template = self.visit(reference.template, (*path, model.TEMPLATE_STEP), scope)
        arguments = ArgumentCheck(self._context, self.visit_object, place, template.name)
        if isinstance(template.type, TemplateType):
            parameters = template.type.parameters
            bindings = arguments.bind(parameters, template.optional, reference.arguments)
            if _all_bound(parameters, bindings):
                return Typing(template.name, substitute(template.type.result, bindings))
            return Typing(template.name)
        arguments.check_inside(reference.arguments)
        if template.type is not None and not isinstance(reference.template, model.External):
            message = f"{template.name} is not a template, so it takes no arguments"
            self._context.report(path, reference.line, "template", message)
        return template  # an external template may declare only its result

    def _applied(self, reference: model.Parameterized, template: model.Template, location: ArgumentLocation) -> Typing:
        """Apply a template in the file: its body is checked with the arguments substituted."""
        inside = (*location.path, model.TEMPLATE_STEP)
        parameters, optional, _ = self._declare(template, inside, location.scope)
        self._refuse_cast(template, inside)
        arguments = ArgumentCheck(self._context, self.visit_object, location, "the template")
        bindings = arguments.bind(parameters, optional, reference.arguments)
        scope = location.scope
        for parameter in parameters:
            scope = scope.extended(parameter.name, _binding(parameter, bindings))
        body = self.visit_object(template.body, (*inside, model.BODY_STEP), scope)
        return body if _all_bound(parameters, bindings) else Typing(body.name)

    def _template(self, template: model.Template, path: model.Path, scope: Scope) -> Typing:
        """Check a template by itself, with open parameters."""
        parameters, optional, inner = self._declare(template, path, scope)
        self._refuse_cast(template, path)
        body = self.visit_object(template.body, (*path, model.BODY_STEP), inner)
        if not body.certain or not isinstance(body.type, ObjectType):
            return Typing("the template")
        return Typing("the template", TemplateType(tuple(parameters), body.type), optional=optional)

    def _declare(
        self, template: model.Template, path: model.Path, scope: Scope
    ) -> tuple[list[Parameter], frozenset[str], Scope]:
        """Return the declared parameters, those with a reference as default, and their scope."""
        parameters: list[Parameter] = []
        optional: set[str] = set()
        for declaration in template.parameters:
            wanted = self._declared_type(declaration, path, scope)
            parameter = Parameter(declaration.name, declaration.kind, wanted, NO_DEFAULT, declaration.hints)
            default = self._default(parameter, declaration, ArgumentLocation(path, declaration.line, scope))
            if default is NO_DEFAULT and declaration.default is not None:
                optional.add(parameter.name)
            parameters.append(Parameter(parameter.name, parameter.kind, wanted, default, declaration.hints))
            scope = scope.extended(parameter.name, _binding(parameter, {}))
        return parameters, frozenset(optional), scope

    def _declared_type(self, declaration: model.ParameterDeclaration, path: model.Path, scope: Scope) -> Type | None:
        place = ((*path, declaration.name), declaration.line)
        sort = {"value": "value_type", "reference": "object_type"}.get(declaration.kind, declaration.kind)
        found = None
        if declaration.type is not None:
            found = self._context.read_type(declaration.type, scope, *place, sort)
        elif declaration.kind == "value":
            message = f"the parameter {quoted(declaration.name)} does not say of which type its values are"
            self._context.report(*place, "parameter", message)
        if found is not None or declaration.kind in model.TYPE_KINDS:
            return found
        return ANYTHING if declaration.kind == "value" else ObjectType()

    def _default(
        self, parameter: Parameter, declaration: model.ParameterDeclaration, location: ArgumentLocation
    ) -> object:
        """Return the default as a template type expresses it; `NO_DEFAULT` if it cannot, or there is none."""
        default = declaration.default
        if default is None:
            return NO_DEFAULT
        check = ArgumentCheck(self._context, self.visit_object, location, "the template itself")
        bindings = check.bind([parameter], frozenset(), [(parameter.name, default)])
        if isinstance(default, model.ValueArgument) and parameter.kind == "value":
            return plain(default.value)
        return bindings.get(parameter.name, NO_DEFAULT)

    def _refuse_cast(self, template: model.Template, path: model.Path) -> None:
        if template.as_type is not None:
            message = "a template cannot be cast; cast what it becomes"
            self._context.report(path, template.line, "cast", message)

    def _cast(self, typing: Typing, reference: model.Reference, text: str, path: model.Path, scope: Scope) -> Typing:
        """Hide what the type of the cast does not have; the object must be of that type."""
        if isinstance(reference, model.Template):
            return typing
        typing = self._as_object(typing, reference, path)
        wanted = self._context.read_type(text, scope, path, reference.line, "object_type")
        if wanted is None:
            return typing
        assert isinstance(wanted, ObjectType | Variable)
        if typing.certain and typing.type is not None:
            for reason in self._context.subtype(typing.type, wanted).leaves():
                message = f"{typing.name} is not a {shown(text)}: {reason.render(typing.name, shown(text))}"
                self._context.report(path, reference.line, "cast", message)
        return Typing(typing.name, wanted)

    def _as_object(self, typing: Typing, reference: model.Reference, path: model.Path) -> Typing:
        if not isinstance(typing.type, TemplateType):
            return typing
        missing = listed(
            parameter.name
            for parameter in typing.type.parameters
            if parameter.default is NO_DEFAULT and parameter.name not in typing.optional
        )
        if missing:
            message = f"{typing.name} is a template and must first be given {missing}"
            self._context.report(path, reference.line, "template", message)
            return Typing(typing.name)
        return Typing(typing.name, instantiate(typing.type, {}))


def _all_bound(parameters: Sequence[Parameter], bindings: dict[str, Type]) -> bool:
    return all(parameter.name in bindings for parameter in parameters if parameter.kind in model.TYPE_KINDS)


def _binding(parameter: Parameter, bindings: dict[str, Type]) -> Binding:
    """Return the binding of a parameter inside its template."""
    kind = next(kind for kind in model.PARAMETER_KINDS if kind == parameter.kind)
    if kind in model.TYPE_KINDS:
        return Binding(kind, bindings.get(parameter.name, Variable(parameter.name, kind)))
    assert parameter.type is not None
    return Binding(kind, substitute(parameter.type, bindings))
