"""The settings of a bot, from the program and from the environment, checked before anything connects."""

import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, NoReturn

from kahua.record import Recorder

OnError = Literal["exit", "resign"]

PATIENCE_S = 300.0
"""How long the arena may be unreachable, unless the program says otherwise."""

LOG_LEVELS = ("error", "warn", "info", "debug", "trace")
"""The levels of the log, the most serious first."""

_ADDR_FORMS = "expected host:port, http://host:port or https://host:port"


class SettingsError(ValueError):
    """A setting is missing or wrong. The text names it, what was found, and what is expected."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What a program wants to set itself. Whatever it leaves out comes from the environment."""

    addr: str | None = None
    """The arena: host:port, http://host:port or https://host:port. KAHUA_ADDR."""

    name: str | None = None
    """The bot's name: 1 to 32 characters of a-z, A-Z, 0-9, '-', '_' and '.'. KAHUA_NAME."""

    token: str | None = None
    """The bot's token, if the arena wants one. KAHUA_TOKEN."""

    ca: str | os.PathLike[str] | None = None
    """A PEM file with the CA certificates to trust instead of the system's. KAHUA_CA."""

    allow_cleartext_token: bool | None = None
    """Whether the token may be sent without TLS to an address that isn't loopback. KAHUA_ALLOW_CLEARTEXT_TOKEN."""

    on_error: OnError | None = None
    """What a failure of the bot's own code does: it ends the run ("exit") or resigns the match. KAHUA_ON_ERROR."""

    matches: int | None = None
    """How many matches to play at once; otherwise the bot decides. KAHUA_MATCHES."""

    record: str | os.PathLike[str] | None = None
    """A file to append every ask to, for tests with `load_asks`. KAHUA_RECORD."""

    patience_s: float = PATIENCE_S
    """How long the arena may be unreachable before the bot gives up, in seconds."""


class Address(NamedTuple):
    """Where the arena is."""

    host: str
    port: int
    tls: bool

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    @property
    def is_loopback(self) -> bool:
        """Whether what is sent there stays on this machine."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    @property
    def is_near(self) -> bool:
        """Whether it is on this machine or in a private network, which no HTTP proxy leads to. No name is looked up."""
        try:
            ip = ipaddress.ip_address(self.host)
        except ValueError:
            return "." not in self.host or self.host.lower().endswith(".localhost")
        return ip.is_private or ip.is_link_local


@dataclass(frozen=True, kw_only=True)
class Checked:
    """Settings that are complete and make sense."""

    addr: Address
    name: str
    token: str
    roots: bytes | None
    """The CA certificates to trust, as PEM. None for the system's."""
    on_error: OnError
    matches: int | None
    version: str
    patience_s: float
    record: Recorder | None


def checked(settings: Settings, variables: Mapping[str, str] = os.environ) -> Checked:
    """Completes the settings from these variables and checks them.

    Raises SettingsError if one is missing or wrong.
    """
    addr = parse_addr(settings.addr or variables.get("KAHUA_ADDR", ""))
    token = settings.token or variables.get("KAHUA_TOKEN", "")
    cleartext = _is_on("KAHUA_ALLOW_CLEARTEXT_TOKEN", variables.get("KAHUA_ALLOW_CLEARTEXT_TOKEN", ""))
    if settings.allow_cleartext_token is not None:
        cleartext = settings.allow_cleartext_token
    _check_token(token, addr, cleartext)
    _check_log(variables.get("KAHUA_LOG", ""))
    matches = variables.get("KAHUA_MATCHES", "")
    return Checked(
        addr=addr,
        name=_name(settings.name or variables.get("KAHUA_NAME", "")),
        token=token,
        roots=_read_roots(settings.ca or variables.get("KAHUA_CA", "")),
        on_error=_on_error(settings.on_error or variables.get("KAHUA_ON_ERROR") or "exit"),
        matches=settings.matches or (_number("KAHUA_MATCHES", matches) if matches else None),
        version=variables.get("KAHUA_VERSION", ""),
        patience_s=settings.patience_s,
        record=_open_record(settings.record or variables.get("KAHUA_RECORD", "")),
    )


