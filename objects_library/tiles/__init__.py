"""Tiles of dashboards: tables, charts, numbers, gauges and maps over feeds, filters and alerts."""
