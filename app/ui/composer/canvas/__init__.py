"""The canvas: draws and edits a sheet."""
