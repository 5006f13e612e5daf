# SPDX-License-Identifier: BSD-3-Clause
"""Default references: runnable objects with embedded channels, new names and keys, and chosen types."""

from __future__ import annotations

import secrets

from app.runtime import references as refs
from app.runtime.library import Catalogue, Definition
from app.runtime.types import (
    NO_DEFAULT,
    EndpointType,
    ObjectType,
    Parameter,
    Record,
    TemplateType,
    Type,
    TypeNames,
    is_subtype,
    substitute,
)
from app.ui.composer.model.key_generation import unique_scope

_CHANNELS = (
    0x5D0C3A7B9E214F68A1B7C2D4E6F80913,  # reliable
    0x6B1F0C7E52D94A3C8E07D1B9F4A26C35,  # document
    0x3AAB058C9650E0D3FEC9974DAD698EB2,  # checkpointed, for what needs a majority
)
_FORM = 0x0D6E1D1B6AB44B61A1F7F1A2C3D4E508
_TABLE = 0x6F2A1C7D90B84E53A1D6C0E2B7F49A31
_CHART = 0x6F2A1C7D90B84E53A1D6C0E2B7F49A32
_VIDEO = 0x1B71FD22350824C289333CE47B93F45D
_TILES = (
    0x4C41694DC2F48D87FD136AD69AE574E5, 0x47C770FC29131A6C33373C32BCA4147E,
    0xF1D7CAC11561879F5D8B910A3C752FBA,
    0xAC2DDEA70588BF21E2D19B58386F23CF, 0x3EF282B5616186A01886FB60C3760E99,
    0x8BEE01E89C13CC1917802BE449EB43A4,
    0xD3A5FFBCEE211468B254F203DAEBE83F,
)  # fmt: skip
"""Tiles, which show feeds."""
_PASSING = (
    (0x6F2A1C7D90B84E53A1D6C0E2B7F49A22, "Channel"),
    (0x6F2A1C7D90B84E53A1D6C0E2B7F49A02, "Channel"),
    (0x82B09F72AFFB83499AEC07D630A4D67F, "Positions"),
)
"""What machines send and nobody wants to find again."""
_CHOSEN_CHANNELS = {
    (_VIDEO, "Frames"): 0x4C8948E5EA89AC2964AB04419A1E528F,  # best effort
    **dict.fromkeys([*_PASSING, *((tile, "Channel") for tile in _TILES)], 0x3AAB058C9650E0D3FEC9974DAD698EB2),
}
"""Channels of parameters that differ from the default."""
_OF_NUMBERS = (
    0x6569581D80747D2971D7BA6D36B0A4BE,
    0x1AF0E5B5052C4AD40656EAE79E45EED7,
    0x5106C6345A75AF1650017B27A9DF0C38,
    0x01BD0AB3A32FAD712639DB8AE1DFA849,
    0x6DA0080D1D05E6FCA65EBC5AC47A5EAC,
    0x3866E291ACC9780577D57167D388679B,
    0xBA79A488DC413F6ED2A1E619B5F240CB,
    0xAD544497C3EF48DB49BB279C1733BA79,
)
"""Operators on values of any type, which are usually numbers."""
_CHOSEN_TYPES = {
    (_FORM, "T"): "{name: text, number: int, yes: bool, note?: text}",
    **{(tile, "T"): "table{...}" for tile in _TILES},
    **{(rows, "T"): "{name: text, value: float}" for rows in (_TABLE, _CHART)},  # what a person can write
    **{(operator, "T"): "float" for operator in _OF_NUMBERS},
}
"""Types of parameters that differ from the default."""
_CHOSEN_VALUES = {(_CHART, "kind"): "bar", (_CHART, "group"): "name"}
"""Values of parameters that differ from the default."""
_DEFAULT_TYPES = {"value_type": "text", "object_type": "Object"}


def default_document(definition: Definition, catalogue: Catalogue) -> refs.Document:
    """A document with a new object; parameters that only a person can choose stay open."""
    reference = default_reference(definition, catalogue)
    return refs.Document(reference, definition.name, definition.description)


def default_reference(definition: Definition, catalogue: Catalogue) -> refs.Reference:
    """The reference of a new object with default arguments."""
    primitive = refs.Primitive(definition.id, definition.version, definition.name)
    if not isinstance(definition.type, TemplateType):
        return primitive
    bindings: dict[str, Type] = {}
    arguments: list[tuple[str, refs.Argument]] = []
    for parameter in definition.type.parameters:
        given = _argument(definition, parameter, bindings, catalogue)
        if given is not None:
            arguments.append((parameter.name, given))
    return refs.Parameterized(primitive, tuple(arguments)) if arguments else primitive


