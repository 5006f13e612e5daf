"""The player: a window that shows what an object shows, who is here, and how the connection is."""
