"""The parts of which the view of a 2D desktop is made."""
