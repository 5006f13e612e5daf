"""Sets the project up on a machine that has nothing but python3 (3.8 or later); standard library only."""
