# SPDX-License-Identifier: BSD-3-Clause
"""The view of several wires as one: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.merge.proxy import Merge
from objects_library.widgets.operator_view import OperatorView


@view_of(Merge)
class MergeView(OperatorView):
    """Input and output on the block."""
