"""The bundled world data, and the program that makes its file."""