def _argument(
    definition: Definition, parameter: Parameter, bindings: dict[str, Type], catalogue: Catalogue
) -> refs.Argument | None:
    if parameter.kind in _DEFAULT_TYPES and parameter.default is NO_DEFAULT:
        usual = _DEFAULT_TYPES[parameter.kind]
        text = _CHOSEN_TYPES.get((definition.id, parameter.name), usual)
        bindings[parameter.name] = catalogue.names.parse(text)
        return refs.TypeArgument(text)
    if parameter.kind == "reference" and isinstance(parameter.type, ObjectType):
        wanted = substitute(parameter.type, bindings)
        assert isinstance(wanted, ObjectType)
        first = _CHOSEN_CHANNELS.get((definition.id, parameter.name))
        channel = channel_for(wanted, definition.name, catalogue, first)
        return None if channel is None else refs.ReferenceArgument(channel)
    return _value(definition, parameter)


def _value(definition: Definition, parameter: Parameter) -> refs.Argument | None:
    """A chosen value, or a new scope name or key, if the parameter needs one."""
    chosen = _CHOSEN_VALUES.get((definition.id, parameter.name))
    if chosen is not None:
        return refs.ValueArgument(chosen)
    editors = {text for hint, text in parameter.hints if hint == "editor"}
    if parameter.kind != "value" or str(parameter.type) != "text":
        return None
    if parameter.default is NO_DEFAULT and "key" in editors:
        return refs.ValueArgument(unique_scope(definition.name))
    if parameter.default is NO_DEFAULT and "secret" in editors:
        return refs.ValueArgument(secrets.token_hex(32))
    return None


def channel_for(wanted: ObjectType, name: str, catalogue: Catalogue, first: int | None = None) -> refs.Reference | None:
    """A matching channel with a new name and key; `for_anyone` sets its network and owner."""
    for identifier in _CHANNELS if first is None else (first, *_CHANNELS):
        definition = catalogue.definition(identifier)
        types = None if definition is None else _carrying_types(definition, wanted)
        if definition is None or types is None:
            continue
        chosen = _type_arguments(types, catalogue)
        chosen.append(("scope", refs.ValueArgument(unique_scope(name))))
        chosen.append(("key", refs.ValueArgument(secrets.token_hex(32))))
        return refs.Parameterized(_primitive(definition), tuple(chosen))
    return None


def channels_instead(
    wanted: ObjectType, present: refs.Reference | None, name: str, catalogue: Catalogue
) -> list[tuple[Definition, refs.Reference]]:
    """Every installed channel that can carry what is wanted, with the address of the present one where it has it."""
    kept = dict(present.arguments) if isinstance(present, refs.Parameterized) else {}
    found: list[tuple[Definition, refs.Reference]] = []
    for definition in catalogue.definitions():
        types = _carrying_types(definition, wanted)
        if types is None or not isinstance(definition.type, TemplateType):
            continue
        chosen = _type_arguments(types, catalogue)
        open_ones = [each for each in definition.type.parameters if each.name not in types]
        for parameter in open_ones:
            given = kept.get(parameter.name) or _value(definition, parameter) or _new_address(parameter.name, name)
            if given is not None and not isinstance(given, refs.TypeArgument):
                chosen.append((parameter.name, given))
        given_names = {each for each, _ in chosen}
        if all(each.default is not NO_DEFAULT or each.name in given_names for each in open_ones):
            found.append((definition, refs.Parameterized(_primitive(definition), tuple(chosen))))
    return found


def _new_address(parameter: str, name: str) -> refs.Argument | None:
    """A scope and a key of its own, for channels between computers."""
    if parameter == "scope":
        return refs.ValueArgument(unique_scope(name))
    return refs.ValueArgument(secrets.token_hex(32)) if parameter == "key" else None


def _primitive(definition: Definition) -> refs.Primitive:
    return refs.Primitive(definition.id, definition.version, definition.name)


def _type_arguments(types: dict[str, Type], catalogue: Catalogue) -> list[tuple[str, refs.Argument]]:
    return [(parameter, refs.TypeArgument(_named(term, catalogue.names))) for parameter, term in types.items()]


def _carrying_types(definition: Definition, wanted: ObjectType) -> dict[str, Type] | None:
    """The type arguments with which a template is a channel that is wanted, or None."""
    endpoint = wanted.endpoint("channel")
    if not isinstance(endpoint, EndpointType) or not isinstance(definition.type, TemplateType):
        return None
    types = _channel_types(endpoint, definition.type)
    made = None if types is None else substitute(definition.type.result, types)
    return types if isinstance(made, ObjectType) and is_subtype(made, wanted).holds else None


def _channel_types(endpoint: EndpointType, template: TemplateType) -> dict[str, Type] | None:
    """The type arguments of a channel template for an endpoint."""
    carried = {event.name: event.type for event in endpoint.incoming}
    found: dict[str, Type] = {}
    for parameter in template.parameters:
        if parameter.name == "T" and "send" in carried:
            found["T"] = carried["send"]
        elif parameter.name == "S" and isinstance(carried.get("checkpoint"), Record):
            checkpoint = carried["checkpoint"]
            assert isinstance(checkpoint, Record)
            state = checkpoint.field("state")
            if state is not None:
                found["S"] = state.type
    wanted = {parameter.name for parameter in template.parameters if parameter.kind == "value_type"}
    return found if wanted == set(found) else None


def _named(term: Type, names: TypeNames) -> str:
    """The text of a type, by its name if it has one."""
    for known in names:
        if not known.parameters and known.type == term:
            return known.name
    return str(term)
