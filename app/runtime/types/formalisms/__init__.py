# SPDX-License-Identifier: BSD-3-Clause
"""Formalisms: languages of constraints, with an implication between formulas."""

from .base import ClauseFormalism, Formalism, FormulaError, Structure
from .properties import Implications, Property, PropertyFormalism
from .registry import STANDARD_FORMALISMS, Formalisms

__all__ = [
    "STANDARD_FORMALISMS",
    "ClauseFormalism",
    "Formalism",
    "Formalisms",
    "FormulaError",
    "Implications",
    "Property",
    "PropertyFormalism",
    "Structure",
]
