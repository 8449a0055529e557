/** What the bot thinks of each action in Haleakala: win the good cards, and build statues high up. Make it your own. */
import type { Ask } from "kahua";
import { type Action, PalmCard, type View } from "kahua/proto/games/haleakala/v1/haleakala_pb";

/** How good each action of ask.legal is. Only the order counts. */
export function values({ view, seat, legal }: Ask): number[] {
  if (view?.game.case !== "haleakala") throw new Error("this bot plays only Haleakala");
  const haleakala = view.game.value;
  return legal.map(({ game }) => (game.case === "haleakala" ? value(haleakala, seat, game.value) : 0));
}

function value(view: View, seat: number, { kind }: Action): number {
  // view.players: the shaman, statues, discs and points of each seat. view.boat: the beach where the boat lies.
  const shaman = view.players[seat]?.shaman;
  // The shaman builds where he stands. On the beach of his hut he can't.
  const here = shaman?.case === "shamanSpace" ? height(view, shaman.value) : 0;
  switch (kind.case) {
    case "placeDisc": {
      const { disc, beach = 0 } = kind.value;
      if (beach === view.boat) return 2 * stop(view, seat, (view.boat + disc) % 6);
      // What the disc changes there, and a walk for a shaman who stands where he can't build.
      return stop(view, seat, beach, disc) - stop(view, seat, beach) + (here === 0 ? 2 : 0);
    }
    case "invoke":
      return 2 * stop(view, seat, (view.boat + kind.value.disc) % 6);
    case "moveBoat":
      return 2 * stop(view, seat, (view.boat + 1) % 6);
    case "returnDisc":
      return here === 0 ? 0.5 : -0.5;
    case "moveShaman":
      return height(view, kind.value.space ?? 0);
    case "keepShaman":
      return here;
    case "takeCard":
      return cardValue(kind.value.card, here);
    case "buyCard":
      return 1;
    default: // buyNothing and moveLava
      return 0;
  }
  // TODO 1, avoid the worst: view.lava says which craters will destroy statues; move lava away from yours.
  // TODO 2, look at scores: which card of the display is worth its shells? CHEATSHEET.md has the points.
  // TODO 3, look ahead: see the end of this file.
  // TODO 4, use the clock: think longer while ask.askMs and ask.bankMs allow it.
}

/** What it brings if the boat stops at a beach: the better card for the greater sum of discs there. */
function stop(view: View, seat: number, beach: number, extra = 0): number {
  const lead = total(view, seat, beach) + extra - total(view, 1 - seat, beach);
  // view.gaps: the cards on the table. Gaps 2b and 2b + 1 lie at beach b.
  const cards = view.gaps.slice(2 * beach, 2 * beach + 2);
  return Math.sign(lead) * Math.max(...cards.map((card) => cardValue(card, 2)));
}

/** The sum of a player's discs on a beach. */
function total(view: View, seat: number, beach: number): number {
  const discs = view.players[seat]?.beachDiscs.filter((disc) => disc.beach === beach) ?? [];
  return discs.reduce((sum, { disc }) => sum + disc, 0);
}

/** What a card is worth to a shaman who stands at this height. */
function cardValue(card: PalmCard, here: number): number {
  if (card === PalmCard.STATUE) return 2 * here;
  return card === PalmCard.NONE ? 0 : card === PalmCard.PRIESTESS ? 1 : 3;
}

/** How high up a statue there would be: 1 grassland, 2 forest, 3 mountain; 0 if somebody has one there. */
function height({ players }: View, space: number): number {
  return players.some(({ statues }) => statues.includes(space)) ? 0 : 1 + Math.floor(space / 6);
}

// TODO 3 in short: `Rules` knows the rules, so that you needn't write them; `choose` may return a promise.
//
//   const rules = new Rules();
//   const position = await rules.position(ask);
//   const successors = await position.successors({ rollouts: 20, eventsMax: 15 });
//   await position.free();
//   return successors.map(({ rollouts }) => rollouts?.meanScores[ask.seat] ?? 0);
