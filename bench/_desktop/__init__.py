"""Users of one desktop, each in its own process."""
