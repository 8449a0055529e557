/**
 * One idea for Haleakala: build statues, as high up as you can. It likes the actions that bring it nearer to a statue; of
 * every other game it likes all actions equally.
 *
 * Make it your own: give more kinds of actions a preference, or look at more of the view.
 */
import type { Ask } from "../src/index.js";
import { type Action, PalmCard, type View } from "../src/proto/kahua/games/haleakala/v1/haleakala_pb.js";

/** The indices of the legal actions that it likes best. */
export function favourites({ view, seat, legal, legalTotal }: Ask): number[] {
  const all = Array.from({ length: legalTotal }, (_, index) => index);
  if (view?.game.case !== "haleakala") return all;
  const haleakala = view.game.value;
  const preferences = legal.map(({ game }) => (game.case === "haleakala" ? preference(haleakala, seat, game.value) : 0));
  const greatest = Math.max(...preferences);
  return all.filter((index) => preferences[index] === greatest);
}

/** How much it likes an action. Only the order counts, and only among the actions of the same decision. */
function preference(view: View, seat: number, { kind }: Action): number {
  const shaman = view.players[seat]?.shaman;
  const here = shaman?.case === "shamanSpace" ? height(view, shaman.value) : 0;
  switch (kind.case) {
    case "moveShaman":
      return height(view, kind.value.space ?? 0);
    case "keepShaman":
      return here;
    case "takeCard":
      return kind.value.card === PalmCard.STATUE ? here : 0;
    case "placeDisc": {
      // The gaps 2b and 2b + 1 lie at beach b. A great number on the disc beats the other player's discs there.
      const { disc, beach = 0 } = kind.value;
      return view.gaps.slice(2 * beach, 2 * beach + 2).includes(PalmCard.STATUE) ? disc : 0;
    }
    case "buyCard":
      return 1;
    default:
      return 0;
  }
}

/**
 * How high up a statue on this space would be: 1 for grassland, 2 for forest, 3 for a mountain, and 0 if there is one
 * already. Space n is in landscape n / 6.
 */
function height({ players }: View, space: number): number {
  return players.some(({ statues }) => statues.includes(space)) ? 0 : 1 + Math.floor(space / 6);
}
