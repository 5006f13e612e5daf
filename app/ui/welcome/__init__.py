"""The welcome page with the gallery of example files."""
