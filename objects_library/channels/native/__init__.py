"""What all channels over the multicast engine share."""
