"""What can go wrong before there is a window to say it in."""

from app.errors import LiveObjectsError


class WindowError(LiveObjectsError):
    """The window cannot be shown here; one line that says what to do."""
