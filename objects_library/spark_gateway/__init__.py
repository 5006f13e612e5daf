"""The process that takes part in a channel for all tasks of Spark on this computer."""
