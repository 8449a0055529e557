"""@NAME@ knows no game and takes the first action that is legal."""

import kahua


class Bot(kahua.Bot):
    def choose(self, ask: kahua.Ask) -> int:
        # ask.view is what your seat sees, and ask.legal has the actions to choose from; the answer is an index into it.
        return 0


if __name__ == "__main__":
    kahua.run(Bot())
