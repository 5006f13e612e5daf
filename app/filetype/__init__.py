# SPDX-License-Identifier: BSD-3-Clause
"""Registration of `.liveobject` files with the desktop: type, icon, thumbnail, programs."""

from app.filetype.desktop_files import desktop_files
from app.filetype.registration import RegistrationError, register, starting_command, unregister

__all__ = ["RegistrationError", "desktop_files", "register", "starting_command", "unregister"]
