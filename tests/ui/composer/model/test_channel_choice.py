# SPDX-License-Identifier: BSD-3-Clause
"""*Change…* at a slot offers every channel that can carry what the object sends."""

from app.runtime import references as refs
from app.runtime.library import Catalogue
from app.ui.composer.model import match_slot
from app.ui.composer.model.compatibility import slot_type
from app.ui.composer.model.default_reference import channels_instead, default_reference


def test_every_slot_for_a_channel_offers_channels_that_fit(catalogue: Catalogue) -> None:
    slots = 0
    for definition in catalogue.definitions():
        reference = default_reference(definition, catalogue)
        if not isinstance(reference, refs.Parameterized):
            continue
        document = refs.Document(reference)
        for parameter, given in reference.arguments:
            if not isinstance(given, refs.ReferenceArgument):
                continue
            slots += 1
            wanted = slot_type(document, (parameter,), catalogue)
            assert wanted is not None, (definition.name, parameter)
            offered = channels_instead(wanted, given.reference, "Page", catalogue)
            assert offered, (definition.name, parameter)
            for other, channel in offered:
                fit = match_slot(document, (parameter,), channel, catalogue)
                assert fit.holds, (definition.name, parameter, other.name, fit.reason)
    assert slots > 50


def test_another_channel_keeps_the_address(catalogue: Catalogue) -> None:
    counter = next(each for each in catalogue.definitions() if each.name == "Shared counter")
    reference = default_reference(counter, catalogue)
    assert isinstance(reference, refs.Parameterized)
    present = dict(reference.arguments)["Channel"]
    assert isinstance(present, refs.ReferenceArgument)
    assert isinstance(present.reference, refs.Parameterized)
    wanted = slot_type(refs.Document(reference), ("Channel",), catalogue)
    assert wanted is not None
    offered = {each.name: made for each, made in channels_instead(wanted, present.reference, "Page", catalogue)}
    assert {"Document channel", "Checkpointed channel", "Durable channel"} <= offered.keys()
    durable = offered["Durable channel"]
    assert isinstance(durable, refs.Parameterized)
    address = dict(present.reference.arguments)
    assert dict(durable.arguments)["scope"] == address["scope"]
    assert dict(durable.arguments)["key"] == address["key"]
