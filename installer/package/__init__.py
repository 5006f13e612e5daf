"""Builds the bundle, which includes Python, and the packages that install it."""
