# SPDX-License-Identifier: BSD-3-Clause
"""The view of a map of values: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.map_values.proxy import MapValues
from objects_library.widgets.operator_view import OperatorView


@view_of(MapValues)
class MapValuesView(OperatorView):
    """Input and output on the block."""
