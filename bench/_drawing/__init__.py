"""People who draw on one whiteboard, each in a process of their own."""
