# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects embed FILE DOCUMENT`: embed an object in a document, or refresh pictures."""

import argparse
from pathlib import Path

from app.cli import WRONG_USE, CommandError, Subparsers


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "embed",
        help="put an object into a document",
        description="Puts a picture of an object at the end of a text (.odt, .docx), a presentation (.odp, .pptx) or "
        "a web page (.html), which is made if there is none. A click on the picture opens the object. With "
        "--refresh, the pictures of all objects in the document are made anew, and nothing else of it "
        "changes. Objects run for a moment to be drawn, unless --last is given; what they may do is asked "
        "as ever.",
        epilog="example: liveobjects embed plan.liveobject report.odt",
    )
    parser.add_argument("paths", nargs="+", type=Path, metavar="FILE", help="a .liveobject file, and a document")
    parser.add_argument("--refresh", action="store_true", help="make the pictures in the document anew")
    parser.add_argument("--last", action="store_true", help="as it looked last here; nothing runs")


def run(args: argparse.Namespace) -> int:
    """Embed the object, or refresh the pictures of all embedded objects."""
    if len(args.paths) != (1 if args.refresh else 2):
        todo = "give the document alone" if args.refresh else "give a .liveobject file and a document"
        raise CommandError("this is not what the command needs", todo, WRONG_USE)
    from app.documents import check, put_into, refresh  # noqa: PLC0415 - other commands do without
    from app.runtime.trust import read_document  # noqa: PLC0415

    document: Path = args.paths[-1]
    if args.refresh:
        from app.ui.offscreen import draw_again  # noqa: PLC0415 - Qt takes its time

        done, left = refresh(document, lambda content, size: draw_again(content, size, run=not args.last))
        print(f"{document}: {done} picture{'' if done == 1 else 's'} made anew")
        if left:
            raise CommandError(
                f"{left} could not be drawn", "open it once by a click on the picture, and answer what it asks"
            )
        return 0
    found = read_document(args.paths[0])
    check(document)
    from app.ui.offscreen import shown_in_documents  # noqa: PLC0415

    new = put_into(document, shown_in_documents(found, run=not args.last))
    print(f"{document}: {'now has' if new else 'has a fresh picture of'} {found.title or args.paths[0].name}")
    return 0
