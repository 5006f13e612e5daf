# SPDX-License-Identifier: BSD-3-Clause
"""The command `call`: events to objects from scripts."""

import io
import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest

from app.cli import command_names, main
from app.runtime.references import (
    Argument,
    Composite,
    Document,
    Parameterized,
    Primitive,
    Reference,
    ReferenceArgument,
    TypeArgument,
    ValueArgument,
    write,
)
from tests.objects_library.hosting.processes import ROOT, liveobjects

COUNTER = 0x0D6E1D1B6AB44B61A1F7F1A2C3D4E502
LOCAL_CHECKPOINTED = 0x4F0C52D1A96E4D0FB8F2D5C8A1E37B66
CHECKPOINTED = 0x3AAB058C9650E0D3FEC9974DAD698EB2
DURABLE = 0xBD061CE84E0F7F22BCD2B01B7ECEF41F
LOCAL = 0x9F4AEACE30B5D219A8C9C8C995B2EA79
SLIDER = 0x6F2A1C7D90B84E53A1D6C0E2B7F49A12

Out = pytest.CaptureFixture[str]
Save = Callable[[Reference], str]


def channel(identifier: int, kind: str = "int", state: str = "int", **arguments: str) -> Reference:
    given: list[tuple[str, Argument]] = [("T", TypeArgument(kind))]
    if identifier != LOCAL:
        given.append(("S", TypeArgument(state)))
    return Parameterized(
        Primitive(identifier), (*given, *((name, ValueArgument(value)) for name, value in arguments.items()))
    )


def counter(by: Reference) -> Reference:
    return Parameterized(Primitive(COUNTER), (("Channel", ReferenceArgument(by)),))


def local_counter(name: str = "here") -> Reference:
    return counter(channel(LOCAL_CHECKPOINTED, name=name))


@pytest.fixture
def save(tmp_path: Path) -> Save:
    def saved(reference: Reference) -> str:
        path = tmp_path / "object.liveobject"
        path.write_bytes(write(Document(reference, "it")))
        return str(path)

    return saved


def test_prints_what_comes_back(save: Save, capsys: Out) -> None:
    file = save(local_counter())
    assert main(["call", file, "counter.add", "5"]) == 0
    assert capsys.readouterr().out == '{"value": 5}\n'
    assert main(["call", file, "counter.add", "-5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"endpoint": "counter", "event": "value", "value": -5}


def test_an_endpoint_alone_tells_what_it_holds(save: Save, capsys: Out) -> None:
    file = save(local_counter())
    assert main(["call", file, "counter"]) == 0
    assert capsys.readouterr().out == '{"value": 0}\n'
    assert main(["call", file, "counter", "--count", "1"]) == 0
    assert capsys.readouterr().out == '{"value": 0}\n'


def test_too_few_events_are_a_failure(save: Save, capsys: Out) -> None:
    assert main(["call", save(local_counter()), "counter.add", "1", "--count", "2", "--timeout", "1.5"]) == 1
    told = capsys.readouterr()
    assert told.out == '{"value": 1}\n'
    assert "only 1 of 2 events came" in told.err


def test_a_refusal_is_a_failure(save: Save, capsys: Out) -> None:
    slider = Parameterized(
        Primitive(SLIDER),
        (("Channel", ReferenceArgument(channel(LOCAL_CHECKPOINTED, "float", "{value: list[float]}", name="x"))),),
    )
    assert main(["call", save(slider), "value.set", "1e9"]) == 1
    assert '{"refused": ' in capsys.readouterr().out


def test_what_is_missing_has_no_events(save: Save, capsys: Out) -> None:
    assert main(["call", save(Primitive(0x77)), "any.thing"]) == 2
    assert "it has no endpoints" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["counter.ad", "5"], "did you mean counter.add"),
        (["add", "5"], "did you mean counter.add"),
        (["whatever"], "it has adds.happened, counter.add"),
        (["counter.add", '"x"'], "expected int, found text"),
        (["counter.add", "5 6"], "this is not JSON"),
        (["counter.add", "99999999999999999999"], "counter.add: "),
        (["counter.add"], "counter.add needs a value; give JSON of the type int"),
        (["counter", "5"], "takes no value"),
        (["counter.add", "5", "--count", "0"], "not a number of events"),
        (["counter.add", "5", "--wait", "soon"], "not a number of seconds"),
        ([], "see them with --list"),
    ],
)
def test_wrong_use_says_what_is_right(save: Save, capsys: Out, arguments: list[str], words: str) -> None:
    assert main(["call", save(local_counter()), *arguments]) == 2
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1


