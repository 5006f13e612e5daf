# SPDX-License-Identifier: BSD-3-Clause
"""Graphics probes that `doctor` runs in a child process, because a failing driver kills its process."""

from PySide6.QtCore import qVersion
from PySide6.QtGui import QFontDatabase, QGuiApplication, QOffscreenSurface, QOpenGLContext


def probe_window() -> str:
    """Start Qt and check that there is a font."""
    application = QGuiApplication([])
    if not QFontDatabase.families():
        raise SystemExit("no font is installed; install fonts-dejavu-core")
    return f"Qt {qVersion()} on {application.platformName()}"


def probe_opengl() -> str:
    """Create an OpenGL context and return its renderer."""
    application = QGuiApplication([])
    context = QOpenGLContext()
    surface = QOffscreenSurface()
    surface.create()
    if not context.create() or not context.makeCurrent(surface):
        raise SystemExit(f"no OpenGL context on {application.platformName()}")
    functions = context.functions()
    renderer, version = (functions.glGetString(what) for what in (_GL_RENDERER, _GL_VERSION))
    context.doneCurrent()
    return f"{version}, {renderer}"


_GL_RENDERER = 0x1F01
_GL_VERSION = 0x1F02
