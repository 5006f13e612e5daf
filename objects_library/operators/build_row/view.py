# SPDX-License-Identifier: BSD-3-Clause
"""The view of a row of several values: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.build_row.proxy import BuildRow
from objects_library.widgets.operator_view import OperatorView


@view_of(BuildRow)
class BuildRowView(OperatorView):
    """Input and output on the block."""
