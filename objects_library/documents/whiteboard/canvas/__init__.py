"""The canvas of a whiteboard: strokes, shapes, texts and gestures."""
