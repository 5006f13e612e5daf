# SPDX-License-Identifier: BSD-3-Clause
"""Hooks and fixtures of all tests: a home of its own for each run, and with `--checks` the static checks."""

import gc
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.ui.display import available_display
from tests.coverage_scope import CoverageScope
from tests.house.static_checks import CheckOutput, static_checks
from tests.java_cache import JavaCache, java_options
from tests.library_cache import LibraryCache
from tests.postgres import Server, running_postgres
from tests.quick_selection import QuickSelection
from tests.watchdog import Watchdog
from tests.xdist_workers import Durations, sort_by_duration, use_own_display, worker_id

ROOT = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--checks", action="store_true", help="run ruff, mypy and the import contracts first")
    parser.addoption("--quick", action="store_true", help="only tests without windows, Spark and long waits")


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        # Under nohup or in a background job. Processes that tests start and interrupt would inherit it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # Without compiled modules, each of some thousand processes compiles the program again, and each worker the tests.
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ.setdefault("JAVA_TOOL_OPTIONS", java_options())
    use_own_display(config)
    plugins: list[object] = [CheckOutput(), CoverageScope(config, ROOT)]
    quick = config.getoption("--quick")
    if config.getoption("numprocesses", None):
        plugins.append(Durations(ROOT / "artifacts" / f"durations{'-quick' if quick else ''}.toml"))
        plugins += [] if quick else [JavaCache()]
    else:  # with workers, each of them has its own
        plugins.append(Watchdog(ROOT / "artifacts", worker_id(config) or "alone"))
    if quick:
        plugins.append(QuickSelection(ROOT))
    for plugin in plugins:
        config.pluginmanager.register(plugin)
    if available_display() is None:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # Qt would abort the whole run


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Leave all that collection creates out of garbage collections: it stays until the end."""
    gc.disable()
    result = yield
    gc.freeze()
    gc.enable()
    return result


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--checks"):
        items[:0] = static_checks(session)  # this is ./test, which provides a display
        if worker_id(config) is not None:
            sort_by_duration(items, ROOT)
    elif available_display() is None:
        for item in items:
            if item.get_closest_marker("display"):
                item.add_marker(pytest.mark.skip(reason="no display; ./test brings one"))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Collect garbage in the GUI thread only, as the program does (`app.ui.garbage_collection`)."""
    if "app.ui.garbage_collection" in sys.modules or "PySide6.QtWidgets" in sys.modules:
        gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    if not gc.isenabled():
        from app.ui.garbage_collection import collect_garbage  # noqa: PLC0415 - where there is no Qt, nobody needs it

        _delete_widgets()
        collect_garbage()


def _delete_widgets() -> None:
    """Delete what was to be deleted in a turn of an event loop that has ended.

    Otherwise the windows of all tests of a worker live on, and each change of the style sheet styles them again.
    """
    core = sys.modules.get("PySide6.QtCore")
    if core is not None and core.QCoreApplication.instance() is not None:
        core.QCoreApplication.sendPostedEvents(None, core.QEvent.Type.DeferredDelete)


@pytest.fixture(autouse=True, scope="session")
def own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test touches the files of the person who runs it."""
    before = os.environ.get("LIVEOBJECTS_HOME")
    home = tmp_path_factory.mktemp("home")
    os.environ["LIVEOBJECTS_HOME"] = str(home)
    LibraryCache(ROOT, home)
    yield
    if before is None:
        del os.environ["LIVEOBJECTS_HOME"]
    else:
        os.environ["LIVEOBJECTS_HOME"] = before


@pytest.fixture(autouse=True, scope="session")
def cleared_clipboard() -> Iterator[None]:
    """Qt's offscreen platform crashes at its end when something of ours is still on the clipboard."""
    yield
    gui = sys.modules.get("PySide6.QtGui")
    if gui is not None and gui.QGuiApplication.instance() is not None:
        gui.QGuiApplication.clipboard().clear()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server; each test makes a database of its own with `new_database`."""
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def artifacts() -> Path:
    """Where pictures and logs go that help to see a failure again."""
    folder = ROOT / "artifacts"
    folder.mkdir(exist_ok=True)
    return folder
