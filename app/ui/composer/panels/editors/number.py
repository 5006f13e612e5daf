# SPDX-License-Identifier: BSD-3-Clause
"""Editors of numbers in the user's locale."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QAbstractSpinBox, QLabel, QSlider, QWidget

from app.runtime.references import Value
from app.runtime.references.values import LARGEST_INT, SMALLEST_INT
from app.ui.composer.panels.editors.value_editor import ValueEditor
from app.ui.composer.panels.widgets import restyle

_MOST_SLIDER_STEPS = 1_000
"""A slider with more steps is too imprecise."""
_DIGITS = 12
_WIDTH_WITH_SLIDER = 104


@dataclass(frozen=True)
class Bounds:
    """The allowed range and the step of a number."""

    whole: bool
    low: float = -math.inf
    high: float = math.inf
    step: float | None = None
    unit: str = ""

    @property
    def one_step(self) -> float:
        """The step of an arrow key."""
        if self.step is not None:
            return self.step
        narrow = not self.whole and self.high - self.low <= 10
        return 0.1 if narrow else 1

    @property
    def slider_steps(self) -> int:
        """The number of slider positions; 0 for no slider."""
        if not math.isfinite(self.high - self.low) or self.high == self.low:
            return 0
        steps = round((self.high - self.low) / self.one_step)
        return steps if 1 < steps <= _MOST_SLIDER_STEPS else 0


class NumberEditor(ValueEditor):
    """A number field with arrows and unit, and a slider for small ranges."""

    def __init__(self, bounds: Bounds) -> None:
        super().__init__()
        self._bounds = bounds
        self.field = _NumberBox(bounds)
        self.field.typed.connect(self._take)
        parts: list[QWidget] = [self.field]
        self.slider: QSlider | None = None
        if bounds.slider_steps:
            self.slider = QSlider(Qt.Orientation.Horizontal)
            self.slider.setRange(0, bounds.slider_steps)
            self.slider.valueChanged.connect(self._slide)
            self.field.setFixedWidth(_WIDTH_WITH_SLIDER)
            parts.append(self.slider)
        if bounds.unit:
            unit = QLabel(bounds.unit)
            unit.setTextFormat(Qt.TextFormat.PlainText)
            unit.setProperty("role", "muted")
            parts.append(unit)
        self._lay_out_row(*parts)
        if self.slider is not None:
            self._stretch(self.slider)

    def set_accessible_name(self, name: str) -> None:
        super().set_accessible_name(name)
        if self.slider is not None:
            self.slider.setAccessibleName(name)

    def _show(self, value: Value) -> None:
        number = value if isinstance(value, int | float) and not isinstance(value, bool) else None
        self.field.show_number(number)
        if number is not None:
            self._aim(number)

    def _take(self, number: object, in_progress: bool) -> None:
        wrong = self._wrong_with(number)
        restyle(self.field, "wrong", bool(wrong))
        if wrong:
            self._complain(wrong)
            return
        assert isinstance(number, int | float)
        self._showing, before = True, self._showing
        self._aim(number)
        self._showing = before
        self._emit_edited(number, in_progress=in_progress)

    def _slide(self, position: int) -> None:
        if self._showing:
            return
        exact = self._bounds.low + position * self._bounds.one_step
        number = round(exact) if self._bounds.whole else float(f"{exact:.{_DIGITS}g}")
        self.field.show_number(number)
        restyle(self.field, "wrong", False)
        self._emit_edited(number, in_progress=True)

    def _aim(self, number: float) -> None:
        if self.slider is not None and math.isfinite(number):
            place = (number - self._bounds.low) / self._bounds.one_step
            self.slider.setValue(round(min(max(place, 0), self.slider.maximum())))

    def _wrong_with(self, number: object) -> str:
        bounds = self._bounds
        if not isinstance(number, int | float):
            whole, any_number = self.tr("This must be a whole number."), self.tr("This must be a number.")
            return whole if bounds.whole else any_number
        low, high = bounds.low, bounds.high
        if bounds.whole:
            low, high = max(low, SMALLEST_INT), min(high, LARGEST_INT)
        if math.isnan(number) or low <= number <= high:
            return ""
        label = self.tr("This must be between {low} and {high}.")
        return label.format(low=_written(_tidy(low)), high=_written(_tidy(high)))


class _NumberBox(QAbstractSpinBox):
    """A spin box for all 64-bit integers and for floats."""

    typed = Signal(object, bool)

    def __init__(self, bounds: Bounds) -> None:
        super().__init__()
        self._bounds = bounds
        self._number: float | int | None = None
        self._edit = self.lineEdit()
        self._edit.setTextMargins(8, 0, 0, 0)  # style sheets do not apply here
        self._edit.textEdited.connect(self._read)

    def show_number(self, number: float | None) -> None:
        """Show a number unless the text already means it."""
        if number is not None and _parse(self._edit.text(), self._bounds.whole) == number:
            self._number = number
            return
        self._number = number
        self._edit.setText("" if number is None else _written(number))

    def stepBy(self, steps: int) -> None:
        bounds = self._bounds
        number = self._number
        start = number if number is not None and math.isfinite(number) else max(bounds.low, 0)
        moved = min(max(start + steps * bounds.one_step, bounds.low), bounds.high)
        number = round(moved) if bounds.whole else float(f"{moved:.{_DIGITS}g}")
        self.show_number(number)
        self.typed.emit(number, True)

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        flag, number = QAbstractSpinBox.StepEnabledFlag, self._number
        up = flag.StepUpEnabled if number is None or number < self._bounds.high else flag.StepNone
        down = flag.StepDownEnabled if number is None or number > self._bounds.low else flag.StepNone
        return up | down

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Accept any text; errors are shown below the field."""
        return QValidator.State.Acceptable, text, position

    def _read(self, text: str) -> None:
        number = _parse(text, self._bounds.whole)
        if number is not None:
            self._number = number
        self.typed.emit(number, True)


def _written(number: float) -> str:
    locale = QLocale()
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    if isinstance(number, int):
        return str(number)
    if math.isnan(number) or math.isinf(number):
        return {math.inf: "∞", -math.inf: "-∞"}.get(number, "NaN")
    shortest = repr(number)
    return shortest.removesuffix(".0").replace(".", locale.decimalPoint())


def _parse(text: str, whole: bool) -> float | None:
    """Parse a number in the locale's or in C notation."""
    cleaned = text.strip().replace(" ", "").replace("\u00a0", "").replace("−", "-")
    special = {"∞": math.inf, "-∞": -math.inf, "nan": math.nan}.get(cleaned.lower())
    if special is not None:
        return None if whole else special
    point = QLocale().decimalPoint()
    if point != "." and point in cleaned:
        cleaned = cleaned.replace(".", "").replace(point, ".")
    try:
        number = int(cleaned) if whole else float(cleaned)
    except ValueError:
        return None
    return number if whole or math.isfinite(number) else None


def _tidy(number: float) -> float:
    return int(number) if math.isfinite(number) and number == int(number) else number
