"""A plane to look at: it is pushed and zoomed, drawn in tiles, and shows where others point."""
