"""Graphics items of a sheet; they depend on the model, never the reverse."""
