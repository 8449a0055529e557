/** What the bot `builder` likes best. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { type MessageInitShape, create } from "@bufbuild/protobuf";

import { favourites } from "../bots/favourites.js";
import { AskSchema } from "../src/index.js";
import { type ActionSchema, PalmCard, type ViewSchema } from "../src/proto/kahua/games/haleakala/v1/haleakala_pb.js";

type View = MessageInitShape<typeof ViewSchema>;
type Kind = NonNullable<MessageInitShape<typeof ActionSchema>["kind"]>;

function liked(view: View, kinds: Kind[]): number[] {
  const legal = kinds.map((kind) => ({ game: { case: "haleakala" as const, value: { kind } } }));
  return favourites(
    create(AskSchema, { view: { game: { case: "haleakala", value: view } }, legal, legalTotal: legal.length }),
  );
}

test("walks to the highest space without a statue", () => {
  // Forest 1, mountain 1, grassland 2, mountain 2. The other player has built on mountain 1.
  const moves: Kind[] = [7, 13, 2, 14].map((space) => ({ case: "moveShaman", value: { space } }));
  assert.deepEqual(liked({ players: [{}, { statues: [13] }] }, moves), [3]);
});

test("takes a statue once its shaman has left the beach", () => {
  const cards: Kind[] = [PalmCard.SHELL, PalmCard.STATUE].map((card) => ({ case: "takeCard", value: { card } }));
  assert.deepEqual(liked({ players: [{ shaman: { case: "shamanAtHut", value: {} } }, {}] }, cards), [0, 1]);
  assert.deepEqual(liked({ players: [{ shaman: { case: "shamanSpace", value: 2 } }, {}] }, cards), [1]);
});

test("likes all actions of another game", () => {
  assert.deepEqual(favourites(create(AskSchema, { legalTotal: 3 })), [0, 1, 2]);
});
