# SPDX-License-Identifier: BSD-3-Clause
"""Folders of objects: found without importing them, cached, and read again when they change."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.runtime.directories import cache_directory
from app.runtime.library import Catalogue, Library, LibraryError, read_tree
from app.runtime.library.entries import Entry, NameEntry, add_names, definition_from
from app.runtime.types import STANDARD, STANDARD_FORMALISMS, ObjectType, TemplateType, TypeNames, parse_type
from tests.runtime.library.samples import COUNTER, write_object

Reader = Callable[[], Library]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "objects"
    folder.mkdir()
    return folder


@pytest.fixture
def read(root: Path, request: pytest.FixtureRequest) -> Reader:
    package = f"test_tree_{abs(hash(request.node.name))}"
    count = 0

    def read_again() -> Library:
        # Another package name each time, like another process that imports everything.
        nonlocal count
        count += 1
        return read_tree(root, f"{package}_{count}", "test")

    return read_again


def test_objects_are_found_in_their_folders(root: Path, read: Reader) -> None:
    write_object(root / "numbers" / "counter", COUNTER, icon="<svg/>")
    (root / "numbers" / "helper.py").write_text("raise RuntimeError('nobody imports me')")
    library = read()
    (counter,) = library.definitions
    assert counter.name == "Counter"
    assert counter.library == "test"
    assert counter.icon == root / "numbers" / "counter" / "icon.svg"
    assert isinstance(counter.type, TemplateType)
    assert counter.type.parameters[0].hints == (("range", "1..9"),)
    assert counter.blueprint().factory.__name__ == "Counter"
    assert library.problems == ()


def test_the_second_time_nothing_is_imported(root: Path) -> None:
    write_object(root / "counter", COUNTER)
    program = (
        "import sys\nfrom pathlib import Path\nfrom app.runtime.library import read_tree\n"
        f"library = read_tree(Path({str(root)!r}), 'tree_in_a_process', 'test')\n"
        "names = [d.name for d in library.definitions]\n"
        "print(names, 'tree_in_a_process.counter.proxy' in sys.modules, 'PySide6' in sys.modules)\n"
        "library.definitions[0].blueprint()\n"
        "print('tree_in_a_process.counter.proxy' in sys.modules)\n"
    )
    first = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    second = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert first.stdout == "['Counter'] True False\nTrue\n"
    assert second.stdout == "['Counter'] False False\nTrue\n"


def test_a_change_is_noticed(root: Path, read: Reader) -> None:
    write_object(root / "counter", COUNTER)
    assert [definition.name for definition in read().definitions] == ["Counter"]
    write_object(root / "counter", COUNTER.replace('name="Counter"', 'name="Better counter"'))
    assert [definition.name for definition in read().definitions] == ["Better counter"]
    (root / "counter" / "proxy.py").unlink()
    assert read().definitions == ()


def test_a_damaged_cache_is_made_again(root: Path, read: Reader) -> None:
    write_object(root / "counter", COUNTER)
    read()
    for file in cache_directory().glob("objects-*.msgpack"):
        file.write_bytes(b"\xc1 not a cache")
    assert [definition.name for definition in read().definitions] == ["Counter"]


def test_a_broken_object_does_not_hide_the_others(root: Path, read: Reader) -> None:
    write_object(root / "counter", COUNTER)
    write_object(root / "broken", "raise RuntimeError('two\\nlines')")
    write_object(root / "wrong", COUNTER.replace('"""Counts."""', ""))
    write_object(root / "syntax", "def")
    for library in (read(), read()):
        assert [definition.name for definition in library.definitions] == ["Counter"]
        broken, syntax, wrong = library.problems
        assert broken == "broken/proxy.py: RuntimeError: two lines"
        assert syntax.startswith("syntax/proxy.py: SyntaxError")
        assert wrong == (
            "wrong/proxy.py: `Counter` has no docstring; say in one sentence what it does; the palette shows it"
        )
        assert Catalogue([library]).problems()[0] == "test: broken/proxy.py: RuntimeError: two lines"


def test_a_copy_that_kept_its_id_is_said(root: Path, read: Reader) -> None:
    write_object(root / "counter", COUNTER)
    write_object(root / "tally", COUNTER.replace("class Counter", "class Tally"))
    write_object(root / "third", COUNTER.replace("version=1", "version=2"))
    for library in (read(), read()):
        assert [definition.version for definition in library.definitions] == [1, 2]
        (problem,) = library.problems
        assert problem.startswith(
            "tally/proxy.py: `Tally` has the id and version of `Counter` in counter/proxy.py; give it this "
        )


@pytest.mark.parametrize("hindrance", ["others can write", "no room"])
def test_a_machine_where_nothing_can_be_remembered_still_works(
    root: Path, tmp_path: Path, read: Reader, hindrance: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / "home"))
    cache = tmp_path / "home" / "cache"
    cache.mkdir(parents=True)
    if hindrance == "others can write":
        cache.chmod(0o777)
    else:
        monkeypatch.setattr("app.runtime.library.source_tree.replace_private_file", no_room)
    write_object(root / "counter", COUNTER)
    assert [definition.name for definition in read().definitions] == ["Counter"]
    assert list(cache.iterdir()) == []


def no_room(_path: Path, _content: bytes) -> None:
    raise OSError(28, "No space left on device")


def test_only_what_a_module_defines_itself_is_found(root: Path, read: Reader) -> None:
    write_object(root / "counter", COUNTER)
    write_object(root / "user", "from ..counter.proxy import Counter\n")
    assert len(read().definitions) == 1


def test_names_and_formalisms_are_there_without_the_code(root: Path, read: Reader) -> None:
    source = (
        "from dataclasses import dataclass\n"
        "from typing import Generic, TypeVar\n"
        "from app.runtime.library import formalism, type_name\n"
        "T = TypeVar('T')\n"
        "@formalism('test-tree-purity')\n"
        "class Purity:\n"
        "    def parse(self, text, structure): return int(text)\n"
        "    def is_weaker_than(self, a, b): return a <= b\n"
        "@type_name('Coin')\n"
        "@dataclass\n"
        "class Coin:\n"
        "    'Money.'\n"
        "    value: int\n"
        "@type_name('Purse')\n"
        "@dataclass\n"
        "class Purse(Generic[T]):\n"
        "    'Money, too.'\n"
        "    coins: list[T]\n"
    )
    write_object(root / "money", source)
    for library in (read(), read()):
        assert library.names.parse("list[Coin]") == parse_type("list[{value: int}]")
        assert library.names.parse("Purse[Coin]") == parse_type("{coins: list[{value: int}]}")
        assert STANDARD_FORMALISMS.find("test-tree-purity") is not None
        assert Catalogue([library]).names.parse("Coin") == parse_type("{value: int}")


def test_views_are_loaded_only_when_wanted(root: Path, read: Reader) -> None:
    view = (
        "from app.runtime.library import Endpoint, view_of\n"
        "from .proxy import Counter\n"
        "@view_of(Counter)\n"
        "class View:\n"
        "    pass\n"
    )
    write_object(root / "counter", COUNTER, view=view)
    constructor = COUNTER[COUNTER.index("    def __init__") : COUNTER.index("    @counter.incoming")]
    write_object(root / "bare", COUNTER.replace("00a1", "00b1").replace(constructor, ""))
    bare, counter = read().definitions
    found = counter.view()
    assert found is not None
    assert found.factory.__name__ == "View"
    assert bare.view() is None
    assert isinstance(bare.type, ObjectType)


def test_a_module_at_the_root_of_the_folder(root: Path, read: Reader) -> None:
    view = (
        "from app.runtime.library import view_of\n"
        "from .proxy import Counter\n"
        "@view_of(Counter)\n"
        "class View:\n"
        "    pass\n"
    )
    write_object(root, COUNTER, view=view, icon="<svg/>")
    (counter,) = read().definitions
    assert counter.icon == root / "icon.svg"
    assert counter.view() is not None


def test_code_that_changed_meanwhile_is_refused(root: Path) -> None:
    write_object(root / "counter", COUNTER)
    write_object(root / "other", COUNTER.replace("00a1", "00b1"))
    read_tree(root, "test_tree_before", "test")
    library = read_tree(root, "test_tree_changing", "test")
    counter, other = library.definitions
    write_object(root / "counter", COUNTER.replace("amount: int", "amount: float"))
    write_object(root / "other", "")
    for definition in (counter, other):
        with pytest.raises(LibraryError, match="the code of `Counter` is not what its library said; restart"):
            definition.blueprint()


def test_links_and_hidden_folders_are_left_out(root: Path, tmp_path: Path, read: Reader) -> None:
    write_object(tmp_path / "elsewhere", COUNTER)
    (root / "link").symlink_to(tmp_path / "elsewhere")
    write_object(root / ".hidden", COUNTER)
    write_object(root / "__pycache__", COUNTER)
    write_object(root / "a/b/c/d/e/f/g/h/i/j", COUNTER)
    assert read().definitions == ()


def test_a_folder_that_cannot_be_a_package(root: Path, read: Reader) -> None:
    write_object(root / "my counter", COUNTER)
    with pytest.raises(LibraryError, match="the folder 'my counter' cannot be a part of a Python package"):
        read()


@pytest.mark.parametrize("field", ["id", "type", "version"])
def test_a_cache_that_lies_is_refused(root: Path, field: str) -> None:
    good = {"id": "00a1", "type": "object{}", "version": 1}
    bad = {"id": "xyz", "type": "int", "version": 0}
    values = good | {field: bad[field]}
    entry = Entry("m", "C", name="Thing", description="", group="", kind="object", **values)  # type: ignore[arg-type]
    with pytest.raises(LibraryError, match="the entry of `Thing`"):
        definition_from(entry, "test", TypeNames(STANDARD))


def test_a_named_type_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(LibraryError, match="a named type cannot be read"):
        add_names(TypeNames(STANDARD), [NameEntry("Point", "{x: ")])


def test_finding_many_objects_is_quick(root: Path) -> None:
    for number in range(100):
        write_object(root / f"group{number % 10}" / f"object{number}", COUNTER.replace("00a1", f"{number + 1:04x}"))
    read_tree(root, "test_tree_many", "test")
    spent = [_spent(root) for _ in range(5)]
    assert min(spent) < 0.15


def _spent(root: Path) -> float:
    before = os.times()
    library = read_tree(root, "test_tree_many", "test")
    assert len(library.definitions) == 100
    after = os.times()
    return after.user + after.system - before.user - before.system
