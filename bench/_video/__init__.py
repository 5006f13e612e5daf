"""Users who watch a video or a picture, each in its own process."""
