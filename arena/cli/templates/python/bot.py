"""@NAME@: connects to an arena and takes the action that `ideas.py` likes best."""

import kahua

import ideas


class Bot(kahua.Bot):
    games = ["@GAME@"]

    def choose(self, ask: kahua.Ask) -> int:
        """The index of the best action in ask.legal; of equally good ones, the first."""
        values = ideas.values(ask)
        return values.index(max(values))


if __name__ == "__main__":
    # Reads KAHUA_ADDR, KAHUA_NAME and KAHUA_TOKEN; `kahua play` sets them.
    kahua.run(Bot())
