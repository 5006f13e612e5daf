"""The palette of objects."""
