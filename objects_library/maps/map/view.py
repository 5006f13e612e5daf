# SPDX-License-Identifier: BSD-3-Clause
"""The view of a shared map."""

from __future__ import annotations

from app.runtime.library import view_of
from objects_library.maps.map.proxy import SharedMap
from objects_library.widgets.map_view.map_view import MapView


@view_of(SharedMap)
class SharedMapView(MapView):
    """The view of a shared map."""
