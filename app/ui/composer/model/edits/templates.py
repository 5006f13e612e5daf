# SPDX-License-Identifier: BSD-3-Clause
"""Edits of sheet parameters, which make the sheet a template."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from app.runtime import references as refs
from app.runtime.references.errors import quoted
from app.runtime.references.model import BODY_STEP, TEMPLATE_STEP, TYPE_KINDS
from app.ui.composer.model import drawings
from app.ui.composer.model.edits.arguments import argument_of, with_argument
from app.ui.composer.model.edits.base import Edit, edit
from app.ui.composer.model.errors import EditError
from app.ui.composer.model.tree import checked_name, expect_writable, reference_at, sheet_path, with_reference


@edit("declare parameter")
@dataclass(frozen=True)
class DeclareParameter(Edit):
    """Declares a sheet parameter and uses it as an argument of inner blocks.

    `uses` are block paths relative to the sheet's content, each with the parameter that gets the new one
    as its argument. The application of an inner sheet gets the previous argument of the first use.
    """

    sheet: refs.Path
    declaration: refs.ParameterDeclaration
    uses: tuple[tuple[refs.Path, str], ...] = ()

    @property
    def label(self) -> str:
        return f"Show {self.declaration.name} outside"

    def apply(self, document: refs.Document) -> refs.Document:
        """The document with the sheet as a template with the new parameter."""
        name = checked_name(self.declaration.name, "parameter")
        declaration = replace(self.declaration, name=name)
        expect_writable(refs.Template((declaration,), refs.Primitive(0)))
        template_path = _template_path(document, self.sheet)
        given = None
        if self.uses:
            inside = sheet_path(document, self.sheet)
            given = argument_of(reference_at(document, (*inside, *self.uses[0][0])), self.uses[0][1])
        if template_path is None:
            document, template_path = _made_template(document, self.sheet)
        template = reference_at(document, template_path)
        assert isinstance(template, refs.Template)
        if any(parameter.name == name for parameter in template.parameters):
            raise EditError(f"there is a setting {quoted(name)} already", "choose another name")
        larger = replace(template, parameters=(*template.parameters, declaration))
        document = with_reference(document, template_path, lambda _: larger)
        if template_path != self.sheet and given is not None and not isinstance(given, refs.ParameterUse):
            document = _with_argument(document, self.sheet, name, given)
        for path, parameter in self.uses:
            block = (*template_path, BODY_STEP, *path)
            document = drawings.without(document, [(*block, parameter)])
            document = _with_argument(document, block, parameter, refs.ParameterUse(name))
        return document


def _with_argument(
    document: refs.Document, path: refs.Path, parameter: str, argument: refs.Argument | None
) -> refs.Document:
    return with_reference(document, path, lambda old: with_argument(old, parameter, argument))


def _template_path(document: refs.Document, sheet: refs.Path) -> refs.Path | None:
    """The path of a sheet's template, or `None`."""
    reference = reference_at(document, sheet)
    if isinstance(reference, refs.Template):
        return sheet
    if isinstance(reference, refs.Parameterized) and isinstance(reference.template, refs.Template):
        return (*sheet, TEMPLATE_STEP)
    return None


def _made_template(document: refs.Document, sheet: refs.Path) -> tuple[refs.Document, refs.Path]:
    """The document with the sheet as a template; an inner sheet gets an application of it."""
    if not sheet:
        document = with_reference(document, sheet, lambda body: refs.Template((), body))
        return drawings.shifted(document, sheet, (BODY_STEP,)), sheet
    document = with_reference(document, sheet, lambda body: refs.Parameterized(refs.Template((), body)))
    inside = (*sheet, TEMPLATE_STEP, BODY_STEP)

    def change(path: refs.Path) -> refs.Path:
        is_inside = path[: len(sheet)] == sheet and path != sheet
        return (*inside, *path[len(sheet) :]) if is_inside else path

    places = {item for item in document.drawing.items if drawings.path_of(item) == sheet}
    on_it = [item for item in places if not hasattr(item, "component")]
    document = drawings.repathed(document, change)
    items = [drawings.moved_to(item, inside) if item in on_it else item for item in document.drawing.items]
    return drawings.with_items(document, items), (*sheet, TEMPLATE_STEP)


