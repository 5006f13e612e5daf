# SPDX-License-Identifier: BSD-3-Clause
"""Overlays of the canvas: minimap, search, breadcrumb, bubble, remote cursors."""
