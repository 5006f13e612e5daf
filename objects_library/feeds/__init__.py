"""Feeds: objects that tell something again and again, and the rows that they leave."""
