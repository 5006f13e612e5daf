# SPDX-License-Identifier: BSD-3-Clause
"""Libraries by URL and digest: from a reference to running code."""

import asyncio
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar

import pytest

from app.runtime.library import ArchiveError, Catalogue, FetchError, LibraryStore, digest_of, make_archive
from app.runtime.trust import Answer, Gate, Identity, NotAllowedError, Permission, Question, Remember, TrustStore
from tests.runtime.library.samples import COUNTER, InThisProcess, write_object

MAKER = Identity(bytes(32))
ID = 0xA1


class Handler(BaseHTTPRequestHandler):
    served: ClassVar[dict[str, bytes]] = {}
    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.served[self.path])

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


class Person:
    """Answers questions like a user, and records them."""

    def __init__(self, *allowed: Permission, remember: Remember = Remember.ONCE) -> None:
        self.allowed = allowed
        self.remember = remember
        self.questions: list[Question] = []

    async def ask(self, question: Question) -> Answer:
        self.questions.append(question)
        return Answer(question.permission in self.allowed, self.remember)


@pytest.fixture
def person() -> Person:
    return Person(Permission.NETWORK, Permission.RUN_CODE)


@pytest.fixture
def catalogue() -> Catalogue:
    return Catalogue()


@pytest.fixture
def store(catalogue: Catalogue, person: Person, tmp_path: Path) -> LibraryStore:
    return LibraryStore(
        catalogue, Gate(TrustStore(tmp_path / "trust.json"), person), InThisProcess(), tmp_path / "libraries"
    )


def archive_of(folder: Path, source: str = COUNTER, name: str = "Numbers") -> tuple[str, str]:
    write_object(folder / "counter", source)
    data = make_archive(folder, name, MAKER)
    file = folder / "library.zip"
    file.write_bytes(data)
    return file.as_uri(), digest_of(data)


async def test_a_library_comes_from_a_server_after_trust_says_yes(
    server: str, store: LibraryStore, catalogue: Catalogue, person: Person, tmp_path: Path
) -> None:
    marked = COUNTER + "\nimport builtins\nbuiltins.test_library_ran = True\n"
    write_object(tmp_path / "source" / "counter", marked.replace("00a1", "01a1"))
    data = make_archive(tmp_path / "source", "Numbers", MAKER)
    del sys.modules["builtins"].test_library_ran  # packing has run it here
    Handler.served["/numbers.zip"] = data
    library = await store.obtain(f"{server}/numbers.zip", digest_of(data))
    assert library.signer == MAKER.public
    network, code = person.questions
    assert (network.permission, network.what) == (Permission.NETWORK, server.removeprefix("http://"))
    assert (code.permission, code.what, code.signer) == (Permission.RUN_CODE, digest_of(data), MAKER.public)
    assert "of the library 'Numbers' from http://127.0.0.1" in str(code)
    assert not hasattr(sys.modules["builtins"], "test_library_ran")
    definition = catalogue.definition(0x1A1)
    assert definition is not None
    assert definition.blueprint().factory.__name__ == "Counter"
    assert hasattr(sys.modules["builtins"], "test_library_ran")


async def test_it_is_fetched_once_and_kept_by_its_digest(
    server: str, store: LibraryStore, person: Person, tmp_path: Path
) -> None:
    _, digest = archive_of(tmp_path / "source")
    Handler.served["/kept.zip"] = (tmp_path / "source" / "library.zip").read_bytes()
    url = f"{server}/kept.zip"
    first, second = await asyncio.gather(store.obtain(url, digest), store.obtain(url, digest))
    assert first is second
    assert await store.obtain(url, digest) is first
    assert Handler.asked.count("/kept.zip") == 1
    later = LibraryStore(
        Catalogue(), Gate(TrustStore(tmp_path / "t2"), person), InThisProcess(), tmp_path / "libraries"
    )
    await later.obtain("http://nowhere.invalid/", digest)
    assert Handler.asked.count("/kept.zip") == 1


async def test_a_damaged_copy_is_fetched_again(store: LibraryStore, person: Person, tmp_path: Path) -> None:
    url, digest = archive_of(tmp_path / "source")
    await store.obtain(url, digest)
    (tmp_path / "libraries" / f"{digest}.zip").write_bytes(b"damaged")
    (tmp_path / "libraries" / digest / "counter" / "proxy.py").write_text("raise RuntimeError('evil')")
    catalogue = Catalogue()
    again = LibraryStore(catalogue, Gate(TrustStore(tmp_path / "t2"), person), InThisProcess(), tmp_path / "libraries")
    await again.obtain(url, digest)
    definition = catalogue.definition(ID)
    assert definition is not None
    assert definition.blueprint().factory.__name__ == "Counter"


