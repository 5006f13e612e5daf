"""The parts of the view of a note."""
