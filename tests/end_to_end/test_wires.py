# SPDX-License-Identifier: BSD-3-Clause
"""Wires between everyday objects by the mouse: each is one drag, says what it does, and does it in two processes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.end_to_end.composer_driver import ComposerDriver
from tests.end_to_end.program import Program
from tests.end_to_end.virtual_display import VirtualDisplay

_COUNT = "of_kind('SharedCounterView')[0].number.text()"
_BUTTON = "of_kind('ButtonView')[0].button"
_DIAL = "of_kind('GaugeView')[0].dial.accessibleName()"
_TRACK = "of_kind('SliderView')[0].track"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_slider_moves_a_gauge_and_a_press_counts_once(
    display: VirtualDisplay, theme: str, tmp_path: Path, artifacts: Path
) -> None:
    frames = artifacts / "wires" / theme
    shutil.rmtree(frames, ignore_errors=True)
    with display.program(f"--theme={theme}", "--language=en") as program:
        person = ComposerDriver(display, program, frames)
        _compose(person)
        person.save_as(tmp_path / "wired.liveobject")
        person.run()
        person.frame("running")
        viewer = person.open_second_viewer()
        person.press("Present", "QToolButton")
        program.wait(f"{_BUTTON}.isEnabled()")
        display.place_window(display.find_window(viewer.pid), 760, 20, 676, 850)
        display.place_window(person.window, 0, 20, 740, 850)
        _use(display, program, viewer)
        person.frame("two-processes")


def _compose(person: ComposerDriver) -> None:
    person.new_sheet()
    person.drag_on("slider", "Slider", 0.06, 0.08)
    person.drag_on("gauge", "Gauge", 0.62, 0.08)
    person.drag_on("button", "Button", 0.06, 0.55)
    person.drag_on("counter", "Shared counter", 0.62, 0.55)
    person.wire(
        ("Slider", "number"), ("Gauge", "shows"), reason="Gauge shows what Slider is set to", frame="slider-to-gauge"
    )
    person.wire(
        ("Button", "presses"),
        ("Shared counter", "counts"),
        reason="Each press of Button adds one to Shared counter",
        frame="button-to-counter",
    )
    # A port that offers something takes further wires, with an operator where it needs one.
    person.wire(("Slider", "number"), ("Shared counter", "adds"), reason="When it changes", frame="with-help")
    person.display.key("Escape")
    assert len(person.program.ask("wires()")) == 2
    person.program.wait("says('Everything fits')")
    person.frame("wired")


def _use(display: VirtualDisplay, program: Program, viewer: Program) -> None:
    for number, each in enumerate((program, viewer, program, viewer), 1):
        display.click(each.wait_until_still(f"at({_BUTTON})"))
        for copy in (program, viewer):
            copy.wait(f"{_COUNT} == '{number}'")
    display.click(program.wait_until_still(f"at({_TRACK}, 0.75)"))
    program.wait(f"of_kind('SliderView')[0].shown.text() != '–' and {_DIAL} == of_kind('SliderView')[0].shown.text()")
    set_to = program.ask(_DIAL)
    viewer.wait(f"{_DIAL} == {set_to!r}")


def test_a_sensor_draws_a_chart_and_an_operator_helps_a_switch(display: VirtualDisplay, artifacts: Path) -> None:
    frames = artifacts / "wires" / "operator"
    shutil.rmtree(frames, ignore_errors=True)
    with display.program("--theme=dark", "--language=en") as program:
        person = ComposerDriver(display, program, frames)
        person.new_sheet()
        person.drag_on("sensor", "Sensor", 0.06, 0.08)
        person.drag_on("chart", "Chart", 0.62, 0.08)
        person.drag_on("switch", "Switch", 0.06, 0.6)
        person.drag_on("gauge", "Gauge", 0.62, 0.6)
        person.wire(
            ("Sensor", "memory"), ("Chart", "records"), reason="the memory use that Sensor measures", frame="sensor"
        )
        person.wire(("Switch", "on"), ("Gauge", "shows"), reason="Number from yes or no", frame="with-help")
        assert len(program.ask("wires()")) == 1
        person.frame("offer")
        person.press("Insert Number from yes or no")
        program.wait("len(wires()) == 3")
        program.wait("says('Everything fits')")
        person.run()
        program.wait("len(of_kind('ChartView')[0].store) > 1")
        person.frame("running")
