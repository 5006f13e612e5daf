# SPDX-License-Identifier: BSD-3-Clause
"""The preview of a drag over a space: what the data would become, or why it is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent
from PySide6.QtWidgets import QLabel

from objects_library.desktops.desktop_3d.scene.bodies import Body
from objects_library.desktops.desktop_3d.scene.camera import Vector
from objects_library.desktops.desktop_3d.scene.drop import Offer, offers_in, put_on, thing_of, verdict
from objects_library.widgets.appearance import plain_label
from objects_library.widgets.desktop_drop import DropData

if TYPE_CHECKING:
    from objects_library.desktops.desktop_3d.scene.scene_view import SceneView
    from objects_library.desktops.desktop_3d.things import Patch, Thing

_WIDEST = 300
_LOOK = """
    background: palette(base); color: palette(text);
    border: 1px solid palette(highlight); border-radius: 8px; padding: 6px 10px;
"""


class DropPreview:
    """Reads the dragged data once, then shows the result for each position."""

    def __init__(self, scene_view: SceneView) -> None:
        self._scene = scene_view
        self._viewport = scene_view.viewport
        self._offers: list[Offer] | None = None
        self._turn = 0
        self.bubble: QLabel = plain_label("", "", wrap=True)
        self.bubble.setParent(self._viewport)
        self.bubble.setStyleSheet(_LOOK)
        self.bubble.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.bubble.hide()
        self._viewport.drag_entered.connect(self._enter)
        self._viewport.drag_moved.connect(self._move)
        self._viewport.drag_left.connect(self._leave)
        self._viewport.dropped.connect(self.insert)

    def insert(self, data: QMimeData, at: QPointF | None = None) -> None:
        """Insert dropped or pasted data at the pointer, or in the middle."""
        given = DropData.of(data)
        point = at if at is not None else QPointF(self._viewport.rect().center())
        self._scene.spawn(self._put(given, point))

    async def _put(self, given: DropData, point: QPointF) -> None:
        offers = await offers_in(self._scene.context, given)
        target, ground = self.target(point)
        things: list[Thing] = []
        patches: list[Patch] = []
        for number, offer in enumerate(offers):
            fits, text = verdict(offer, target, writable=self._scene.writable)
            if not fits:
                self._scene.refuse(text)
                continue
            patch = put_on(offer, target)
            if patch is not None:
                patches.append(patch)
            else:
                things.append(thing_of(offer, ground, self._viewport.renderer.camera.turn, number))
        if patches:
            self._scene.patch(patches)
        if things:
            self._scene.put_down(things)

    def target(self, point: QPointF) -> tuple[Body | None, Vector]:
        """The thing and the ground point under the pointer."""
        ray = self._viewport.ray_at(point)
        hit = self._viewport.renderer.pick(ray)
        far = ray.meets_level(0.0)
        camera = self._viewport.renderer.camera
        ground = (camera.x, 0.0, camera.z)
        if far is not None and far < 20 * camera.distance:
            ground = ray.at(far)
        if hit is None or (far is not None and far < hit.far):
            return None, ground
        return hit.body, ground

    def _enter(self, event: QDragEnterEvent) -> None:
        event.acceptProposedAction()
        self._offers = None
        self._turn += 1
        self._scene.spawn(self._look(DropData.of(event.mimeData()), self._turn))

    async def _look(self, given: DropData, turn: int) -> None:
        offers = await offers_in(self._scene.context, given)
        if turn == self._turn:
            self._offers = offers

    def _move(self, event: QDragMoveEvent) -> None:
        if self._offers is None:
            event.acceptProposedAction()
            return
        fits, text = self.verdict_at(event.position())
        if fits:
            event.acceptProposedAction()
        else:
            event.ignore()
        self._show_verdict(text, event.position().toPoint(), fits)

    def verdict_at(self, point: QPointF) -> tuple[bool, str]:
        """Whether the dragged data fits there, and a sentence about it."""
        target, _ = self.target(point)
        verdicts = [verdict(offer, target, writable=self._scene.writable) for offer in self._offers or ()]
        refused = next((text for fits, text in verdicts if not fits), None)
        if refused is not None and not any(fits for fits, _ in verdicts):
            return False, refused
        return True, next((text for fits, text in verdicts if fits), "")

    def _show_verdict(self, text: str, point: QPoint, fits: bool) -> None:
        self.bubble.setText(text if fits else f"⊘ {text}")
        wanted_width = self.bubble.fontMetrics().horizontalAdvance(self.bubble.text()) + 28
        self.bubble.setFixedWidth(min(_WIDEST, wanted_width))
        self.bubble.setFixedHeight(self.bubble.heightForWidth(self.bubble.width()))
        scene_view = self._viewport.rect().adjusted(4, 4, -self.bubble.width() - 4, -self.bubble.height() - 4)
        wanted = point + QPoint(14, 18)
        self.bubble.move(
            max(scene_view.left(), min(scene_view.right(), wanted.x())),
            max(scene_view.top(), min(scene_view.bottom(), wanted.y())),
        )
        self.bubble.show()

    def _leave(self) -> None:
        self._turn += 1
        self._offers = None
        self.bubble.hide()
