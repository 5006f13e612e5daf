# SPDX-License-Identifier: BSD-3-Clause
"""A document that runs in this process and keeps running while it is edited. No Qt in this file."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from app.errors import one_line
from app.runtime.activation import AttachedView, Connection, Node, Proxy, State, TappedEvent, tap
from app.runtime.references import ContentPart, Document, EndpointPath, Path, Reference
from app.runtime.trust import Identity
from app.ui.execution.channel_status import ChannelCondition, ChannelWatch
from app.ui.execution.last_copy import LastCopies
from app.ui.execution.metrics import Meter, Metrics
from app.ui.execution.object_offers import object_offers
from app.ui.execution.object_views import attach_views, free_views
from app.ui.execution.sheet_parts import Parts, find_part, inside, kept_parts, parts_of
from app.ui.execution.value_format import format_value
from app.ui.person import Person, person_of_key
from app.ui.settings import POINTERS, Settings
from objects_library.values.person_id import colour_of_key, person_id
from objects_library.widgets.object_offers import set_offers
from objects_library.widgets.pointer_choice import want_pointers

if TYPE_CHECKING:
    from app.runtime.library import Catalogue
    from app.runtime.trust import Gate
    from app.ui.execution.page_comments import PageComments
    from objects_library.channels.native.admission import AdmissionScope

_CLOSE_TIMEOUT = 2.0
"""Seconds to wait for engines to close."""
_LEAST_WAIT = 0.25
"""Seconds after which wires between ready parts no longer wait for the other parts."""
_LEAST_PAUSE = 0.1
"""Minimum seconds between two notifications."""

_PRESENCE_EVENT = "people"
"""The event with which objects publish who is present."""

_SEEN = "\N{EYES}"
"""The step below an object for the people who see it; no component has this name."""

Stop = Callable[[], None]
_Wire = tuple[EndpointPath, EndpointPath]


class RunningSheet:
    """Runs a document; create, start and stop it in the event loop's thread."""

    def __init__(
        self,
        document: Document,
        catalogue: Catalogue,
        gate: Gate | None = None,
        *,
        name: str = "",
        colour: int | None = None,
        signer: str | None = None,
    ) -> None:
        self.document = document
        self._signer = signer
        self._catalogue = catalogue
        self._gate = None if gate is None else gate.for_document(lambda: self.document.title)
        self._name = name
        self._colour = colour
        self.me = Person(name)
        """The user, as others see them."""
        self._node: Node | None = None
        self._meter: Meter | None = None
        self._channels = ChannelWatch(self._notify)
        self._comments: PageComments | None = None
        self.last_copies: LastCopies | None = None
        """What would be lost with the last copy, after `start`."""
        self._parts: dict[Path, _Part] = {}
        self._wires: dict[_Wire, Connection] = {}
        self._wire_failures: dict[_Wire, str] = {}
        self._listeners: dict[object, Callable[[], None]] = {}
        self._telling: asyncio.TimerHandle | None = None
        self._notified_at = 0.0
        self._changing = asyncio.Lock()
        self._beginning: set[asyncio.Task[None]] = set()
        self.origin: Document | None = None
        """The document as it was opened, if this user edits it alone."""
        self.values_wanted = True
        """Whether values are kept for `last_value`; the player does not need them."""

    @property
    def node(self) -> Node:
        """The node that runs the sheet, from `start` to `stop`."""
        assert self._node is not None, "the sheet does not run"
        return self._node

    @property
    def running(self) -> bool:
        """Whether it is started and not stopped."""
        return self._node is not None

    async def start(self) -> None:
        """Start the sheet; returns when every part has been created or has failed."""
        assert self._node is None, "the sheet runs already"
        # A keyring may ask the user for a password.
        identity = await asyncio.to_thread(Identity.of_user)
        self._node = Node(self._catalogue, trust=self._gate, identity=identity, name=self._name, colour=self._colour)
        self._node.voucher.attribute_to(self.document, self._signer)
        colour = colour_of_key(identity.public) if self._colour is None else self._colour
        self.me = Person(self._name, person_id(identity.public, colour))
        self._meter = Meter(self._node.id)
        self._node.start_listeners.append(self._channels.add)
        self.last_copies = LastCopies(self._node, self._channels)
        want_pointers(Settings().flag(POINTERS, True))
        set_offers(partial(object_offers, self._catalogue))
        await self._accept_content()
        await self._change()

    async def _accept_content(self) -> None:
        """Offer the content that the file carries, before documents are opened."""
        if self.document.content:
            from objects_library.carried_content import accept_content  # noqa: PLC0415 - only with content

            await asyncio.to_thread(accept_content, self.document)

    async def content(self) -> tuple[ContentPart, ...]:
        """Return what the objects hold now, for a file that carries it."""
        from objects_library.carried_content import gather_content  # noqa: PLC0415 - only when asked

        proxies = [part.proxy for part in self._parts.values() if part.proxy is not None]
        return await gather_content(self.document, self._catalogue, proxies)

    async def update(self, document: Document) -> None:
        """Apply a changed document: changed parts restart, the others keep running."""
        self.document = document
        if self._node is not None:
            await self._change()
        if self._node is not None and self._comments is not None:
            self._comments.follow(self._node, document.reference, document.title)

    async def stop(self) -> None:
        """Stop all parts and wait until they have left their networks."""
        for task in self._beginning:
            task.cancel()
        async with self._changing:
            node, self._node = self._node, None
            if node is None:
                return
            if self._comments is not None:
                self._comments.leave()
                self._comments = None
            for part in self._parts.values():
                part.close()
            self._parts.clear()
            self._wires.clear()
            self._wire_failures.clear()
            await node.close()
        await _engines_closed()
        self._notify()

    def state(self, path: Path) -> State | None:
        """The state of the object at a path, or `None`."""
        part, rest = self._part(path)
        if part is None:
            return None
        if part.proxy is None:
            return State.FAILED if part.reason else State.CREATED
        found = find_part(part.proxy, rest)
        return None if found is None else found.state

    def failure(self, path: Path) -> str:
        """Why the object failed, in one line; empty if it did not."""
        part, rest = self._part(path)
        if part is None or part.proxy is None:
            return "" if part is None else part.reason
        found = find_part(part.proxy, rest)
        return found.failure.reason if found is not None and found.failure is not None else ""

    def wire_failure(self, first: EndpointPath, second: EndpointPath) -> str:
        """Why a wire failed; empty if it did not."""
        return self._wire_failures.get((first, second), "")

    def last_value(self, path: Path, endpoint: str) -> str:
        """The last value at a port as text; empty if there was none that people understand."""
        passing = self.newest(path, endpoint)
        return "" if passing is None else format_value(passing.value)

    def newest(self, path: Path, endpoint: str) -> TappedEvent | None:
        """The last event at a port."""
        part, rest = self._part(path)
        return None if part is None else part.newest.get((rest, endpoint))

    def events(self, path: Path) -> int:
        """The number of events at an object's ports so far."""
        part, rest = self._part(path)
        return 0 if part is None else part.counts.get(rest, 0)

    def metrics(self, path: Path) -> Metrics | None:
        """The last metrics of an object, or `None`."""
        proxy = self.proxy(path)
        return None if proxy is None or self._meter is None else self._meter.of(proxy.reference)

    async def measure(self) -> None:
        """Take new measurements, which `metrics` then returns."""
        if self._meter is not None:
            await self._meter.measure()

    def proxy(self, path: Path) -> Proxy | None:
        """The proxy at a path."""
        part, rest = self._part(path)
        return None if part is None or part.proxy is None else find_part(part.proxy, rest)

    def has_view(self, path: Path) -> bool:
        """Whether the object at a path has a view whose endpoints are free."""
        proxy = self.proxy(path)
        return proxy is not None and bool(free_views(self.document, path, proxy))

    def attach_views(self, path: Path) -> list[AttachedView]:
        """Create the views of the object at a path; they are closed when a wire needs one of their endpoints."""
        proxy = self.proxy(path)
        if proxy is None:
            return []
        views = attach_views(self.node, free_views(self.document, path, proxy))
        part, _ = self._part(path)
        assert part is not None
        for view in views:
            part.views.append(view)
            view.on_end(partial(part.forget, view))
        return views

    def paths(self) -> list[Path]:
        """The paths of all objects, running or failed, in the order of the sheet."""
        found: list[Path] = []
        for path, part in self._parts.items():
            deeper = [] if part.proxy is None else [rest for rest, _ in inside(part.proxy)]
            found += [(*path, *rest) for rest in deeper] or [path]
        return found

    @property
    def depth(self) -> int:
        """The path length of a part: 1 on a composite sheet, 0 for a single object."""
        return 0 if () in self._parts else 1

    def people(self) -> tuple[Person, ...]:
        """The other people, as reported by any object or by their keys; each once, also if two have one name."""
        found: dict[object, Person] = {}
        for part in self._parts.values():
            for people in part.people.values():
                for person in people:
                    found.setdefault(person.identity, person)
        for admission in self.admissions():
            here = [person_of_key(each.key, each.name) for each in admission.attendants if each.key != admission.me]
            found |= {person.identity: person for person in here if person.identity not in found}
        return tuple(found.values())

    def show_people(self, path: Path, people: tuple[Person, ...]) -> None:
        """Take the people who see the object at a path, as those report who show its view."""
        part, rest = self._part(path)
        if part is not None:
            part.people[(*rest, _SEEN)] = people
            self._notify()

    def has_company(self, path: Path) -> bool:
        """Whether somebody else has the object at a path open."""
        return any(each.members > 1 for each in self.channels_of(path))

    def channels_of(self, path: Path) -> list[ChannelCondition]:
        """The conditions of the channels of the object at a path."""
        proxy = self.proxy(path)
        found = [] if proxy is None else [self._channels.condition(each) for _, each in inside(proxy)]
        return [each for each in found if each is not None]

    def members(self) -> int | None:
        """The member count of the largest channel."""
        counts = [found.members for path in self.paths() if (found := self.metrics(path)) is not None]
        return max((count for count in counts if count), default=None)

    def channels(self) -> list[ChannelCondition]:
        """The conditions of all channels that run, also of those in embedded objects."""
        return self._channels.conditions()

    def admissions(self) -> list[AdmissionScope]:
        """The admission scopes that it has joined, one for each scope with an owner."""
        if self._node is None or "objects_library.channels.native.admission" not in sys.modules:
            return []
        from objects_library.channels.native.admission import admissions_here  # noqa: PLC0415 - already imported

        return admissions_here(self._node.id)

    def overall(self) -> State | None:
        """The overall state: the most important state of all parts."""
        states = {state for path in self.paths() if (state := self.state(path)) is not None}
        if State.FAILED not in states and any(admission.barred for admission in self.admissions()):
            return State.READ_ONLY  # a user who is not admitted waits for nothing
        return next((state for state in _STATE_PRIORITY if state in states), None)

    @property
    def comments(self) -> PageComments | None:
        """The comments on the page, once `begin_comments` was called."""
        return self._comments

    def comment_count(self, path: Path) -> int:
        """The open comment threads about an object and what lies on it."""
        return 0 if self._comments is None else sum(self._comments.open_items(path).values())

    def begin_comments(self) -> None:
        """Join the comments, once the objects run: the user has been asked about their networks then."""
        if self._node is None or self._comments is not None:
            return
        from app.ui.execution.page_comments import PageComments  # noqa: PLC0415 - after the objects are shown

        self._comments = PageComments(self._notify)
        self._comments.follow(self._node, self.document.reference, self.document.title)

    def listen(self, on_change: Callable[[], None]) -> Stop:
        """Call back after possible changes, at most ten times a second; returns an unsubscriber."""
        key = object()
        self._listeners[key] = on_change

        def stop() -> None:
            self._listeners.pop(key, None)

        return stop

    def _part(self, path: Path) -> tuple[_Part | None, Path]:
        if () in self._parts:
            return self._parts[()], path
        return self._parts.get(path[:1]), path[1:]

    async def _change(self) -> None:
        """Apply the document to the running parts, one change after the other."""
        async with self._changing:
            if self._node is None:
                return
            if self.origin is not None:
                self._node.scope_consent.note_edits(self.document, self.origin)
            wanted = parts_of(self.document.reference)
            self._drop(wanted)
            new = [(path, part) for path, part in self._parts.items() if part.proxy is None]
            loop = asyncio.get_running_loop()
            self._beginning = {loop.create_task(self._begin(path, part)) for path, part in new}
            waiting = self._beginning
            self._connect(wanted)
            while waiting:
                _, waiting = await asyncio.wait(waiting, timeout=_LEAST_WAIT)
                self._connect(wanted)
            self._beginning = set()
        self._notify()

    def _drop(self, wanted: Parts) -> None:
        """Keep the unchanged parts and stop all others."""
        before = self._parts
        kept = kept_parts({path: part.reference for path, part in before.items()}, wanted.references)
        self._parts = {
            path: before[kept[path]] if path in kept else _Part(reference)
            for path, reference in wanted.references.items()
        }
        going_on = set(kept.values())
        names = {old[0]: path[0] for path, old in kept.items() if path and old}
        self._wires = dict(_renamed(self._wires, names))
        for path, part in before.items():
            if path not in going_on:
                part.close()

    async def _begin(self, path: Path, part: _Part) -> None:
        name = path[-1] if path else self.document.title
        part.reason = ""
        try:
            proxy = await self.node.dereference(part.reference, name)
        except Exception as error:  # noqa: BLE001 - any error is shown on the block
            part.reason = one_line(error)
            self._notify()
            return
        self._channels.add(proxy)
        part.hold(proxy, self._notify, observe=self.values_wanted)
        self._notify()

    def _connect(self, wanted: Parts) -> None:
        self._wire_failures.clear()
        keys = {(wire.first, wire.second) for wire in wanted.wires}
        for key in [key for key, wire in self._wires.items() if key not in keys or not wire.open]:
            self._wires.pop(key).close()
        for key in keys - set(self._wires):
            for end in key:
                self._free(end)
            ends = [self.proxy((end.component,)) for end in key]
            if any(end is None or end.over for end in ends):
                continue  # a missing part is reported at the part
            one, other = (end for end in ends if end is not None)
            try:
                first, second = one.endpoint(key[0].endpoint), other.endpoint(key[1].endpoint)
                self._wires[key] = self.node.connect(first, second)
            except Exception as error:  # noqa: BLE001 - a failed wire must not affect others
                self._wire_failures[key] = one_line(error)

    def _free(self, end: EndpointPath) -> None:
        """Close the views of a part before a wire connects its endpoint."""
        part = self._parts.get((end.component,))
        for view in [] if part is None else list(part.views):
            view.close()

    def _notify(self) -> None:
        if self._telling is not None:
            return
        loop = asyncio.get_running_loop()
        wait = max(0.0, self._notified_at + _LEAST_PAUSE - loop.time())
        self._telling = loop.call_later(wait, self._notify_now)

    def _notify_now(self) -> None:
        self._telling = None
        self._notified_at = asyncio.get_running_loop().time()
        if self.last_copies is not None and self._node is not None:
            self.last_copies.follow()
        for listener in tuple(self._listeners.values()):
            listener()


