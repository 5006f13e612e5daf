"""Tables and charts of feeds."""
