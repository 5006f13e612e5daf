# SPDX-License-Identifier: BSD-3-Clause
"""Empty Office Open XML packages: a text, and a presentation without slides."""

from __future__ import annotations

from app.documents.ooxml_xml import DRAWING, LINKED, PACKAGE, SLIDES, TYPES, WORD
from app.documents.preview import escaped
from app.documents.zip_package import new_package

WORD_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
SLIDES_TYPE = "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
_SLIDE_PARTS = "application/vnd.openxmlformats-officedocument.presentationml."
_HEADING = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_CORE = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
_NAMES = f'xmlns:a="{DRAWING}" xmlns:r="{LINKED}" xmlns:p="{SLIDES}"'
_EMPTY_TREE = (
    '<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr>'
    "<p:grpSpPr/></p:spTree></p:cSld>"
)
_COLOURS = "".join(
    f'<a:{name}><a:srgbClr val="{value}"/></a:{name}>'
    for name, value in (
        ("dk1", "1B1F24"), ("lt1", "FFFFFF"), ("dk2", "3B4252"), ("lt2", "ECEFF4"), ("accent1", "1D4ED8"),
        ("accent2", "0F766E"), ("accent3", "C2410C"), ("accent4", "6D28D9"), ("accent5", "B91C1C"),
        ("accent6", "4D7C0F"), ("hlink", "1D4ED8"), ("folHlink", "6D28D9"),
    )
)  # fmt: skip
_FILL = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
_LINE = f'<a:ln w="6350">{_FILL}</a:ln>'
_EFFECT = "<a:effectStyle><a:effectLst/></a:effectStyle>"
_FONT = '<a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/>'
_THEME = (
    f'{_HEADING}<a:theme xmlns:a="{DRAWING}" name="Plain"><a:themeElements><a:clrScheme name="Plain">{_COLOURS}'
    f'</a:clrScheme><a:fontScheme name="Plain"><a:majorFont>{_FONT}</a:majorFont><a:minorFont>{_FONT}</a:minorFont>'
    f'</a:fontScheme><a:fmtScheme name="Plain"><a:fillStyleLst>{_FILL * 3}</a:fillStyleLst><a:lnStyleLst>{_LINE * 3}'
    f"</a:lnStyleLst><a:effectStyleLst>{_EFFECT * 3}</a:effectStyleLst><a:bgFillStyleLst>{_FILL * 3}"
    "</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>"
)
_COLOUR_MAP = (
    '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3"'
    ' accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>'
)


def new_text(title: str) -> bytes:
    """An empty .docx."""
    page = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1417" w:right="1417" w:bottom="1417"'
    body = f'{page} w:left="1417" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>'
    document = f'{_HEADING}<w:document xmlns:w="{WORD}" xmlns:r="{LINKED}"><w:body>{body}</w:body></w:document>'
    return _package("word/document.xml", WORD_TYPE, title, {"word/document.xml": (document, ())}, {})


def new_presentation(title: str) -> bytes:
    """A .pptx without slides."""
    presentation = (
        f'{_HEADING}<p:presentation {_NAMES}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/>'
        '</p:sldMasterIdLst><p:sldIdLst></p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/>'
        '<p:notesSz cx="6858000" cy="9144000"/></p:presentation>'
    )
    master = (
        f'{_HEADING}<p:sldMaster {_NAMES}>{_EMPTY_TREE}{_COLOUR_MAP}<p:sldLayoutIdLst><p:sldLayoutId id="2147483649"'
        ' r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>'
    )
    layout = f'{_HEADING}<p:sldLayout {_NAMES} type="blank">{_EMPTY_TREE}</p:sldLayout>'
    parts: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
        "ppt/presentation.xml": (presentation, (("slideMaster", "slideMasters/slideMaster1.xml"),)),
        "ppt/slideMasters/slideMaster1.xml": (
            master,
            (("slideLayout", "../slideLayouts/slideLayout1.xml"), ("theme", "../theme/theme1.xml")),
        ),
        "ppt/slideLayouts/slideLayout1.xml": (layout, (("slideMaster", "../slideMasters/slideMaster1.xml"),)),
        "ppt/theme/theme1.xml": (_THEME, ()),
    }
    kinds = {
        "ppt/slideMasters/slideMaster1.xml": f"{_SLIDE_PARTS}slideMaster+xml",
        "ppt/slideLayouts/slideLayout1.xml": f"{_SLIDE_PARTS}slideLayout+xml",
        "ppt/theme/theme1.xml": "application/vnd.openxmlformats-officedocument.theme+xml",
    }
    return _package("ppt/presentation.xml", SLIDES_TYPE, title, parts, kinds)


def _package(
    main: str,
    main_type: str,
    title: str,
    parts: dict[str, tuple[str, tuple[tuple[str, str], ...]]],
    kinds: dict[str, str],
) -> bytes:
    core = "docProps/core.xml"
    overrides = {main: main_type, **kinds, core: "application/vnd.openxmlformats-package.core-properties+xml"}
    types = "".join(f'<Override PartName="/{name}" ContentType="{kind}"/>' for name, kind in overrides.items())
    properties = (
        f'{_HEADING}<cp:coreProperties xmlns:cp="{_CORE}" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<dc:title>{escaped(title)}</dc:title></cp:coreProperties>"
    )
    root = (
        f'{_HEADING}<Relationships xmlns="{PACKAGE}"><Relationship Id="rId1" Type="{LINKED}/officeDocument"'
        f' Target="{main}"/><Relationship Id="rId2" Type="{PACKAGE}/metadata/core-properties" Target="{core}"/>'
        "</Relationships>"
    )
    members = {
        "[Content_Types].xml": (
            f'{_HEADING}<Types xmlns="{TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-'
            f'package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>{types}</Types>'
        ),
        "_rels/.rels": root,
        core: properties,
    }
    for name, (text, related) in parts.items():
        members[name] = text
        folder, _, file = name.rpartition("/")
        rows = "".join(
            f'<Relationship Id="rId{number}" Type="{LINKED}/{kind}" Target="{target}"/>'
            for number, (kind, target) in enumerate(related, start=1)
        )
        members[f"{folder}/_rels/{file}.rels"] = f'{_HEADING}<Relationships xmlns="{PACKAGE}">{rows}</Relationships>'
    return new_package({name: text.encode() for name, text in members.items()})
