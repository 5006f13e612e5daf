"""While something is dragged over a space: what would become of it, or why not, beside the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent
from PySide6.QtWidgets import QLabel

from objects_library.desktops.desktop_3d.scene.bodies import Body
from objects_library.desktops.desktop_3d.scene.camera import Vector
from objects_library.desktops.desktop_3d.scene.drop import Offer, offers_in, put_on, thing_of, verdict
from objects_library.widgets.appearance import words
from objects_library.widgets.desktop_drop import Given

if TYPE_CHECKING:
    from objects_library.desktops.desktop_3d.scene.scene_view import Room
    from objects_library.desktops.desktop_3d.things import Patch, Thing

_WIDEST = 300
_LOOK = """
    background: palette(base); color: palette(text);
    border: 1px solid palette(highlight); border-radius: 8px; padding: 6px 10px;
"""


class Dropping:
    """Looks at what comes, once, and then says at every place what would become of it there."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._stage = room.stage
        self._offers: list[Offer] | None = None
        self._turn = 0
        self.bubble: QLabel = words("", "", wrap=True)
        self.bubble.setParent(self._stage)
        self.bubble.setStyleSheet(_LOOK)
        self.bubble.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.bubble.hide()
        self._stage.drag_entered.connect(self._enter)
        self._stage.drag_moved.connect(self._move)
        self._stage.drag_left.connect(self._leave)
        self._stage.dropped.connect(self.take_in)

    def take_in(self, data: QMimeData, at: QPointF | None = None) -> None:
        """Put what was dropped or pasted where the pointer is, or in the middle."""
        given = Given.of(data)
        point = at if at is not None else QPointF(self._stage.rect().center())
        self._room.spawn(self._put(given, point))

    async def _put(self, given: Given, point: QPointF) -> None:
        offers = await offers_in(self._room.context, given)
        target, ground = self.target(point)
        things: list[Thing] = []
        patches: list[Patch] = []
        for number, offer in enumerate(offers):
            fits, said = verdict(offer, target, writable=self._room.writable)
            if not fits:
                self._room.refuse(said)
                continue
            patch = put_on(offer, target)
            if patch is not None:
                patches.append(patch)
            else:
                things.append(thing_of(offer, ground, self._stage.scenery.camera.turn, number))
        if patches:
            self._room.patch(patches)
        if things:
            self._room.put_down(things)

    def target(self, point: QPointF) -> tuple[Body | None, Vector]:
        """What is under the pointer, and where the ground is there."""
        ray = self._stage.ray_at(point)
        hit = self._stage.scenery.pick(ray)
        far = ray.meets_level(0.0)
        camera = self._stage.scenery.camera
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
        self._room.spawn(self._look(Given.of(event.mimeData()), self._turn))

    async def _look(self, given: Given, turn: int) -> None:
        offers = await offers_in(self._room.context, given)
        if turn == self._turn:
            self._offers = offers

    def _move(self, event: QDragMoveEvent) -> None:
        if self._offers is None:
            event.acceptProposedAction()
            return
        fits, said = self.said_at(event.position())
        if fits:
            event.acceptProposedAction()
        else:
            event.ignore()
        self._say(said, event.position().toPoint(), fits)

    def said_at(self, point: QPointF) -> tuple[bool, str]:
        """Whether what is being dragged fits there, and what is said about it."""
        target, _ = self.target(point)
        verdicts = [verdict(offer, target, writable=self._room.writable) for offer in self._offers or ()]
        refused = next((said for fits, said in verdicts if not fits), None)
        if refused is not None and not any(fits for fits, _ in verdicts):
            return False, refused
        return True, next((said for fits, said in verdicts if fits), "")

    def _say(self, said: str, point: QPoint, fits: bool) -> None:
        self.bubble.setText(said if fits else f"⊘ {said}")
        wanted_width = self.bubble.fontMetrics().horizontalAdvance(self.bubble.text()) + 28
        self.bubble.setFixedWidth(min(_WIDEST, wanted_width))
        self.bubble.setFixedHeight(self.bubble.heightForWidth(self.bubble.width()))
        room = self._stage.rect().adjusted(4, 4, -self.bubble.width() - 4, -self.bubble.height() - 4)
        wanted = point + QPoint(14, 18)
        self.bubble.move(
            max(room.left(), min(room.right(), wanted.x())), max(room.top(), min(room.bottom(), wanted.y()))
        )
        self.bubble.show()

    def _leave(self) -> None:
        self._turn += 1
        self._offers = None
        self.bubble.hide()
