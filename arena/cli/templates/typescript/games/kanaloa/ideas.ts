/** What the bot thinks of each action in Kanaloa: raise the temples, Kane's after the others. Make it your own. */
import type { Ask } from "kahua";
import { type Action, FishSide, type Island, Temple, Tile, type View } from "kahua/proto/games/kanaloa/v1/kanaloa_pb";

type God = "kanaloa" | "ku" | "pele" | "lono" | "kane";

/** How good each action of ask.legal is. Only the order counts. */
export function values({ view, seat, legal }: Ask): number[] {
  if (view?.game.case !== "kanaloa") throw new Error("this bot plays only Kanaloa");
  const kanaloa = view.game.value;
  return legal.map(({ game }) => (game.case === "kanaloa" ? value(kanaloa, seat, game.value) : 0));
}

function value(view: View, seat: number, { kind }: Action): number {
  switch (kind.case) {
    case "beginSacrifice":
      return sacrifice(view, seat, godOf(kind.value.temple));
    case "addTile": {
      // A tile of Kane would fit everywhere, but only Kane's own temple needs it.
      const step = view.open?.step;
      return step?.case === "offer" && godsOf(kind.value.tile).includes(godOf(step.value.temple)) ? 1 : -1;
    }
    case "takeTile":
      return tileWorth(view, seat, kind.value.tile);
    case "robTile":
      return 1 + tileWorth(view, seat, kind.value.tile);
    case "movePiece": {
      // view.islands: at most two tiles on each island.
      const { head } = kind.value;
      const there = view.islands.find(({ island }) => island === head)?.tiles ?? [];
      return Math.max(0, ...there.map((tile) => tileWorth(view, seat, tile)));
    }
    case "placePiece":
      return ways(view, seat, kind.value.island);
    case "placeSecondPiece":
      return 1 + ways(view, seat, kind.value.island);
    case "swapTiles":
    case "reverseFish":
    case "recolourFish":
      return -1;
    default: // laying and flipping fish, the dolphin, the volcano, and saying no
      return 0;
  }
  // TODO 1, avoid the worst: don't go where the owner of Ku's card stands (view.cards.ku.owner), who robs you.
  // TODO 2, look at scores: what would every temple bring now? CHEATSHEET.md has the points.
  // TODO 3, look ahead: see the end of this file.
  // TODO 4, use the clock: think longer while ask.askMs and ask.bankMs allow it.
}

function godOf(temple: Temple): God {
  return (Temple[temple] ?? "").toLowerCase() as God;
}

/** The gods that a tile shows. Its name has two letters for each: KLKU3 is one of Kanaloa or Ku. */
function godsOf(tile: Tile): God[] {
  const gods: Record<string, God> = { KL: "kanaloa", KU: "ku", PE: "pele", LO: "lono", KA: "kane" };
  return (Tile[tile]?.match(/[A-Z]{2}/g) ?? []).map((letters) => gods[letters] ?? "kane");
}

function points(tile: Tile): number {
  return Number(Tile[tile]?.at(-1));
}

/** What a player's temple lacks. Only those count that are at least as high as Kane's, and each as high as his. */
function lacks(view: View, seat: number, god: God): number {
  // view.players: temples, hands and pieces by seat.
  const { kanaloa = 0, ku = 0, pele = 0, lono = 0, kane = 0 } = view.players[seat]?.temples ?? {};
  const others = [kanaloa, ku, pele, lono].sort((one, other) => other - one);
  // So Kane's follows the second highest of the others, and the others strive for his and beyond.
  const wanted = god === "kane" ? Math.max(6, others[1] ?? 0) : Math.max(12, kane);
  return Math.max(0, wanted - { kanaloa, ku, pele, lono, kane }[god]);
}

/** What a tile is worth in hand: as much as the temple needs that needs it most. */
function tileWorth(view: View, seat: number, tile: Tile): number {
  const needed = godsOf(tile).map((god) => Math.min(points(tile), lacks(view, seat, god)));
  return Math.max(...needed) + points(tile) / 10;
}

/** What a sacrifice brings. It costs a turn, so that several tiles at once are better, unless the game ends soon. */
function sacrifice(view: View, seat: number, god: God): number {
  const tiles = view.players[seat]?.hand.filter((tile) => godsOf(tile).includes(god)) ?? [];
  const offered = tiles.reduce((sum, tile) => sum + points(tile), 0);
  // view.supply: drawing the last volcano tile ends the game.
  const left = (view.supply?.bagVolcanoes ?? 0) + (view.supply?.reserveVolcanoes ?? 0);
  return Math.min(offered, lacks(view, seat, god)) - (left > 2 ? 3 : 0);
}

/** How many ways lead away from an island: fish in view.fish whose tail is there, white or mine. */
function ways(view: View, seat: number, island: Island): number {
  const mine = view.fish.filter(
    ({ owner, side }) => side === FishSide.WHITE || (owner.case === "seat" && owner.value === seat),
  );
  return mine.filter(({ tail }) => tail === island).length;
}

// TODO 3 in short: `Rules` knows the rules, so that you needn't write them; `choose` may return a promise.
//
//   const rules = new Rules();
//   const position = await rules.position(ask);
//   const successors = await position.successors();
//   await position.free();
//   return successors.map(({ scores }) => scores[ask.seat] ?? 0);
