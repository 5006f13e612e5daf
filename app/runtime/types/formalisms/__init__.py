"""Ways to write constraints, and to tell which of two constraints is stronger."""

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
