"""The Spark panel of the window: sources, queries, and feeds."""
