# SPDX-License-Identifier: BSD-3-Clause
"""Widgets for views.

A view is a Qt widget with endpoints of its own; `view_of` connects each of them to the object's endpoint of
that name. Any `QWidget` can be a view. The widgets here add what views have in common: they follow the state
of their object and the theme of the window. This module imports Qt, so import it in `view.py` only.
"""

from app.runtime.library import view_of
from objects_library.widgets.fields import ValueField, field_for
from objects_library.widgets.live_view import LiveView

__all__ = ["LiveView", "ValueField", "field_for", "view_of"]
