"""What is drawn on a sheet; items know the model, never the other way."""
