# SPDX-License-Identifier: BSD-3-Clause
"""`./run docs`: the site builds strictly, and its pages load nothing from elsewhere."""

import re
from pathlib import Path

import pytest

from installer.documentation import build


def test_the_site_builds_without_warnings_and_needs_no_network(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert build(tmp_path) == 0
    assert "WARNING" not in capfd.readouterr().err
    front = (tmp_path / "api" / "index.html").read_text(encoding="utf-8")
    assert "Parameter hints" in front
    objects = (tmp_path / "api" / "objects.html").read_text(encoding="utf-8")
    assert 'id="liveobjects.Context.every"' in objects
    loaded = re.compile(r'<(?:script|img)[^>]+src="https?:|<link[^>]+rel="stylesheet"[^>]+href="https?:')
    for page in tmp_path.rglob("*.html"):
        assert not loaded.search(page.read_text(encoding="utf-8")), page
