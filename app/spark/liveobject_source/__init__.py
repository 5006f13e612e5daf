"""The format `liveobject`: any notebook or job reads channels and writes to them."""
