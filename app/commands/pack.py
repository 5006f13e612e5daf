# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects pack`: pack a folder of objects into one signed archive."""

import argparse
import json
from pathlib import Path

from app.cli import Subparsers


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "pack",
        help="a library of your objects in one signed file",
        description="Packs a folder of objects into one file, signed by you. Put it on a web server or "
        "anywhere else; references name it by its URL and the digest that is printed.",
        epilog="example: liveobjects pack my_objects -o my_objects.zip",
    )
    parser.add_argument("folder", metavar="DIR", type=Path, help="the folder that holds your objects")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, required=True, help="the file to write")
    parser.add_argument("--name", help="what people will call the library; by default the name of the folder")
    parser.add_argument("--unsigned", action="store_true", help="do not sign it; others will hardly trust it")
    parser.add_argument("--json", action="store_true", help="for machines")


def run(args: argparse.Namespace) -> int:
    """Write the archive, and print what references need."""
    from app.runtime.library import digest_of, make_archive  # noqa: PLC0415 - only when asked
    from app.runtime.library.archive_reader import open_archive  # noqa: PLC0415
    from app.runtime.trust import Identity  # noqa: PLC0415

    folder: Path = args.folder
    identity = None if args.unsigned else Identity.of_user()
    data = make_archive(folder, args.name or folder.resolve().name, identity)
    args.output.write_bytes(data)
    manifest = open_archive(data).manifest
    objects = [f"{entry.name} (version {entry.version})" for entry in manifest.offer.entries]
    if args.json:
        result = {"file": str(args.output), "digest": digest_of(data), "signer": manifest.signer, "objects": objects}
        print(json.dumps(result, indent=1))
        return 0
    print(f"{args.output}: {len(data)} bytes")
    print(f"digest   {digest_of(data)}")
    print(f"signer   {manifest.signer or 'nobody'}")
    for name in objects:
        print(f"object   {name}")
    return 0