def parse_addr(text: str) -> Address:
    """Reads the address of an arena. Raises SettingsError if it is none."""
    if not text:
        _fail(f"KAHUA_ADDR is not set; {_ADDR_FORMS}")
    scheme, _, rest = text.rpartition("://")
    if scheme.lower() not in ("", "http", "https"):
        _fail(f'KAHUA_ADDR: "{text}" has the unknown scheme "{scheme}"; {_ADDR_FORMS}')
    host, colon, port = rest.removesuffix("/").rpartition(":")
    if not colon or rest.endswith("]"):
        _fail(f'KAHUA_ADDR: "{text}" has no port; {_ADDR_FORMS}')
    host = host.removeprefix("[").removesuffix("]")
    if not host or not re.fullmatch("[0-9]{1,5}", port) or not 1 <= int(port) <= 65535:
        _fail(f'KAHUA_ADDR: "{text}" is not an address; {_ADDR_FORMS}')
    return Address(host, int(port), tls=scheme.lower() == "https")


def _name(text: str) -> str:
    if not text:
        _fail("KAHUA_NAME is not set; expected the bot's name")
    if not re.fullmatch("[a-zA-Z0-9_.-]{1,32}", text):
        expected = "expected 1 to 32 characters of a-z, A-Z, 0-9, '-', '_' and '.'"
        _fail(f'KAHUA_NAME: "{text}" is not a valid bot name; {expected}')
    return text


def _check_token(token: str, addr: Address, cleartext: bool) -> None:
    if any(letter.isspace() or not letter.isprintable() for letter in token):
        _fail("KAHUA_TOKEN contains white space; copy it again without line breaks")
    if not token.isascii():
        _fail("KAHUA_TOKEN contains a character that isn't ASCII; copy it again")
    if token and not (addr.tls or addr.is_loopback or cleartext):
        _fail(
            f"KAHUA_TOKEN would be sent unencrypted to {addr.host}; use https://, or set KAHUA_ALLOW_CLEARTEXT_TOKEN=1"
        )


def _read_roots(path: str | os.PathLike[str]) -> bytes | None:
    if not path:
        return None
    try:
        pem = Path(path).read_bytes()
    except OSError as error:
        _fail(f"KAHUA_CA: can't read {path}: {error.strerror}; expected a PEM file with CA certificates")
    if b"-----BEGIN CERTIFICATE-----" not in pem:
        _fail(f"KAHUA_CA: can't read {path}: there is no certificate in it; expected a PEM file with CA certificates")
    return pem


def _open_record(path: str | os.PathLike[str]) -> Recorder | None:
    if not path:
        return None
    try:
        return Recorder(path)
    except OSError as error:
        _fail(f"KAHUA_RECORD: can't write {path}: {error.strerror}; expected a file to append asks to")


def _on_error(text: str) -> OnError:
    match text:
        case "exit" | "resign":
            return text
        case _:
            _fail(f'KAHUA_ON_ERROR: "{text}" is unknown; expected exit or resign')


def _is_on(name: str, text: str) -> bool:
    if text not in ("", "0", "1"):
        _fail(f'{name}: "{text}" is unknown; expected 1 or 0')
    return text == "1"


def _check_log(text: str) -> None:
    """Refuses a KAHUA_LOG without any level. It may be a filter for kahua's own log too, such as `info,kahua=debug`."""
    levels = (part.rpartition("=")[2].strip().lower() for part in text.split(","))
    if text and not any(level in LOG_LEVELS for level in levels):
        _fail(f'KAHUA_LOG: "{text}" is unknown; expected error, warn, info, debug or trace')


def _number(name: str, text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text) or int(text) < 1:
        _fail(f'{name}: "{text}" is not valid; expected a whole number of at least 1')
    return int(text)


def _fail(text: str) -> NoReturn:
    raise SettingsError(text)
