# SPDX-License-Identifier: BSD-3-Clause
"""What people make with each thing of the gallery is kept: after a change, after kill -9, and in another home."""

from __future__ import annotations

import base64
import json
import os
import re
import signal
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.cli import main

ROOT = Path(__file__).resolve().parents[2]
GALLERY = ROOT / "liveobject_files"
ITEM, NONE = "6c02a85a-f5ae-4ad7-ba60-55e31de4117a", "00000000-0000-0000-0000-000000000000"
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
"""The smallest picture."""

_ON_DESKTOP = {
    "data": "",
    "group": NONE,
    "item": ITEM,
    "kind": "text",
    "layer": 1,
    "locked": False,
    "place": {"x": 1, "y": 2, "width": 100, "height": 50},
    "reference": [],
    "text": "kept",
    "title": "kept",
}
_SHAPE = {
    "by": "",
    "colour": "red",
    "done": True,
    "icon": "",
    "item": ITEM,
    "kind": "marker",
    "layer": 1,
    "locked": False,
    "note": "",
    "owner": NONE,
    "place": {"x": 1, "y": 2, "across": 1, "down": 1},
    "points": base64.b64encode(struct.pack("<2f", 0, 0)).decode(),
    "text": "kept",
    "width": 2,
}
_IN_SPACE = {
    "colour": "#112233",
    "data": "",
    "follows": "",
    "item": ITEM,
    "kind": "label",
    "locked": False,
    "place": {"x": 1, "y": 2, "z": 3},
    "reference": [],
    "stream": [],
    "text": "kept",
    "texture": "",
    "title": "kept",
}
CHANGES: dict[str, tuple[str, object]] = {
    "chat": ("chat.say", {"message": ITEM, "text": "kept"}),
    "class_room": ("desktop.put", [_ON_DESKTOP]),
    "clock": ("clock.count_down", 77.0),
    "control_panel": ("desktop.put", [_ON_DESKTOP]),
    "counter_on_a_platform": ("counter.add", 77),
    "desktop": ("desktop.put", [_ON_DESKTOP]),
    "file_link": ("link.annotate", "kept"),
    "flights_map": ("drawing.put", [_SHAPE]),
    "map": ("drawing.put", [_SHAPE]),
    "operations_room": ("space.put", [_IN_SPACE]),
    "shared_button": ("button.press", None),
    "shared_counter": ("counter.add", 77),
    "shared_form": ("form.set", {"field": "name", "value": "kept"}),
    "shared_gauge": ("value.set", 0.5),
    "shared_image": ("image.put", {"data": PIXEL, "title": "kept"}),
    "shared_note": ("note.change", [{"at": 0, "insert": "kept"}]),
    "shared_slider": ("value.set", 0.5),
    "shared_switch": ("value.set", True),
    "shared_text": ("text.edit", {"at": 0, "delete": 0, "insert": "kept"}),
    "shop_dashboard": ("desktop.put", [_ON_DESKTOP]),
    "shopping_list": ("checklist.add", {"after": None, "item": ITEM, "text": "kept"}),
    "space": ("space.put", [_IN_SPACE]),
    "web_link": ("link.set", {"part": "note", "text": "kept"}),
    "whiteboard": ("drawing.put", [{**_SHAPE, "kind": "rectangle"}]),
}
"""What somebody does to each thing that has a state of people."""

_MARKERS = {
    "clock": "77",
    "counter_on_a_platform": "77",
    "shared_button": "1",
    "shared_counter": "77",
    "shared_gauge": "0.5",
    "shared_slider": "0.5",
    "shared_switch": "true",
}
"""What the state then contains, where it is not the word *kept*."""

_MACHINES = "its state is what a machine reports now"
_CONSOLE = "a channel without an object: messages are its users' to keep"
_ELSEWHERE = "its content is kept outside: in a database, a spreadsheet or a service"
WITHOUT = {
    "best_effort_channel": _CONSOLE,
    "budget_in_a_spreadsheet": _ELSEWHERE,
    "calculator_service": _ELSEWHERE,
    "channel_of_layers": _CONSOLE,
    "chart_of_computers": _MACHINES,
    "checkpointed_channel": _CONSOLE,
    "computers": _MACHINES,
    "custom_protocol": _CONSOLE,
    "durable_channel": _CONSOLE,
    "durable_channel_backup": _CONSOLE,
    "exchange_ticker": _MACHINES,
    "hybrid_multicast": _CONSOLE,
    "hybrid_multicast_lan_x": _CONSOLE,
    "hybrid_multicast_lan_y": _CONSOLE,
    "latest_value_channel": _CONSOLE,
    "local_platform": _CONSOLE,
    "ordered_channel": _CONSOLE,
    "plants_in_a_database": _ELSEWHERE,
    "portable_channel": _CONSOLE,
    "presence_list": "who is here now",
    "reliable_channel": _CONSOLE,
    "shared_label": "a template whose channel the user gives",
    "shared_lock": "who holds it now",
    "shared_video": "what is shown now, by the computer that shows it",
    "table_of_computers": _MACHINES,
    "virtually_synchronous_channel": _CONSOLE,
}


def test_every_thing_of_the_gallery_is_listed() -> None:
    assert {path.stem for path in GALLERY.glob("*.liveobject")} == {*CHANGES, *WITHOUT}
    assert not CHANGES.keys() & WITHOUT.keys()


def _file(name: str) -> str:
    return str(GALLERY / f"{name}.liveobject")


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home in which everything was open in one program, was changed, and the program was killed with -9."""
    home = tmp_path_factory.mktemp("kept")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LIVEOBJECTS_HOME", str(home))
        command = [sys.executable, "-P", "-m", "app", "host", *map(_file, CHANGES)]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
        ) as host:
            assert host.stdout is not None
            live = set[str]()
            for line in host.stdout:
                if line.rstrip().endswith(": live"):
                    live.add(line)
                if len(live) == len(CHANGES):
                    break
            assert len(live) == len(CHANGES), live
            for name, (event, value) in CHANGES.items():
                given = [] if value is None else [json.dumps(value)]
                assert main(["call", _file(name), event, *given]) == 0, name
            os.killpg(host.pid, signal.SIGKILL)
        yield home


def _states(file: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    capsys.readouterr()
    assert main(["content", file, "--json"]) == 0
    documents = json.loads(capsys.readouterr().out)["documents"]
    return {each["path"]: _without_people(each["state"]) for each in documents if each["state"] is not None}


def _without_people(state: Any) -> Any:
    """Leave out who has a text open: each command that runs it is one more."""
    return {name: value for name, value in state.items() if name != "members"} if isinstance(state, dict) else state


def _contains(states: dict[str, Any], marker: str) -> bool:
    text = json.dumps(states)
    packed = (base64.b64decode(each) for each in re.findall(r'"([A-Za-z0-9+/]+=*)"', text) if len(each) % 4 == 0)
    return marker in text or any(marker.encode() in each for each in packed)


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_made_survives_and_travels(
    killed: Path, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(killed))
    states = _states(_file(name), capsys)
    marker = _MARKERS.get(name, "kept")
    assert _contains(states, marker), states
    copy = tmp_path / "copy.liveobject"
    assert main(["share", _file(name), "--who", "anyone", "-o", str(copy)]) == 0
    mine = _states(str(copy), capsys)
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / "another home"))
    theirs = _states(str(copy), capsys)
    assert theirs == mine
    assert _contains(theirs, marker), theirs