async def test_nothing_is_kept_or_run_when_the_user_says_no(catalogue: Catalogue, tmp_path: Path) -> None:
    url, digest = archive_of(tmp_path / "source")
    person = Person()
    store = LibraryStore(
        catalogue, Gate(TrustStore(tmp_path / "trust"), person), InThisProcess(), tmp_path / "libraries"
    )
    with pytest.raises(NotAllowedError, match="you have not allowed it to run the code of the library 'Numbers'"):
        await store.obtain(url, digest)
    assert catalogue.definition(ID) is None
    assert list((tmp_path / "libraries").iterdir()) == []
    person.allowed = (Permission.RUN_CODE,)
    await store.obtain(url, digest)
    assert catalogue.definition(ID) is not None


async def test_the_answer_is_remembered_for_the_signer(catalogue: Catalogue, tmp_path: Path) -> None:
    url, digest = archive_of(tmp_path / "one")
    other_url, other_digest = archive_of(tmp_path / "two", COUNTER.replace("00a1", "00a2"), "Other numbers")
    person = Person(Permission.RUN_CODE, remember=Remember.SIGNER)
    store = LibraryStore(
        catalogue, Gate(TrustStore(tmp_path / "trust"), person), InThisProcess(), tmp_path / "libraries"
    )
    await store.obtain(url, digest)
    await store.obtain(other_url, other_digest)
    assert len(person.questions) == 1


async def test_without_anybody_to_ask_the_message_says_how_to_allow_it(catalogue: Catalogue, tmp_path: Path) -> None:
    url, digest = archive_of(tmp_path / "source")
    store = LibraryStore(catalogue, Gate(TrustStore(tmp_path / "trust")), InThisProcess(), tmp_path / "libraries")
    with pytest.raises(NotAllowedError) as caught:
        await store.obtain(url, digest)
    assert f"run: liveobjects trust allow run-code --signer {MAKER.public} --what {digest}" in str(caught.value)


async def test_another_content_than_promised_is_never_opened(
    store: LibraryStore, person: Person, tmp_path: Path
) -> None:
    (tmp_path / "evil.zip").write_bytes(b"not even a zip file")
    with pytest.raises(ArchiveError, match=r"has the digest [0-9a-f]{64}, not 0{64}; do not use it"):
        await store.obtain((tmp_path / "evil.zip").as_uri(), "0" * 64)
    assert person.questions == []


@pytest.mark.parametrize("digest", ["", "abc", "G" * 64, "A" * 64, "0" * 65])
async def test_a_digest_has_64_digits(store: LibraryStore, digest: str) -> None:
    with pytest.raises(ArchiveError, match="is not a digest"):
        await store.obtain("file:///x", digest)


async def test_after_a_failure_it_can_be_tried_again(store: LibraryStore, tmp_path: Path) -> None:
    url, digest = archive_of(tmp_path / "source")
    file = tmp_path / "source" / "library.zip"
    hidden = file.rename(tmp_path / "hidden.zip")
    with pytest.raises(FetchError):
        await store.obtain(url, digest)
    hidden.rename(file)
    assert (await store.obtain(url, digest)).definitions


async def test_one_who_gives_up_does_not_take_it_from_others(store: LibraryStore, tmp_path: Path) -> None:
    url, digest = archive_of(tmp_path / "source")
    impatient = asyncio.create_task(store.obtain(url, digest))
    patient = asyncio.create_task(store.obtain(url, digest))
    await asyncio.sleep(0)
    impatient.cancel()
    assert (await patient).definitions
    with pytest.raises(asyncio.CancelledError):
        await impatient


async def test_two_versions_run_side_by_side(store: LibraryStore, catalogue: Catalogue, tmp_path: Path) -> None:
    helper = "\nfrom .helper import HELP\nHELPED = HELP\n"
    for version in (1, 2):
        folder = tmp_path / f"v{version}"
        write_object(folder / "counter", COUNTER.replace("version=1", f"version={version}") + helper)
        (folder / "counter" / "helper.py").write_text(f"HELP = {version}\n")
        data = make_archive(folder, "Numbers", MAKER)
        (folder / "library.zip").write_bytes(data)
        await store.obtain((folder / "library.zip").as_uri(), digest_of(data))
    found = [catalogue.definition(ID, version) for version in (1, 2)]
    classes = [definition.blueprint().factory for definition in found if definition is not None]
    assert classes[0] is not classes[1]
    assert [sys.modules[cls.__module__].HELPED for cls in classes] == [1, 2]
    assert [cls.__qualname__ for cls in classes] == ["Counter", "Counter"]


async def test_code_that_is_not_what_the_manifest_says_is_refused(
    store: LibraryStore, catalogue: Catalogue, tmp_path: Path
) -> None:
    changing = COUNTER.replace('name="Counter"', 'name="Counter"').replace(
        "amount: int", "amount: (int if 'packing' in __name__ else str)"
    )
    url, digest = archive_of(tmp_path / "source", changing)
    await store.obtain(url, digest)
    definition = catalogue.definition(ID)
    assert definition is not None
    with pytest.raises(Exception, match="the code of `Counter` is not what its library said"):
        definition.blueprint()
