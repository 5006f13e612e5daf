"""Users who write one note together, as processes."""
