"""Parts that the views of objects are made of. They follow the palette of the program, in every theme."""
