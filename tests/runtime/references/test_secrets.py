# SPDX-License-Identifier: BSD-3-Clause
"""References with keys are found."""

from app.runtime.references import Composite, Parameterized, Primitive, ReferenceArgument, ValueArgument
from app.runtime.references.secrets import holds_keys

OPEN = Parameterized(Primitive(5), (("scope", ValueArgument("here")), ("key", ValueArgument(""))))
SECRET = Parameterized(Primitive(5), (("key", ValueArgument("ab" * 32)),))
REFERRING = Parameterized(Primitive(6), (("key", ReferenceArgument(Primitive(7))),))


def test_the_key_of_a_channel_is_a_secret() -> None:
    assert holds_keys(SECRET)
    assert holds_keys(Parameterized(Primitive(6), (("Channel", ReferenceArgument(SECRET)),)))
    assert holds_keys(Composite((("a", OPEN), ("b", SECRET))))


def test_a_channel_without_a_key_has_none() -> None:
    assert not holds_keys(OPEN)
    assert not holds_keys(REFERRING)
    assert not holds_keys(Primitive(5))
