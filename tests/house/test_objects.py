# SPDX-License-Identifier: BSD-3-Clause
"""Every object has one folder with its code, its icon and its page; a category contains nothing else."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
LIBRARY = ROOT / "objects_library"
LAYERS = {"replication", "spark_gateway", "values", "widgets"}
"""Packages without objects; `channels` is a layer and a category."""
FOLDERS = sorted(
    folder
    for category in LIBRARY.iterdir()
    if (category / "__init__.py").exists() and category.name not in LAYERS
    for folder in category.iterdir()
    if (folder / "__init__.py").exists() and folder.name != "native"
)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.relative_to(LIBRARY).as_posix())
def test_an_object_has_code_icon_and_page(folder: Path) -> None:
    assert {"proxy.py", "icon.svg", "README.md"} <= {path.name for path in folder.iterdir()}
    title, empty, text = (folder / "README.md").read_text(encoding="utf-8").split("\n", 2)
    assert title.startswith("# ")
    assert not empty
    assert len(text) > 80


def test_categories_contain_only_objects() -> None:
    strays = [
        path.relative_to(ROOT).as_posix()
        for category in {folder.parent for folder in FOLDERS}
        for path in category.glob("*.py")
        if path.name != "__init__.py"
    ]
    assert strays == []


def test_objects_are_defined_in_object_folders() -> None:
    """No layer defines an object."""
    proxies = {path.parent for path in LIBRARY.rglob("proxy.py")}
    assert proxies == set(FOLDERS)
