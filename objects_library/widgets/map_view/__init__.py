"""The widgets of maps: terrain, names, marks, and moving things."""
