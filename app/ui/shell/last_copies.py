# SPDX-License-Identifier: BSD-3-Clause
"""Asks before a page is closed that has the last copy of something which is only in memory."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from app.errors import LiveObjectsError, one_line

if TYPE_CHECKING:
    from app.runtime.references import Document
    from app.ui.composer.page import ComposerPage


def has_last_copy(page: ComposerPage) -> bool:
    """Whether a page that runs may have the last copy of something."""
    sheet = page.running
    return sheet is not None and sheet.running and sheet.last_copies is not None and sheet.last_copies.may_lose()


async def may_close(page: ComposerPage) -> bool:
    """Whether a page may be closed; asks if content would be lost, and keeps it if that is the answer."""
    from app.ui.player import last_copy_question  # noqa: PLC0415 - rarely needed

    async def keep(document: Document) -> None:
        from app.ui.composer.model.edits.difference import difference  # noqa: PLC0415 - rarely needed

        await page.stop()
        before = page.editor.document
        page.editor.do(difference(before, replace(before, reference=document.reference), page.tr("Keep it")))
        await page.run()

    before = page.editor.document
    try:
        agreed = await last_copy_question.may_close(page, page.title, page.running, keep)
        if agreed and page.editor.document is not before and page.editor.file is not None:
            return await page.save()  # with the channel that keeps it
        return agreed
    except (TimeoutError, OSError, LiveObjectsError) as error:
        page.show_message(page.tr("It could not be kept: {why}").format(why=one_line(error)))
        return False
