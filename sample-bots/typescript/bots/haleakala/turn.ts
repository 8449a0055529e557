/** What the actions of a turn are worth, in tenths of a point. */
import { type Position, cleared, hand, sum, turned } from "./position.js";
import { card, site } from "./worth.js";

/** Choosing this card at a stop, less what the other player then receives. */
export function choose(position: Position, stop: number, chosen: number): number {
  const [first, second] = cardsAt(position, stop);
  const left = chosen === first ? second : first;
  const shared = sum(position.other, stop) > 0 && left !== chosen;
  return card(position, chosen) - (shared ? card(turned(position), left) : 0);
}

/** The boat sails: what both players receive, and how things stand afterwards. */
export function sail(position: Position, steps: number, invokes: boolean): number {
  const boat = (position.boat + steps) % 6;
  const laid = invokes && position.lavaSupply > 0;
  const lava = position.lava.map((discs, crater) => (laid && crater === boat ? discs + 1 : discs));
  const there = { ...position, boat, lava };
  const after = { ...there, me: cleared(there.me, boat), other: cleared(there.other, boat) };
  return 4 * stopping(there, boat) + prospects(after) + 4 * after.idle;
}

/** How things stand where the boat stays, and what it is worth that the shaman may walk. */
export function linger(after: Position): number {
  const { shaman } = after.me;
  const walk = shaman === 0 || site(after, shaman - 1) === 0 ? 40 : 0;
  return prospects(after) + walk;
}

/** Having the shaman there: 0 for the beach, n + 1 for space n. */
export function stand(position: Position, shaman: number): number {
  if (shaman === 0) return 0;
  const [landscape, segment] = [Math.floor((shaman - 1) / 6), (shaman - 1) % 6];
  const round = [landscape * 6 + ((segment + 1) % 6), landscape * 6 + ((segment + 5) % 6)];
  const slope = [shaman - 1 - 6, shaman - 1 + 6].filter((space) => space >= 0 && space < 18);
  const next = Math.max(...[...round, ...slope].map((space) => site(position, space)));
  return 2 * site(position, shaman - 1) + next;
}

/** What I receive, less what the other player receives, if the boat stops there. */
function stopping(position: Position, stop: number): number {
  const [mine, theirs] = [sum(position.me, stop), sum(position.other, stop)];
  if (mine < theirs) return -stopping(turned(position), stop);
  if (mine === 0) return 0;
  const [first, second] = cardsAt(position, stop);
  const takesSecond = first === 0 || (second !== 0 && card(position, second) > card(position, first));
  return choose(position, stop, takesSecond ? second : first);
}

/** How the discs stand: every beach but the boat's as if the boat might stop there, and the discs in hand. */
function prospects(position: Position): number {
  const beaches = [0, 1, 2, 3, 4, 5].filter((beach) => beach !== position.boat);
  const stops = beaches.reduce((sum, beach) => sum + stopping(position, beach), 0);
  return stops + 6 * (hand(position.me) - hand(position.other));
}

/** The cards on the two gaps at a beach, the lower gap first; 0 for none. */
function cardsAt(position: Position, beach: number): [number, number] {
  return [position.gaps[2 * beach] ?? 0, position.gaps[2 * beach + 1] ?? 0];
}
