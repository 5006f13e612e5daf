# SPDX-License-Identifier: BSD-3-Clause
"""Instanced drawing: one table for each model and level of detail."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from PySide6.QtCore import QByteArray, QObject
from PySide6.QtQuick3D import QQuick3DGeometry, QQuick3DInstancing

from objects_library.desktops.desktop_3d.scene.meshes import Meshes, RenderModel
from objects_library.desktops.desktop_3d.scene.textures import Textures

Key = tuple[str, int, str]
"""Model, level of detail, and texture (or empty)."""
LIVE = "live:"
"""The prefix of names of textures that change."""


class Table(QQuick3DInstancing):
    """The instance table of one group."""

    def __init__(self, parent: QObject) -> None:
        super().__init__()
        self.setParent(parent)
        self.rows: dict[Hashable, bytes] = {}
        self.changed = False

    def getInstanceBuffer(self) -> object:  # type: ignore[override]
        """All rows, and their number."""
        return QByteArray(b"".join(self.rows.values())), len(self.rows)

    def flush(self) -> None:
        """Upload the changes."""
        if self.changed:
            self.changed = False
            self.markDirty()


class InstanceGroups(QObject):
    """All instance groups of a space; a thing is in one of them at a time."""

    def __init__(self, scene: Any, meshes: Meshes, textures: Textures, parent: QObject) -> None:
        super().__init__(parent)
        self._scene, self._meshes, self._textures = scene, meshes, textures
        self._tables: dict[Key, tuple[Table, list[Any]]] = {}
        self._where: dict[Hashable, Key] = {}

    def put(self, name: Hashable, look: RenderModel, level: int, picture: str, row: bytes) -> None:
        """Draw a thing in a group, leaving its former one."""
        key = look.key, level, picture
        before = self._where.get(name)
        if before != key:
            if before is not None:
                self._leave(name, before)
            if key not in self._tables:
                self._tables[key] = self._new_group(look, level, picture)
            self._where[name] = key
        table = self._tables[key][0]
        if table.rows.get(name) != row:
            table.rows[name] = row
            table.changed = True

    def take(self, name: Hashable) -> None:
        """Stop drawing a thing."""
        key = self._where.pop(name, None)
        if key is not None:
            self._leave(name, key)

    def row_of(self, name: Hashable) -> bytes:
        """The row of a thing, or empty."""
        key = self._where.get(name)
        return b"" if key is None else self._tables[key][0].rows[name]

    def level_of(self, name: Hashable) -> int | None:
        """The level of detail of a thing."""
        key = self._where.get(name)
        return None if key is None else key[1]

    def flush(self) -> None:
        """Upload the changes, and remove empty groups."""
        for key, (table, models) in list(self._tables.items()):
            table.flush()
            if not table.rows and key[2]:
                for model in models:
                    self._scene.take(model)
                del self._tables[key]
                table.deleteLater()

    def _leave(self, name: Hashable, key: Key) -> None:
        table = self._tables[key][0]
        if table.rows.pop(name, None) is not None:
            table.changed = True

    def _new_group(self, look: RenderModel, level: int, picture: str) -> tuple[Table, list[Any]]:
        table = Table(self)
        models = []
        for geometry, own in self._meshes.parts(look, level):
            texture = self._textures.named(picture) if picture else self._textures.of_bytes(own)
            models.append(self._scene.addCrowd(geometry, table, texture, picture.startswith(LIVE)))
        return table, models


class Marks(QObject):
    """Soft flat marks under things: shadows, and rings around selected ones."""

    def __init__(self, scene: Any, geometry: QQuick3DGeometry, parent: QObject) -> None:
        super().__init__(parent)
        self.table = Table(self)
        self.table.setHasTransparency(True)
        self.model = scene.addSoft(geometry, self.table)

    def put(self, name: Hashable, row: bytes) -> None:
        """Draw a mark."""
        if self.table.rows.get(name) != row:
            self.table.rows[name] = row
            self.table.changed = True

    def take(self, name: Hashable) -> None:
        """Stop drawing a thing."""
        if self.table.rows.pop(name, None) is not None:
            self.table.changed = True
