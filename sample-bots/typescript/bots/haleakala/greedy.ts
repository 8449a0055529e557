/** A bot that plays Haleakala by looking one decision ahead, exactly as ../../../GREEDY.md defines. */
import type { Ask, Bot } from "../../src/index.js";
import type { Action } from "../../src/proto/kahua/games/haleakala/v1/haleakala_pb.js";
import { type Position, afterPutting, read } from "./position.js";
import { linger, choose, sail, stand } from "./turn.js";
import { buy, moveLava } from "./worth.js";

/** Takes the action with the greatest value; of equal values, the first. */
export class Greedy implements Bot {
  readonly games = ["haleakala"];
  readonly matches = 16;

  choose(ask: Ask): number {
    if (ask.view?.game.case !== "haleakala") return 0;
    const position = read(ask.view.game.value, ask.seat);
    let best = { value: -Infinity, index: 0 };
    ask.legal.forEach((action, index) => {
      if (action.game.case !== "haleakala") return;
      const worth = value(position, action.game.value);
      if (worth > best.value) best = { value: worth, index };
    });
    return best.index;
  }
}

/** What a legal action is worth to the player who decides, in tenths of a point. */
function value(position: Position, { kind }: Action): number {
  switch (kind.case) {
    case "placeDisc":
      return place(position, kind.value.disc, kind.value.beach ?? 0, false);
    case "invoke":
      return place(position, kind.value.disc, position.boat, true);
    case "returnDisc":
      return linger(afterPutting(position, kind.value.disc, 0));
    case "moveBoat":
      return sail(position, 1, false);
    case "moveShaman":
      return stand(position, (kind.value.space ?? 0) + 1);
    case "keepShaman":
      return stand(position, position.me.shaman);
    case "takeCard":
      return choose(position, position.boat, kind.value.card);
    case "buyCard":
      return buy(position, kind.value.card);
    case "buyNothing":
      return 0;
    case "moveLava":
      return moveLava(position, kind.value.fromCrater ?? 0, kind.value.toCrater ?? 0);
    case undefined:
      return -Infinity;
  }
}

function place(position: Position, disc: number, beach: number, invokes: boolean): number {
  const after = afterPutting(position, disc, beach + 1);
  return beach === position.boat ? sail(after, disc, invokes) : linger(after);
}
