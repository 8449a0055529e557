/** The rules of the games: the process `kahua rules` behind typed methods. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { type TestContext, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { create } from "@bufbuild/protobuf";

import { AskSchema, Rules, RulesError } from "../src/index.js";
import { MatchEventSchema } from "../src/proto/kahua/arena/v1/bot_pb.js";

const BUILT = fileURLToPath(new URL("../../../../target/debug/kahua", import.meta.url));
const KAHUA = process.env["KAHUA_RULES"] || BUILT;
const MISSING = existsSync(KAHUA) || process.env["KAHUA_REQUIRE_ALL"] === "1" ? false : `this needs ${KAHUA}: cargo build`;

function opened(context: TestContext): Rules {
  const rules = new Rules([KAHUA, "rules"]);
  context.after(() => rules.close());
  return rules;
}

describe("the rules", { skip: MISSING }, () => {
  test("play a game to its end", async (context) => {
    const position = await opened(context).start("haleakala", { options: ["variant=tactical"], seed: 7 });
    assert.deepEqual([position.phase, position.seat], ["decide", 0]);
    for (let decisions = 0; position.phase === "decide"; decisions++) {
      const legal = await position.legal();
      assert.equal(legal.length, position.legalTotal);
      await position.play(decisions % 2 ? legal.at(-1)! : 0, { seed: decisions });
    }
    assert.equal(position.phase, "over");
    assert.deepEqual([...position.places!].sort(), [1, 2]);
    assert.equal((await position.scores()).length, 2);
  });

  test("open the position of an ask", async (context) => {
    const rules = opened(context);
    const position = await rules.start("hawaii", { seats: 3, seed: 4 });
    const seat = position.seat!;
    const ask = create(AskSchema, { game: "hawaii", seat, view: await position.view(seat), legalTotal: position.legalTotal });
    const again = await rules.position(ask, { seed: 9 });
    assert.deepEqual(await again.legal(), await position.legal());
    assert.deepEqual(await again.view(seat), ask.view);
    assert.deepEqual(await (await rules.fromView("hawaii", ask.view!)).legal(), await position.legal());
    assert.deepEqual(await (await again.redraw(3)).view(seat), ask.view);
    ask.legalTotal++;
    await assert.rejects(rules.position(ask), /these rules allow .* start the process with --ruleset FILE/);
  });

  test("tell of successors, and leave the position as it is", async (context) => {
    const position = await opened(context).start("kanaloa", { seed: 1 });
    const before = await position.text();
    const successors = await position.successors({ rollouts: 2, seed: 5 });
    assert.deepEqual(successors.map(({ action }) => action), await position.legal());
    for (const [index, successor] of successors.entries()) {
      const after = await position.after(index);
      assert.deepEqual([after.phase, after.seat], [successor.phase, successor.seat]);
      assert.deepEqual(await after.scores(), successor.scores);
      assert.deepEqual(await after.rollout(2, { seed: 5 }), successor.rollouts);
      await after.free();
      await assert.rejects(after.legal(), /there is no open position/);
    }
    assert.equal((await position.successors())[0]?.rollouts, undefined);
    assert.equal(await (await position.clone()).text(), before);
  });

  test("list chance, play it and draw it", async (context) => {
    const position = await opened(context).start("haleakala");
    assert.deepEqual([position.phase, position.seat], ["chance", undefined]);
    const outcomes = await position.chance();
    const sum = outcomes.reduce((sum, { probability }) => sum + probability, 0);
    assert.ok(Math.abs(sum - 1) < 1e-9, `${sum}`);
    const first = await (await position.clone()).playChance(outcomes[0]!.notation);
    assert.ok(["chance", "decide"].includes(first.phase));
    assert.ok((await position.sample(3)).drawn.length > 1);
  });

  test("follow the events of a match", async (context) => {
    const rules = opened(context);
    const position = await rules.start("haleakala", { seed: 2 });
    const events = position.drawn.map((notation, number) =>
      create(MatchEventSchema, { number, event: { case: "chance", value: { notation } } }));
    const followed = await (await rules.start("haleakala")).observe(events);
    assert.equal(await followed.text(), await position.text());
  });

  test("refuse with a reason, and answer what comes next", async (context) => {
    const rules = opened(context);
    const position = await rules.start("haleakala", { seed: 1 });
    const refused = position.play(99);
    const next = position.legal();
    await assert.rejects(refused, (error) => error instanceof RulesError && error.kind === "illegal"
      && error.message.includes("play: action: index 99 is beyond the legal list"));
    assert.equal((await next).length, position.legalTotal);
    const answers = await rules.batch([{ op: "legal", position: position.handle }, { op: "fly" }]);
    assert.equal(answers[1]?.["kind"], "request");
  });

  test("are an error when the process has ended or isn't there", async () => {
    const ended = new Rules([process.execPath, "--eval", "process.exit(5)"]);
    await assert.rejects(ended.start("haleakala"), /has ended \(exit status 5\)/);
    const missing = new Rules(["/no/such"]);
    await assert.rejects(missing.start("haleakala"), /can't start \/no\/such: .* set KAHUA_RULES/);
    await missing.close();
    const closed = new Rules([KAHUA, "rules"]);
    await closed.close();
    await assert.rejects(closed.start("haleakala"), /these rules were closed/);
  });
});
