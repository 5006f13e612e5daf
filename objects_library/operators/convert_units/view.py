# SPDX-License-Identifier: BSD-3-Clause
"""The view of a quantity in another unit: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.convert_units.proxy import ConvertUnits
from objects_library.widgets.operator_view import OperatorView


@view_of(ConvertUnits)
class ConvertUnitsView(OperatorView):
    """Input and output on the block."""
