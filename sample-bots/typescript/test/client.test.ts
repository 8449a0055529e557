/** The client, over each of its lines, against an arena that drops, drains, refuses and dies. */
import assert from "node:assert/strict";
import { type TestContext, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { status } from "@grpc/grpc-js";

import {
  type Bot, OutOfReach, Refused, type Settings, SettingsError, type Transport, play, settingsFromEnv,
} from "../src/index.js";
import { Notice_Kind } from "../src/proto/arena/v1/bot_pb.js";
import type { FakeArena } from "./fake_arena.js";
import { FakeStreamArena } from "./fake_stream_arena.js";
import { FakeWebArena } from "./fake_web_arena.js";

const SILENT = { debug() {}, info() {}, warn() {} };

/** Answers with the ask's own ticket, so that a mix-up shows. */
const echo: Bot = { matches: 2, choose: (ask) => Number(ask.ticket) };

describe("over a stream in both directions", () => holds("grpc", (addr) => FakeStreamArena.start(addr)));
describe("over gRPC-Web", () => holds("grpc-web", (addr) => FakeWebArena.start(addr)));

/** What holds whichever way the arena is spoken to. */
function holds(transport: Transport, startArena: (addr?: string) => Promise<FakeArena>): void {
  async function arena(context: TestContext, addr?: string): Promise<FakeArena> {
    const arena = await startArena(addr);
    context.after(() => arena.kill());
    return arena;
  }

  function start(arena: FakeArena, bot: Bot, more: Partial<Settings> = {}, leave?: AbortSignal): Promise<void> {
    const settings = { addr: arena.addr, name: "anna", patienceMs: 20_000, transport, ...more };
    const played = play(bot, settings, { log: SILENT, ...(leave && { leave }) });
    // Whoever awaits it sees the failure. Until then it must not count as an unhandled rejection.
    played.catch(() => {});
    return played;
  }

  test("greets, answers many matches, and ends when dismissed", async (context) => {
    const fake = await arena(context);
    const bot = start(fake, echo, { token: "secret" });
    const talk = await fake.accept();
    const hello = await talk.greet("t1");
    assert.deepEqual([hello.name, hello.matchesMax, hello.resumeToken], ["anna", 2, ""]);
    assert.equal(talk.authorization, "Bearer secret");
    const asks = [["a", 1n], ["b", 2n], ["a", 3n]] as const;
    for (const [matchId, ticket] of asks) talk.ask(matchId, ticket);
    talk.say({ case: "fault", value: { problem: "too slow" } });
    for (const [matchId, ticket] of asks) {
      const answer = await talk.answer();
      assert.deepEqual([answer.matchId, answer.ticket], [matchId, ticket]);
      assert.deepEqual(answer.choice, { case: "index", value: Number(ticket) });
    }
    talk.close();
    await bot;
  });

  test("resumes with the latest token after a break", async (context) => {
    const fake = await arena(context);
    const bot = start(fake, echo);
    let token = "";
    for (const next of ["t1", "t2", "t3"]) {
      const talk = await fake.accept();
      assert.equal((await talk.greet(next)).resumeToken, token);
      talk.ask("a", 1n);
      await talk.answer();
      token = next;
      talk.fail(status.UNAVAILABLE, "gone");
    }
    (await fake.accept()).close();
    await bot;
  });

  test("waits for an arena that was killed to come back", async (context) => {
    const first = await arena(context);
    const bot = start(first, echo);
    const talk = await first.accept();
    await talk.greet("t1");
    talk.ask("a", 1n);
    await talk.answer();
    first.kill();
    await sleep(200);
    const second = await arena(context, first.addr);
    const again = await second.accept();
    assert.equal((await again.greet("t2")).resumeToken, "t1");
    again.close();
    await bot;
  });

  test("comes back after draining", async (context) => {
    const fake = await arena(context);
    const bot = start(fake, echo);
    const talk = await fake.accept();
    await talk.greet("t1");
    talk.say({ case: "notice", value: { kind: Notice_Kind.DRAINING } });
    talk.close();
    const again = await fake.accept();
    assert.equal((await again.greet("t2")).resumeToken, "t1");
    again.close();
    await bot;
  });

  test("says Bye and finishes its matches even after a break", async (context) => {
    const fake = await arena(context);
    const leave = new AbortController();
    const bot = start(fake, echo, {}, leave.signal);
    const talk = await fake.accept();
    await talk.greet("t1");
    talk.ask("a", 1n);
    await talk.answer();
    leave.abort();
    assert.equal((await talk.hear()).message.case, "bye");
    talk.ask("a", 2n);
    await talk.answer();
    talk.fail(status.UNAVAILABLE, "gone");
    const again = await fake.accept();
    await again.greet("t2");
    assert.equal((await again.hear()).message.case, "bye");
    again.close();
    await bot;
  });

  for (const [code, words] of [[status.UNAUTHENTICATED, "the token is not anna's"], [status.ABORTED, "taken over"]] as const) {
    test(`a refusal is final and says why: ${words}`, async (context) => {
      const fake = await arena(context);
      const bot = start(fake, echo);
      (await fake.accept()).fail(code, words);
      await assert.rejects(bot, new Refused(`the arena at ${fake.addr} refuses anna: ${words}`));
    });
  }

  test("gives up when its patience is at an end", async (context) => {
    const fake = await arena(context);
    fake.kill();
    await assert.rejects(start(fake, echo, { patienceMs: 100 }), OutOfReach);
  });

  test("a thinking bot does not hold up its other matches", async (context) => {
    const fake = await arena(context);
    let answered = () => {};
    const other = new Promise<void>((resolve) => (answered = resolve));
    const bot = start(fake, {
      matches: 2,
      async choose(ask) {
        if (ask.ticket === 1n) await other;
        answered();
        return { choice: "stay", comment: "at last" };
      },
    });
    const talk = await fake.accept();
    await talk.greet("t1");
    talk.ask("a", 1n);
    talk.ask("b", 2n);
    assert.equal((await talk.answer()).ticket, 2n);
    const late = await talk.answer();
    assert.deepEqual([late.ticket, late.choice, late.comment], [1n, { case: "notation", value: "stay" }, "at last"]);
    talk.close();
    await bot;
  });

  for (const choose of [() => { throw new RangeError("my own fault"); }, async () => { throw new RangeError("my own fault"); }]) {
    test("what the bot throws reaches its author", async (context) => {
      const fake = await arena(context);
      const bot = start(fake, { choose });
      const talk = await fake.accept();
      await talk.greet("t1");
      talk.ask("a", 1n);
      await assert.rejects(bot, new RangeError("my own fault"));
    });
  }
}

test("settings name the variable that is wrong", () => {
  assert.deepEqual(
    settingsFromEnv({ KAHUA_ADDR: "http://a:1", KAHUA_NAME: "b", KAHUA_TOKEN: "c", KAHUA_MATCHES: "3", KAHUA_TRANSPORT: "grpc-web" }),
    { addr: "a:1", name: "b", token: "c", matches: 3, transport: "grpc-web" },
  );
  assert.throws(() => settingsFromEnv({ KAHUA_NAME: "b" }), new SettingsError("KAHUA_ADDR is not set: it must hold the arena's HOST:PORT"));
  assert.throws(
    () => settingsFromEnv({ KAHUA_ADDR: "a:1", KAHUA_NAME: "b", KAHUA_MATCHES: "0" }),
    new SettingsError('KAHUA_MATCHES is "0": expected a whole number of at least 1'),
  );
  assert.throws(
    () => settingsFromEnv({ KAHUA_ADDR: "a:1", KAHUA_NAME: "b", KAHUA_TRANSPORT: "pigeon" }),
    new SettingsError('KAHUA_TRANSPORT is "pigeon": expected grpc or grpc-web'),
  );
});
