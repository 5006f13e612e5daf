# SPDX-License-Identifier: BSD-3-Clause
"""The contracts hold (see `--checks`), and each of them would notice the import that it forbids."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
_LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


@pytest.fixture
def empty_house(tmp_path: Path) -> Path:
    """The rooms of the project with nothing in them, under the project's own contracts."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    rooms = ["cli", "commands", "errors", "__main__", "doctor", "ui", "documents", "mail", "spark", "transport_native"]
    inner = ("sandbox", "activation", "library", "trust", "references", "types", "storage")
    rooms += [f"runtime/{room}" for room in inner]
    rooms += [f"ui/{room}" for room in ("theme", "composer/model", "composer/canvas", "composer/panels")]
    for room in [*(f"app/{room}" for room in rooms), "liveobjects", *_objects()]:
        (tmp_path / room).mkdir(parents=True)
    for folder in [*tmp_path.rglob("*")]:
        if folder.is_dir():
            (folder / "__init__.py").touch()
    return tmp_path


def _objects() -> list[str]:
    """Every layer and category of `objects_library`, and two objects."""
    folders = [path.name for path in (ROOT / "objects_library").iterdir() if (path / "__init__.py").exists()]
    modules = ["carried_content", "channel_client", "document_content", "installed", "volatile_content"]
    return [f"objects_library/{name}" for name in [*folders, *modules, "documents/note", "tiles/map"]]


def _lint(house: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(house)}
    return subprocess.run(
        [sys.executable, "-c", _LINT], cwd=house, env=environment, capture_output=True, text=True, check=False
    )


def test_an_empty_house_keeps_every_contract(empty_house: Path) -> None:
    finished = _lint(empty_house)
    assert finished.returncode == 0, finished.stdout
    assert "0 broken" in finished.stdout


@pytest.mark.parametrize(
    ("room", "line", "contract"),
    [
        ("app/transport_native", "import app.runtime", "Arrows point down only"),
        ("app/runtime/types", "import objects_library", "Arrows point down only"),
        ("app/runtime/activation", "import app.ui", "Arrows point down only"),
        ("objects_library/documents/note", "import app.ui", "Arrows point down only"),
        ("objects_library/documents/note", "import liveobjects", "Arrows point down only"),
        ("objects_library/replication", "import objects_library.widgets", "Objects use widgets"),
        ("objects_library/values", "import objects_library.channels", "Objects use widgets"),
        ("objects_library/widgets", "import objects_library.documents.note", "Objects use widgets"),
        ("objects_library/documents/note", "import objects_library.tiles.map", "imports no other object"),
        ("liveobjects", "import app.documents", "Arrows point down only"),
        ("app/runtime/types", "import app.runtime.references", "Inside the runtime"),
        ("app/runtime/references", "import app.runtime.trust", "Inside the runtime"),
        ("app/runtime/library", "import app.runtime.activation", "Inside the runtime"),
        ("app/runtime/storage", "import app.runtime.types", "Inside the runtime"),
        ("app/runtime/types", "from PySide6.QtCore import QObject", "Qt stays"),
        ("objects_library/replication", "import PySide6", "Qt stays"),
        ("app/commands", "import qasync", "Commands start without Qt"),
        ("liveobjects", "import PySide6", "Commands start without Qt"),
        ("app/runtime/trust", "import socket", "no socket"),
        ("app/ui/composer/model", "import PySide6", "knows no windows"),
        ("app/ui/composer/model", "import app.ui.composer.canvas", "knows no windows"),
    ],
)
def test_a_forbidden_import_is_caught(empty_house: Path, room: str, line: str, contract: str) -> None:
    (empty_house / room / "guilty.py").write_text(f"{line}\n", encoding="utf-8")
    finished = _lint(empty_house)
    assert finished.returncode != 0
    broken = [text for text in finished.stdout.splitlines() if " BROKEN" in text]
    assert len(broken) == 1
    assert contract in broken[0]


def test_a_proxy_does_not_reach_qt_through_a_widget(empty_house: Path) -> None:
    (empty_house / "objects_library/widgets/dial.py").write_text("import PySide6\n", encoding="utf-8")
    proxy = empty_house / "objects_library/documents/note/proxy.py"
    proxy.write_text("import objects_library.widgets.dial\n", encoding="utf-8")
    finished = _lint(empty_house)
    assert finished.returncode != 0
    assert "Qt stays in app.ui, in widgets and in views BROKEN" in finished.stdout


@pytest.mark.parametrize(
    ("room", "line"),
    [
        ("objects_library/documents/note/view.py", "import PySide6, qasync"),
        ("app/ui/window.py", "import PySide6, objects_library, app.runtime"),
        ("app/runtime/activation/streams.py", "import asyncio, app.runtime.library, app.transport_native"),
    ],
)
def test_what_is_allowed_stays_allowed(empty_house: Path, room: str, line: str) -> None:
    (empty_house / room).write_text(f"{line}\n", encoding="utf-8")
    finished = _lint(empty_house)
    assert finished.returncode == 0, finished.stdout
