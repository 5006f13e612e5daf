# SPDX-License-Identifier: BSD-3-Clause
"""The panels around the canvas: palette, inspector, problems, log and versions."""

from app.ui.composer.panels.inspector.panel import InspectorPanel
from app.ui.composer.panels.log import Level, LogPanel
from app.ui.composer.panels.palette.panel import PalettePanel
from app.ui.composer.panels.problems import ProblemsPanel
from app.ui.composer.panels.template_dialogs import ExposeParameterDialog, SaveAsTemplateDialog
from app.ui.composer.panels.versions import VersionsDialog

__all__ = [
    "ExposeParameterDialog",
    "InspectorPanel",
    "Level",
    "LogPanel",
    "PalettePanel",
    "ProblemsPanel",
    "SaveAsTemplateDialog",
    "VersionsDialog",
]
