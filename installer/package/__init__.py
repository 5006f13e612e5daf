"""Makes what people install: a bundle that needs no Python, and packages of it."""
