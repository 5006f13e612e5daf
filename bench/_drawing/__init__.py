"""Users who draw on one whiteboard, each in its own process."""
