"""The built-in models in three levels of detail, and the glTF reader."""
