# SPDX-License-Identifier: BSD-3-Clause
"""Well-formed but invalid files: each is refused with its line and a hint."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from uuid import UUID

import pytest

from app.runtime import references as refs

HEAD = '<liveobject xmlns="urn:liveobject:reference:1" xmlns:x="urn:example:x">\n'


def file(inside: str) -> bytes:
    """A file whose content starts in line 2."""
    return f"{HEAD}{inside}\n</liveobject>".encode()


def argument(inside: str) -> bytes:
    """A file with one argument, in line 3."""
    return file(
        f'<parameterized><using><primitive id="0x9"/></using>\n<argument name="v">{inside}</argument></parameterized>'
    )


def value(inside: str) -> refs.Value:
    """The value of that argument."""
    reference = refs.read(argument(inside)).reference
    assert isinstance(reference, refs.Parameterized)
    found = reference.arguments[0][1]
    assert isinstance(found, refs.ValueArgument)
    return found.value


WRONG = {
    # what is in the file: what the error says
    "": "no reference in the file",
    '<primitive id="0x1"/><primitive id="0x2"/>': "<primitive> does not belong into <liveobject>",
    "<component/>": "<component> does not belong into <liveobject>",
    "<title/><title/><composite/>": "<title> does not belong",
    "<title><composite/></title>": "<composite> does not belong into <title>",
    '<title x:a="1"/><composite/>': "<title> cannot be annotated",
    "<title><x:a/></title><composite/>": "<title> cannot be annotated",
    '<title id="1"/><composite/>': "<title> has no attribute 'id'",
    "words <composite/>": "there is text in <liveobject>: 'words'",
    '<composite name="a"/>': "<composite> has no attribute 'name'",
    '<composite xmlns:r="urn:liveobject:reference:1" r:as="a"/>': "the attribute 'as' is not known here",
    '<composite xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="1"/>': "attribute 'nil' is not",
    "<composite>a</composite>": "there is text in <composite>: 'a'",
    '<composite><primitive id="0x1"/></composite>': "<primitive> does not belong into <composite>",
    "<composite><component/></composite>": "<component> has no name",
    '<composite><component name=""/></composite>': "the name '' of <component> is empty",
    '<composite><component name="@a"/></composite>': "starts with @",
    '<composite><component name=" a"/></composite>': "starts or ends with a space",
    '<composite><component name="a&#x7f;"/></composite>': "cannot be seen",
    f'<composite><component name="{"a" * 129}"/></composite>': "longer than 128 characters",
    '<composite><component name="a"/></composite>': "<component> must hold exactly one thing",
    '<composite><component name="a">a<composite/></component></composite>': "there is text in <component>",
    '<composite><component name="a"><int>1</int></component></composite>': "<int> does not belong into",
    '<composite><connection to="a.b"/></composite>': "<connection> has no from",
    '<composite><connection from="a" to="a.b"/></composite>': "'a' does not name an endpoint",
    '<composite><connection from=".a" to="a.b"/></composite>': "'.a' does not name an endpoint",
    '<composite><connection from="a." to="a.b"/></composite>': "'a.' does not name an endpoint",
    '<composite><connection from="a.b" to="a.b"><composite/></connection></composite>': "does not belong",
    '<composite><connection from="a.b" to="a.b">x</connection></composite>': "there is text in <connection>",
    '<composite><export name="" endpoint="a.b"/></composite>': "the name '' of <export> is empty",
    '<composite><export name="a" endpoint="b"/></composite>': "write component.endpoint",
    '<composite as=""/>': "the type '' is empty",
    '<composite as=" "/>': "the type '' is empty",
    '<composite as="a&#9;b"/>': "cannot be seen",
    f'<composite as="{"a" * 65_537}"/>': "longer than 65536 characters",
    "<primitive/>": "<primitive> has no id",
    '<primitive id="1"/>': "'1' is not an id",
    '<primitive id="0xg"/>': "is not an id",
    f'<primitive id="0x{"1" * 33}"/>': "write 0x and 1 to 32 hexadecimal digits",
    '<primitive id="0x1" version="-1"/>': "'-1' is not a version",
    '<primitive id="0x1" version="18446744073709551616"/>': "write a 64-bit number",
    '<primitive id="0x1"><composite/></primitive>': "<composite> does not belong into <primitive>",
    '<external as="a"/>': "<external> has no name",
    '<external name="a"/>': "<external> has no as",
    '<external name="" as="a"/>': "the name '' of <external> is empty",
    '<external name="&#9;" as="a"/>': "holds characters that cannot be seen",
    f'<external name="{"a" * 513}" as="a"/>': "longer than 512 characters",
    '<external name="a" as="a"/>': "<external> must hold exactly one thing",
    '<external name="a" as="a"><composite/></external>': "<composite> does not belong into <external>",
    '<external name="a" as="a"><from/></external>': "<from> must hold exactly one thing",
    '<external name="a" as="a"><from name="b"><composite/></from></external>': "no attribute 'name'",
    "<parameterized/>": "does not say what it is based on",
    "<parameterized><using><composite/></using><using><composite/></using></parameterized>": "not belong",
    "<parameterized><argument/></parameterized>": "<argument> has no name",
    "<parameterized><body/></parameterized>": "<body> does not belong into <parameterized>",
    "<template/>": "<template> has no <body>",
    "<template><body><composite/></body><body><composite/></body></template>": "<body> does not belong",
    '<template><parameter kind="value"/></template>': "<parameter> has no name",
    '<template><parameter name="a"/></template>': "<parameter> has no kind",
    '<template><parameter name="a" kind="b"/></template>': "there is no kind of parameter 'b'",
    '<template><parameter name="a" kind="value" type=""/></template>': "the type '' is empty",
    '<template><parameter name="a" kind="value">b</parameter></template>': "there is text in <parameter>",
    '<template><parameter name="a" kind="value"><int>1</int></parameter></template>': "<int> does not belong",
    '<template><parameter name="a" kind="value"><default/></parameter></template>': "exactly one thing",
    '<template><parameter name="a" kind="value"><default><none/></default><default/></parameter></template>'
    "": "<default> does not belong into <parameter>",
    '<template><parameter name="a" kind="value"><hint>b</hint></parameter></template>': "<hint> has no name",
    "<template>"
    + "".join(f'<parameter name="p{n}" kind="value"/>' for n in range(65))
    + "<body><composite/></body></template>": "more than 64 parameters",
    "<use/>": "<use> has no parameter",
    '<use parameter="a"><composite/></use>': "<composite> does not belong into <use>",
    "<unheard/>": "<unheard> is not known",
    '<composite/><drawing xmlns="urn:liveobject:drawing:1"><unheard/></drawing>': "<unheard> is not known",
    '<x:a><liveobject xmlns="urn:liveobject:reference:1"/></x:a><composite/>': "cannot stand inside",
}


DUPLICATES = {
    "component": '<composite>{0}<component name="é"><composite/></component>\n{0}'
    '<component name="é"><composite/></component></composite>',
    "export": '<composite><export name="a" endpoint="b.c"/>\n<export name="a" endpoint="b.d"/></composite>',
    "argument": '<parameterized><using><composite/></using><argument name="a"><int>1</int></argument>\n'
    '<argument name="a"><int>1</int></argument></parameterized>',
    "parameter": '<template><parameter name="a" kind="value"/>\n<parameter name="a" kind="value"/>'
    "<body><composite/></body></template>",
}


@pytest.mark.parametrize("what", DUPLICATES)
def test_names_are_given_once(what: str) -> None:
    with pytest.raises(refs.LiveObjectFileError, match=f"already a {what} named '.' in line 2") as caught:
        refs.read(file(DUPLICATES[what].format("")))
    assert caught.value.line == 3


VALUES: dict[str, object] = {
    "<none/>": None,
    "<bool>true</bool>": True,
    "<bool> false\n</bool>": False,
    "<int>-5</int>": -5,
    "<int>18446744073709551615</int>": 2**64 - 1,
    "<float>2.5e-3</float>": 0.0025,
    "<float>3</float>": 3.0,
    "<float>-INF</float>": float("-inf"),
    "<text> a\n&amp;<![CDATA[<b>]]></text>": " a\n&<b>",
    "<text/>": "",
    "<bytes>AAEC\n /w==</bytes>": b"\x00\x01\x02\xff",
    "<timestamp>2030-01-31T12:00:00.5+02:00</timestamp>": datetime(2030, 1, 31, 10, 0, 0, 500_000, UTC),
    "<uuid>00000000-0000-0000-0000-00000000000A</uuid>": UUID(int=10),
    "<list><int>1</int><none/></list>": [1, None],
    "<map><entry><int>1</int><text>a</text></entry></map>": {1: "a"},
    '<record><field name="a"><list/></field></record>': {"a": []},
}


@pytest.mark.parametrize("text", VALUES)
def test_values(text: str) -> None:
    found = refs.plain(value(text))
    assert found == VALUES[text]
    assert type(found) is type(VALUES[text])


def test_values_keep_their_shape() -> None:
    assert value("<list/>") == refs.ListValue()
    assert value("<map/>") == refs.MapValue()
    assert value("<record/>") == refs.RecordValue()
    assert str(value("<float>NaN</float>")) == "nan"


WRONG_VALUES = {
    "<none>a</none>": "<none> holds nothing",
    "<bool>yes</bool>": "it must be true or false",
    "<int>1.0</int>": "a whole number of at most 64 bits",
    "<int>-9223372036854775809</int>": "a whole number of at most 64 bits",
    "<int/>": "'' is not a value of <int>",
    "<float>1e9999</float>": "it must be a number such as",
    "<float>0x10</float>": "it must be a number such as",
    "<bytes>A</bytes>": "it must be base64",
    "<timestamp>2030-01-31</timestamp>": "it must be a time such as",
    "<timestamp>2030-02-31T12:00:00Z</timestamp>": "it must be a time such as",
    "<timestamp>0001-01-01T00:00:00+10:00</timestamp>": "it must be a time such as",
    "<uuid>1</uuid>": "it must be a UUID",
    "<int><int>1</int></int>": "<int> does not belong into <int>",
    '<int base="2">1</int>': "<int> has no attribute 'base'",
    '<int x:a="2">1</int>': "<int> cannot be annotated",
    "<list>a</list>": "there is text in <list>",
    '<list x:a="1"/>': "<list> cannot be annotated",
    "<list><x:a/></list>": "<list> cannot be annotated",
    "<list><composite/></list>": "<composite> does not belong into <list>",
    "<map><int>1</int></map>": "<int> does not belong into <map>",
    "<map><entry><int>1</int></entry></map>": "<entry> must hold a key and a value",
    '<map><entry name="a"/></map>': "<entry> has no attribute",
    "<map><entry><int>1</int><none/></entry><entry><int>1</int><none/></entry></map>": "with this key",
    "<record><int>1</int></record>": "<int> does not belong into <record>",
    "<record><field><int>1</int></field></record>": "<field> has no name",
    '<record><field name="a"/></record>': "<field> must hold exactly one thing",
    '<record><field name="a"><none/></field><field name="a"><none/></field></record>': "a field named 'a'",
    "<component/>": "<component> does not belong into <argument>",
    "": "<argument> must hold exactly one thing",
    "<type/>": "the type '' is empty",
    '<type name="a">b</type>': "<type> has no attribute",
    "<type><int>1</int></type>": "<int> does not belong into <type>",
}


def drawing(inside: str) -> bytes:
    """A file with this in its drawing, in line 3."""
    return file(f'<composite/>\n<drawing xmlns="urn:liveobject:drawing:1">{inside}</drawing>')


def test_drawings() -> None:
    document = refs.read(
        drawing(
            '<placed component="a/b~1c~0d" x="1" y="-2.5" width="3" colour="#00ff00" collapsed="true"/>'
            '<note sheet="a" x="0" y="0" height="4">Look!</note>'
            '<zone title="Z" x="0" y="0" width="1" height="2"/>'
            '<wire from="a.x" to="b.y" points="1,2 3,4"/>'
        )
    )
    found = document.drawing
    assert refs.read(refs.write(document)).drawing == found
    assert found.items == (
        refs.Placed(("a", "b/c~d"), 1, -2.5, 3, None, "#00ff00", True),
        refs.StickyNote("Look!", 0, 0, None, 4, None, ("a",)),
        refs.Zone("Z", 0, 0, 1, 2),
        refs.Wire("a.x", "b.y", ((1, 2), (3, 4))),
    )
    assert found.position_of(("a", "b/c~d")) == found.items[0]
    assert found.position_of(("a",)) is None


WRONG_DRAWINGS = {
    "a": "there is text in <drawing>",
    "<drawing/>": "<drawing> does not belong into <drawing>",
    '<composite xmlns="urn:liveobject:reference:1"/>': "<composite> does not belong into <drawing>",
    '<placed x="1" y="1"/>': "<placed> has no component",
    '<placed component="a" y="1"/>': "<placed> has no x",
    '<placed component="a" x="nan" y="1"/>': "'nan' is not a position",
    '<placed component="a" x="1e10" y="1"/>': "'1e10' is not a position",
    '<placed component="a" x="1" y="1" colour="red"/>': "'red' is not a colour",
    '<placed component="a" x="1" y="1" collapsed="1"/>': "collapsed cannot be '1'",
    '<placed component="a" x="1" y="1" title="b"/>': "<placed> has no attribute 'title'",
    '<placed component="a" x="1" y="1">b</placed>': "there is text in <placed>",
    '<placed component="a" x="1" y="1" x:a="1"/>': "<placed> cannot be annotated",
    '<zone title="a" x="1" y="1"/>': "<zone> has no width",
    '<zone x="1" y="1" width="1" height="1"/>': "<zone> has no title",
    '<wire from="a" to="b"/>': "<wire> has no points",
    '<wire from="a" to="b" points="1 2"/>': "'' is not a position",
}


@pytest.mark.parametrize(
    ("make", "text", "words", "lines"),
    [(file, *case, (1, 2)) for case in WRONG.items()]
    + [(argument, *case, (3,)) for case in WRONG_VALUES.items()]
    + [(drawing, *case, (3,)) for case in WRONG_DRAWINGS.items()],
    ids=[*WRONG, *WRONG_VALUES, *WRONG_DRAWINGS],
)
def test_wrong_files(make: Callable[[str], bytes], text: str, words: str, lines: tuple[int, ...]) -> None:
    with pytest.raises(refs.LiveObjectFileError) as caught:
        refs.read(make(text))
    assert words in str(caught.value)
    assert caught.value.line in lines


def test_what_is_read_knows_its_lines() -> None:
    found = refs.read(
        file('\n<composite>\n<component name="a">\n<primitive id="0x1"/></component></composite>')
    ).reference
    assert isinstance(found, refs.Composite)
    assert (found.line, found.components[0][1].line) == (3, 5)


def test_a_byte_order_mark_is_no_harm() -> None:
    assert refs.read(b"\xef\xbb\xbf" + file("<composite/>")).reference == refs.Composite()


def test_a_parameter_as_an_argument() -> None:
    found = refs.read(argument('<use parameter="p"/>')).reference
    assert found == refs.Parameterized(refs.Primitive(9), (("v", refs.ParameterUse("p")),))
    assert refs.read(refs.write(found)).reference == found


def test_names_are_compared_as_they_look() -> None:
    found = refs.read(file('<primitive id="0x1" name="e&#x301;"/>')).reference
    assert found == refs.Primitive(1, name="é")


def test_ten_thousand_components_load() -> None:
    components = "".join(
        f'<component name="c{n}"><parameterized><using><primitive id="0x10"/></using>'
        f'<argument name="a"><int>{n}</int></argument><argument name="b"><text/></argument>'
        "</parameterized></component>"
        f'<connection from="c{n}.a" to="c{n}.b"/>'
        for n in range(10_000)
    )
    places = "".join(f'<placed component="c{n}" x="1" y="1"/>' for n in range(10_000))
    found = refs.read(
        file(f'<composite>{components}</composite><drawing xmlns="urn:liveobject:drawing:1">{places}</drawing>')
    )
    assert isinstance(found.reference, refs.Composite)
    assert len(found.reference.components) == 10_000
    assert len(found.drawing.items) == 10_000
