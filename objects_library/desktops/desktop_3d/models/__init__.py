"""Models that every copy has, each in three levels of detail, and how models are read."""
