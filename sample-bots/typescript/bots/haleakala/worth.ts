/** What things are worth, in tenths of a point. */
import { DisplayCard, PalmCard } from "../../src/proto/kahua/games/haleakala/v1/haleakala_pb.js";
import { type Position, fish, isHit, turned } from "./position.js";

/** The cards with a butterfly. */
const BUTTERFLIES: readonly number[] = [
  PalmCard.FISH1, PalmCard.FISH2, PalmCard.FISH4, PalmCard.FISH5, PalmCard.WHITE_PEARL, PalmCard.NAUTILUS,
];
const LANDSCAPES = [0, 1, 2];
const SEGMENTS = [0, 1, 2, 3, 4, 5];

/** A new statue of mine on this space. */
export function site(position: Position, space: number): number {
  const { statues, bought } = position.me;
  const [landscape, segment] = [Math.floor(space / 6), space % 6];
  const built = statues.includes(space) || position.other.statues.includes(space);
  if (built || isHit(position, space) || statues.length >= 8) return 0;
  let worth = 10 * (landscape + 1) * position.scorings;
  if (landscape === 1 && bought.includes(DisplayCard.FOREST)) worth += 20;
  if (landscape === 2 && bought.includes(DisplayCard.MOUNTAIN)) worth += 30;
  if (statues.filter((space) => space % 6 === segment).length === 2) worth += 20;
  return worth;
}

/** A palm card that I receive. */
export function card(position: Position, kind: number): number {
  const butterfly = BUTTERFLIES.includes(kind);
  const has = position.me.bought.includes(DisplayCard.BUTTERFLIES);
  return plain(position, kind) + (butterfly ? (has ? 10 : 2) : 0);
}

/** The same without its butterfly. */
function plain(position: Position, kind: number): number {
  const { me, scorings } = position;
  switch (kind) {
    case PalmCard.STATUE:
      return me.shaman === 0 ? 0 : site(position, me.shaman - 1);
    case PalmCard.SHELL:
      return 25;
    case PalmCard.PRIESTESS:
      return 8;
    case PalmCard.FISH1:
    case PalmCard.FISH2:
    case PalmCard.FISH3:
    case PalmCard.FISH4:
    case PalmCard.FISH5: {
      const baskets = kind - PalmCard.FISH1 + 1;
      const lead = fish(me) - fish(position.other);
      return 15 * scorings * (Math.sign(lead + baskets) - Math.sign(lead)) + 4 * baskets;
    }
    case PalmCard.WHITE_PEARL:
      return 10 * scorings * (1 + count(me.kept, PalmCard.BLACK_PEARL));
    case PalmCard.BLACK_PEARL:
      return 10 * scorings * (2 + count(me.kept, PalmCard.WHITE_PEARL));
    case PalmCard.NAUTILUS:
      return 30;
    default:
      return 0;
  }
}

function count(cards: readonly number[], kind: number): number {
  return cards.filter((card) => card === kind).length;
}

/** Buying this card of the display. */
export function buy(position: Position, bought: DisplayCard): number {
  const { me, other } = position;
  const inLandscape = (statues: readonly number[], landscape: number) =>
    statues.filter((space) => Math.floor(space / 6) === landscape).length;
  switch (bought) {
    case DisplayCard.BUTTERFLIES:
      return 10 * me.kept.filter((kind) => BUTTERFLIES.includes(kind)).length - 10;
    case DisplayCard.MAJORITY: {
      const ahead = (land: number) => inLandscape(me.statues, land) > inLandscape(other.statues, land);
      return 20 * LANDSCAPES.filter(ahead).length - 10;
    }
    case DisplayCard.SEGMENT: {
      const whole = (segment: number) => LANDSCAPES.every((land) => me.statues.includes(land * 6 + segment));
      return 40 * SEGMENTS.filter(whole).length - 10;
    }
    case DisplayCard.FOREST:
      return 20 * inLandscape(me.statues, 1) - 20;
    case DisplayCard.MOUNTAIN:
      return 30 * inLandscape(me.statues, 2) - 20;
    case DisplayCard.PRIESTESS: {
      const craters = SEGMENTS.filter((crater) => (position.lava[crater] ?? 0) > 0);
      const moves = craters.flatMap((from) => [1, 5].map((step) => moveLava(position, from, (from + step) % 6)));
      return (moves.length === 0 ? 0 : Math.max(...moves)) - 10;
    }
    default:
      return 0;
  }
}

/** Moving one lava disc from crater to crater. */
export function moveLava(position: Position, from: number, to: number): number {
  const lava = position.lava.map((discs, crater) => discs - Number(crater === from) + Number(crater === to));
  return spared({ ...position, lava }) - spared(position);
}

/** The statues that the eruption spares, mine less the other player's. */
function spared(position: Position): number {
  const mine = position.me.statues.filter((space) => !isHit(position, space));
  const theirs = turned(position).me.statues.filter((space) => !isHit(position, space));
  const points = (spaces: number[]) => spaces.reduce((sum, space) => sum + Math.floor(space / 6) + 1, 0);
  return 10 * (points(mine) - points(theirs)) * position.scorings;
}
