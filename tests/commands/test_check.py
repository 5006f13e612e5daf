# SPDX-License-Identifier: BSD-3-Clause
"""The commands `check`, `show` and `convert`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.cli import main
from app.runtime.activation import Registry
from app.runtime.references import Composite, EndpointPath, Export, External, Primitive, read, write

ROOT = Path(__file__).resolve().parents[2]
GALLERY = sorted(str(path) for path in (ROOT / "liveobject_files").glob("*.liveobject"))
WRONG = ROOT / "tests" / "runtime" / "references" / "wrong"
LABEL = str(ROOT / "liveobject_files" / "shared_label.liveobject")
HYBRID = str(ROOT / "liveobject_files" / "hybrid_multicast.liveobject")
FOLDER = "{A23A3D5432FB40BAB87181FD0943299A}"
ORIGINAL = """<Root xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <Object xsi:type="ReferenceObject" id="{A23A3D5432FB40BAB87181FD0943299A}">
    <Attribute id="9F4C608A9A6D44FFAD8A2FDC662E185B" value="My folder"/>
    <Parameter id="size"><Value xsi:type="xsd:int">5</Value></Parameter>
  </Object>
</Root>"""


MISSPELT = """<liveobject xmlns="urn:liveobject:reference:1">
  <composite>
    <component name="x"><primitive id="12"/></component>
    <compnent name="y"/>
  </composite>
</liveobject>"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / "home"))
    return tmp_path


