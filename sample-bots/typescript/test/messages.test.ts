/** One message of each kind is read, and written back the same. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { fromBinary, toBinary } from "@bufbuild/protobuf";

import { ArenaMessageSchema, BotMessageSchema } from "../src/proto/kahua/arena/v1/bot_pb.js";

// From dist/test, where this runs.
const RECORDED = new URL("../../../fixtures/messages.txt", import.meta.url);

test("every kind is read and written back", () => {
  const lines = readFileSync(RECORDED, "utf8").split("\n").filter((line) => line && !line.startsWith("#"));
  assert.ok(lines.length >= BotMessageSchema.fields.length + ArenaMessageSchema.fields.length);
  for (const line of lines) {
    const [who, what, digits] = line.split(" ");
    const bytes = Buffer.from(digits ?? "", "hex");
    const read = who === "bot" ? fromBinary(BotMessageSchema, bytes) : fromBinary(ArenaMessageSchema, bytes);
    assert.equal(read.message.case, what);
    const written = who === "bot"
      ? toBinary(BotMessageSchema, fromBinary(BotMessageSchema, bytes))
      : toBinary(ArenaMessageSchema, fromBinary(ArenaMessageSchema, bytes));
    assert.equal(Buffer.from(written).toString("hex"), digits, line);
  }
});
