# SPDX-License-Identifier: BSD-3-Clause
"""The renderer of the scene: bodies, shadows, labels, other people; by level of detail."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from time import monotonic
from typing import Any
from uuid import UUID

from PySide6.QtCore import QObject
from PySide6.QtGui import QColor, QPalette, QQuaternion, QVector3D

from objects_library.desktops.desktop_3d.models.gltf import Mesh
from objects_library.desktops.desktop_3d.scene.bodies import FLAT, Body, Hit, tint_of
from objects_library.desktops.desktop_3d.scene.camera import OPENING, Camera, Ray, Vector
from objects_library.desktops.desktop_3d.scene.instance_table import flat_row, row
from objects_library.desktops.desktop_3d.scene.instancing import InstanceGroups, Marks
from objects_library.desktops.desktop_3d.scene.interpolation import Pose, Track
from objects_library.desktops.desktop_3d.scene.level_of_detail import is_due, level_of
from objects_library.desktops.desktop_3d.scene.meshes import (
    Meshes,
    RenderModel,
    box_part,
    built_in_model,
    disc_part,
    geometry_of,
    sheet_part,
)
from objects_library.desktops.desktop_3d.scene.textures import Textures, as_drawn, text_image
from objects_library.desktops.desktop_3d.things import Thing
from objects_library.desktops.desktop_3d.visitors import Visitor
from objects_library.widgets.appearance import colour_of, is_dark

_TAGS = 30
"""How many labels are shown at a time: those of the largest things."""
_TAG_PIXELS = 26.0
_TAG_TALL = 20.0
"""The height of a label in pixels."""
_HIGHEST_SHADOW = 400.0


class SceneRenderer(QObject):
    """Draws things through the QML scene."""

    def __init__(self, scene: Any, palette: QPalette, parent: QObject) -> None:
        super().__init__(parent)
        self._scene = scene
        self.camera = Camera()
        self.height = 600.0
        self.bodies: dict[Hashable, Body] = {}
        self.chosen: set[UUID] = set()
        self.frame = 0
        self.textures = Textures(self)
        self.meshes = Meshes(self)
        self.instance_groups = InstanceGroups(scene, self.meshes, self.textures, self)
        flat = Mesh([], (-1, 0, -1), (1, 0, 1))
        self._shadows = Marks(scene, geometry_of(disc_part(0.0, 1.0, fades=True), flat, self), self)
        self._rings = Marks(scene, geometry_of(disc_part(0.9, 1.0, fades=False), flat, self), self)
        around = Mesh([], (-0.5, -0.5, 0), (0.5, 1, 0))
        self._sheets = {up: geometry_of(sheet_part(upright=up), around, self) for up in (True, False)}
        box = box_part((-0.5, -0.3, 0.0), (0.5, 0.3, 0.6), (1.0, 1.0, 1.0))
        lens = box_part((-0.25, -0.18, -0.35), (0.25, 0.18, 0.0), (0.25, 0.3, 0.35))
        self._marker = RenderModel("marker", Mesh([[box, lens]], (-0.5, -0.3, -0.4), (0.5, 0.3, 0.6)))
        self._visitors: dict[UUID, tuple[Track, Visitor, Any]] = {}
        self._palette = palette
        self._number = 0
        self.apply_theme(palette)

    # Appearance

    def apply_theme(self, palette: QPalette) -> None:
        """Apply the colours of a theme."""
        self._palette = palette
        self.dark = dark = is_dark(palette)
        colours = ("#1b2530", "#26312f", "#3f4f4c") if dark else ("#dce9f4", "#cdd8c3", "#aebda2")
        self.sky = QColor(colours[0])
        for name, colour in zip(("haze", "soil", "lines"), colours, strict=True):
            self._scene.setProperty(name, as_drawn(QColor(colour)))
        for body in self.bodies.values():
            if body.caption:
                self._set_title(body, "")
            if body.thing.kind == "label":
                self._draw_label(body)
        self.look_around()

    def show_camera(self) -> None:
        """Set the camera."""
        eye = self._scene.findChild(QObject, "eye")
        eye.setProperty("position", QVector3D(*self.camera.position()))
        eye.setProperty("eulerRotation", QVector3D(self.camera.pitch, -self.camera.turn, 0))

    def look_around(self) -> None:
        """Update the levels of detail after a move of the camera."""
        self.show_camera()
        now = monotonic()
        eye = self.camera.position()
        for body in self.bodies.values():
            self._draw(body, body.track.at(now), eye)
        self._draw_visitors(now, eye)
        self._show_tags(now, eye)
        self.flush()

    # Things

    def set_thing(self, thing: Thing, look: RenderModel | None = None) -> Body:
        """Draw a new or changed thing; its drawn position stays."""
        body = self.bodies.get(thing.item)
        if body is None:
            self._number += 1
            body = self.bodies[thing.item] = Body(thing.item, thing, self._number)
        body.thing, body.size, body.title = thing, thing.place.size, thing.title
        body.tint = tint_of(thing.colour)
        if thing.kind == "model":
            body.look = look or body.look or built_in_model(thing.text)
            if not thing.data:
                body.look = built_in_model(thing.text)
        elif thing.kind == "label":
            self._draw_label(body)
        self._draw(body, body.track.at(monotonic()), self.camera.position())
        return body

    def add_member(self, thing: Thing, name: str, look: RenderModel, pose: Pose) -> Body:
        """Draw a thing of a stream."""
        self._number += 1
        body = Body((thing.item, name), thing, self._number)
        body.look, body.title, body.flies = look, name, True
        body.track = Track(pose)
        self.bodies[body.key] = body
        return body

    def remove(self, key: Hashable) -> None:
        """Stop drawing a thing."""
        body = self.bodies.pop(key, None)
        if body is None:
            return
        self.instance_groups.take(key)
        self._shadows.take(key)
        self._rings.take(key)
        for model in (body.board, body.tag):
            if model is not None:
                self._scene.take(model)
        if body.picture and not any(other.picture == body.picture for other in self.bodies.values()):
            self.instance_groups.flush()
            self.textures.drop(body.picture)
        for kind in ("picture", "words", "tag"):
            self.textures.drop((kind, key))

    def show_picture(self, body: Body, name: Hashable) -> None:
        """Set the texture of a flat thing."""
        wide, tall = self.textures.size(name)
        body.aspect = tall / max(1, wide)
        texture = self.textures.named(name)
        if body.board is None:
            body.board = self._scene.addBoard(self._sheets[True], texture, body.thing.kind == "object")
        else:
            body.board.setProperty("picture", texture)
        self.redraw(body)

    def redraw(self, body: Body) -> None:
        """Redraw a thing."""
        self._draw(body, body.track.at(monotonic()), self.camera.position())
        self.flush()

    def flush(self) -> None:
        """Upload all changes."""
        self.instance_groups.flush()
        self._shadows.table.flush()
        self._rings.table.flush()

    def choose(self, chosen: Iterable[UUID]) -> None:
        """Mark the selection."""
        before, self.chosen = self.chosen, set(chosen)
        now, eye = monotonic(), self.camera.position()
        for body in list(self.bodies.values()):
            if body.thing.item in before ^ self.chosen:
                self._draw(body, body.track.at(now), eye)
        self._show_tags(now, eye)
        self.flush()

    def step(self) -> bool:
        """Advance moving things by one frame; returns whether any still moves."""
        self.frame += 1
        now, eye = monotonic(), self.camera.position()
        moving = False
        for body in self.bodies.values():
            on_its_way = body.track.moves(now)
            if not on_its_way and body.drawn == body.track.goal:
                continue
            moving = True
            pose = body.track.at(now)
            if not on_its_way or is_due(body.number, self.frame, body.pixels(eye, pose, self.height)):
                self._draw(body, pose, eye)
        if self.frame % 10 == 0:
            self._show_tags(now, eye)
        moving |= self._draw_visitors(now, eye)
        self.flush()
        return moving

    # Other people

    def set_visitors(self, visitors: list[Visitor]) -> None:
        """Set the cameras of other people."""
        known = {each.id: each for each in visitors}
        for gone in self._visitors.keys() - known.keys():
            self._scene.take(self._visitors.pop(gone)[2])
            self.instance_groups.take(gone)
            self.textures.drop(("tag", gone))
        for each in visitors[:_TAGS]:
            pose = (each.x, each.y, each.z, each.turn, each.pitch, 0.0)
            if each.id in self._visitors:
                track, _, tag = self._visitors[each.id]
                track.to(pose)
                self._visitors[each.id] = track, each, tag
            else:
                self._visitors[each.id] = Track(pose), each, self._new_tag(each.id, each.name, person=True)

    def visitor_names(self) -> list[str]:
        """The drawn people."""
        return [visitor.name for _, visitor, _ in self._visitors.values()]

    def _draw_visitors(self, now: float, eye: Vector) -> bool:
        moving = False
        for who, (track, visitor, tag) in self._visitors.items():
            pose = track.at(now)
            moving |= track.moves(now)
            size = max(0.6, min(60.0, 0.018 * math.dist(eye, pose[:3])))
            colour = colour_of(visitor.id, self._palette)
            tint = colour.redF(), colour.greenF(), colour.blueF(), 1.0
            self.instance_groups.put(who, self._marker, 0, "", row(pose, size, tint))
            self._size_tag(tag, who)
            tag.setProperty("position", QVector3D(pose[0], pose[1] + 0.6 * size, pose[2]))
        return moving

    # Picking

    def pick(self, ray: Ray) -> Hit | None:
        """The first thing on a ray."""
        now = monotonic()
        hits = (body.met_by(ray, now, self.height) for body in self.bodies.values())
        return min((hit for hit in hits if hit is not None), key=lambda hit: hit.far, default=None)

    # Drawing

    def _draw(self, body: Body, pose: Pose, eye: Vector) -> None:
        body.drawn = pose
        marked = body.thing.item in self.chosen
        if body.look is not None:
            size = body.pixels(eye, pose, self.height)
            level = level_of(size, self.instance_groups.level_of(body.key), len(body.look.mesh.levels))
            self.instance_groups.put(body.key, body.look, level, body.picture, row(pose, body.size, body.tint))
            self._draw_shadow(body, pose, near=level < 2)
        elif body.board is not None:
            self._draw_board(body, pose)
        if marked:
            self._draw_ring(body, pose)
        else:
            self._rings.take(body.key)
        if body.tag is not None and body.tag.property("visible"):
            body.tag.setProperty("position", QVector3D(*self._above(body, pose)))

    def _draw_shadow(self, body: Body, pose: Pose, *, near: bool) -> None:
        if not near or pose[1] > _HIGHEST_SHADOW or pose[1] < 0:
            self._shadows.take(body.key)
            return
        assert body.look is not None
        strength = 0.45 * (1 - pose[1] / _HIGHEST_SHADOW)
        reach = 1.25 * body.look.footprint * body.size
        self._shadows.put(body.key, flat_row(pose[0], 0.3, pose[2], reach, (0.0, 0.0, 0.0, strength)))

    def _draw_ring(self, body: Body, pose: Pose) -> None:
        colour = self._palette.highlight().color()
        tint = colour.redF(), colour.greenF(), colour.blueF(), 0.95
        reach = 1.2 * (body.look.footprint * body.size if body.look is not None else body.size * 0.6)
        self._rings.put(body.key, flat_row(pose[0], max(0.35, pose[1] + 0.1), pose[2], reach, tint))

    def _draw_board(self, body: Body, pose: Pose) -> None:
        x, y, z, turn, tilt, _ = pose
        tall = body.size * body.aspect
        if body.thing.kind == "label":
            body.board.setProperty("position", QVector3D(x, y, z))
            return
        lies = abs(tilt) >= FLAT
        # Later flat things lie on earlier ones.
        lift = 0.02 + 0.01 * (body.number % 20) if lies else 0.0
        body.board.setProperty("geometry", self._sheets[not lies])
        body.board.setProperty("position", QVector3D(x, y + lift, z))
        body.board.setProperty("rotation", QQuaternion.fromEulerAngles(tilt, -turn, 0))
        body.board.setProperty("scale", QVector3D(body.size, tall, 1))
        body.board.setProperty("glow", 1.08 if body.thing.item in self.chosen else 1.0)

    def _draw_label(self, body: Body) -> None:
        name = ("words", body.key)
        dark = is_dark(self._palette)
        paper = QColor("#22303e" if dark else "#ffffff")
        rim = QColor(body.thing.colour) if body.thing.colour else QColor("#5c7080" if dark else "#a9b8c4")
        image = text_image(body.thing.text or "…", QColor("#eef3f7" if dark else "#1d2a35"), paper, rim)
        texture = self.textures.put(name, image)
        if body.board is None:
            body.board = self._scene.addWords(self._sheets[True], texture)
            body.board.setProperty("steady", 0.0)
        lines = max(1, min(12, body.thing.text.count("\n") + 1))
        tall = body.size * (0.6 + lines)
        body.board.setProperty("tall", tall)
        body.board.setProperty("wide", tall * image.width() / image.height())
        body.aspect = image.height() / image.width()
        self._draw_board(body, body.track.at(monotonic()))

    # Labels

    def _show_tags(self, now: float, eye: Vector) -> None:
        wanted: list[tuple[float, Body]] = []
        for body in self.bodies.values():
            if body.look is None or not body.title:
                continue
            size = body.pixels(eye, body.track.at(now), self.height)
            if body.thing.item in self.chosen and not isinstance(body.key, tuple):
                size += 1e6
            if size >= _TAG_PIXELS:
                wanted.append((size, body))
        wanted.sort(key=lambda pair: -pair[0])
        shown = {id(body): body for _, body in wanted[:_TAGS]}
        for body in self.bodies.values():
            if id(body) in shown:
                self._set_title(body, body.title)
                self._size_tag(body.tag, body.key)
                body.tag.setProperty("position", QVector3D(*self._above(body, body.track.at(now))))
            elif body.tag is not None:
                self._set_title(body, "")

    def _set_title(self, body: Body, title: str) -> None:
        if body.caption == title:
            return
        if body.tag is not None:
            self._scene.take(body.tag)
            self.textures.drop(("tag", body.key))
            body.tag = None
        body.caption = title
        if title:
            body.tag = self._new_tag(body.key, title)

    def _new_tag(self, key: Hashable, title: str, *, person: bool = False) -> Any:
        dark = is_dark(self._palette)
        rim = colour_of(title, self._palette) if person else QColor("#42566a" if dark else "#c2ced8")
        paper = QColor(24, 33, 43, 225) if dark else QColor(255, 255, 255, 225)
        ink = rim if person else QColor("#dfe7ee" if dark else "#22313e")
        texture = self.textures.put(("tag", key), text_image(title[:40], ink, paper, rim, points=12))
        tag = self._scene.addWords(self._sheets[True], texture)
        tag.setProperty("steady", 1.0)
        self._size_tag(tag, key)
        return tag

    def _size_tag(self, tag: Any, key: Hashable) -> None:
        """Labels have the same height in pixels at any window size."""
        wide, tall = self.textures.size(("tag", key))
        share = _TAG_TALL * 2 * math.tan(math.radians(OPENING / 2)) / max(1.0, self.height)
        tag.setProperty("tall", share)
        tag.setProperty("wide", share * wide / max(1, tall))

    @staticmethod
    def _above(body: Body, pose: Pose) -> Vector:
        assert body.look is not None
        return pose[0], pose[1] + (body.look.mesh.high[1] + 0.5) * body.size, pose[2]
