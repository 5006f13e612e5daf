# SPDX-License-Identifier: BSD-3-Clause
"""Permission questions: one at a time, withdrawn when the request is cancelled."""

import asyncio
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from app.runtime.trust import Answer, Permission, Question, Remember
from app.ui.player.permission_panel import PermissionPanel
from app.ui.player.permission_texts import consequence_text, request_text
from app.ui.theme import Choice, Theme

SIGNER = "3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29"


@pytest.fixture
def panel(qapp: QApplication) -> Iterator[PermissionPanel]:
    palette, sheet = qapp.palette(), qapp.styleSheet()
    made = PermissionPanel(Theme(qapp, Choice.LIGHT))
    yield made
    made.deleteLater()
    qapp.setPalette(palette)
    qapp.setStyleSheet(sheet)


async def test_questions_are_asked_one_after_the_other(panel: PermissionPanel) -> None:
    scope = Question(Permission.JOIN_SCOPE, "office on eth0", title="office")
    code = Question(Permission.RUN_CODE, "ab" * 32, SIGNER, "Charts")
    first = asyncio.create_task(panel.ask(scope))
    second = asyncio.create_task(panel.ask(code))
    await asyncio.sleep(0)
    assert panel.question() == scope
    assert "Nobody" in panel._signer.text()
    panel._remember.setChecked(True)
    panel.allow.click()
    assert await first == Answer(True, Remember.THIS)
    assert panel.question() == code
    assert "signed by" in panel._signer.text()
    assert "sandbox" in panel.allow.text()
    assert not panel.trust.isHidden()
    assert not panel._remember.isChecked()
    panel._remember.setChecked(True)
    panel.refuse.click()
    assert await second == Answer(False, Remember.SIGNER)
    assert panel.question() is None
    assert panel.isHidden()


async def test_code_can_be_trusted_fully(panel: PermissionPanel) -> None:
    scope = Question(Permission.JOIN_SCOPE, "office on eth0", title="office")
    code = Question(Permission.RUN_CODE, "ab" * 32, SIGNER, "Charts")
    asking = asyncio.create_task(panel.ask(code))
    await asyncio.sleep(0)
    panel._remember.setChecked(True)
    panel.trust.click()
    assert await asking == Answer(True, Remember.SIGNER, freely=True)
    other = asyncio.create_task(panel.ask(scope))
    await asyncio.sleep(0)
    assert "sandbox" not in panel.allow.text()
    assert panel.trust.isHidden()
    panel.allow.click()
    assert await other == Answer(True)


async def test_a_question_that_nobody_waits_for_is_withdrawn(panel: PermissionPanel) -> None:
    asking = asyncio.create_task(panel.ask(Question(Permission.READ_FILES, "plans")))
    await asyncio.sleep(0)
    assert not panel.isHidden()
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    assert panel.isHidden()


@pytest.mark.parametrize("permission", list(Permission))
def test_every_wish_has_words(permission: Permission) -> None:
    question = Question(permission, "exactly this", title="{what} & <b>that</b>")
    assert "{what} & <b>that</b>" in request_text(question)
    assert consequence_text(question)
