/** What the bot looks at of a view, as plain numbers. */
import { PalmCard, type Player, type View } from "../../src/proto/kahua/games/haleakala/v1/haleakala_pb.js";

export interface Position {
  readonly scorings: number;
  readonly idle: number;
  readonly boat: number;
  readonly lava: readonly number[];
  readonly lavaSupply: number;
  /** The cards of the gaps; 0 for none. */
  readonly gaps: readonly number[];
  readonly me: Side;
  readonly other: Side;
}

/** What belongs to one player. */
export interface Side {
  /** Where the discs 1 to 5 are: 0 in hand, s + 1 on beach s. */
  readonly discs: readonly number[];
  /** 0 on the beach, n + 1 on space n. */
  readonly shaman: number;
  readonly statues: readonly number[];
  readonly kept: readonly number[];
  readonly bought: readonly number[];
}

export function read(view: View, seat: number): Position {
  const { boat, lava, lavaSupply, players } = view;
  const gaps = view.gaps.map((card) => (card === PalmCard.NONE ? 0 : card));
  const [me, other] = [side(players[seat]), side(players[1 - seat])];
  return { scorings: view.round === 2 ? 1 : 2, idle: view.idleTurns, boat, lava, lavaSupply, gaps, me, other };
}

function side(player: Player | undefined): Side {
  const discs = [0, 0, 0, 0, 0];
  for (const { disc, beach } of player?.beachDiscs ?? []) discs[disc - 1] = beach + 1;
  const shaman = player?.shaman.case === "shamanSpace" ? player.shaman.value + 1 : 0;
  return { discs, shaman, statues: player?.statues ?? [], kept: player?.kept ?? [], bought: player?.bought ?? [] };
}

export function turned(position: Position): Position {
  return { ...position, me: position.other, other: position.me };
}

/** With my disc in the hand (0) or on beach s (s + 1). */
export function afterPutting(position: Position, disc: number, place: number): Position {
  return { ...position, me: { ...position.me, discs: position.me.discs.with(disc - 1, place) } };
}

/** With no disc of this player on the beach. */
export function cleared(side: Side, beach: number): Side {
  return { ...side, discs: side.discs.map((place) => (place === beach + 1 ? 0 : place)) };
}

/** The sum of the discs on a beach. */
export function sum(side: Side, beach: number): number {
  return side.discs.reduce((sum, place, index) => (place === beach + 1 ? sum + index + 1 : sum), 0);
}

export function hand(side: Side): number {
  return side.discs.filter((place) => place === 0).length;
}

export function fish(side: Side): number {
  const baskets = side.kept.map((card) => card - PalmCard.FISH1 + 1);
  return baskets.filter((count) => count >= 1 && count <= 5).reduce((sum, count) => sum + count, 0);
}

export function isHit(position: Position, space: number): boolean {
  return (position.lava[space % 6] ?? 0) > 2 - Math.floor(space / 6);
}
