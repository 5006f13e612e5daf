"""Overlays of the canvas: minimap, search, breadcrumb, bubble, remote cursors."""
