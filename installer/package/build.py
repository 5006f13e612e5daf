# SPDX-License-Identifier: BSD-3-Clause
"""`python -m installer.package.build`: builds the bundle and the packages into `build/package`."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from installer.package.checksums import write_checksums
from installer.package.contents import missing_files
from installer.package.debian import make_deb
from installer.package.tarball import make_tarball

_ROOT = Path(__file__).resolve().parents[2]
OUTPUT = _ROOT / "build" / "package"


def make_bundle(output: Path = OUTPUT) -> Path:
    """Run PyInstaller and check the result; returns the folder of the bundle."""
    output.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(output / "bundle", ignore_errors=True)
    command = [
        *(sys.executable, "-P", "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR"),
        *("--distpath", str(output / "bundle"), "--workpath", str(output / "work")),
        str(_ROOT / "installer" / "package" / "liveobjects.spec"),
    ]
    # Reproducible builds: names derived from hashes must not differ.
    subprocess.run(command, check=True, cwd=_ROOT, env={**os.environ, "PYTHONHASHSEED": "1"})
    bundle = output / "bundle" / "liveobjects"
    missing = missing_files(bundle, _ROOT)
    if missing:
        raise SystemExit(f"{len(missing)} files are missing in the bundle, among them {missing[0]}")
    for what in ("engine", "objects", "window"):
        _probe(bundle, what)
    return bundle


def _probe(bundle: Path, what: str) -> None:
    """Run one probe of `doctor` in the bundle: an excluded library may be a dependency of an included one."""
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [bundle / "liveobjects", "doctor", "--probe", what], capture_output=True, text=True, check=False,
            env={**os.environ, "LIVEOBJECTS_HOME": home, "QT_QPA_PLATFORM": "offscreen"},
        )  # fmt: skip
    if done.returncode != 0:
        raise SystemExit(f"the bundle does not work: {what}: {done.stderr.strip()}")


def size_of(folder: Path) -> int:
    """Bytes of all files below a folder."""
    return sum(each.lstat().st_size for each in folder.rglob("*") if each.is_file() and not each.is_symlink())


def main() -> int:
    """Build the bundle and the packages, and print their sizes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=["bundle", "deb", "tar"], help="instead of everything")
    parser.add_argument("--key", type=Path, help="the key that signs the checksums, made if it is missing")
    args = parser.parse_args()
    bundle = make_bundle()
    print(f"{bundle.relative_to(_ROOT)}: {size_of(bundle) / 1e6:.0f} MB")
    made = []
    if args.only in (None, "deb"):
        made.append(make_deb(bundle, OUTPUT))
    if args.only in (None, "tar"):
        made.append(make_tarball(bundle, OUTPUT))
    for file in made:
        print(f"{file.relative_to(_ROOT)}: {file.stat().st_size / 1e6:.0f} MB")
    if made and args.key is not None:
        write_checksums(made, OUTPUT, args.key)
    return 0


if __name__ == "__main__":
    sys.exit(main())
