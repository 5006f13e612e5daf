# SPDX-License-Identifier: BSD-3-Clause
"""The composer's model: documents, edits, history, files. It does not import Qt.

Everything that the canvas and the panels need is here.
"""

from app.runtime.references import MEDIA_TYPE
from app.ui.composer.model.blocks import Block, Port, Slot, describe_port
from app.ui.composer.model.clipboard import copy_fragment, fragment, read_fragment
from app.ui.composer.model.compatibility import Fit, adapter_reference, match_slot, port_matcher
from app.ui.composer.model.differences import Difference, differences
from app.ui.composer.model.editor import Change, Editor, Recovery, recoverable
from app.ui.composer.model.edits import Edit, EditError, edit_from_json, to_json
from app.ui.composer.model.families import Family, family_of
from app.ui.composer.model.palette import Entry, entries, my_objects_directory, save_as_template, search
from app.ui.composer.model.shared_editor import SharedEditor, Visitor, is_shared_sheet, share
from app.ui.composer.model.sheet_view import SheetView, WireView, build_sheet_view
from app.ui.composer.model.tree import block_path, free_name, reference_at, sheet_path, taken_names
from app.ui.composer.model.versions import Version, versions

__all__ = [
    "MEDIA_TYPE",
    "Block",
    "Change",
    "Difference",
    "Edit",
    "EditError",
    "Editor",
    "Entry",
    "Family",
    "Fit",
    "Port",
    "Recovery",
    "SharedEditor",
    "SheetView",
    "Slot",
    "Version",
    "Visitor",
    "WireView",
    "adapter_reference",
    "block_path",
    "build_sheet_view",
    "copy_fragment",
    "describe_port",
    "differences",
    "edit_from_json",
    "entries",
    "family_of",
    "fragment",
    "free_name",
    "is_shared_sheet",
    "match_slot",
    "my_objects_directory",
    "port_matcher",
    "read_fragment",
    "recoverable",
    "reference_at",
    "save_as_template",
    "search",
    "share",
    "sheet_path",
    "taken_names",
    "to_json",
    "versions",
]
