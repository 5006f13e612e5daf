"""The user interface. Only this package and the views of the objects library use Qt."""
