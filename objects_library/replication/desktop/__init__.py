"""Replicated desktops: items by name, and the undo history of each person."""
