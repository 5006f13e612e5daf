# SPDX-License-Identifier: BSD-3-Clause
"""Wires: the functions that carry an event from one proxy to the next, made when two endpoints are connected.

A wire is what a proxy calls as its outgoing event. It takes the sender's arguments under the sender's names,
so its code is generated, once for each list of parameters. A wire is that code with free variables of its
own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from types import CellType, CodeType, FunctionType
from typing import cast

from app.runtime.activation.turns import FIRST, Call, Turn
from app.runtime.library.signatures import Signature, conversion

Send = Callable[..., None]
_GLOBALS = {"FIRST": FIRST}

# Free variables start with an underscore, so that they differ from parameters of the sender. Python
# copies each of them at every call, so what is rarely needed is kept together in `_ends`.
# The first branch is an event in the middle of the sender's turn. The second makes sending a turn by itself;
# answers then wait for the loop, because the caller of the sender is not done yet.
_AT_ONCE = """
def make(_handler, _pack, _sender_level, _sender_queue, _receiver_level, _receiver_queue, _lock, _ends):
    def wire({parameters}):
        nonlocal _receiver_level, _sender_level
        {prepare}
        if _receiver_level is None and _lock._is_owned():
            if _sender_level is not None:
                try:
                    _receiver_level = _sender_level.next
                except AttributeError:
                    return _ends.later(_handler, {arguments})
                try:
                    _handler({arguments})
                except BaseException as _error:
                    _ends.fail_owner(_error)
                if _receiver_queue is None:
                    _receiver_level = None
                else:
                    _ends.finish()
            else:
                _sender_level = _receiver_level = FIRST
                try:
                    try:
                        _handler({arguments})
                    except BaseException as _error:
                        _ends.fail_owner(_error)
                    if _receiver_queue is None:
                        _receiver_level = None
                    else:
                        _ends.finish()
                except KeyboardInterrupt:
                    _ends.sender.abandon()
                    raise
                if _sender_queue is None:
                    _sender_level = None
                else:
                    _ends.sender.finish_soon()
        else:
            _ends.later(_handler, {arguments})
"""
_QUEUED = """
def make(_handler, _pack, _ends):
    def wire({parameters}):
        {prepare}
        _ends.post(_handler, {arguments})
"""
# The code of a disconnected wire. Code can only be replaced by code with the same free variables.
_DISCONNECTED = """
def make({variables}):
    def wire({parameters}):
        if False:
            ({variables})
        _ends.again({parameters})
"""


@dataclass(frozen=True, slots=True)
class Receiver:
    """The target of an event: the handler, its parameters, and the turn that it needs."""

    turn: Turn
    handler: Call
    signature: Signature
    post: Call | None = None
    """Takes (handler, arguments…) for a later turn, if the endpoint is queued."""


class Wire:
    """One event from one endpoint to another."""

    __slots__ = ("_disconnected_code", "_ends", "_function", "send")

    def __init__(self, sender: Turn, signature: Signature, receiver: Receiver) -> None:
        converts = conversion(signature, receiver.signature) is not None
        # A proxy that is wired to itself must not be entered while it sends.
        post = receiver.turn.soon if sender is receiver.turn else receiver.post
        code = _code(_AT_ONCE if post is None else _QUEUED, signature.names, converts)
        self._ends = _Ends(sender, receiver.turn, post or nobody)
        free = {
            "_handler": CellType(_unpack_in_turn(receiver) if converts else receiver.handler),
            "_pack": CellType(signature.pack),
            "_ends": CellType(self._ends),
            "_lock": CellType(sender.event_thread.lock),
            "_sender_level": sender.level,
            "_sender_queue": sender.queue,
            "_receiver_level": receiver.turn.level,
            "_receiver_queue": receiver.turn.queue,
        }
        closure = tuple(free[name] for name in code.co_freevars)
        defaults = tuple(signature.defaults[name] for name in signature.names if name in signature.defaults)
        self._function = FunctionType(code, _GLOBALS, "wire", defaults, closure)
        self._disconnected_code = _disconnected_code(signature.names, code.co_freevars)
        self.send = cast(Send, self._function)

    def disconnect(self, again: Send) -> None:
        """Disconnect the wire; callers that kept its function send through `again` from now on."""
        self._ends.again = again
        self._function.__code__ = self._disconnected_code


class _Ends:
    """What a wire rarely needs."""

    __slots__ = ("again", "fail_owner", "finish", "later", "post", "sender")

    def __init__(self, sender: Turn, receiver: Turn, post: Call) -> None:
        self.sender = sender
        self.later = receiver.later
        self.fail_owner = receiver.fail_owner
        self.finish = receiver.finish
        self.post = post
        self.again: Send = nobody


def nobody(*_arguments: object, **_named: object) -> None:
    """Ignore an event without a receiver."""


def _unpack_in_turn(receiver: Receiver) -> Call:
    """Pack values in the sender's turn and unpack them in the receiver's: each fails for its own errors."""
    handler, unpack = receiver.handler, receiver.signature.unpack

    def deliver(value: object) -> None:
        handler(*unpack(value))

    return deliver


@lru_cache(maxsize=1000)
def _code(template: str, names: tuple[str, ...], converts: bool) -> CodeType:
    """Return the code of a wire whose sender has these parameters."""
    parameters = ", ".join(names)
    return _inner_code(
        template.format(
            parameters=parameters,
            arguments="_value" if converts else parameters,
            prepare=f"_value = _pack({parameters})" if converts else "",
        )
    )


@lru_cache(maxsize=1000)
def _disconnected_code(names: tuple[str, ...], variables: tuple[str, ...]) -> CodeType:
    return _inner_code(_DISCONNECTED.format(parameters=", ".join(names), variables=", ".join(variables)))


def _inner_code(source: str) -> CodeType:
    """Return the code of the function inside the only function of a source text."""
    code = compile(source, "<wire>", "exec")
    for _ in range(2):
        code = next(constant for constant in code.co_consts if isinstance(constant, CodeType))
    return code
