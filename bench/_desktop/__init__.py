"""People on one desktop, each in a process of their own."""
