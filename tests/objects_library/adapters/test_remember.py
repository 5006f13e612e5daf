"""The adapter that remembers: whoever comes late sees all messages, over a channel with checkpoints."""

from typing import Any, Generic, TypeVar

from app.runtime.activation import Node
from app.runtime.library import Catalogue, Endpoint, Library, definition_of, live_object
from app.runtime.references import Parameterized, Primitive, Reference, TypeArgument
from app.runtime.types import parse_endpoint_type
from objects_library.adapters.remember.proxy import RememberEverything
from tests.runtime.activation.conftest import settle

T = TypeVar("T")
S = TypeVar("S")
ADAPTER = 0x2EA40A12BB01091A3FFA182F9F5E5543
CHANNEL = 0xC0FFEE

LISTENER = parse_endpoint_type(
    "endpoint{ out send(int); in receive(int); requires reliability(total, state transfer) }"
)


@live_object(f"{CHANNEL:032x}", name="Checkpointing channel")
class CheckpointingChannel(Generic[T, S]):
    """Remembers the last checkpoint, in this process."""

    channel = Endpoint(provides={"reliability": "total, checkpointed"})
    members: list["CheckpointingChannel[Any, Any]"] = []  # noqa: RUF012 - all proxies share it
    newcomers: list["CheckpointingChannel[Any, Any]"] = []  # noqa: RUF012

    @channel.connected
    def join(self) -> None:
        """Bring a newcomer up to date."""
        if self.members:
            self.newcomers.append(self)
            self.members[0].checkpoint_wanted()
        else:
            self.members.append(self)

    @channel.incoming
    def send(self, message: T) -> None:
        """Give it to all."""
        for member in self.members:
            member.receive(message)

    @channel.outgoing
    def receive(self, message: T) -> None:
        """A message."""

    @channel.incoming
    def checkpoint(self, state: S) -> None:
        """Hand the state on."""
        for newcomer in self.newcomers:
            newcomer.restore(state)
            self.members.append(newcomer)
        self.newcomers.clear()

    @channel.outgoing
    def checkpoint_wanted(self) -> None:
        """Ask for the state."""

    @channel.outgoing
    def restore(self, state: S) -> None:
        """Hand the state over."""


def catalogue() -> Catalogue:
    definitions = (definition_of(RememberEverything), definition_of(CheckpointingChannel))
    return Catalogue([Library("test", definitions)])


def channel() -> Reference:
    arguments = (("T", TypeArgument("int")), ("S", TypeArgument("list[int]")))
    return Parameterized(Primitive(CHANNEL, 1), arguments)


async def test_a_latecomer_sees_the_whole_past() -> None:
    CheckpointingChannel.members.clear()
    async with Node(catalogue()) as node:
        heard: list[list[int]] = []
        kept: list[Any] = []

        async def join() -> Any:
            proxy = await node.dereference(channel())
            mine: list[int] = []
            heard.append(mine)
            endpoint = node.new_endpoint(LISTENER, receive=mine.append)
            # The endpoints do not match; the node finds the adapter by itself.
            kept.append((proxy, node.connect(endpoint, proxy.endpoint("channel"), adapt=True)))
            return endpoint

        first = await join()
        first.send(1)
        first.send(2)
        second = await join()
        await settle()
        assert heard == [[1, 2], [1, 2]]
        second.send(3)
        await settle()
        assert heard == [[1, 2, 3], [1, 2, 3]]
