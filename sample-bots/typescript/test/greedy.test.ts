/** greedy answers the recorded asks as every other language does. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { create, fromBinary } from "@bufbuild/protobuf";

import { Greedy } from "../bots/haleakala/greedy.js";
import { AskSchema } from "../src/index.js";

// From dist/test, where this runs.
const RECORDED = new URL("../../../fixtures/haleakala-greedy.txt", import.meta.url);

test("answers every recorded ask", () => {
  const lines = readFileSync(RECORDED, "utf8").split("\n").filter((line) => line && !line.startsWith("#"));
  assert.ok(lines.length > 100);
  lines.forEach((line, number) => {
    const [index, message] = line.split(" ");
    const ask = fromBinary(AskSchema, Buffer.from(message ?? "", "hex"));
    assert.equal(new Greedy().choose(ask), Number(index), `ask ${number}`);
  });
});

test("answers an ask of an unknown game", () => {
  assert.equal(new Greedy().choose(create(AskSchema, { legalTotal: 3 })), 0);
});
