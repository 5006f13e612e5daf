# SPDX-License-Identifier: BSD-3-Clause
"""Sheets are saved with what their objects contain; templates without."""

import asyncio
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

from app.runtime.activation import State
from app.runtime.references import Composite, Document, read, write
from app.runtime.trust import Identity, content_signer_of, signer_of
from app.runtime.types import parse_endpoint_type
from app.ui.composer.page import ComposerPage
from app.ui.main_window import MainWindow
from objects_library.carried_content import carried_states
from objects_library.document_content import decoded
from objects_library.installed import installed_catalogue
from tests.commands.test_content import counter
from tests.ui.execution.sheets import wait_until


async def opened(window: MainWindow, home: Path) -> ComposerPage:
    file = home / "sheet.liveobject"
    file.write_bytes(write(Document(Composite((("Score", counter(str(uuid4()))),)), "Game")))
    page = await window.files.open_page(file)
    assert page is not None
    return page


async def count(page: ComposerPage, amount: int) -> None:
    """Run the sheet, and add to the counter on it."""
    await page.run()
    sheet = page.running
    assert sheet is not None
    await wait_until(sheet, lambda: sheet.overall() is State.LIVE)
    proxy = sheet.proxy(("Score",))
    assert proxy is not None
    counted = asyncio.Event()
    mine = sheet.node.new_endpoint(
        parse_endpoint_type("endpoint{ out add(int); in value(int); in refused(text) }"),
        value=lambda total: counted.set() if total else None,
    )
    with sheet.node.connect(mine, proxy.endpoint("counter")):
        mine.add(amount)
        async with asyncio.timeout(20):
            await counted.wait()


def value_in(file: Path) -> object:
    [state] = carried_states(read(file)).values()
    return decoded(replace(state, state_type="int"), installed_catalogue())


async def test_a_running_sheet_is_saved_with_its_content(window: MainWindow, home: Path) -> None:
    page = await opened(window, home)
    await count(page, 7)
    assert await page.save()
    file = page.editor.file
    assert file is not None
    assert value_in(file) == 7
    assert not page.editor.modified
    me = Identity.of_user().public
    assert (signer_of(read(file)), content_signer_of(read(file))) == (me, me)
    await page.stop()
    assert await page.save()  # from what is kept
    assert value_in(file) == 7


async def test_edits_and_the_undo_history_do_not_concern_content(window: MainWindow, home: Path) -> None:
    page = await opened(window, home)
    await count(page, 7)
    assert await page.save()
    file = page.editor.file
    assert file is not None
    await window.remove_page(page)
    again = await window.files.open_page(file)
    assert again is not None
    assert again.editor.document.content == ()
    assert len(again.editor.carried) == 1
    assert not again.editor.modified


async def test_a_template_has_no_content(window: MainWindow, home: Path) -> None:
    page = await opened(window, home)
    await count(page, 7)
    template = home / "template.liveobject"
    await window.files.write_template(page, template)
    assert read(template).content == ()
    assert page.editor.file != template
    window.files.toggle_content()
    assert not window.commands.by_name["with-content"].isChecked()
    assert await window.files.save_to(page, home / "sheet.liveobject")
    assert read(home / "sheet.liveobject").content == ()
    window.files.toggle_content()
    assert window.commands.by_name["with-content"].isChecked()
