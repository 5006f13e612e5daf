"""The parts of which the view of a 3D desktop is made."""
