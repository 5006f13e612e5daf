# SPDX-License-Identifier: BSD-3-Clause
"""Groups, sheets inside sheets, ports that are shown outside."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton

from app.runtime.library import Catalogue
from app.runtime.references import EndpointPath
from app.ui.composer.canvas.canvas import Canvas
from app.ui.composer.model.editor import Editor
from app.ui.welcome.gallery import FOLDER
from tests.ui.composer.canvas.conftest import CanvasDriver


def _where(canvas: Canvas) -> list[str]:
    return list(canvas.sheet)


@pytest.fixture
def grouped(canvas: Canvas, driver: CanvasDriver) -> Canvas:
    for number, title in enumerate(("Reliable channel", "Tunnel", "Membership")):
        driver.add(title, 400 * number, 0)
    driver.drag(driver.at("Reliable channel", "channel"), driver.at("Tunnel", "first"))
    canvas.selection.set(["Tunnel", "Membership"])
    canvas.actions_by_name["group"].trigger()
    return canvas


def test_a_group_shows_its_wires_as_ports(grouped: Canvas) -> None:
    assert set(grouped.view.blocks) == {"Reliable channel", "Group"}
    assert grouped.view.blocks["Group"].port("first") is not None
    assert len(grouped.view.wires) == 1
    assert grouped.selection.blocks == ["Group"]


def test_look_inside_edit_there_and_come_back(grouped: Canvas, driver: CanvasDriver) -> None:
    seen: list[object] = []
    grouped.open_subsheet.connect(seen.append)
    driver.double_click(driver.at("Group"))
    assert _where(grouped) == ["Group"]
    assert set(grouped.view.blocks) == {"Tunnel", "Membership"}
    assert seen == [("Group",)]
    assert grouped.breadcrumb.isVisible()
    driver.add("Shared text", 900, 0)
    assert grouped.selected_paths() == [("Group", "Shared text")]
    grouped.actions_by_name["leave"].trigger()
    assert _where(grouped) == []
    assert grouped.selection.blocks == ["Group"]
    assert not grouped.breadcrumb.isVisible()


def test_the_breadcrumb_leads_back(grouped: Canvas) -> None:
    grouped.show_sheet(("Group",))
    buttons = grouped.breadcrumb.findChildren(QToolButton)
    buttons[0].click()
    assert _where(grouped) == []


def test_undo_while_inside_leads_out(grouped: Canvas) -> None:
    grouped.show_sheet(("Group",))
    grouped.commands.undo()
    assert _where(grouped) == []
    assert set(grouped.view.blocks) == {"Reliable channel", "Tunnel", "Membership"}


def test_ungroup(grouped: Canvas) -> None:
    grouped.actions_by_name["ungroup"].trigger()
    assert set(grouped.view.blocks) == {"Reliable channel", "Tunnel", "Membership"}
    assert len(grouped.view.wires) == 1


def test_reveal_finds_what_is_deep_inside(grouped: Canvas) -> None:
    grouped.reveal(("Group", "Membership"))
    assert _where(grouped) == ["Group"]
    assert grouped.selection.blocks == ["Membership"]
    grouped.reveal(("Reliable channel", "T"))  # a parameter: its block
    assert _where(grouped) == []
    assert grouped.selection.blocks == ["Reliable channel"]


def test_a_port_is_shown_outside_and_hidden_again(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Membership", 0, 0)
    driver.add("Membership", 400, 0)
    canvas.commands.export_port(EndpointPath("Membership", "membership"))
    port = canvas.view.blocks["Membership"].port("membership")
    assert port is not None
    assert port.exported_as == "membership"
    canvas.commands.export_port(EndpointPath("Membership", "membership"))
    port = canvas.view.blocks["Membership"].port("membership")
    assert port is not None
    assert not port.exported_as


def test_enter_by_key(grouped: Canvas, driver: CanvasDriver) -> None:
    grouped.setFocus()
    driver.key(Qt.Key.Key_Return)
    assert _where(grouped) == ["Group"]
    driver.key(Qt.Key.Key_Escape)
    driver.key(Qt.Key.Key_Escape)
    assert _where(grouped) == []


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.liveobject")), ids=lambda file: file.stem)
def test_every_file_of_the_gallery_can_be_looked_at(
    file: Path, make_canvas: Callable[..., Canvas], catalogue: Catalogue
) -> None:
    canvas = make_canvas(Editor.open(file, catalogue))
    assert canvas.sheet_scene.blocks.keys() == canvas.view.blocks.keys()
    assert not canvas.grab().isNull()
    before = canvas.document
    canvas.zoom_to_fit()
    assert canvas.document is before