@edit("remove parameter")
@dataclass(frozen=True)
class RemoveParameter(Edit):
    """Removes a sheet parameter; its uses get the default or no argument."""

    sheet: refs.Path
    name: str

    @property
    def label(self) -> str:
        return f"Hide {self.name}"

    def apply(self, document: refs.Document) -> refs.Document:
        """The document without the parameter; a template without parameters is unwrapped."""
        path = _template_path(document, self.sheet)
        template = None if path is None else reference_at(document, path)
        if path is None or not isinstance(template, refs.Template):
            raise EditError("this page has no settings", "choose another page")
        declaration = next((p for p in template.parameters if p.name == self.name), None)
        if declaration is None:
            raise EditError(f"there is no setting {quoted(self.name)} any more", "choose another one")
        default = self._given(document) or declaration.default
        body = _Replacement(self.name, default, declaration.kind in TYPE_KINDS).of(template.body)
        left = tuple(p for p in template.parameters if p.name != self.name)
        smaller = replace(template, parameters=left, body=body)
        document = with_reference(document, path, lambda _: smaller)
        if path != self.sheet:
            document = _with_argument(document, self.sheet, self.name, None)
        return document if left else _unwrapped(document, self.sheet, path)

    def _given(self, document: refs.Document) -> refs.Argument | None:
        return argument_of(reference_at(document, self.sheet), self.name)


def _unwrapped(document: refs.Document, sheet: refs.Path, template_path: refs.Path) -> refs.Document:
    template = reference_at(document, template_path)
    assert isinstance(template, refs.Template)
    document = with_reference(document, sheet, lambda _: template.body)
    return drawings.shifted(document, (*template_path, BODY_STEP), sheet)


class _Replacement:
    """Substitutes an argument for all uses of a parameter."""

    def __init__(self, name: str, by: refs.Argument | None, is_type: bool) -> None:
        self._name = name
        self._by = by
        self._mention = re.compile(rf"\b{re.escape(name)}\b") if is_type else None

    def of(self, reference: refs.Reference) -> refs.Reference:
        """The reference with the parameter substituted."""
        self._refuse_mention(reference.as_type)
        if isinstance(reference, refs.ParameterUse):
            if reference.name != self._name:
                return reference
            if not isinstance(self._by, refs.ReferenceArgument):
                raise EditError(f"{quoted(self._name)} stands for a block", "remove that block first")
            return self._by.reference
        if isinstance(reference, refs.Composite):
            components = tuple((name, self.of(part)) for name, part in reference.components)
            return replace(reference, components=components)
        if isinstance(reference, refs.External):
            return replace(reference, source=self.of(reference.source))
        if isinstance(reference, refs.Parameterized):
            arguments = [(name, self._argument(given)) for name, given in reference.arguments]
            kept = tuple((name, given) for name, given in arguments if given is not None)
            return replace(reference, template=self.of(reference.template), arguments=kept)
        if isinstance(reference, refs.Template):
            if any(parameter.name == self._name for parameter in reference.parameters):
                return reference
            return replace(reference, body=self.of(reference.body))
        return reference

    def _argument(self, argument: refs.Argument) -> refs.Argument | None:
        if isinstance(argument, refs.ReferenceArgument):
            return refs.ReferenceArgument(self.of(argument.reference))
        if isinstance(argument, refs.TypeArgument):
            self._refuse_mention(argument.text)
        if isinstance(argument, refs.ParameterUse) and argument.name == self._name:
            return self._by
        return argument

    def _refuse_mention(self, text: str | None) -> None:
        if self._mention is not None and text is not None and self._mention.search(text):
            raise EditError(f"a type inside mentions {quoted(self._name)}", "change that type first")
