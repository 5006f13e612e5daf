"""The implementation that all channels over the multicast engine share."""
