"""Spark in the window: sources, queries, and the feeds that they become."""
