"""How the desktop knows `.liveobject` files: their type, icon, thumbnail, and what opens them."""

from app.filetype.desktop_files import desktop_files
from app.filetype.registration import RegistrationError, register, starting_command, unregister

__all__ = ["RegistrationError", "desktop_files", "register", "starting_command", "unregister"]
