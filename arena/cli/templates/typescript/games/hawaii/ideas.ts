/** What the bot thinks of each action in Hawaii: buy what brings points, reach the round's target. Make it your own. */
import type { Ask } from "kahua";
import { type Action, PriceToken, Side, Tile, type View } from "kahua/proto/games/hawaii/v1/hawaii_pb";

/** What the numbers on a player's tokens must add up to, by round. */
const TARGETS = [9, 11, 13, 15, 17];

/** How good each action of ask.legal is. Only the order counts. */
export function values({ view, seat, legal }: Ask): number[] {
  if (view?.game.case !== "hawaii") throw new Error("this bot plays only Hawaii");
  const hawaii = view.game.value;
  return legal.map(({ game }) => (game.case === "hawaii" ? value(hawaii, seat, game.value) : 0));
}

function value(view: View, seat: number, { kind }: Action): number {
  const me = view.players[seat]; // me.supply: shells, feet and fruit; me.villages: what lies where
  switch (kind.case) {
    case "goToPlace": {
      // view.island: what is sold at places 0 to 9, and the tokens there; higher places are further away.
      const { place = 0 } = kind.value;
      return 5 + Math.max(...(view.island[place]?.tokens ?? []).map(price)) - place / 4;
    }
    case "goToDock":
      return 6 + kind.value.dock;
    case "goToCove":
      return 4;
    case "takeTrackPlace":
      // view.track: the tokens at places 1 to 5.
      return price(view.track[kind.value.trackPlace - 1] ?? PriceToken.PRICE_TOKEN_NONE);
    case "takePrice":
      return missing(view, seat) > 0 ? price(kind.value.token) : -price(kind.value.token);
    case "buyTile":
      return liked(kind.value.tile) + (kind.value.side === Side.TWO ? 1 : 0);
    case "takeReward":
      return liked(kind.value.tile);
    case "layInVillage": {
      const village = me?.villages[kind.value.village - 1];
      return (village?.sideOne.length ?? 0) + (village?.sideTwo.length ?? 0);
    }
    case "payWith":
      return -kind.value.fruit;
    case "catchFish":
      return kind.value.fish;
    default: // boats, and to stop fishing
      return 0;
  }
  // TODO 1, avoid the worst: don't pay the last shells in round 1; the round's income comes only at its end.
  // TODO 2, look at scores: what is each tile worth in this village? CHEATSHEET.md has the points.
  // TODO 3, look ahead: see the end of this file.
  // TODO 4, use the clock: think longer while ask.askMs and ask.bankMs allow it.
}

/** How much it likes a tile. */
function liked(tile: Tile): number {
  const favourites = new Map([
    [Tile.TIKI, 4],
    [Tile.KAHUNA, 3],
    [Tile.HULA, 3],
    [Tile.SURFER, 2],
  ]);
  return favourites.get(tile) ?? 1;
}

/** The number on a price token, 2 to 6; 0 for no token. Each number has two kinds, without and with spears. */
function price(token: PriceToken): number {
  return token === PriceToken.PRICE_TOKEN_NONE ? 0 : 2 + Math.floor((token - PriceToken.PRICE_TOKEN_2) / 2);
}

/** How much my tokens lack of the target of this round, view.round. */
function missing(view: View, seat: number): number {
  const sum = (view.players[seat]?.prices ?? []).reduce((sum, token) => sum + price(token), 0);
  return (TARGETS[view.round - 1] ?? 0) - sum;
}

// TODO 3 in short: `Rules` knows the rules, so that you needn't write them; `choose` may return a promise.
//
//   const rules = new Rules();
//   const position = await rules.position(ask);
//   const successors = await position.successors({ rollouts: 20, eventsMax: 400 });
//   await position.free();
//   return successors.map(({ rollouts }) => rollouts?.meanScores[ask.seat] ?? 0);
