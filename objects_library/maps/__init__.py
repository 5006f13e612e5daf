"""Maps of the world with marks of people and positions of feeds."""
