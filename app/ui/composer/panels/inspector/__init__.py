"""The inspector: what is selected, in words and with editors."""
