"""The canvas of a 2D desktop."""
