"""The world that comes with the program, and how its file is made."""
