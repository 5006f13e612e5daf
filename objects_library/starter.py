# SPDX-License-Identifier: BSD-3-Clause
"""The template of `liveobjects new`: a shared number that is kept, with its view, its test and a file to open."""

import keyword
import re
import secrets
from pathlib import Path

from app.runtime import references as refs
from app.runtime.library import LibraryError, definition_of
from app.runtime.trust import Identity, with_signature
from objects_library.channels.document.proxy import DocumentChannel
from objects_library.channels.native.sharing import Who, share
from objects_library.installed import installed_catalogue

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[ _-]+[A-Za-z0-9]+)*")
_LONGEST_NAME = 60

_PROXY = '''\
from uuid import UUID

from liveobjects import Endpoint, live_object


@live_object("{uid}", name="{title}")
class {cls}:
    """A number that everyone who opens it sees and changes."""

    channel = Endpoint(requires={{"reliability": "total, checkpointed"}})
    send = channel.sends(int)
    checkpoint = channel.sends(request=UUID, state=int)
    counter = Endpoint()
    value = counter.sends(int)
    total = 0

    @channel.incoming
    def initialize(self, state: int | None) -> None:
        self.total = state or 0
        self.show()

    @channel.incoming
    def receive(self, amount: int) -> None:
        self.total += amount
        self.show()

    @channel.incoming
    def checkpoint_wanted(self, request: UUID) -> None:
        self.checkpoint(request=request, state=self.total)

    @counter.incoming
    def add(self, amount: int) -> None:
        self.send(amount)

    @counter.connected
    def show(self) -> None:
        self.value(self.total)
'''

_VIEW = """\
from PySide6.QtWidgets import QPushButton

from liveobjects import Endpoint, view_of

from .proxy import {cls}


@view_of({cls})
class {cls}View(QPushButton):
    counter = Endpoint()
    add = counter.sends(int)
    nextCheckState = lambda self: self.add(1)  # what a button does when it is clicked

    @counter.incoming
    def value(self, total: int) -> None:
        self.setText(str(total))
"""

_TEST = '''\
"""Two people open the counter, one of them late: both see the same number."""

from pathlib import Path

from liveobjects.testing import LocalNode, async_test


@async_test
async def test_everyone_sees_the_same_number() -> None:
    async with LocalNode(Path(__file__).parent) as node:
        ann = (await node.open("{folder}.liveobject")).connect("counter")
        ann.send("add", 2)
        await ann.wait_for("value", 2)
        bob = (await node.open("{folder}.liveobject")).connect("counter")
        await bob.wait_for("value", 2)
        bob.send("add", 3)
        await ann.wait_for("value", 5)
        await bob.wait_for("value", 5)
'''

_ICON = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"
     fill="none" stroke="currentColor" stroke-width="2">
  <rect x="2" y="5" width="20" height="14" rx="3"/>
  <path d="M9 9v6M6 12h6M16 9v6"/>
</svg>
"""


class StarterError(LibraryError):
    """A new object cannot be written as asked."""


def check_name(name: str) -> None:
    """Raise an error unless an object can have this name."""
    if not _NAME.fullmatch(name) or len(name) > _LONGEST_NAME or keyword.iskeyword(name.lower()):
        raise StarterError(f"{name!r} cannot be the name of an object", "use letters, digits and spaces")


def write_starter(name: str, parent: Path, who: Who = Who.ANYONE) -> list[Path]:
    """Write a new object of this user into a folder of its own below `parent`; returns its files."""
    check_name(name)
    words = re.split(r"[ _-]+", name)
    folder = "_".join(words).lower()
    target = parent / folder
    if target.exists():
        raise StarterError(f"{target} exists already", "choose another name, or remove it")
    uid = secrets.token_hex(16)
    names = {
        "uid": uid,
        "title": " ".join(words),
        "cls": "".join(word[:1].upper() + word[1:] for word in words),
        "folder": folder,
    }
    contents = {
        "proxy.py": _PROXY.format(**names).encode(),
        "view.py": _VIEW.format(**names).encode(),
        f"test_{folder}.py": _TEST.format(**names).encode(),
        "icon.svg": _ICON.encode(),
    }
    document = _document(names["title"], int(uid, 16), who)
    target.mkdir(parents=True)
    for file, content in contents.items():
        (target / file).write_bytes(content)
    refs.save_document(target / f"{folder}.liveobject", document, refs.write, private=True)
    return [target / file for file in (*contents, f"{folder}.liveobject")]


def _document(title: str, definition_id: int, who: Who) -> refs.Document:
    """The object with a channel that keeps its number, for these people; it is signed, so its user is not asked."""
    kept = definition_of(DocumentChannel)
    channel = refs.Parameterized(
        refs.Primitive(kept.id, kept.version, kept.name),
        (
            ("T", refs.TypeArgument("int")),
            ("S", refs.TypeArgument("int")),
            ("scope", refs.ValueArgument(f"{title.lower()} {secrets.token_hex(8)}")),
        ),
    )
    together = refs.Composite(
        (("counter", refs.Primitive(definition_id, 1, title)), ("channel", channel)),
        (refs.Connection(refs.EndpointPath("counter", "channel"), refs.EndpointPath("channel", "channel")),),
        (refs.Export("counter", refs.EndpointPath("counter", "counter")),),
    )
    document = refs.Document(together, title, "A number that everyone who opens it sees and changes.")
    identity = Identity.of_user()
    return with_signature(share(document, who, identity.public, installed_catalogue())[0], identity)
