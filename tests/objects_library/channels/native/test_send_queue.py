# SPDX-License-Identifier: BSD-3-Clause
"""What waits to be said is bounded, in order, and what is dropped is said."""

from objects_library.channels.native.send_queue import SendQueue


def test_what_waits_is_said_in_order_and_once() -> None:
    queue = SendQueue()
    for number in range(5):
        queue.keep(bytes([number]))
    assert len(queue) == 5
    assert queue.reason is None
    assert queue.take() == [bytes([number]) for number in range(5)]
    assert queue.take() == []


def test_the_oldest_go_when_too_much_waits_and_that_is_said() -> None:
    queue = SendQueue(most_bytes=2 * 1024 * 1024)
    for number in range(5):
        queue.keep(bytes([number]) * 1024 * 1024)
    assert queue.dropped == 3
    assert queue.reason == "3 messages that waited are dropped: more than 2 MB waited"
    assert [message[0] for message in queue.take()] == [3, 4]
    assert queue.reason is None


def test_one_large_message_is_kept() -> None:
    queue = SendQueue(most_bytes=10)
    queue.keep(b"x" * 100)
    assert queue.take() == [b"x" * 100]
