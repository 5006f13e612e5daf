"""The Spark data source `liveobject`: reads and writes channels."""
