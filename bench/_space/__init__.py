"""Viewers of one space, each in a process of their own."""