def test_check_passes_the_gallery(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", *GALLERY]) == 0
    captured = capsys.readouterr()
    assert captured.out.splitlines() == [f"{file}: ok" for file in GALLERY]
    assert captured.err == ""


def test_check_tells_every_reason_on_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    files = sorted(str(path) for path in WRONG.glob("*.liveobject"))
    for file in files:
        assert main(["check", file]) == 1
        lines = capsys.readouterr().out.splitlines()
        assert lines
        for line in lines:
            assert line.startswith(f"{file}:")
            assert line.removeprefix(f"{file}:").partition(":")[0].isdigit()
    assert main(["check", LABEL, files[0]]) == 1
    assert capsys.readouterr().out.splitlines()[0] == f"{LABEL}: ok"


def test_check_cannot_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.liveobject"
    broken.write_bytes(b"<a>\n")
    assert main(["check", str(broken), LABEL, str(tmp_path / "none")]) == 2
    captured = capsys.readouterr()
    assert captured.out == f"{LABEL}: ok\n"
    first, second = captured.err.splitlines()
    assert first.startswith(f"liveobjects: {broken}:1: the root is <a>")
    assert second.startswith(f"liveobjects: {tmp_path / 'none'}: cannot be read (No such file or directory);")


def test_check_lists_every_violation_of_the_schema(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "misspelt.liveobject"
    file.write_text(MISSPELT, encoding="utf-8")
    assert main(["check", str(file)]) == 2
    first, *lines = capsys.readouterr().err.splitlines()
    assert first.startswith(f"liveobjects: {file}:4: <compnent> is not known; ")
    one, other = lines
    assert one.startswith(f"{file}:3: schema: Element 'primitive', attribute 'id': [facet 'pattern'] The value '12'")
    assert other == f"{file}:4: schema: Element 'compnent': This element is not expected"
    assert main(["check", "--json", str(file)]) == 2
    (found,) = json.loads(capsys.readouterr().out)["files"]
    assert [each["line"] for each in found["schema"]] == [3, 4]


def test_check_for_machines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--json", LABEL, str(WRONG / "missing_parameter.liveobject"), str(tmp_path)]) == 2
    good, bad, unreadable = json.loads(capsys.readouterr().out)["files"]
    assert (good["ok"], good["problems"], good["error"]) == (True, [], None)
    assert bad["problems"] == [
        {
            "path": "",
            "line": 4,
            "kind": "parameter",
            "message": "Local channel is not given its parameter 'name'",
            "adapters": [],
        }
    ]
    assert unreadable["error"] == {"line": None, "what": "is not a file", "what_to_do": "name a .liveobject file"}


ORDERING = """
from typing import Any, Generic, TypeVar
from app.runtime.library import Endpoint, adapter
from app.runtime.types import EndpointType
E = TypeVar("E", bound=EndpointType)

@adapter("77777777777777777777777777777777", name="Order it")
class Order(Generic[E]):
    "Orders what passes."
    inner = Endpoint(carries="~E")
    outer = Endpoint(carries="E", provides={"reliability": "total"})

    @inner.every_incoming
    def heard(self, event: str, value: Any) -> None: self.say(event, value)
    @outer.every_outgoing
    def say(self, event: str, value: Any) -> None: "Out."
    @outer.every_incoming
    def asked(self, event: str, value: Any) -> None: self.ask(event, value)
    @inner.every_outgoing
    def ask(self, event: str, value: Any) -> None: "Out."
"""


def test_check_offers_adapters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "home" / "data" / "objects" / "order"
    own.mkdir(mode=0o700, parents=True)
    (own / "proxy.py").write_text(ORDERING, encoding="utf-8")
    file = tmp_path / "unordered.liveobject"
    file.write_text(
        """<liveobject xmlns="urn:liveobject:reference:1"><composite>
        <component name="c"><external name="c" as="Channel[int]"
          ><from><primitive id="0x2"/></from></external></component>
        <component name="u"><external name="u" as="object{ channel: endpoint{
          out send(int); in receive(int); requires reliability(total) } }"
          ><from><primitive id="0x2"/></from></external></component>
        <connection from="u.channel" to="c.channel"/>
        </composite></liveobject>""",
        encoding="utf-8",
    )
    assert main(["check", str(file)]) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"{file}:7: u.channel and c.channel do not fit: `u.channel` needs events delivered")
    assert out.endswith("(put between them: Order it)\n")
    assert main(["check", "--json", str(file)]) == 1
    (problem,) = json.loads(capsys.readouterr().out)["files"][0]["problems"]
    assert problem["adapters"] == [{"id": hex(int("7" * 32, 16)), "name": "Order it", "mends_all": True}]


def test_check_finds_registry_entries_that_lead_to_themselves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    registry = Registry()
    registry.put("a", External("b", "Object", Primitive(2)))
    registry.put("b", Composite((("x", External("a", "Object", Primitive(2))),)))
    file = tmp_path / "round.liveobject"
    file.write_bytes(write(External("a", "Object", Primitive(2))))
    assert main(["check", str(file)]) == 1
    assert capsys.readouterr().out == (f"{file}:3: the registry entry 'a' leads back to itself: a → b → a\n")


def show(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what the command prints."""
    assert main(["show", *arguments]) == 0
    return capsys.readouterr().out


def test_show_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    out = show(capsys, HYBRID)
    for line in (
        "Hybrid multicast",
        "  It is a composite of 3 components.",
        "endpoint channel",
        "  takes     send with text",
        "  sends     receive with text",
        "  x  Local channel with T, name",
        "  t.first ─ x.channel",
        "  t.channel as channel",
        "  x  name = LAN x",
        "  runs only what is installed on this machine",
    ):
        assert line in out.splitlines()
    assert "  promises  FIFO" in out
    assert "object{" not in out
    assert "object{ channel:" in show(capsys, HYBRID, "--formal")


def test_show_says_what_code_would_be_fetched(capsys: pytest.CaptureFixture[str]) -> None:
    out = show(capsys, str(ROOT / "liveobject_files" / "custom_protocol.liveobject"))
    assert "would fetch and run code from https://library.example/my_library.zip, SHA-256 9f86d0" in out
    assert "  would fetch MyProtocol1 from Library with URL, digest" in out


def test_show_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "gone.liveobject"
    gone = Composite((("g", Primitive(0x77, 2)),), (), (Export("e", EndpointPath("g", "e")),))
    file.write_bytes(write(gone))
    out = show(capsys, str(file))
    assert out.startswith("(without a title)\n")
    assert "type      cannot be told" in out
    assert "missing here\n  an object without a name (0x77 version 2)\n" in out
    assert out.endswith("1 problem; see: liveobjects check\n")
    file.write_bytes(write(Composite((("g", Primitive(0x77)), ("h", Primitive(0x78))))))
    assert show(capsys, str(file)).endswith("2 problems; see: liveobjects check\n")


def test_show_for_machines(capsys: pytest.CaptureFixture[str]) -> None:
    found: dict[str, Any] = json.loads(show(capsys, LABEL, "--json"))
    assert found["title"] == "Shared label"
    assert len(found["identity"]) == 64
    assert "label: endpoint{ in set(text); out changed(text) }" in found["type"]
    assert found["parts"][0] == {"path": "Channel", "what": "a composite of 2 components"}
    assert found["problems"] == []
    unknown = json.loads(show(capsys, str(WRONG / "not_installed.liveobject"), "--json"))
    assert unknown["type"] is None
    assert unknown["missing"] == ["Tunnel (0xdeadbeef version 1)"]
    assert unknown["problems"][0]["kind"] == "missing"


def test_show_cannot_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"liveobjects: {tmp_path}: is not a file; name a .liveobject file\n"


def test_convert(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "old.liveobject", tmp_path / "new.liveobject"
    source.write_text(ORIGINAL, encoding="utf-8")
    assert main(["convert", str(source), "-o", str(target)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"line 2: object {FOLDER} (SharedFolder) became a placeholder for 'My folder'",
        "line 4: a value of type xsd:int became the value '5'",
        f"{target}: written (1 placeholder, 1 value)",
    ]
    assert read(target).title == "My folder"
    assert main(["show", str(target)]) == 0
    assert "My folder (0xa23a3d5432fb40bab87181fd0943299a)" in capsys.readouterr().out
    assert main(["check", str(target)]) == 1
    assert "My folder (0xa23a3d5432fb40bab87181fd0943299a) is not installed here" in capsys.readouterr().out


def test_convert_for_machines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "old.liveobject", tmp_path / "new.liveobject"
    source.write_text(ORIGINAL, encoding="utf-8")
    assert main(["convert", str(source), "-o", str(target), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["title"] == "My folder"
    assert [part["outcome"] for part in found["parts"]] == ["placeholder", "value"]
    assert found["parts"][1]["path"] == "size"


def test_convert_refuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "old.liveobject", tmp_path / "new.liveobject"
    source.write_text(ORIGINAL.replace("</Root>", ""), encoding="utf-8")
    assert main(["convert", str(source), "-o", str(target)]) == 2
    assert capsys.readouterr().err.startswith(f"liveobjects: {source}:6: the file ends before <Root> is closed")
    assert main(["convert", str(tmp_path / "none"), "-o", str(target)]) == 2
    assert not target.exists()
    source.write_text(ORIGINAL, encoding="utf-8")
    assert main(["convert", str(source), "-o", str(tmp_path / "none" / "x")]) == 1
    assert "cannot be written" in capsys.readouterr().err
    assert main(["convert", LABEL, "-o", str(target)]) == 2
    assert "a file of this program already" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["check", "show", "convert"])
def test_help_has_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    assert f"example: liveobjects {command} " in capsys.readouterr().out
