# SPDX-License-Identifier: BSD-3-Clause
"""The view of a constant: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.constant.proxy import Constant
from objects_library.widgets.operator_view import OperatorView


@view_of(Constant)
class ConstantView(OperatorView):
    """Input and output on the block."""
