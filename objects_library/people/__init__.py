"""Objects about those who take part: what they say to each other, and who is here."""
