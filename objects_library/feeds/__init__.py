"""Feeds: objects that report data repeatedly."""
