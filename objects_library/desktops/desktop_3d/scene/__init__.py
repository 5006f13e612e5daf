"""The scene of a 3D desktop."""
