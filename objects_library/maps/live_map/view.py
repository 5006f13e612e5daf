# SPDX-License-Identifier: BSD-3-Clause
"""The view of a live map."""

from __future__ import annotations

from app.runtime.library import view_of
from objects_library.maps.live_map.proxy import LiveMap
from objects_library.widgets.map_view.moving_view import MovingMapView


@view_of(LiveMap)
class LiveMapView(MovingMapView):
    """A map with moving things."""
