"""Messages as short texts, for logs and notebooks."""

from collections.abc import Iterable
from itertools import groupby
from os.path import commonprefix
from typing import Any

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

WIDTH = 120
"""How long a line may become before its parts get lines of their own."""


def brief(message: Message) -> str:
    """A message such as an ask or its view as a text that fits on a screen.

    Fields that aren't set are left out, values of enums lose what all of them begin with, equal neighbours in a list are
    counted, and an action that has a notation is that notation.
    """
    return _block(message, "")


def _block(message: Message, indent: str) -> str:
    lines: list[str] = []
    for field, value in message.ListFields():
        start, text = f"{indent}{field.name}: ", _value(field, value)
        is_one_message = field.message_type is not None and not field.is_repeated
        if is_one_message and len(start) + len(text) > WIDTH:
            lines += [start.rstrip(), _block(value, indent + "  ")]
        else:
            lines += _wrapped(start, text, indent)
    return "\n".join(lines)


def _wrapped(start: str, text: str, indent: str) -> Iterable[str]:
    """The text in lines that are broken at blanks."""
    line = start
    for word in text.split(" "):
        if len(line) + len(word) >= WIDTH and line.strip():
            yield line.rstrip()
            line = indent + "    "
        line += word + " "
    yield line.rstrip()


def _value(field: FieldDescriptor, value: Any) -> str:
    if not field.is_repeated:
        return _single(field, value)
    runs = [(text, len(list(run))) for text, run in groupby(_single(field, part) for part in value)]
    return "[" + ", ".join(text if count == 1 else f"{count}x {text}" for text, count in runs) + "]"


def _single(field: FieldDescriptor, value: Any) -> str:
    if field.message_type is not None:
        if _has_notation(field) and value.notation:
            return str(value.notation)
        fields = (f"{part.name}={_value(part, inner)}" for part, inner in value.ListFields())
        return "{" + " ".join(fields) + "}"
    if field.enum_type:
        return _enum(field.enum_type, value)
    return repr(value) if isinstance(value, str) else str(value)


def _has_notation(field: FieldDescriptor) -> bool:
    return field.message_type is not None and "notation" in field.message_type.fields_by_name


def _enum(kind: EnumDescriptor, number: int) -> str:
    named = kind.values_by_number.get(number)
    prefix = commonprefix([value.name for value in kind.values]).rpartition("_")[0]
    return named.name.removeprefix(prefix).lstrip("_").lower() if named else str(number)
