"""Spark: sessions in a process of their own, sources, queries, and feeds that put results into channels."""
