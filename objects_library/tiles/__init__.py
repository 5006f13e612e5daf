# SPDX-License-Identifier: BSD-3-Clause
"""Tiles of dashboards: tables, charts, numbers, gauges and maps over feeds, filters and alerts."""
