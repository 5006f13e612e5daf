# SPDX-License-Identifier: BSD-3-Clause
"""The view of a formula: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.formula.proxy import FormulaOperator
from objects_library.widgets.operator_view import OperatorView


@view_of(FormulaOperator)
class FormulaOperatorView(OperatorView):
    """Input and output on the block."""
