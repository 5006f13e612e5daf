# SPDX-License-Identifier: BSD-3-Clause
"""Sentences for people avoid the terms of the type system; quoted names stay."""

import pytest

from app.ui.everyday_words import in_everyday_words


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("Note has no parameter 'parameter'; there are `a`", "Note has no setting 'parameter'; there are 'a'"),
        ("an endpoint to connect to", "a connection to connect to"),
        ("endpoints and parameters", "connections and settings"),
        ("reported", "reported"),
    ],
)
def test_terms_become_everyday_words(sentence: str, words: str) -> None:
    assert in_everyday_words(sentence) == words