_STATE_PRIORITY = (
    State.FAILED,
    State.CREATED,
    State.JOINING,
    State.CATCHING_UP,
    State.READ_ONLY,
    State.LIVE,
    State.ENDED,
)


class _Part:
    """One part of the sheet: its proxy and what was observed of it."""

    def __init__(self, reference: Reference) -> None:
        self.reference = reference
        self.proxy: Proxy | None = None
        self.reason = ""
        self.newest: dict[tuple[Path, str], TappedEvent] = {}
        self.counts: dict[Path, int] = {}
        self.people: dict[Path, tuple[Person, ...]] = {}
        self.views: list[AttachedView] = []

    def hold(self, proxy: Proxy, notify: Stop, *, observe: bool) -> None:
        """Store the proxy, watch its states, and observe its values if asked."""
        self.proxy = proxy
        for path, each in inside(proxy):
            each.watch(lambda _: notify())
            for name, endpoint in {} if each.over else each.endpoints().items():
                if observe:
                    self._observe(path, each, name, notify)
                if _PRESENCE_EVENT in dict(endpoint.type.outgoing):
                    tap(endpoint, partial(self._update_people, path, notify))

    def _observe(self, path: Path, proxy: Proxy, endpoint: str, notify: Stop) -> None:
        def seen(passing: TappedEvent) -> None:
            self.newest[path, endpoint] = passing
            self.counts[path] = self.counts.get(path, 0) + 1
            notify()

        tap(proxy.endpoint(endpoint), seen)

    def _update_people(self, path: Path, notify: Stop, passing: TappedEvent) -> None:
        if passing.event == _PRESENCE_EVENT and passing.outward:
            value = passing.value
            people = value if isinstance(value, list) else []
            others = [each for each in people if isinstance(each, dict) and each.get("mine") is not True]
            described = [(each.get("name"), each.get("id")) for each in others]
            self.people[path] = tuple(Person(name, who) for name, who in described if isinstance(name, str) and name)
            notify()

    def forget(self, view: AttachedView) -> None:
        """Forget a view that has ended."""
        if view in self.views:
            self.views.remove(view)

    def close(self) -> None:
        """Stop the part."""
        if self.proxy is not None:
            self.proxy.close()


def _renamed(wires: dict[_Wire, Connection], names: dict[str, str]) -> Iterator[tuple[_Wire, Connection]]:
    """The wires between kept parts, under their new names; other wires are closed."""
    for (first, second), connection in wires.items():
        if first.component in names and second.component in names:
            ends = (EndpointPath(names[end.component], end.endpoint) for end in (first, second))
            one, other = ends
            yield (one, other), connection
        else:
            connection.close()


async def _engines_closed() -> None:
    """Wait a limited time until the engines are closed."""
    if "objects_library.channels.native.scope_registry" not in sys.modules:
        return
    from objects_library.channels.native import scope_registry  # noqa: PLC0415 - already imported

    await asyncio.wait([asyncio.ensure_future(scope_registry.closed())], timeout=_CLOSE_TIMEOUT)
