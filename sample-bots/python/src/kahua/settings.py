"""Where a bot plays, and as whom."""

import os
from collections.abc import Mapping
from dataclasses import dataclass


class SettingsError(ValueError):
    """The environment gives no settings; the message names the variable."""


@dataclass(frozen=True)
class Settings:
    """Where a bot plays, and as whom."""

    addr: str
    """The arena: HOST:PORT."""

    name: str
    """The bot's name: 1 to 32 of a-z A-Z 0-9 - _ ."""

    token: str | None = None
    """The bot's token; None for an arena that is open."""

    matches: int | None = None
    """How many matches at once; None leaves it to the bot."""

    patience_s: float = 300.0
    """How long the arena may be out of reach before the bot gives up, in seconds."""

    @staticmethod
    def from_env(variables: Mapping[str, str] = os.environ) -> "Settings":
        """From the variables that the arena gives to the commands that it starts: KAHUA_ADDR and KAHUA_NAME, which must
        be set, KAHUA_TOKEN, and for tuning by hand KAHUA_MATCHES."""
        matches = variables.get("KAHUA_MATCHES")
        return Settings(
            addr=_needed(variables, "KAHUA_ADDR", "the arena's HOST:PORT").removeprefix("http://"),
            name=_needed(variables, "KAHUA_NAME", "the bot's name"),
            token=variables.get("KAHUA_TOKEN") or None,
            matches=_number("KAHUA_MATCHES", matches, 1) if matches else None,
        )


def _needed(variables: Mapping[str, str], name: str, meaning: str) -> str:
    value = variables.get(name)
    if not value:
        raise SettingsError(f"{name} is not set: it must hold {meaning}")
    return value


def _number(name: str, text: str, least: int) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < least:
        raise SettingsError(f"{name} is {text!r}: expected a whole number of at least {least}")
    return int(text)
