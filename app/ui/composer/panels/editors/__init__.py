# SPDX-License-Identifier: BSD-3-Clause
"""Editor widgets for every kind of parameter."""

from app.ui.composer.panels.editors.argument_editor import ArgumentEditor, ValueArgumentEditor
from app.ui.composer.panels.editors.editor_factory import start_value, value_editor
from app.ui.composer.panels.editors.type_editor import TypeEditor
from app.ui.composer.panels.editors.value_editor import EditorContext, ValueEditor

__all__ = [
    "ArgumentEditor",
    "EditorContext",
    "TypeEditor",
    "ValueArgumentEditor",
    "ValueEditor",
    "start_value",
    "value_editor",
]
