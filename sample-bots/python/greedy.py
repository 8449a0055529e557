"""A bot that plays by looking one decision ahead, exactly as ../GREEDY.md defines."""

import greedy_haleakala
import greedy_hawaii
import greedy_kanaloa
import kahua


class Greedy(kahua.Bot):
    games = ["haleakala", "kanaloa", "hawaii"]
    matches = 16

    def choose(self, ask: kahua.Ask) -> int:
        match ask.view.WhichOneof("game"):
            case "haleakala":
                return greedy_haleakala.best(ask.view.haleakala, ask.seat, ask.legal)
            case "kanaloa":
                return greedy_kanaloa.best(ask.view.kanaloa, ask.seat, ask.legal)
            case "hawaii":
                return greedy_hawaii.best(ask.view.hawaii, ask.seat, ask.legal)
            case _:
                return 0


if __name__ == "__main__":
    kahua.run(Greedy())
