# SPDX-License-Identifier: BSD-3-Clause
"""Reads and writes Qt's `.ts` translation files."""

from __future__ import annotations

import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from pathlib import Path

import PySide6

from app.ui.translations import CONTEXT

_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'


def read_ts(path: Path) -> dict[str, str]:
    """Each text with its translation, empty if missing."""
    if not path.exists():
        return {}
    root = ET.parse(path).getroot()  # noqa: S314 - a file of our own source
    found = {}
    for message in root.iter("message"):
        translation = message.find("translation")
        unfinished = translation is None or translation.get("type") == "unfinished"
        text = "" if translation is None or unfinished else translation.text or ""
        found[message.findtext("source", "")] = text
    return found


def write_ts(path: Path, language: str, texts: Mapping[str, str], translations: Mapping[str, str]) -> None:
    """Write all texts, sorted; `texts` maps each to a location."""
    root = ET.Element("TS", version="2.1", language=language, sourcelanguage="en")
    context = ET.SubElement(root, "context")
    ET.SubElement(context, "name").text = CONTEXT
    for text in sorted(texts, key=lambda text: (text.casefold(), text)):
        message = ET.SubElement(context, "message")
        ET.SubElement(message, "source").text = text
        translation = ET.SubElement(message, "translation")
        description = translations.get(text, "")
        if description:
            translation.text = description
        else:
            translation.set("type", "unfinished")
            ET.SubElement(message, "extracomment").text = texts[text].rpartition(":")[0] or texts[text]
    ET.indent(root, " ")
    path.write_text(_HEAD + ET.tostring(root, encoding="unicode") + "\n", encoding="utf-8")


def compile_ts(path: Path, target: Path | None = None) -> Path:
    """Compile a `.ts` file into the `.qm` file that the program loads."""
    target = target or path.with_suffix(".qm")
    tool = Path(PySide6.__path__[0]) / "lrelease"
    subprocess.run([tool, "-silent", path, "-qm", target], check=True)
    return target
