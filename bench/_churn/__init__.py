"""Processes that come, write, freeze and die on one channel."""
