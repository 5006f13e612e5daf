# SPDX-License-Identifier: BSD-3-Clause
"""Unknown markup is kept verbatim in its place."""

from __future__ import annotations

import pytest
from lxml import etree

from app.runtime import references as refs

FILE = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- A licence,
     on two lines. -->
<liveobject xmlns="urn:liveobject:reference:1" xmlns:x="urn:example:x" x:author="me">
  <x:meta xmlns:x="urn:example:x" kind="x:y">kept &amp; <b xmlns=""/><!-- deep --></x:meta>
  <title>Kept</title>
  <!-- The whole. -->
  <composite xmlns:x="urn:example:x" x:colour="red">
    <x:inside xmlns:x="urn:example:x"/>
    <!-- The first. -->
    <component name="a" xmlns:x="urn:example:x" x:mark="1&#xA;2">
      <!-- In its holder. -->
      <primitive id="0x10" xmlns:x="urn:example:x" x:mark="2">
        <x:deep xmlns:x="urn:example:x"/>
      </primitive>
    </component>
    <component name="b">
      <parameterized>
        <using>
          <primitive id="0x11"/>
        </using>
        <!-- A value. -->
        <argument name="v" xmlns:x="urn:example:x" x:mark="3">
          <x:note xmlns:x="urn:example:x"/>
          <!-- Inside the value. -->
          <list>
            <int>1</int>
          </list>
        </argument>
        <argument name="t">
          <!-- A type. -->
          <type>text</type>
        </argument>
      </parameterized>
    </component>
    <!-- The wire. -->
    <connection from="a.x" to="b.y" xmlns:x="urn:example:x" x:mark="4">
      <x:bend xmlns:x="urn:example:x"/>
    </connection>
    <export name="z" endpoint="b.z" xmlns:x="urn:example:x" x:mark="5"/>
  </composite>
  <!-- The picture. -->
  <drawing xmlns="urn:liveobject:drawing:1" xmlns:x="urn:example:x" x:zoom="2">
    <x:layer xmlns:x="urn:example:x"/>
    <placed component="a" x="1" y="2"/>
  </drawing>
</liveobject>
<!-- The end. -->
"""


def test_everything_foreign_is_kept_in_place() -> None:
    assert refs.write(refs.read(FILE.encode())).decode() == FILE


def test_annotations_do_not_change_the_identity() -> None:
    bare = refs.Composite(refs.read(FILE.encode()).reference.components)  # type: ignore[union-attr]  # it is a composite
    noted = refs.read(refs.write(bare)).reference
    assert refs.identity(bare) == refs.identity(noted)


def test_comments_inside_a_value_move_to_its_argument() -> None:
    data = FILE.replace("<int>1</int>", "<!-- one --><int>1<!-- two --></int><!-- three -->").encode()
    again = refs.write(refs.read(data)).decode()
    assert all(f"<!-- {word} -->" in again for word in ("one", "two", "three"))
    assert refs.write(refs.read(again.encode())).decode() == again


def test_hoisted_comments_are_not_lost() -> None:
    words = ["title", "hint", "default", "placed", "trailing", "type", "body"]
    data = """<liveobject xmlns="urn:liveobject:reference:1">
      <!-- title --><title>T</title>
      <template>
        <parameter name="p" kind="value" type="int">
          <!-- hint --><hint name="label">L</hint>
          <!-- default --><default><int>1</int></default>
        </parameter>
        <parameter name="q" kind="value_type"><default><type>int<!-- type --></type></default></parameter>
        <!-- body --><body><use parameter="p"/></body>
      </template>
      <drawing xmlns="urn:liveobject:drawing:1"><!-- placed --><placed component="a" x="1" y="1"/></drawing>
      <!-- trailing -->
    </liveobject>"""
    again = refs.write(refs.read(data.encode()))
    assert [word for word in words if f"<!-- {word} -->".encode() not in again] == []
    assert refs.write(refs.read(again)) == again


def test_annotations_of_a_reference_that_moves_to_the_root_are_kept() -> None:
    composite = refs.read(FILE.encode()).reference
    assert isinstance(composite, refs.Composite)
    alone = refs.write(refs.Document(composite.components[0][1], annotations=()))
    assert b"The first." in alone
    assert b"In its holder." in alone
    assert b'x:mark="2"' in alone
    assert refs.write(refs.read(alone)) == alone


def test_a_prefix_of_our_own_may_be_used_for_our_elements() -> None:
    data = b"""<l:liveobject xmlns:l="urn:liveobject:reference:1" xmlns="urn:example:d">
      <note>d<l:x/></note>
      <l:primitive id="0x1"><note xmlns=""/></l:primitive>
    </l:liveobject>"""
    with pytest.raises(Exception, match="<note> has no namespace"):
        refs.read(data)
    again = refs.write(refs.read(data.replace(b'<note xmlns=""/>', b"<note/>")))
    assert b'<note xmlns="urn:example:d" xmlns:l="urn:liveobject:reference:1">d<l:x/></note>' in again
    assert refs.write(refs.read(again)) == again
    etree.fromstring(again)


def test_prefixes_never_clash() -> None:
    attributes = (
        refs.ForeignAttribute("u:1", "n1", "a", "1"),
        refs.ForeignAttribute("u:2", "n1", "b", "2"),
        refs.ForeignAttribute("u:3", "", "c", "3"),
        refs.ForeignAttribute("u:4", "xml", "d", "4"),
        refs.ForeignAttribute("u:1", "other", "a", "5"),
        refs.ForeignAttribute("http://www.w3.org/XML/1998/namespace", "y", "lang", "en"),
    )
    data = refs.write(refs.Primitive(1, annotations=attributes))
    root = etree.fromstring(data)
    assert {str(name): str(value) for name, value in root[0].attrib.items()} == {
        "id": "0x1",
        "{u:1}a": "1",
        "{u:2}b": "2",
        "{u:3}c": "3",
        "{u:4}d": "4",
        "{http://www.w3.org/XML/1998/namespace}lang": "en",
    }
    assert refs.write(refs.read(data)) == data


def test_notes_that_cannot_stand_outside_are_put_inside() -> None:
    note = '<x:a xmlns:x="urn:example:x"/>'
    document = refs.Document(
        refs.Primitive(
            1, annotations=(refs.Note(note, refs.NotePosition.BEFORE), refs.Note("<!-- b -->", refs.NotePosition.AFTER))
        ),
        annotations=(refs.Note(note, refs.NotePosition.AFTER), refs.Note("<!-- c -->", refs.NotePosition.AFTER)),
    )
    data = refs.write(document)
    assert data.decode().count(note) == 2
    assert data.rstrip().endswith(b"<!-- c -->")
    assert refs.write(refs.read(data)) == data
