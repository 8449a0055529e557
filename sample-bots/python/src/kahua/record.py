"""Writes every ask that the bot receives to a file, for tests: KAHUA_RECORD."""

import json
import logging
import os
from pathlib import Path

from google.protobuf import json_format

from kahua.arena.v1.bot_pb2 import Ask

BYTES_MAX = 64 * 1024 * 1024
"""How large the file may become. After that nothing more is recorded."""

log = logging.getLogger("kahua")


class Recorder:
    """Appends asks to a file, in the form that `kahua asks` prints. It never fails: it says in the log why it ends."""

    def __init__(self, path: str | os.PathLike[str], bytes_max: int = BYTES_MAX) -> None:
        """Opens the file. Raises OSError if it can't be written."""
        self._path, self._left = path, bytes_max
        # Without a buffer, so that each line is written whole even if several processes write to the file.
        self._file = Path(path).open("ab", buffering=0)
        self._left -= self._file.tell()

    def record(self, ask: Ask) -> None:
        if self._file.closed:
            return
        line = as_line(ask)
        self._left -= len(line)
        if self._left < 0:
            self._end(f"it is as large as it may become ({BYTES_MAX // (1024 * 1024)} MiB)")
            return
        try:
            self._file.write(line)
        except OSError as error:
            self._end(error.strerror or str(error))

    def close(self) -> None:
        self._file.close()

    def _end(self, why: str) -> None:
        log.warning("KAHUA_RECORD: no more asks are recorded in %s: %s", self._path, why)
        self.close()


def as_line(ask: Ask) -> bytes:
    """An ask in protobuf's JSON mapping, as `kahua asks` prints it: with the fields' own names and with zeros."""
    fields = json_format.MessageToDict(ask, preserving_proto_field_name=True, always_print_fields_with_no_presence=True)
    # The mapping writes 64 bits as texts, for JavaScript; these are small.
    fields |= {name: int(fields[name]) for name in ("ask_ms", "bank_ms") if name in fields}
    return json.dumps(fields, separators=(",", ":"), sort_keys=True).encode() + b"\n"
