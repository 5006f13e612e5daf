"""Feeds: queries that go on by themselves, whose results everyone sees through a channel."""
