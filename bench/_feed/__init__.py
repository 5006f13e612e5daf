"""Shared parts of the feed benchmarks."""
