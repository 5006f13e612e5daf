"""What floats above a sheet: map, search, breadcrumb, bubbles, and the pointers of others."""
