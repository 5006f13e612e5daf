# SPDX-License-Identifier: BSD-3-Clause
"""Texts of tiles: active filters, missing columns, and the state of a feed."""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from objects_library.replication.feed_replica import FeedCondition
from objects_library.values.filters import FilterSetting
from objects_library.widgets.appearance import format_count

_MOST_NAMED = 3
_LONGEST = 40


def _tr(text: str) -> str:
    return QCoreApplication.translate("Tile", text)


def describe_filters(filters: Sequence[FilterSetting], locale: QLocale) -> str:
    """Describe all active filters in one line."""
    return " · ".join(describe_filter(each, locale) for each in filters)


def describe_filter(setting: FilterSetting, locale: QLocale) -> str:
    """Describe what a filter lets through."""
    column = setting.column[:_LONGEST]
    if setting.kind == "choice":
        named = [value[:_LONGEST] for value in setting.values[:_MOST_NAMED]]
        if len(setting.values) > _MOST_NAMED:
            named.append(_tr("{count} more").format(count=len(setting.values) - _MOST_NAMED))
        return _tr("{column} is {values}").format(column=column, values=", ".join(named))
    if setting.kind == "text":
        return _tr("{column} has “{text}”").format(column=column, text=setting.text[:_LONGEST])
    if setting.kind == "time":
        return _tr("{column}: the last {time}").format(column=column, time=describe_span(setting.low or 0))
    low, high = (None if end is None else figure(end, locale) for end in (setting.low, setting.high))
    if low is None:
        return _tr("{column} up to {high}").format(column=column, high=high)
    if high is None:
        return _tr("{column} from {low}").format(column=column, low=low)
    return _tr("{column} from {low} to {high}").format(column=column, low=low, high=high)


def describe_span(seconds: float) -> str:
    """Describe a duration."""
    if seconds >= 2 * 86400:
        return _tr("{count} days").format(count=f"{seconds / 86400:g}")
    if seconds >= 2 * 3600:
        return _tr("{count} hours").format(count=f"{seconds / 3600:g}")
    if seconds >= 60:
        return _tr("{count} minutes").format(count=f"{seconds / 60:g}")
    return _tr("{count} seconds").format(count=f"{seconds:g}")


def describe_missing_column(setting: FilterSetting, why: str) -> str:
    """Explain why a tile shows nothing: the feed lacks the column of a filter."""
    column = setting.column[:_LONGEST]
    if why == "kind":
        return _tr("Not shown: the filter on “{column}” does not fit what that column holds here.").format(
            column=column
        )
    return _tr("Not shown: there is no column “{column}” here, so its filter cannot act.").format(column=column)


def figure(value: float, locale: QLocale) -> str:
    """Format a number; large ones without decimals."""
    size = abs(value)
    if size >= 1e15 or (0 < size < 1e-4):
        return f"{value:.4g}"
    digits = 0 if size >= 1000 or value == int(value) else 1 if size >= 100 else 2 if size >= 1 else 4
    return locale.toString(float(value), "f", digits)


def short_figure(value: float, locale: QLocale) -> str:
    """Format a number with at most four digits and a unit prefix: 12.3 k, 4.56 M."""
    for limit, sign in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e4, "k")):
        if abs(value) >= limit:
            scaled = value / (1e3 if sign == "k" else limit)
            digits = 0 if abs(scaled) >= 100 else 1 if abs(scaled) >= 10 else 2
            return f"{locale.toString(scaled, 'f', digits)} {sign}"
    return figure(value, locale)


def format_time(at: datetime, locale: QLocale) -> str:
    """Format a local time, with the date if it is another day."""
    local = at.astimezone()
    there = QDateTime.fromMSecsSinceEpoch(int(at.timestamp() * 1000))
    clock = locale.toString(there.time(), "HH:mm:ss")
    if local.date() == datetime.now().astimezone().date():
        return clock
    return f"{locale.toString(there.date(), QLocale.FormatType.ShortFormat)} {clock}"


def describe_condition(condition: FeedCondition, locale: QLocale) -> tuple[str, str, str]:
    """Describe the state of a feed: text, symbol and tone."""
    reason, at = condition.reason, format_time(condition.at, locale)
    texts = {
        "waiting": (_tr("Waiting for the feed"), "waiting", ""),
        "starting": (reason or _tr("The feed is starting"), "waiting", ""),
        "live": (_tr("Live · {time}"), "live", "good"),
        "paused": (_tr("The feed is held still since {time}"), "pause", "warning"),
        "standby": (reason or _tr("Another computer takes over"), "waiting", "warning"),
        "gone": (
            _tr("The computer of the feed is gone; this is how it was at {time}"), "warning", "warning",
        ),
        "failed": (_tr("The feed has failed: {reason}"), "bad", "bad"),
        "stopped": (_tr("The feed was stopped at {time}"), "stopped", ""),
    }  # fmt: skip
    words, symbol, tone = texts.get(condition.state, (condition.state[:_LONGEST], "waiting", ""))
    if words is not reason:  # texts of others are not format patterns
        words = words.replace("{time}", at).replace("{reason}", reason or "?")
    return words, symbol, tone


def describe_truncation(condition: FeedCondition, locale: QLocale) -> str:
    """Describe what was left out; empty if nothing was."""
    message = [condition.notice] if condition.notice else []
    if condition.cut:
        text = (
            _tr("Only the first {kept} rows are shown; {cut} more do not fit.")
            if condition.mode == "complete"
            else _tr("Only the newest {kept} rows are kept; {cut} older ones are gone.")
        )
        kept, cut = format_count(condition.rows, locale), format_count(condition.cut, locale)
        message.append(text.format(kept=kept, cut=cut))
    return " ".join(message)


def describe_statistics(condition: FeedCondition, locale: QLocale) -> list[str]:
    """Describe the statistics of a feed, one line each."""
    known = condition.statistics
    lines = [
        (known.rows_in_per_second, _tr("{value} rows/s in")),
        (known.rows_out_per_second, _tr("{value} rows/s out")),
        (known.batch_seconds, _tr("{value} s for a batch")),
        (known.latency_seconds, _tr("{value} s from event to screen")),
        (float(known.late_rows), _tr("{value} rows came too late")),
        (float(known.state_rows), _tr("{value} rows in memory")),
    ]
    texts = [text.format(value=figure(value, locale)) for value, text in lines if value >= 0]
    if known.watermark is not None:
        texts.append(_tr("watermark {time}").format(time=format_time(known.watermark, locale)))
    return texts
