"""Objects about people: chat and presence."""
