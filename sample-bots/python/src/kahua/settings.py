"""The settings of a bot: its arena, its name and its token."""

import os
from collections.abc import Mapping
from dataclasses import dataclass


class SettingsError(ValueError):
    """A variable of the environment is missing or wrong. The message names it."""


@dataclass(frozen=True)
class Settings:
    """Where a bot plays, and under which name."""

    addr: str
    """The arena: HOST:PORT."""

    name: str
    """The bot's name: 1 to 32 characters of a-z, A-Z, 0-9, '-', '_' and '.'."""

    token: str | None = None
    """The bot's token. None for an arena that needs none."""

    matches: int | None = None
    """How many matches to play at once. None leaves it to the bot."""

    patience_s: float = 300.0
    """How long the arena may be unreachable before the bot gives up, in seconds."""

    @staticmethod
    def from_env(variables: Mapping[str, str] = os.environ) -> "Settings":
        """Reads the variables that `kahua` sets for the bots that it starts: KAHUA_ADDR and KAHUA_NAME, which are
        required, and KAHUA_TOKEN. KAHUA_MATCHES may be set by hand."""
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
