# SPDX-License-Identifier: BSD-3-Clause
"""The view of a map of coordinates."""

from __future__ import annotations

from app.runtime.library import view_of
from objects_library.maps.coordinates_map.proxy import CoordinatesMap
from objects_library.widgets.map_view.moving_view import MovingMapView


@view_of(CoordinatesMap)
class CoordinatesMapView(MovingMapView):
    """A map with moving things."""
