# SPDX-License-Identifier: BSD-3-Clause
"""Hostile files, and a program that reads them all and measures the cost.

Run as a program it prints a JSON line per case: name, seconds of CPU, the error, the peak memory so far.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = b'<liveobject xmlns="urn:liveobject:reference:1">'
HEAD = b'<?xml version="1.0" encoding="UTF-8"?>\n'


def wrapped(inside: bytes) -> bytes:
    """A file with this between its root tags."""
    return HEAD + ROOT + b"\n" + inside + b"\n</liveobject>\n"


def nested(tag: bytes, depth: int) -> bytes:
    """Elements in elements."""
    return wrapped(b"<%s>" % tag * depth + b"</%s>" % tag * depth)


def content(*rest: bytes) -> bytes:
    """A file with content, of which the first start tag is not closed yet."""
    part = b'<part document="%s" author="%s" time="2030-01-31T12:00:00.000Z"' % (b"0" * 32, b"a" * 64)
    begin = b'\n<composite/>\n<content xmlns="urn:liveobject:content:1">'
    return b"".join([HEAD, ROOT, begin, part, *rest, b"\n</liveobject>\n"])


def laughs() -> bytes:
    """The billion laughs attack."""
    entities = [b'<!ENTITY a0 "ha">']
    entities += [b'<!ENTITY a%d "%s">' % (n, b"&a%d;" % (n - 1) * 10) for n in range(1, 10)]
    return HEAD + b"<!DOCTYPE l [\n" + b"\n".join(entities) + b"\n]>\n" + ROOT + b"<title>&a9;</title></liveobject>"


CASES: dict[str, tuple[Callable[[], bytes], int | None]] = {
    # name: (the file, the line that the error must name)
    "empty file": (lambda: b"", 1),
    "only white space": (lambda: b" \n\t\n", 1),
    "not XML": (lambda: b"\x89PNG\r\n\x1a\n" + bytes(range(1, 256)), 1),
    "plain text": (lambda: b"hello\nworld\n", 1),
    "JSON": (lambda: b'{"a": 1}', 1),
    "billion laughs": (laughs, 2),
    "external entity": (
        lambda: HEAD + b'<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n' + ROOT + b"&x;</liveobject>",
        2,
    ),
    "DTD": (lambda: HEAD + b"\n<!DOCTYPE liveobject>\n" + ROOT + b"</liveobject>", 3),
    "DTD from the network": (
        lambda: HEAD + b'<!DOCTYPE l SYSTEM "http://127.0.0.1:1/x.dtd">' + ROOT + b"</liveobject>",
        2,
    ),
    "parameter entity": (lambda: HEAD + b"<!DOCTYPE l [<!ENTITY % p 'x'> %p;]>" + ROOT + b"</liveobject>", 2),
    "content that never ends": (lambda: content(b">", b"A" * 46 * 2**20), 4),
    "content of 17 MiB": (lambda: content(b">", b"AAAA" * (17 * 2**20 // 3), b"</part></content>"), 4),
    "text hidden beside content": (lambda: content(b">AAAA</part></content>", b" " * 2**23), None),
    "many parts": (lambda: content(b">AAAA</part>", b"<part/>" * 4096, b"</content>"), 4),
    "unknown entity": (lambda: wrapped(b"<title>&nbsp;</title>"), 3),
    "10,000 deep": (lambda: nested(b"composite", 10_000), 3),
    "10,000 deep, foreign": (
        lambda: wrapped(b'<x:a xmlns:x="u:u">' + b"<x:b>" * 10_000 + b"</x:b>" * 10_000 + b"</x:a>"),
        3,
    ),
    "10,000 deep values": (lambda: nested(b"list", 10_000), 3),
    "a million siblings": (lambda: wrapped(b"<a/>" * 1_000_000), 3),
    "a million primitives": (lambda: wrapped(b"<composite>" + b"<primitive/>" * 600_000 + b"</composite>"), 3),
    "a million values": (
        lambda: wrapped(
            b'<parameterized><using><primitive id="0x9"/></using><argument name="n"><list>'
            + b"<int>1</int>" * 600_000
            + b"</list></argument></parameterized>"
        ),
        3,
    ),
    "a million components": (lambda: wrapped(b"<composite>" + b"\n<component/>" * 400_000 + b"</composite>"), None),
    "a million comments": (lambda: wrapped(b"<!---->" * 1_000_000), 3),
    "a million attributes": (
        lambda: wrapped(b"<composite " + b" ".join(b'a%d=""' % n for n in range(700_000)) + b"/>"),
        3,
    ),
    "a million declarations": (
        lambda: wrapped(b"<composite " + b" ".join(b'xmlns:a%d="u:u"' % n for n in range(300_000)) + b"/>"),
        3,
    ),
    "a million foreign elements": (lambda: wrapped(b'<x:a xmlns:x="u:u">' + b"<x:b/>" * 1_000_000 + b"</x:a>"), 3),
    "many attributes each": (
        lambda: wrapped(
            b"<composite>"
            + (b"<component " + b" ".join(b'a%d="%d"' % (n, n) for n in range(30)) + b"/>") * 25_000
            + b"</composite>"
        ),
        3,
    ),
    "long attribute": (lambda: wrapped(b'<external name="' + b"x" * 400_000 + b'"/>'), 3),
    "huge attribute": (lambda: wrapped(b'<external name="' + b"x" * 7_000_000 + b'"/>'), 3),
    "huge text": (lambda: wrapped(b"<composite>" + b"x" * 7_000_000 + b"</composite>"), 3),
    "huge element name": (lambda: wrapped(b"<" + b"x" * 7_000_000 + b"/>"), 3),
    "huge comment": (lambda: wrapped(b"<!--" + b"x" * 7_000_000 + b"-->"), None),
    "huge unfinished tag": (lambda: HEAD + ROOT + b"<" + b"x" * 7_000_000, 2),
    "huge unfinished comment": (lambda: HEAD + ROOT + b"<!--" + b"-x" * 3_500_000, 2),
    "huge CDATA": (lambda: wrapped(b"<composite><![CDATA[" + b"<" * 7_000_000 + b"]]></composite>"), 3),
    "huge whitespace": (lambda: HEAD + b" " * 8_000_000 + b"x", 2),
    "too large": (lambda: wrapped(b" " * 9_000_000), None),
    "truncated in a tag": (lambda: wrapped(b"<composite/>")[:60] + b"<compo", 2),
    "truncated between tags": (lambda: HEAD + ROOT + b"\n<composite>\n", 4),
    "truncated in a character": (lambda: wrapped("<title>é".encode())[:-17], 3),
    "wrong closing tag": (lambda: HEAD + ROOT + b"\n<composite>\n</component></liveobject>", 4),
    "two roots": (lambda: wrapped(b"<composite/>") + ROOT + b"</liveobject>", 5),
    "invalid UTF-8": (lambda: wrapped(b"<title>\n\xff\xfe</title>"), 4),
    "overlong UTF-8": (lambda: wrapped(b"<title>\xc0\x80</title>"), 3),
    "surrogate in UTF-8": (lambda: wrapped(b"<title>\xed\xa0\x80</title>"), 3),
    "UTF-16": (lambda: wrapped(b"<composite/>").decode().encode("utf-16"), 1),
    "UTF-16 without a mark": (lambda: wrapped(b"<composite/>").decode().encode("utf-16-le"), 1),
    "UTF-32": (lambda: wrapped(b"<composite/>").decode().encode("utf-32"), 1),
    "UTF-7": (lambda: b'+/v8-<?xml version="1.0" encoding="UTF-7"?><a/>', 1),
    "says Latin-1": (lambda: wrapped(b"<composite/>").replace(b"UTF-8", b"iso-8859-1"), 1),
    "says UTF-16": (lambda: wrapped(b"<composite/>").replace(b"UTF-8", b"UTF-16"), 1),
    "XML 1.1": (lambda: wrapped(b"<composite/>").replace(b'"1.0"', b'"1.1"'), 1),
    "NUL byte": (lambda: wrapped(b"<title>a\n\0</title>"), 4),
    "NUL as character reference": (lambda: wrapped(b"<title>&#0;</title>"), 3),
    "control character": (lambda: wrapped(b"<title>\x1b[31m</title>"), 3),
    "no namespace": (lambda: b"<liveobject><composite/></liveobject>", 1),
    "wrong namespace": (lambda: b'<liveobject xmlns="urn:other"><composite/></liveobject>', 1),
    "later version": (lambda: b'<liveobject xmlns="urn:liveobject:reference:2"/>', 1),
    "wrong root": (lambda: b'\n\n<composite xmlns="urn:liveobject:reference:1"/>', 3),
    "original platform": (lambda: b"<Root><Object/></Root>", 1),
    "undeclared prefix": (lambda: wrapped(b"<x:a/>"), 3),
    "undeclared prefix of an attribute": (lambda: wrapped(b'<composite x:a=""/>'), 3),
    "prefix declared with nothing": (lambda: wrapped(b'<composite xmlns:x=""/>'), 3),
    "namespace that is no address": (lambda: wrapped(b'<composite xmlns:x="not an address"/>'), 3),
    "prefix xml for another namespace": (lambda: wrapped(b'<composite xmlns:xml="u:u"/>'), 3),
    "prefix with two colons": (lambda: wrapped(b'<a:b:c xmlns:a="u:u"/>'), 3),
    "declaration with two colons": (lambda: wrapped(b'<a:b xmlns:a:b="u:u"/>'), 3),
    "attribute twice by prefixes": (lambda: wrapped(b'<composite xmlns:a="u:u" xmlns:b="u:u" a:x="" b:x=""/>'), 3),
    "attribute twice": (lambda: wrapped(b'<composite as="x" as="y"/>'), 3),
    "processing instruction": (lambda: wrapped(b'<composite/>\n<?php system("x") ?>'), 4),
    "stylesheet": (lambda: HEAD + b'<?xml-stylesheet href="x"?>\n' + ROOT + b"<composite/></liveobject>", 2),
    "duplicate component": (
        lambda: wrapped(
            b'<composite>\n<component name="a"><primitive id="0x1"/></component>\n'
            b'<component name="a"><primitive id="0x1"/></component></composite>'
        ),
        5,
    ),
    "gigantic integer": (
        lambda: wrapped(
            b'<parameterized><using><primitive id="0x9"/></using>\n<argument name="n"><int>'
            + b"9" * 5_000_000
            + b"</int></argument></parameterized>"
        ),
        4,
    ),
    "gigantic float": (
        lambda: wrapped(
            b'<parameterized><using><primitive id="0x9"/></using><argument name="n"><float>'
            + b"9" * 5_000_000
            + b"</float></argument></parameterized>"
        ),
        3,
    ),
    "gigantic id": (lambda: wrapped(b'<primitive id="0x' + b"f" * 5_000_000 + b'"/>'), 3),
    "gigantic version": (lambda: wrapped(b'<primitive id="0x1" version="' + b"9" * 5_000_000 + b'"/>'), 3),
    "gigantic base64": (
        lambda: wrapped(
            b'<parameterized><using><primitive id="0x9"/></using><argument name="n"><bytes>'
            + b"!" * 5_000_000
            + b"</bytes></argument></parameterized>"
        ),
        3,
    ),
}


def results() -> Iterator[dict[str, object]]:
    """Read every case."""
    from app.runtime.references import LiveObjectFileError, read  # noqa: PLC0415 - the import is not measured

    for name, (make, _) in CASES.items():
        data = make()
        error: LiveObjectFileError | None = None
        begin = time.process_time()
        try:
            read(data)
        except LiveObjectFileError as found:
            error = found
        seconds = time.process_time() - begin
        yield {
            "name": name,
            "seconds": seconds,
            "error": None if error is None else str(error),
            "line": None if error is None else error.line,
            "megabytes": _most_megabytes(),
        }


def _most_megabytes() -> float:
    """Return the peak memory of this process; `ru_maxrss` would include that of its parent."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


if __name__ == "__main__":
    for result in results():
        sys.stdout.write(json.dumps(result) + "\n")
