"""How much the objects of the palette can take, in a few words each; tests compare them with the objects."""

_MEMBERS = "up to 1,000 members"
_ITEMS = "up to 100,000 items"
_NAMES = "up to 10,000 names"
_STATE = "state up to 1 GB"
_ROWS = "keeps 10,000 rows"
_NUMBERS = "numbers to ±10¹⁵"
_TEXT = "up to 2 million characters"
_TABLE = "up to 200,000 rows"

LIMITS = {
    "Checkpointed channel": _STATE,
    "Durable channel": _STATE,
    "Backup of a durable channel": _STATE,
    "2D desktop": "up to 5,000 things",
    "3D desktop": "up to 5,000 things",
    "Coordinates": "up to 5,000 things that move",
    "Map": "up to 20,000 marks",
    "Live map": "up to 10,000 things that move",
    "Map of coordinates": "up to 5,000 things that move",
    "Whiteboard": "up to 20,000 shapes",
    "Leader": _MEMBERS,
    "Shared lock": _MEMBERS,
    "Group service": _MEMBERS,
    "Shared list": _ITEMS,
    "Shared set": _ITEMS,
    "Shared map": "up to 100,000 keys",
    "Shared folder": _NAMES,
    "Channel platform": _NAMES,
    "Invitation": "up to 10,000 answers",
    "Shared text": _TEXT,
    "Shared text with sections": _TEXT,
    "Note": _TEXT,
    "Chat": "keeps 5,000 messages",
    "Presence list": "up to 1,000 people",
    "Slider": _NUMBERS,
    "Clock": "up to 1,000 hours",
    "Sensor": _ROWS,
    "Table": _ROWS,
    "Chart": _ROWS,
    "Gauge": _NUMBERS,
    "Feed table": _TABLE,
    "Feed chart": _TABLE,
    "Feed number": _TABLE,
    "Feed gauge": _TABLE,
    "Feed map": "up to 2,000 places",
    "Feed filter": "up to 200 values to choose",
    "Feed alert": "keeps 50 events",
    "Sample feed": "up to 30,000 rows",
    "Image": "up to 32 MiB, 64 million pixels",
    "Video": "up to 1,920 pixels a side",
    "Web link": "addresses of 2,000 characters",
    "File link": "files up to 16 MB travel along",
    "Shared sheet": "up to 10,000 people",
    "Checklist": "up to 5,000 things",
    "Database table": "up to 5,000 rows",
    "Spreadsheet range": "up to 10,000 cells",
    "Exchange ticker": "up to 1,000 symbols",
    "Trend": "keeps 10,000 points",
}
"""By the name of the object."""
