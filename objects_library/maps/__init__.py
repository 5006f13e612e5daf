"""Maps: the world as lines and names, and what people and feeds put on it."""
