"""The palette: what can be dragged onto a sheet."""
