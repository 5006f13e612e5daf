"""How whiteboards are drawn: strokes, shapes, words, and what hands do with them."""
