"""How maps are drawn: ground, names, marks, and things that move."""
