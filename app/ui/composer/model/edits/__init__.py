# SPDX-License-Identifier: BSD-3-Clause
"""Edits: changes of a document as values that can be undone, stored and sent."""

from app.ui.composer.model.edits.arguments import ExtractArgument, SetArgument
from app.ui.composer.model.edits.base import Edit
from app.ui.composer.model.edits.blocks import AddBlock, RemoveParts, RenameBlock
from app.ui.composer.model.edits.compound import CompoundEdit
from app.ui.composer.model.edits.difference import difference
from app.ui.composer.model.edits.document import RestoreVersion, SetTitle
from app.ui.composer.model.edits.group import Group, Ungroup
from app.ui.composer.model.edits.json_codec import edit_from_json, to_json
from app.ui.composer.model.edits.layout import (
    AddNote,
    AddZone,
    ChangeNote,
    ChangeZone,
    Move,
    Resize,
    Route,
    SetCollapsed,
    SetColour,
)
from app.ui.composer.model.edits.paste import Paste
from app.ui.composer.model.edits.patch import Patch
from app.ui.composer.model.edits.templates import DeclareParameter, RemoveParameter
from app.ui.composer.model.edits.wires import Connect, Disconnect, ExportEndpoint, InsertAdapter, UnexportEndpoint
from app.ui.composer.model.errors import EditError

__all__ = [
    "AddBlock",
    "AddNote",
    "AddZone",
    "ChangeNote",
    "ChangeZone",
    "CompoundEdit",
    "Connect",
    "DeclareParameter",
    "Disconnect",
    "Edit",
    "EditError",
    "ExportEndpoint",
    "ExtractArgument",
    "Group",
    "InsertAdapter",
    "Move",
    "Paste",
    "Patch",
    "RemoveParameter",
    "RemoveParts",
    "RenameBlock",
    "Resize",
    "RestoreVersion",
    "Route",
    "SetArgument",
    "SetCollapsed",
    "SetColour",
    "SetTitle",
    "UnexportEndpoint",
    "Ungroup",
    "difference",
    "edit_from_json",
    "to_json",
]
