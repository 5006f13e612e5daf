# SPDX-License-Identifier: BSD-3-Clause
"""The standard type names."""

from __future__ import annotations

from .names import TypeNames

STANDARD = TypeNames()
"""The built-in names; use `TypeNames(STANDARD)` to add others without changing these."""

_FOLDER = "in get(text); out item({name: text, reference: reference[T]}); out missing(text)"
_NODE = "{id: uuid, name: text, ...}"
_HOSTED = "{id: uuid, node: uuid, state: text, failure?: text, ...}"

_TYPES = [
    ("Object", "any object at all", "object{}"),
    ("Folder[T: object type]", "objects by name", f"object{{ folder: endpoint{{ {_FOLDER} }} }}"),
    (
        "EditableFolder[T: object type]",
        "objects by name, to be listed, added and removed",
        f"""object{{ folder: endpoint{{ {_FOLDER} }}; editing: endpoint{{
            in list(); in put({{name: text, reference: reference[T]}}); in remove(text);
            out names(list[text]); out changed({{name: text, present: bool}});
            out refused({{name: text, reason: text}})
        }} }}""",
    ),
    ("Channel[T]", "what one sends, all receive", "object{ channel: endpoint{ in send(T); out receive(T) } }"),
    (
        "ReliableChannel[T]",
        "a channel on which nothing is lost and all receive in the same order",
        """object{ channel: endpoint{
            in send(T); out receive(T); provides reliability(total, exactly once)
        } }""",
    ),
    (
        "CheckpointedChannel[T, S]",
        "a channel of changes T that asks someone for the state S and gives it to newcomers",
        """object{ channel: endpoint{
            in send(T); out receive(T);
            out checkpoint_wanted(uuid); in checkpoint({request: uuid, state: S}); out initialize(S | null);
            provides reliability(total, exactly once, checkpointed)
        } }""",
    ),
    (
        "AgreedChannel[T, S]",
        "a checkpointed channel whose order a majority agrees on: nobody goes on alone in a partition",
        """object{ channel: endpoint{
            in send(T); out receive(T);
            out checkpoint_wanted(uuid); in checkpoint({request: uuid, state: S}); out initialize(S | null);
            provides reliability(atomic, checkpointed)
        } }""",
    ),
    (
        "Service[Q, A]",
        "answers questions Q with answers A; what became of a request can be asked for by its id",
        """object{ service: endpoint{
            in request({request: uuid, question: Q}); in query(uuid);
            out answered({request: uuid, answers: list[A], ...});
            out failed({request: uuid, reason: text, ...});
            out outcome({request: uuid, state: text, answers: list[A], reason: text, ...})
        } }""",
    ),
    (
        "Serving[Q, A]",
        "gets the questions of a service that it is to answer, and answers or refuses them",
        """object{ serving: endpoint{
            in serve({request: uuid, attempt: int, question: Q, ...});
            out answer({request: uuid, answer: A}); out refuse({request: uuid, reason: text})
        } }""",
    ),
    ("Feed[T]", "a source of values that only flow out", "object{ feed: endpoint{ out value(T) } }"),
    (
        "TableFeed",
        "a source of rows, such as a query that keeps running",
        """object{ feed: endpoint{
            in pause(); in resume(); out rows(table{...}); out status({state: text, ...})
        } }""",
    ),
    (
        "Store",
        "keeps bytes by key on this computer",
        """object{ store: endpoint{
            in write({key: text, value: bytes}); in read(text); in erase(text);
            out value({key: text, value: bytes | null}); out written(text);
            out failed({key: text, reason: text})
        } }""",
    ),
    ("Node", "a computer that takes part", _NODE),
    (
        "Membership",
        "who takes part, as a numbered sequence of views",
        """object{ membership: endpoint{
            in join(); in leave(); out view({number: int, members: list[Node], ...})
        } }""",
    ),
    (
        "FailureDetector",
        "says which computers seem to have failed",
        """object{ failures: endpoint{
            in watch(uuid); in forget(uuid); out suspected(uuid); out trusted(uuid)
        } }""",
    ),
    (
        "Hosting",
        "starts, stops and moves objects on computers that allow it",
        f"""object{{ hosting: endpoint{{
            in start({{request: uuid, reference: reference[Object], node?: uuid}});
            in stop({{request: uuid, proxy: uuid}});
            in move({{request: uuid, proxy?: uuid, node: uuid}});
            in list(uuid);
            out started({{request: uuid, proxy: uuid, node: uuid, tickets: map[text, text], ...}});
            out stopped({{request: uuid, proxy: uuid, ...}});
            out moved({{request: uuid, proxy: uuid, node: uuid, tickets: map[text, text], ...}});
            out listed({{request: uuid, proxies: list[{_HOSTED}], nodes: list[Node], ...}});
            out refused({{request: uuid, reason: text, ...}});
            out changed({_HOSTED}); out nodes(list[Node])
        }} }}""",
    ),
    (
        "View",
        "something that can be shown in a window",
        """object{ view: endpoint{
            out title(text); out size({width: float, height: float}); out attention(text)
        } }""",
    ),
    (
        "View3D",
        "something that can be placed in a space",
        """object{ space: endpoint{
            out title(text); out size({width: float, height: float, depth: float}); out attention(text)
        } }""",
    ),
]

for _head, _description, _meaning in _TYPES:
    STANDARD.add(_head, _meaning, _description)
