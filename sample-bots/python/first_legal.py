"""The simplest bot: it knows no game and takes the first action that is legal."""

import kahua


class FirstLegal(kahua.Bot):
    matches = 16

    def choose(self, ask: kahua.Ask) -> int:
        return 0


if __name__ == "__main__":
    kahua.run(FirstLegal())
