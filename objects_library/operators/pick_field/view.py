# SPDX-License-Identifier: BSD-3-Clause
"""The view of one field of a row: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.pick_field.proxy import PickField
from objects_library.widgets.operator_view import OperatorView


@view_of(PickField)
class PickFieldView(OperatorView):
    """Input and output on the block."""
