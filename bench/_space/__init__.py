"""Viewers of one space, each in its own process."""
