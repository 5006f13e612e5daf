# SPDX-License-Identifier: BSD-3-Clause
"""Conversion of files of the original platform, with the outcome of each part, or a refusal."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import pytest

from app.runtime import references as refs
from app.runtime.references.original import Conversion, convert
from app.runtime.references.original.identifiers import Identifier, parse_identifier

XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"'
NAME = "9F4C608A9A6D44FFAD8A2FDC662E185B"
COMMENT = "07EC27D89CBD410DADE60463E4D46985"
TEXT = "E3EA16F4ECC84B3B998E01F3B78E9AC9"
REGISTRY = "E8C9D312C27649F39812B8E99AA67CBC"
UNKNOWN = "11111111111111111111111111111111"


def file(inside: str) -> bytes:
    """A file whose object starts in line 3."""
    return f'<?xml version="1.0" encoding="utf-8"?>\n<Root {XSI}>\n{inside}\n</Root>\n'.encode()


def converted(inside: str) -> Conversion:
    """The conversion, after a round trip."""
    found = convert(file(inside))
    data = refs.write(found.document)
    assert refs.read(data).reference == found.document.reference
    assert refs.write(refs.read(data)) == data
    return found


def reference(inside: str) -> refs.Reference:
    """Only the reference."""
    return converted(inside).document.reference


def object_of(inside: str) -> str:
    """An object of an unknown kind with this inside."""
    return f'<Object xsi:type="ReferenceObject" id="{UNKNOWN}">{inside}</Object>'


def parameter(name: str, kind: str, identifier: str) -> str:
    """A parameter that is a class."""
    return f'<Parameter id="{name}"><Value xsi:type="{kind}" id="{identifier}"/></Parameter>'


def value(inside: str) -> object:
    """The argument that a parameter with this inside becomes."""
    found = reference(object_of(f'<Parameter id="p">{inside}</Parameter>'))
    assert isinstance(found, refs.Parameterized)
    argument = found.arguments[0][1]
    return argument.value if isinstance(argument, refs.ValueArgument) else argument


def test_an_object_becomes_a_named_placeholder() -> None:
    found = converted(
        f'<Object xsi:type="ReferenceObject" id="0`1:{TEXT}`7">'
        f'<Attribute id="{NAME}" value="My note"/>'
        f'<Attribute id="{{{COMMENT}}}" value="It says &lt;hello&gt;."/>'
        '<Attribute id="nonsense" value="x"/></Object>'
    )
    assert found.document.reference == refs.Primitive(int(TEXT, 16), 7, "My note")
    assert (found.document.title, found.document.description) == ("My note", "It says <hello>.")
    assert [(part.outcome, part.line) for part in found.placeholders] == [("placeholder", 3)]
    assert found.placeholders[0].was == f"object 0`1:{TEXT}`7 (Text)"
    assert found.placeholders[0].became == "a placeholder for 'My note'"
    data = refs.write(found.document).decode()
    assert f'<was xmlns="urn:liveobject:original:1" id="0`1:{TEXT}`7" name="My note" component="Text"' in data
    assert 'comment="It says &lt;hello>."' in data


def test_names_come_from_attributes_comments_or_the_table() -> None:
    def hint(inside: str) -> str:
        found = reference(inside)
        assert isinstance(found, refs.Primitive)
        return found.name

    assert hint(f'<Object xsi:type="ReferenceObject" id="{TEXT}"/>') == "Text"
    assert hint(f'<Object xsi:type="ReferenceObject" id="{UNKNOWN}"><!-- Clock --></Object>') == "Clock"
    assert hint(f'<Object xsi:type="ReferenceObject" id="{UNKNOWN}"/><!-- Clock -->') == "Clock"
    assert hint(f'<Object xsi:type="ReferenceObject" id="{UNKNOWN}"><!-- not a name! --></Object>') == ""
    long = f'<Attribute id="{NAME}" value="{"x" * 300}"/>'
    assert len(hint(f'<Object xsi:type="ReferenceObject" id="{UNKNOWN}">{long}</Object>')) == 128
    assert converted(f'<Object id="{UNKNOWN}"/>').placeholders[0].became == "a placeholder without a name"


def test_the_registry_is_known() -> None:
    found = converted(f'<Object xsi:type="ReferenceObject" id="{{{REGISTRY}}}"/>')
    assert found.document.reference == refs.Primitive(2)
    assert found.placeholders == ()
    other = reference(f'<Object xsi:type="ReferenceObject" id="5:{REGISTRY}"/>')
    assert isinstance(other, refs.Primitive)
    assert other.id != 2


def test_an_object_from_a_folder_becomes_external() -> None:
    found = reference(
        '<Object xsi:type="ReferenceObject" id="00000000000000000000000000001009">'
        '<ObjectClass id="806C71E88E749AA879E52F960F4B881">'
        + parameter("MessageClass", "ValueClass", "982130E40A294E3CAD5441841E87941E")
        + parameter("CheckpointClass", "ValueClass", "5B1608BEE89B434F967E92EDADF0EEB2")
        + "</ObjectClass>"
        '<From xsi:type="ReferenceObject" id="QSM">'
        '<ObjectClass id="D111EEF8754D4EB98ABD90B0260AEF93">'
        + parameter("KeyClass", "ValueClass", "2FEB1E028342422CBD38CB074B957973")
        + parameter("ObjectClass", "ObjectClass", "F5225FA26F7C4F6D93C9E5A1A45FCF45")
        + f'</ObjectClass><From xsi:type="ReferenceObject" id="{REGISTRY}"/></From></Object>'
    )
    assert found == refs.External(
        "00000000000000000000000000001009",
        "CheckpointedChannel[text, anything]",
        refs.External("QSM", "Folder[Object]", refs.Primitive(2)),
    )


def test_an_external_with_parameters() -> None:
    found = reference(
        '<Object xsi:type="ReferenceObject" id="Thing">'
        '<Parameter id="a"><Value xsi:type="xsd:int">1</Value></Parameter>'
        f'<From xsi:type="ReferenceObject" id="Shelf"><From id="{TEXT}"/></From></Object>'
    )
    text = refs.Primitive(int(TEXT, 16), 0, "Text", "Folder[Object]")
    shelf = refs.External("Shelf", "Folder[Object]", text)
    assert found == refs.Parameterized(refs.External("Thing", "Object", shelf), (("a", refs.ValueArgument(1)),))


def test_the_class_of_a_placeholder_is_kept_as_its_type() -> None:
    plain = '<ObjectClass id="065195BC8845404B8B6B65749E3D9952"/>'
    found = reference(f'<Object xsi:type="ReferenceObject" id="{UNKNOWN}">{plain}</Object>')
    assert found == refs.Primitive(int(UNKNOWN, 16), as_type="Channel[anything]")
    found = reference(f'<Object xsi:type="ReferenceObject" id="{UNKNOWN}">{plain}<Parameter id="a"/></Object>')
    assert found == refs.Parameterized(
        refs.Primitive(int(UNKNOWN, 16)), (("a", refs.ValueArgument(None)),), "Channel[anything]"
    )
    stories = converted(object_of(f'<ObjectClass id="{UNKNOWN}"><!-- Odd --></ObjectClass>')).parts
    assert stories[1].was == f"ObjectClass {UNKNOWN} (Odd)"
    assert stories[1].became == "the type Object; this class is not known here"


VALUES: dict[str, object] = {
    "": None,
    '<Value xsi:type="xsd:string" xsi:nil="true"/>': None,
    '<Value xsi:type="ReferenceObject"/>': None,
    f'<Value xsi:type="ReferenceObject" xsi:nil="true" id="{TEXT}"/>': None,
    '<Value xsi:type="xsd:string"/>': "",
    '<Value xsi:type="xsd:string"> a b </Value>': " a b ",
    '<Value xsi:type="xsd:boolean">true</Value>': True,
    '<Value xsi:type="xsd:boolean">0</Value>': False,
    '<Value xsi:type="xsd:int">+5</Value>': 5,
    '<Value xsi:type="xsd:unsignedByte">255</Value>': 255,
    '<Value xsi:type="xsd:long">-9223372036854775808</Value>': -(2**63),
    '<Value xsi:type="xsd:float">.5</Value>': 0.5,
    '<Value xsi:type="xsd:double">-1.</Value>': -1.0,
    '<Value xsi:type="xsd:double">+38606.41</Value>': 38606.41,
    '<Value xsi:type="xsd:double">INF</Value>': float("inf"),
    '<Value xsi:type="xsd:dateTime">2030-01-31T12:00:00</Value>': datetime(2030, 1, 31, 12, tzinfo=UTC),
    '<Value xsi:type="xsd:dateTime">2030-01-31T12:00:00+00:00</Value>': datetime(2030, 1, 31, 12, tzinfo=UTC),
    '<Value xsi:type="xsd:base64Binary">AAE=</Value>': b"\x00\x01",
    '<Value xsi:type="xsd:hexBinary">00ff</Value>': b"\x00\xff",
    '<Value xsi:type="guid">{00000000-0000-0000-0000-00000000000a}</Value>': UUID(int=10),
    '<Value xsi:type="Address" value="127.0.0.1:55000"/>': "127.0.0.1:55000",
    '<Value xsi:type="Nobody">knows</Value>': "knows",
    "<Value>words</Value>": "words",
    '<Value xsi:type="Configuration"><Parameter name="a" value="1"/><Parameter name="b"/></Value>': refs.MapValue(
        (("a", "1"), ("b", ""))
    ),
    '<Value xsi:type="ValueClass" id="2FEB1E028342422CBD38CB074B957973"/>': refs.TypeArgument("text"),
    f'<Value xsi:type="ValueClass" id="{UNKNOWN}"/>': refs.TypeArgument("anything"),
    '<Value xsi:type="ValueClass"/>': refs.TypeArgument("anything"),
    '<ValueClass id="{0050FE8BDDED4177B412ECA584CDADEF}"/>': refs.TypeArgument("int"),
    '<Value xsi:type="ObjectClass" id="F5225FA26F7C4F6D93C9E5A1A45FCF45"/>': refs.TypeArgument("Object"),
    '<Value xsi:type="ObjectClass" id="7:F5225FA26F7C4F6D93C9E5A1A45FCF45"/>': refs.TypeArgument("Object"),
    f'<Value xsi:type="EndpointClass" id="{UNKNOWN}"/>': refs.TypeArgument("endpoint{}"),
    f'<Value xsi:type="InterfaceClass" id="{UNKNOWN}"/>': refs.TypeArgument("endpoint{}"),
    f'<Value xsi:type="ReferenceObject" id="{TEXT}"/>': refs.ReferenceArgument(
        refs.Primitive(int(TEXT, 16), 0, "Text")
    ),
}


@pytest.mark.parametrize("inside", VALUES)
def test_values(inside: str) -> None:
    found = value(inside)
    assert found == VALUES[inside]
    assert type(found) is type(VALUES[inside])


def test_a_composite() -> None:
    found = converted(
        f'<Object xsi:type="CompositeObject"><Attribute id="{NAME}" value="Pair"/>'
        f'<Component id="one"><Object xsi:type="ReferenceObject" id="{TEXT}"/></Component>'
        f'<Component id="two"><Object xsi:type="ReferenceObject" id="{REGISTRY}"/></Component>'
        '<Endpoint id="view" from="one.ui"/><Connection from="one.channel" to="two.folder"/>'
        f'<Authority id="{UNKNOWN}"/></Object>'
    )
    assert found.document.title == "Pair"
    assert found.document.reference == refs.Composite(
        (("one", refs.Primitive(int(TEXT, 16), 0, "Text")), ("two", refs.Primitive(2))),
        (refs.Connection(refs.EndpointPath("one", "channel"), refs.EndpointPath("two", "folder")),),
        (refs.Export("view", refs.EndpointPath("one", "ui")),),
    )
    assert [part.outcome for part in found.parts] == ["converted", "placeholder", "converted", "not converted"]
    assert reference('<Object xsi:type="CompositeObject"/>') == refs.Composite()


def test_what_is_not_understood_is_told() -> None:
    two = '<Value xsi:type="xsd:int">1</Value><Value xsi:type="a&#10;b">2</Value>'
    parts = converted(object_of(f'<Parameter id="p">{two}</Parameter>')).parts
    assert [part.outcome for part in parts] == ["placeholder", "not converted", "value"]
    assert parts[1].became == "nothing; a parameter has one value"
    odd = converted(object_of('<Parameter id="p"><Value xsi:type="a&#10;b">2</Value></Parameter>')).parts
    assert odd[-1].was.isprintable()
    found = converted(f'<Object xsi:type="ReferenceObject" id="{TEXT}"><Authority/></Object>')
    assert found.parts[-1].outcome == "not converted"
    assert found.parts[-1].was == "<Authority>"


def wrong(kind: str, text: str) -> str:
    """An object with a parameter of this value."""
    return object_of(f'<Parameter id="a"><Value xsi:type="{kind}">{text}</Value></Parameter>')


REFUSED = {
    "<Object xsi:type='ReferenceObject' xsi:nil='true'/>": "line 3: the file holds no object",
    "<Object xsi:type='ReferenceObject'/>": "the <Object> has no id",
    "<Object xsi:type='Strange' id='1'/>": "'Strange' is not a kind of object",
    "<Object id='QSM'/>": "'QSM' is not an id, and there is no <From>",
    "<Object id='1`18446744073709551616'/>": "is not an id",
    "": "this is not a file of the original platform",
    "<Object id='1'/><Object id='1'/>": "this is not a file of the original platform",
    f"<Object id='{'x' * 600}'><From id='1'/></Object>": "longer than 512 characters",
    "<Object id='1'><Parameter/></Object>": "the id '' of a <Parameter> is empty",
    "<Object id='1'><Parameter id='a'/>\n<Parameter id='a'/></Object>": (
        "line 4: there is already a <Parameter> 'a' in line 3"
    ),
    wrong("xsd:int", "x"): ("'x' is not a value of type xsd:int"),
    wrong("xsd:boolean", "@{a}"): ("it must be true or false"),
    wrong("xsd:dateTime", "now"): "a time",
    wrong("xsd:hexBinary", "x"): "hexadecimal",
    wrong("guid", "x"): "a UUID",
    wrong("Odd", "<b/>"): "cannot be converted",
    "<Object xsi:type='CompositeObject'><Component id='a'/></Object>": "the component 'a' holds no <Object>",
    "<Object xsi:type='CompositeObject'><Connection from='a' to='b.c'/></Object>": "'a' does not name an",
    "<Object xsi:type='CompositeObject'><Endpoint id='a'/></Object>": "'' does not name an endpoint",
    "<x:Object xmlns:x='urn:example'/>": "<Object> is of an unknown namespace",
}


@pytest.mark.parametrize("inside", REFUSED)
def test_refused(inside: str) -> None:
    with pytest.raises(refs.LiveObjectFileError) as caught:
        convert(file(inside))
    assert REFUSED[inside] in str(caught.value)
    assert "\n" not in str(caught.value)


def test_encodings_and_declarations_are_not_taken_at_their_word() -> None:
    data = file(f'<Object xsi:type="ReferenceObject" id="{TEXT}"/>')
    wanted = refs.Primitive(int(TEXT, 16), 0, "Text")
    for variant in (
        data.replace(b'encoding="utf-8"', b'encoding="utf-16"'),
        data.replace(b'"1.0" encoding', b'"1.0"encoding'),
        data.replace(b'"1.0" encoding', b'"1.0"\n encoding'),
        b"\xef\xbb\xbf" + data,
        data.decode().encode("utf-16"),
    ):
        assert convert(variant).document.reference == wanted
    with pytest.raises(refs.LiveObjectFileError, match="not valid UTF-16"):
        convert(b"\xff\xfe<")
    with pytest.raises(refs.LiveObjectFileError, match="larger than"):
        convert(b"\xff\xfe" + b" \0" * 5_000_000)
    with pytest.raises(refs.LiveObjectFileError, match="line 3"):
        convert(b'<?xml version="1.0"\n?>\n<Root><Object id="1"')


def test_comments_before_the_root_are_kept() -> None:
    data = b"<!-- A licence. -->\n<Root><Object id='20'/></Root><!-- behind -->"
    assert refs.write(convert(data).document).count(b"<!-- A licence. -->") == 1


IDENTIFIERS = {
    TEXT: Identifier(int(TEXT, 16)),
    "{" + TEXT + "}": Identifier(int(TEXT, 16)),
    "0`1:20`3": Identifier(0x20, 3, 0),
    "5`1:20": Identifier(0x20, 0, 5),
    ":20`": Identifier(0x20),
    "{5}`1:{20}`3": Identifier(0x20, 3, 5),
    "11111111-1111-1111-1111-111111111111": Identifier(int(UNKNOWN, 16)),
    "QSM": None,
    "": None,
    ":": None,
    "1" * 33: None,
}


@pytest.mark.parametrize("text", IDENTIFIERS)
def test_identifiers(text: str) -> None:
    assert parse_identifier(text) == IDENTIFIERS[text]


def test_ids_are_never_mistaken_for_ours() -> None:
    assert Identifier(0x104).id == 0x104
    assert Identifier(0x2).id > 2**64
    assert Identifier(0x104, 0, 7).id != 0x104
    assert Identifier(0x2).id == Identifier(0x2, 5).id
    assert str(Identifier(0x20, 3, 5)) == f"5:{0x20:032X}`3"
