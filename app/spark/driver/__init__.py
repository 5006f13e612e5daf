"""The process that runs Spark: it has Java, and dies with the program that started it."""
