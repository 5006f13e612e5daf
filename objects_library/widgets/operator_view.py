# SPDX-License-Identifier: BSD-3-Clause
"""The view of operators: what comes in, the rule, and what goes out."""

from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtWidgets import QSizePolicy

from app.runtime.library import Context, Endpoint
from objects_library.values.conversions import local_time
from objects_library.values.operator import Sample
from objects_library.widgets.appearance import ElidedLabel, format_count, plain_label, set_font_size, warning_colour
from objects_library.widgets.live_view import LiveView

_MOST_INPUTS = 4
_LONGEST_OUTPUT = 80


class OperatorView(LiveView):
    """The inputs of an operator on the top, its rule, and its output below, large."""

    preview = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.inputs = [ElidedLabel() for _ in range(_MOST_INPUTS)]
        self.rule = ElidedLabel()
        self.output = plain_label("–", wrap=True)
        self.trouble = plain_label("", wrap=True)
        self.content.addStretch(1)
        for label in (*self.inputs, self.rule, self.output, self.trouble):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            self.content.addWidget(label)
        self.content.addStretch(1)
        self.output.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        for label in (*self.inputs, self.rule, self.trouble):
            label.hide()
        self._resize_output()

    @preview.incoming
    def shown(self, inputs: list[Sample], output: Sample, rule: str, trouble: str, detail: str) -> None:
        """Show the present inputs and the output."""
        for number, label in enumerate(self.inputs):
            given = inputs[number] if number < len(inputs) else None
            label.setVisible(given is not None)
            if given is not None:
                text = self._text_of(given)
                label.setText(f"{given.name}: {text}" if len(inputs) > 1 else text)
        self.rule.setText(f"↓  {rule}" if rule else "↓")
        self.rule.setVisible(bool(inputs or rule))
        self.output.setText(self._text_of(output)[:_LONGEST_OUTPUT])
        self.output.setAccessibleName(self.output.text())
        self._resize_output()
        self.trouble.setText(self._reason(trouble, detail) if trouble else "")
        self.trouble.setVisible(bool(trouble))
        self.trouble.setStyleSheet(f"color: {warning_colour(self.palette()).name()};")

    def _resize_output(self) -> None:
        set_font_size(self.output, max(10, 22 - len(self.output.text()) // 3))

    def _text_of(self, value: Sample) -> str:
        match value.kind:
            case "nothing":
                return "–"
            case "number":
                return in_figures(value.number, self.locale())
            case "yes":
                return self.tr("yes") if value.number else self.tr("no")
            case "moment" if value.moment is not None:
                moment = local_time(value.moment)
                shown = QDateTime(moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second)
                return self.locale().toString(shown, QLocale.FormatType.ShortFormat)
            case "rows":
                count = format_count(round(value.number), self.locale())
                text = self.tr("{count} rows").format(count=count)
                return f"{text}: {value.text}" if value.text else text
        return " ".join(value.text.split()) or "“”"

    def _reason(self, trouble: str, detail: str) -> str:
        reasons = {
            "unwritten": self.tr("Write a formula."),
            "long": self.tr("The formula is too long."),
            "deep": self.tr("The formula has too many brackets inside each other."),
            "unreadable": self.tr("The formula cannot be read from “{detail}” on."),
            "unended": self.tr("The end of the formula is missing."),
            "name": self.tr("“{detail}” is not known; the inputs are a, b, c and d."),
            "function": self.tr("There is no function “{detail}”."),
            "arguments": self.tr("“{detail}” was given the wrong number of values."),
            "kind": self.tr("“{detail}” cannot be computed with these values."),
            "zero": self.tr("A number cannot be divided by zero."),
            "range": self.tr("The result is too large."),
            "number": self.tr("“{detail}” is not a number."),
            "column": self.tr("There is no column “{detail}”."),
            "field": self.tr("There is no field “{detail}”."),
            "rows": self.tr("More than {detail} rows are too many here; use a Spark query."),
            "units": self.tr("{detail} measure different things."),
            "pattern": self.tr("The pattern has a mistake: write {value} where the value belongs."),
            "time": self.tr("“{detail}” is not a time of the day, such as 08:30."),
            "setting": self.tr("“{detail}” is not a good setting."),
        }
        # a plain replacement: the detail is what people wrote, and may have braces of its own
        return reasons.get(trouble, self.tr("There is no result: {detail}")).replace("{detail}", detail)


def in_figures(number: float, locale: QLocale) -> str:
    """A number with at most six digits, as it is written here."""
    if abs(number) >= 1e15 or 0 < abs(number) < 1e-6:
        return locale.toString(number, "g", 6)
    whole = len(str(int(abs(number))))
    text = locale.toString(number, "f", max(0, min(6, 7 - whole)))
    point = locale.decimalPoint()
    return text.rstrip("0").removesuffix(point) if point in text else text
