"""The first page: what the program is, and the gallery of objects to try."""
