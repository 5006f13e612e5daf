"""Tables and charts of what feeds tell."""
