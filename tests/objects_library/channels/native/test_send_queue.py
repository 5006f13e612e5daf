# SPDX-License-Identifier: BSD-3-Clause
"""What waits to be said is bounded, in order, and what is dropped is said."""

from objects_library.channels.native.send_queue import SendQueue


def test_what_waits_is_said_in_order_and_once() -> None:
    unsaid = SendQueue()
    for number in range(5):
        unsaid.keep(bytes([number]))
    assert len(unsaid) == 5
    assert unsaid.reason is None
    assert unsaid.take() == [bytes([number]) for number in range(5)]
    assert unsaid.take() == []


def test_the_oldest_go_when_too_much_waits_and_that_is_said() -> None:
    unsaid = SendQueue(most_bytes=2 * 1024 * 1024)
    for number in range(5):
        unsaid.keep(bytes([number]) * 1024 * 1024)
    assert unsaid.dropped == 3
    assert unsaid.reason == "3 messages that waited are dropped: more than 2 MB waited"
    assert [message[0] for message in unsaid.take()] == [3, 4]
    assert unsaid.reason is None


def test_one_large_message_is_kept() -> None:
    unsaid = SendQueue(most_bytes=10)
    unsaid.keep(b"x" * 100)
    assert unsaid.take() == [b"x" * 100]