def test_names_are_listed_and_completed(save: Save, capsys: Out) -> None:
    pair = Composite((("My counter", local_counter("a")), ("B", Composite((("in/side", local_counter("b")),)))))
    file = save(pair)
    assert main(["call", file, "--list"]) == 0
    assert "in  My counter.counter.add int\nout My counter.counter.refused text\n" in capsys.readouterr().out
    assert main(["call", file, "--list", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {"name": "B/in~1side.counter.value", "direction": "out", "type": "int"} in lines
    assert main(["call", file, "--complete", "B"]) == 0
    completed = capsys.readouterr().out.splitlines()
    assert {"B/in~1side.counter", "B/in~1side.counter.add"} <= set(completed)
    assert all(each.startswith("B/in~1side.") for each in completed)
    assert main(["call", file, "B/in~1side.counter.add", "3"]) == 0
    assert capsys.readouterr().out == '{"value": 3}\n'


def test_a_text_needs_no_quotes_and_comes_from_the_input(
    save: Save, capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = save(channel(LOCAL, "text", name="talk"))
    for given, heard in (("hello", "hello"), ('"two\\nlines"', "two\nlines"), ("5", "5")):
        assert main(["call", file, "channel.send", given]) == 0
        assert json.loads(capsys.readouterr().out) == {"receive": heard}
    monkeypatch.setattr("sys.stdin", io.StringIO("typed"))
    assert main(["call", file, "channel.send", "-"]) == 0
    assert json.loads(capsys.readouterr().out) == {"receive": "typed"}


def test_a_component_that_is_connected_runs_with_the_others(capsys: Out) -> None:
    file = str(ROOT / "liveobject_files/channel_of_layers.liveobject")
    assert main(["call", file, "Order.channel.send", "hello"]) == 0
    assert json.loads(capsys.readouterr().out) == {"receive": "hello"}
    assert main(["call", file, "Order.unordered.receive", "hello"]) == 1  # it has a partner already
    assert "is connected" in capsys.readouterr().err


def test_what_cannot_be_read_or_run(save: Save, capsys: Out, tmp_path: Path) -> None:
    assert main(["call", str(tmp_path / "none.liveobject"), "a.b"]) == 2
    assert "cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("scope", ["Ann's place; of *all*", "-- a place"])
def test_what_is_not_allowed_is_allowed_by_the_printed_command(scope: str, save: Save, capsys: Out) -> None:
    file = save(counter(channel(CHECKPOINTED, scope=f"{scope} {uuid4()}", network="auto")))
    assert main(["call", file, "counter.add", "1"]) == 1
    program, *arguments = shlex.split(capsys.readouterr().err.rpartition("run: ")[2])
    assert (program, arguments[:3]) == ("liveobjects", ["trust", "allow", "join-scope"])
    assert main(arguments) == 0
    assert main(["call", file, "counter.add", "1"]) == 0
    assert json.loads(capsys.readouterr().out) == {"value": 1}


async def test_changes_reach_whoever_has_it_open(home: Path, save: Save) -> None:
    file = save(counter(channel(CHECKPOINTED, scope=str(uuid4()))))
    async with liveobjects(home, "host", file, "--json") as host:
        await host.until(state="live")
        for total in (2, 4):
            async with liveobjects(home, "call", file, "counter.add", "2") as process:
                assert await process.line() == {"value": total}
                assert await process.ended() == (0, "")


async def test_a_change_is_on_disk_when_the_command_ends(home: Path, save: Save) -> None:
    file = save(counter(channel(DURABLE, scope=str(uuid4()))))
    for total in (7, 14):
        async with liveobjects(home, "call", file, "counter.add", "7") as process:
            assert await process.line() == {"value": total}
            assert await process.ended() == (0, "")


def test_says_that_nothing_keeps_a_change(home: Path, save: Save, capsys: Out) -> None:
    assert main(["call", save(counter(channel(CHECKPOINTED, scope=str(uuid4())))), "counter.add", "1"]) == 0
    told = capsys.readouterr()
    assert told.out == '{"value": 1}\n'
    assert "nothing keeps the change" in told.err


def test_bash_completes_commands_and_events(save: Save, tmp_path: Path) -> None:
    script = ROOT / "installer/package/linux/liveobjects.bash-completion"
    listed = script.read_text().partition('_liveobjects_commands="')[2].partition('"')[0]
    assert listed.replace("\\\n", "").split() == command_names()
    program = tmp_path / "liveobjects"
    program.write_text(f'#!/bin/sh\ncd {ROOT} && exec {sys.executable} -m app "$@"\n')
    program.chmod(0o755)
    tried = (
        f". {script}; COMP_WORDS=({program} call {save(local_counter())} counter.a); COMP_CWORD=3;"
        " _liveobjects; printf '%s\\n' \"${COMPREPLY[@]}\"; COMP_WORDS=(liveobjects ca); COMP_CWORD=1;"
        " _liveobjects; printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    done = subprocess.run(["bash", "-c", tried], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout == "counter.add\ncall\n"
