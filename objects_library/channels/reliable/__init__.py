"""A channel over the multicast engine."""
