# SPDX-License-Identifier: BSD-3-Clause
"""Checks constraints when their author writes them, not when somebody uses the object."""

from app.runtime.library.errors import DeclarationError
from app.runtime.types import EndpointTerm, EndpointType, ObjectType
from app.runtime.types.endpoints import EndpointPattern
from app.runtime.types.formalisms import STANDARD_FORMALISMS, FormulaError
from app.runtime.types.implication import structure_of


def check_constraints(where: str, declared: EndpointTerm | ObjectType) -> None:
    """Refuse a constraint in an unknown formalism, or one that its formalism cannot parse."""
    if not isinstance(declared, EndpointType | EndpointPattern | ObjectType):
        return
    structure = structure_of(declared)
    for formalism_id, text in (*declared.provides, *declared.requires):
        formalism = STANDARD_FORMALISMS.find(formalism_id)
        if formalism is None:
            known = ", ".join(sorted(each.id for each in STANDARD_FORMALISMS))
            raise DeclarationError(
                f"{where} has a constraint in the formalism `{formalism_id}`, which nobody knows",
                f"use one of {known}, or define it with `@formalism` above the class",
            )
        try:
            formalism.parse(text, structure)
        except FormulaError as error:
            raise DeclarationError(
                f"{where}: the constraint `{formalism_id}({text})` means nothing: {error}", "correct its text"
            ) from None
