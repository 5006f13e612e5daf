"""What can go wrong before there is a window to say it in."""


class WindowError(Exception):
    """The window cannot be shown here; one line that says what to do."""

    def __init__(self, what: str, what_to_do: str) -> None:
        super().__init__(f"{what}; {what_to_do}")
        self.what_to_do = what_to_do
