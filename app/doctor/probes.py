# SPDX-License-Identifier: BSD-3-Clause
"""Probes of the doctor that run in a process of their own, since they may crash."""

import importlib
from collections.abc import Callable, Mapping


def _window() -> str:
    from app.ui.probe import probe_window  # noqa: PLC0415 - a graphics driver may crash

    return probe_window()


def _opengl() -> str:
    from app.ui.probe import probe_opengl  # noqa: PLC0415

    return probe_opengl()


def _engine() -> str:
    engine = importlib.import_module("app.transport_native._engine")  # may not be built
    return str(engine.__file__)


def _objects() -> str:
    from objects_library.installed import installed_catalogue  # noqa: PLC0415 - heavy

    catalogue = installed_catalogue()
    problems = catalogue.problems()
    if problems:
        raise SystemExit(f"{len(problems)} cannot be read, the first: {problems[0]}")
    return f"{len(catalogue.definitions())} kinds"


def _java() -> str:
    from app.spark.java import java_home  # noqa: PLC0415

    return str(java_home() / "bin" / "java")


def _spark() -> str:
    from app.spark.java import package_folder  # noqa: PLC0415

    place = package_folder("pyspark")
    if place is None:
        raise SystemExit("not installed")
    found = next(iter(place.parent.glob("pyspark-*info")), None)
    return found.name.removesuffix("-info").removesuffix(".egg").removesuffix(".dist") if found else "pyspark"


PROBES: Mapping[str, Callable[[], str]] = {
    "window": _window,
    "opengl": _opengl,
    "engine": _engine,
    "objects": _objects,
    "java": _java,
    "spark": _spark,
}
