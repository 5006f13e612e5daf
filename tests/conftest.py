"""What every test gets: a home of its own, and with `--checks` the static checks as the first tests."""

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.ui.display import available_display
from tests.house.static_checks import static_checks
from tests.postgres import Server, running_postgres
from tests.watchdog import HangingTests
from tests.xdist_workers import long_ones_first, take_display

ROOT = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--checks", action="store_true", help="run ruff, mypy and the import contracts first")


def pytest_configure(config: pytest.Config) -> None:
    take_display(config)
    if not config.getoption("numprocesses", None):  # then the lanes mind their own
        lane = getattr(config, "workerinput", {}).get("workerid", "alone")
        config.pluginmanager.register(HangingTests(ROOT / "artifacts", lane))
    if available_display() is None:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # Qt would abort the whole run


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    if config.getoption("--checks"):
        items[:0] = static_checks(session)  # this is ./test, which brings a display
        if hasattr(config, "workerinput"):
            long_ones_first(items, ROOT / "tests")
    elif available_display() is None:
        for item in items:
            if item.get_closest_marker("display"):
                item.add_marker(pytest.mark.skip(reason="no display; ./test brings one"))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """As in the program, nothing of Qt is deleted beside the thread of the windows (`app.ui.garbage_collection`)."""
    if "app.ui.garbage_collection" in sys.modules or "PySide6.QtWidgets" in sys.modules:
        gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    if not gc.isenabled():
        from app.ui.garbage_collection import tidy  # noqa: PLC0415 - where there is no Qt, nobody needs it

        tidy()


@pytest.fixture(autouse=True, scope="session")
def own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test touches the files of the person who runs it."""
    before = os.environ.get("LIVEOBJECTS_HOME")
    os.environ["LIVEOBJECTS_HOME"] = str(tmp_path_factory.mktemp("home"))
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
