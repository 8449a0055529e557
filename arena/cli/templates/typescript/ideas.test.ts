/** Fast tests of the choices, without an arena. Record more asks: `kahua asks --game @GAME@ --count 100 > asks.jsonl`. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { loadAsks } from "kahua";

import { bot } from "./bot.js";
import { values } from "./ideas.js";

const asks = loadAsks("asks.jsonl");

for (const ask of asks) {
  test(`the choice at ticket ${ask.ticket} is legal`, () => {
    const choice = bot.choose(ask);
    const chosen = ask.legal[choice];
    assert.ok(chosen, `there is no action ${choice}`);
    console.log(`ticket ${ask.ticket}: ${chosen.notation}, one of ${ask.legalTotal}`);
  });
}

test("some actions are better than others", () => {
  assert.ok(asks.some((ask) => new Set(values(ask)).size > 1));
});
