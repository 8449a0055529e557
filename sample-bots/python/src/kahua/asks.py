"""Recorded asks, to try a bot's choices on without an arena."""

import os
from pathlib import Path

from google.protobuf import json_format

from kahua.arena.v1.bot_pb2 import Ask


def load_asks(path: str | os.PathLike[str]) -> list[Ask]:
    """The asks in a file that `kahua asks` has written, one on each line.

    Raises `ValueError` if a line isn't an ask, and `OSError` if the file can't be read.
    """
    asks = []
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip():
            try:
                asks.append(json_format.Parse(line, Ask(), ignore_unknown_fields=True))
            except json_format.ParseError as error:
                raise ValueError(f"{path}, line {number}: it isn't an ask: {error}") from error
    return asks
