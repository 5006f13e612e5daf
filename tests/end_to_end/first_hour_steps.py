# SPDX-License-Identifier: BSD-3-Clause
"""What a person does in the first hour: the steps of `test_first_hour.py`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.end_to_end.composer_driver import ComposerDriver
from tests.end_to_end.virtual_display import VirtualDisplay

PICTURE = Path(__file__).resolve().parents[2] / "docs" / "pictures" / "window.png"
NOTE = "named('Note')"
TASKS = "[each.text for each in of_kind('ChecklistView')[0].model.tasks]"
MESSAGES = (
    "[str(named('Messages').model().index(row, 0).data(0)) for row in range(named('Messages').model().rowCount())]"
)
STROKES = "[each.kind for each in of_kind('WhiteboardView')[0].known.values()]"
BARS = "{*zip(of_kind('ChartView')[0].store.texts[0], of_kind('ChartView')[0].store.numbers[1])}"
VIEW = "of_kind('Desktop2DView')[0]"
_USABLE_SECONDS = 1.0
"""The CPU time until a thing that was added can be used; others may use the processor at the same time."""
PICTURES = "[each.item.title for each in named('Desktop').pieces.values() if each.picture is not None]"


@contextmanager
def started(
    display: VirtualDisplay, frames: Path, *arguments: str, command: str = "window"
) -> Iterator[ComposerDriver]:
    """A person at a program that was started; a failure is drawn, too."""
    with display.program(*arguments, "--language=en", command=command) as program:
        person = ComposerDriver(display, program, frames, 1 + len([*frames.glob("*.png")]))
        try:
            yield person
        except AssertionError:
            person.frame("failure")
            raise


def introduce(person: ComposerDriver) -> None:
    """Enter a name at the first start."""
    person.program.wait("named('Your name', 'QLineEdit').hasFocus()")
    person.display.type("Ann Example")
    person.program.wait("named('Your name', 'QLineEdit').text() == 'Ann Example'")
    person.frame("first-start")
    person.press("Start", "QPushButton")
    person.program.wait("is_shown('Gallery of live objects')")
    person.frame("gallery")


def use_class_room(person: ComposerDriver) -> None:
    """Open the class room by one click, and write into its notes and its chat."""
    display, program = person.display, person.program
    display.click(program.wait_until_still("row(named('Gallery of live objects'), 'Class room')"))
    program.wait(f"says('live') and {VIEW}.settled and not {NOTE}.isReadOnly()")
    display.click(program.wait_until_still(f"at({NOTE})"))
    display.type("Photosynthesis")
    display.click(program.wait_until_still("at(named('Your message'))"))
    display.type("Page 42, please")
    display.key("Return")
    check_class_room(person)
    person.frame("class-room")


def check_class_room(person: ComposerDriver) -> None:
    """The class room has what was written into it."""
    person.program.wait(f"{NOTE}.text == 'Photosynthesis'")
    person.program.wait(f"'Page 42, please' in str({MESSAGES})")


def make_page(person: ComposerDriver) -> None:
    """Make a page with a desktop, and use it."""
    person.display.key("ctrl+n")
    person.program.wait("canvas() is not None")
    person.drag_on("desktop", "2D desktop", 0.3, 0.3)
    person.frame("page")
    person.press("Use it")
    person.program.wait("says('live') and named('Find something to add').isEnabled()")


def furnish(person: ComposerDriver) -> None:
    """Put everything onto the desktop, each with some content."""
    display, program = person.display, person.program
    add(person, "note", "Note")
    display.type("Bring chairs")
    program.wait(f"{NOTE}.text == 'Bring chairs'")
    add(person, "checklist", "Checklist")
    for task in ("Milk", "Bread"):
        display.type(task)
        display.key("Return")
    program.wait(f"{TASKS} == ['Milk', 'Bread']")
    add(person, "chat", "Chat")
    display.type("Hello")
    display.key("Return")
    program.wait(f"'Hello' in str({MESSAGES})")
    add_picture(person)
    add(person, "whiteboard", "Whiteboard")
    draw(person)
    program.wait(f"{STROKES} == ['pen']")
    add(person, "chart", "Chart")
    for text in ("Apples", "5", "Pears", "3.5"):
        display.type(text)
        display.key("Return")
    program.wait(f"{BARS} == {{('Apples', 5), ('Pears', 3.5)}}")
    person.press("Show everything on the desktop")
    check_desktop(person, ["Milk", "Bread"], ["Hello"])
    person.frame("desktop")


def check_desktop(person: ComposerDriver, tasks: list[str], messages: list[str]) -> None:
    """Everything is on the desktop, with its content."""
    program = person.program
    program.wait(f"says('live') and {VIEW}.settled")
    titles = "sorted(each.item.title for each in named('Desktop').pieces.values())"
    program.wait(f"{titles} == ['Chart', 'Chat', 'Checklist', 'Note', 'Whiteboard', {PICTURE.name!r}]")
    program.wait(f"{NOTE}.text == 'Bring chairs'")
    program.wait(f"sorted({TASKS}) == {sorted(tasks)!r}")
    program.wait(f"len({MESSAGES}) == {len(messages)} and all(each in str({MESSAGES}) for each in {messages!r})")
    program.wait(f"len({PICTURES}) == 1 and {STROKES} == ['pen']")
    program.wait(f"{BARS} == {{('Apples', 5), ('Pears', 3.5)}}")


def draw(person: ComposerDriver) -> None:
    """Draw a line on the whiteboard with the pen."""
    plane = "of_kind('WhiteboardPlane')[0]"
    start, end = (person.program.wait_until_still(f"at({plane}, {x}, {y})") for x, y in ((0.3, 0.3), (0.5, 0.6)))
    person.display.drag(start, end)


def add_task(person: ComposerDriver, text: str) -> None:
    """Add something to the checklist."""
    person.display.click(person.program.wait_until_still("at(named('Add something', 'QLineEdit'), 0.3)"))
    person.display.type(text)
    person.display.key("Return")
    person.program.wait(f"{text!r} in {TASKS}")


def send_message(person: ComposerDriver, text: str) -> None:
    """Send a message in the chat."""
    person.display.click(person.program.wait_until_still("at(named('Your message'), 0.9)"))
    person.display.type(text)
    person.display.key("Return")
    person.program.wait(f"{text!r} in str({MESSAGES})")


def add(person: ComposerDriver, words: str, title: str) -> None:
    """Add something with the bar of the desktop; the keyboard is in it then."""
    display, program = person.display, person.program
    number = program.ask("len(named('Desktop').pieces)")
    display.click(program.wait_until_still("at(named('Find something to add'))"))
    display.type(words)
    program.wait(f"named('What can be added').currentItem().text() == {title!r}")
    before = program.processor_seconds()
    display.key("Return")
    newest = "[*named('Desktop').pieces.values()][-1]"
    program.wait(
        f"len(named('Desktop').pieces) == {number + 1} and {VIEW}.settled"
        f" and named('Desktop').page.focusItem() is {newest}.content"
    )
    assert program.processor_seconds() - before < _USABLE_SECONDS, f"{title} takes long to be usable"


def add_picture(person: ComposerDriver) -> None:
    """Add a picture from a file."""
    display, program = person.display, person.program
    person.press("Add a picture")
    program.wait("'Add a picture' in windows()")
    display.type(str(PICTURE))
    display.key("Return")
    program.wait(f"{PICTURES} != []")


def open_recent(person: ComposerDriver, title: str) -> None:
    """Open a page from the list of recent ones."""
    place = person.program.wait_until_still(f"row(named('Recent pages and files'), {title!r})")
    person.display.click(place)
    person.program.wait(f"says('live') and {VIEW}.settled")


def share_with_anyone(person: ComposerDriver, file: Path) -> None:
    """Save a file with content for anyone."""
    display, program = person.display, person.program
    person.press("Share", "QToolButton")
    program.wait("named('Save a file…', 'QPushButton').isEnabled()")
    display.click(program.wait_until_still("at(named('Anyone I send it to', 'QRadioButton'), 0.1)"))
    program.wait("named('Anyone I send it to', 'QRadioButton').isChecked()")
    assert program.ask("[each.isChecked() for each in of_kind('QCheckBox') if 'With content' in _name(each)] == [True]")
    person.press("Save a file…", "QPushButton")
    program.wait("'Save a copy' in windows()")
    display.key("ctrl+a")
    display.type(str(file))
    display.key("Return")
    program.wait("says('A copy was saved.')")
    person.frame("share")
    person.press("Close", "QPushButton")


def see_in_share_panel(person: ComposerDriver, name: str) -> None:
    """The header and the Share panel say who else is here."""
    person.program.wait(f"is_shown('Here now: you (Ann Example), {name}')")
    person.press("Share", "QToolButton")
    person.program.wait(f"says('Also here now: {name}')")
    person.frame("share-together")


def allow(person: ComposerDriver) -> None:
    """Take part in a page that somebody else has signed."""
    person.program.wait("is_shown('Allow', 'QPushButton')")
    person.frame("question")
    person.press("Allow", "QPushButton")
