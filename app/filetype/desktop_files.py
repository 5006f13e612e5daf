# SPDX-License-Identifier: BSD-3-Clause
"""The files that describe live objects to a freedesktop system, for one user or for all."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import app.ui
from app.documents import SCHEME
from app.runtime.references import MEDIA_TYPE

DESKTOP_FILE = "liveobjects.desktop"
LINK_FILE = "liveobjects-link.desktop"
LINK_TYPE = f"x-scheme-handler/{SCHEME}"
_ICONS = Path(app.ui.__file__).parent / "icons"
_IN_THE_MENU_OF_FILES = (
    # name, comment, German comment, arguments, icon
    ("look-inside", "Look inside", "Hineinschauen", ("window", "%f"), "liveobjects"),
    ("send", "Send by e-mail", "Per E-Mail senden", ("email", "%f"), "mail-send"),
)


def desktop_files(command: Sequence[str]) -> dict[str, bytes]:
    """Return every file by its path below the data folder; `command` starts this program."""
    texts = {
        f"applications/{DESKTOP_FILE}": _application(command),
        f"applications/{LINK_FILE}": _link_handler(command),
        "mime/packages/liveobjects.xml": _MEDIA,
        "thumbnailers/liveobjects.thumbnailer": _thumbnailer(command),
        "kio/servicemenus/liveobjects.desktop": _service_menu(command),
    }
    for name, words, german, arguments, icon in _IN_THE_MENU_OF_FILES:
        starts = _line(command, arguments)
        # Sorts after the application itself: without a choice of the user, desktops take the first.
        texts[f"applications/liveobjects.{name}.desktop"] = _handler(words, german, starts, icon)
        texts[f"file-manager/actions/liveobjects-{name}.desktop"] = _action(words, german, starts, icon)
    files = {path: text.encode() for path, text in texts.items()}
    picture = (_ICONS / "liveobjects.svg").read_bytes()
    files["icons/hicolor/scalable/apps/liveobjects.svg"] = picture
    files[f"icons/hicolor/scalable/mimetypes/{MEDIA_TYPE.replace('/', '-')}.svg"] = picture
    return files


def _line(command: Sequence[str], arguments: Sequence[str]) -> str:
    """Quote a command for desktop files; % is doubled."""
    return " ".join([*(_quoted(word.replace("%", "%%")) for word in command), *arguments])


def _quoted(word: str) -> str:
    if word and all(each.isalnum() or each in "/._-+=:@%" for each in word):
        return word
    escaped = "".join(f"\\{each}" if each in '"`$\\' else each for each in word)
    # Values are unescaped once more when they are read, before the quotes are.
    return '"' + escaped.replace("\\", "\\\\") + '"'


def _application(command: Sequence[str]) -> str:
    return f"""[Desktop Entry]
Type=Application
Name=Live Objects
GenericName=Live shared documents
GenericName[de]=Lebendige gemeinsame Dokumente
Comment=Wire live objects, send the file, and everyone who opens it takes part
Comment[de]=Lebende Objekte verbinden, die Datei verschicken, und alle, die sie öffnen, sind dabei
Exec={_line(command, ("open", "%F"))}
Icon=liveobjects
Terminal=false
StartupNotify=true
StartupWMClass=liveobjects
Categories=Office;
Keywords=share;collaborate;multicast;dashboard;
MimeType={MEDIA_TYPE};
Actions=compose;

[Desktop Action compose]
Name=New page
Name[de]=Neue Seite
Exec={_line(command, ("window",))}
"""


def _link_handler(command: Sequence[str]) -> str:
    """Return the entry that opens links in documents and pages; files have their own entry."""
    return f"""[Desktop Entry]
Type=Application
Name=Live Objects
Exec={_line(command, ("open", "%u"))}
Icon=liveobjects
Terminal=false
NoDisplay=true
StartupWMClass=liveobjects
MimeType={LINK_TYPE};
"""


def _handler(words: str, german: str, starts: str, icon: str) -> str:
    """Return another entry of *Open with*, hidden from menus."""
    return f"""[Desktop Entry]
Type=Application
Name={words} (Live Objects)
Name[de]={german} (Live Objects)
Exec={starts}
Icon={icon}
Terminal=false
NoDisplay=true
MimeType={MEDIA_TYPE};
"""


def _action(words: str, german: str, starts: str, icon: str) -> str:
    return f"""[Desktop Entry]
Type=Action
Name={words}
Name[de]={german}
Icon={icon}
Profiles=files;

[X-Action-Profile files]
MimeTypes={MEDIA_TYPE};
SelectionCount==1
Exec={starts}
"""


def _service_menu(command: Sequence[str]) -> str:
    names = ";".join(name for name, *_ in _IN_THE_MENU_OF_FILES)
    actions = "".join(
        f"\n[Desktop Action {name}]\nName={words}\nName[de]={german}\nIcon={icon}\nExec={_line(command, arguments)}\n"
        for name, words, german, arguments, icon in _IN_THE_MENU_OF_FILES
    )
    return f"[Desktop Entry]\nType=Service\nMimeType={MEDIA_TYPE};\nActions={names};\n{actions}"


def _thumbnailer(command: Sequence[str]) -> str:
    starts = _line(command, ("thumbnail", "%i", "%o", "--size", "%s"))
    return f"[Thumbnailer Entry]\nExec={starts}\nMimeType={MEDIA_TYPE};\n"


_MEDIA = f"""<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="{MEDIA_TYPE}">
    <comment>live object</comment>
    <comment xml:lang="de">lebendes Objekt</comment>
    <sub-class-of type="application/xml"/>
    <root-XML namespaceURI="urn:liveobject:reference:1" localName="liveobject"/>
    <magic priority="70">
      <match type="string" value="urn:liveobject:reference:1" offset="0:1024"/>
    </magic>
    <glob pattern="*.liveobject" weight="80"/>
    <icon name="{MEDIA_TYPE.replace("/", "-")}"/>
  </mime-type>
</mime-info>
"""
