"""What the benchmarks of feeds share."""
