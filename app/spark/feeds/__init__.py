"""Feeds: continuous queries whose results are published through a channel."""
