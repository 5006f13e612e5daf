"""This project's engine, driven through its Python face."""

from __future__ import annotations

import select
from collections.abc import Callable
from typing import TYPE_CHECKING

from bench._peers.base import Peer, group_name
from bench._peers.control import Control, Run, Sink
from bench._peers.sending import Sender

if TYPE_CHECKING:
    from app.transport_native.engine import Engine
    from app.transport_native.scope import Group, Scope


class LiveObjects(Peer):
    """Reliable multicast with agreed membership; its own flow control, no oracle."""

    own_flow_control = True

    def __init__(self, *, shared: bool, encrypted: bool = False) -> None:
        self.path = "shm" if shared else "udp"
        self._shared, self._encrypted = shared, encrypted

    def missing(self) -> str | None:
        try:
            import app.transport_native.engine  # noqa: F401, PLC0415
        except Exception as error:  # noqa: BLE001  whatever it is, the row is skipped and says why
            return str(error)
        return None

    def _open(self, run: Run, *, receiver: int | None) -> tuple[Engine, Scope, list[Group]]:
        from app.transport_native import Faults, ScopeSettings  # noqa: PLC0415  peers' interpreters lack it
        from app.transport_native.engine import Engine  # noqa: PLC0415

        settings = ScopeSettings(
            name=f"bench {run.port}",
            port=run.port,
            key=bytes(range(32)) if self._encrypted else None,
            interface=run.sender_address if receiver is None else run.receiver_address(receiver),
            shared_directory=run.scratch / "shared" if self._shared else None,
        )
        engine = Engine()
        scope = engine.open_scope(settings)
        if run.loss and receiver is not None:
            scope.set_faults(Faults(loss=run.loss, seed=receiver + 1))
        return engine, scope, [scope.join(group_name(group)) for group in range(run.groups)]

    def receive(
        self, run: Run, index: int, sink: Sink, ready: Callable[[], None], stopped: Callable[[], bool]
    ) -> None:
        engine, scope, groups = self._open(run, receiver=index)
        said_ready = False
        while True:
            batch = engine.take()
            if batch is not None:
                memory = batch.memory
                for offset in batch.offsets:
                    sink(memory, offset)
                batch.release()
                continue
            if not said_ready and scope.view is not None and len(scope.view.groups) == len(groups):
                said_ready = True
                ready()
            if engine.arm() and not select.select([engine], [], [], 0.1)[0] and stopped():
                break
        engine.close()

    def send(self, run: Run, control: Control) -> None:
        from app.transport_native import SendBufferFullError  # noqa: PLC0415
        from app.transport_native.view import View  # noqa: PLC0415

        engine, scope, groups = self._open(run, receiver=None)

        def poll() -> None:
            while (batch := engine.take()) is not None:
                batch.release()
            engine.arm()

        def complete(view: View | None) -> bool:
            return view is not None and len(view.members_of(groups[-1].number)) > run.receivers

        while not complete(scope.view) and not control.stopped:
            poll()
            select.select([engine], [], [], 0.1)

        def wait() -> None:
            poll()
            if not engine.has_room():
                select.select([engine], [], [], 0.1)

        numbers = [group.number for group in groups]

        def keep_trying(attempt: Callable[[], None]) -> None:
            while True:
                try:
                    attempt()
                    return
                except SendBufferFullError:
                    wait()

        def send(group: int, data: bytes) -> None:
            keep_trying(lambda: groups[group].send(data))

        def send_batch(chosen: list[int], messages: list[bytes]) -> None:
            targets = [numbers[group] for group in chosen]
            keep_trying(lambda: engine.send_many(targets, messages))

        Sender(run, control, send, poll=poll, send_batch=send_batch if run.size <= 4096 else None).go()
        engine.close()
