"""Processes that join, write, freeze and die on one channel."""
