# SPDX-License-Identifier: BSD-3-Clause
"""A project as small as can be that the real installer sets up: real pip, real environment, no network."""

import base64
import hashlib
import os
import shutil
import subprocess
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

_BACKEND = """
import os, zipfile

def build_editable(directory, settings=None, metadata=None):
    name = "liveobjects-0.1-py3-none-any.whl"
    info = "liveobjects-0.1.dist-info"
    with zipfile.ZipFile(os.path.join(directory, name), "w") as wheel:
        wheel.writestr("liveobjects.pth", os.getcwd())
        wheel.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\\nName: liveobjects\\nVersion: 0.1\\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr(f"{info}/entry_points.txt", "[console_scripts]\\nliveobjects = app.__main__:main\\n")
        wheel.writestr(f"{info}/RECORD", "")
    return name
"""
_PYPROJECT = '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
_MAIN = (
    "import sys, tiny\n"
    "def main():\n    print('started with', sys.argv[1:], tiny.VERSION)\n    return 7\n"
    "if __name__ == '__main__':\n    sys.exit(main())\n"
)
_BUILD = (
    "from pathlib import Path\n"
    "here = Path(__file__).parent\n"
    "if 'error' in (here / 'engine.c').read_text(): raise SystemExit('engine.c:1: error')\n"
    "(here / 'engine.so').write_bytes((here / 'engine.c').read_bytes())\n"
)


@dataclass
class SampleProject:
    """A folder with the project in it, and how to start it."""

    folder: Path
    wheels: Path
    environment: dict[str, str] = field(default_factory=dict)

    @staticmethod
    def create(folder: Path, wheels: Path) -> "SampleProject":
        """Write the project, with the real installer and a lock on one tiny package."""
        folder.mkdir(parents=True)
        shutil.copytree(ROOT / "installer", folder / "installer", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "run", folder)
        engine = folder / "app" / "transport_native"
        engine.mkdir(parents=True)
        (folder / "pyproject.toml").write_text(_PYPROJECT)
        (folder / "backend.py").write_text(_BACKEND)
        (folder / "app" / "__init__.py").touch()
        (folder / "app" / "__main__.py").write_text(_MAIN)
        (engine / "__init__.py").touch()
        (engine / "build.py").write_text(_BUILD)
        (engine / "engine.c").write_text("1")
        made = SampleProject(folder, wheels)
        made.lock("1.0")
        return made

    def lock(self, version: str, digest: str | None = None) -> None:
        """Pin the tiny package."""
        digest = digest or _tiny_wheel(self.wheels, version)
        (self.folder / "requirements.lock").write_text(f"tiny=={version} --hash=sha256:{digest}\n")

    def move(self, target: Path) -> "SampleProject":
        """The same project in another place, everything that was set up included."""
        target.parent.mkdir(parents=True, exist_ok=True)
        self.folder.rename(target)
        return SampleProject(target, self.wheels, self.environment)

    def copy(self, target: Path) -> "SampleProject":
        """Another one like it."""
        shutil.copytree(self.folder, target, symlinks=True)
        return SampleProject(target, self.wheels, self.environment)

    @property
    def full_environment(self) -> dict[str, str]:
        """With pip kept from the network and from the settings of whoever runs the tests."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
        own = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.wheels), "PIP_CONFIG_FILE": os.devnull}
        return {**kept, **own, "PIP_NO_CACHE_DIR": "1", **self.environment}

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        """`./run` in a process group of its own."""
        return subprocess.Popen(
            [self.folder / "run", *arguments],
            env=self.full_environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(self, *arguments: str) -> tuple[int, str, str]:
        """`./run` to its end: exit code, output, and what the set-up said."""
        process = self.start(*arguments)
        output, said = process.communicate(timeout=100)
        return process.returncode, output, said


def _tiny_wheel(folder: Path, version: str) -> str:
    """A package with one module that knows its version; returns the digest of the wheel."""
    folder.mkdir(exist_ok=True)
    path = folder / f"tiny-{version}-py3-none-any.whl"
    files = {
        "tiny.py": f"VERSION = {version!r}\n",
        f"tiny-{version}.dist-info/METADATA": f"Metadata-Version: 2.1\nName: tiny\nVersion: {version}\n",
        f"tiny-{version}.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},sha256={_record_digest(text)},{len(text)}\n" for name, text in files.items())
    with zipfile.ZipFile(path, "w") as wheel:
        for name, text in {**files, f"tiny-{version}.dist-info/RECORD": record}.items():
            wheel.writestr(zipfile.ZipInfo(name), text)
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _record_digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
