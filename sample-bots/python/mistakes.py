"""A bot for tests: it takes the first legal action, except for the mistake that KAHUA_MISTAKE names."""

import os
import time
from typing import Any

import kahua


class Mistakes(kahua.Bot):
    def __init__(self, mistake: str) -> None:
        self._mistake = mistake

    def choose(self, ask: kahua.Ask) -> Any:
        match self._mistake:
            case "throw":
                raise ValueError("a mistake of the bot")
            case "overflow":
                return self._overflow()
            case "negative":
                return -1
            case "fraction":
                return 0.5
            case "bool":
                return True
            case "null":
                return None
            case "beyond":
                return ask.legal_total
            case "illegal":
                return "nonsense"
            case "slow":
                time.sleep(30)
        return 0

    def on_ended(self, ended: kahua.Ended) -> None:
        if self._mistake == "on_ended":
            raise ValueError("a mistake of the bot")

    def _overflow(self) -> int:
        return self._overflow()


if __name__ == "__main__":
    kahua.run(Mistakes(os.environ.get("KAHUA_MISTAKE", "")))
