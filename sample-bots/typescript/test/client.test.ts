/** The client, over each of its lines, against an arena that drops, drains, refuses and dies. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type TestContext, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { status } from "@grpc/grpc-js";

import {
  type Arena, type Bot, BotFailure, type MatchBot, OutOfReach, RESIGN, Refused, type Seated, type Settings,
  type Transport, play, playPerMatch,
} from "../src/index.js";
import type { Log } from "../src/log.js";
import { Notice_Kind } from "../src/proto/kahua/arena/v1/bot_pb.js";
import { LIBRARY } from "../src/version.js";
import type { FakeArena } from "./fake_arena.js";
import { FakeStreamArena } from "./fake_stream_arena.js";
import { FakeWebArena } from "./fake_web_arena.js";

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

/** Answers with the ask's own ticket, so that a mix-up shows. */
const echo: Bot = { matches: 2, choose: (ask) => ask.ticket };

/** Writes down everything that it is told. */
class Listener implements Bot {
  readonly told: string[] = [];
  arena: Arena | undefined;

  choose({ ticket }: { ticket: number }): number {
    this.told.push(`ask ${ticket}`);
    return ticket;
  }

  onWelcome({ resumeToken }: { resumeToken: string }, arena: Arena): void {
    this.told.push(`welcome ${resumeToken}`);
    this.arena = arena;
  }

  onSeated({ matchId }: { matchId: string }): void {
    this.told.push(`seated ${matchId}`);
  }

  onEvents(matchId: string, events: readonly { number: number }[]): void {
    this.told.push(`events ${matchId} ${events.map(({ number }) => number).join(" ")}`);
  }

  onEnded({ results }: { results: readonly { place: number }[] }): void {
    this.told.push(`ended ${results[1]?.place}`);
  }

  onFault({ problem }: { problem: string }): void {
    this.told.push(`fault ${problem}`);
  }

  onNotice({ text }: { text: string }): void {
    this.told.push(`notice ${text}`);
  }
}

describe("over a stream in both directions", () => holds("grpc", (addr) => FakeStreamArena.start(addr)));
describe("over gRPC-Web", () => holds("grpc-web", (addr) => FakeWebArena.start(addr)));

/** What holds whichever way the arena is spoken to. */
function holds(transport: Transport, startArena: (addr?: string) => Promise<FakeArena>): void {
  async function arena(context: TestContext, addr?: string): Promise<FakeArena> {
    const arena = await startArena(addr);
    context.after(() => arena.kill());
    return arena;
  }

  function settingsFor({ addr }: FakeArena, more: Partial<Settings> = {}): Settings {
    return { addr, name: "anna", patienceMs: 50_000, transport, ...more };
  }

  function start(arena: FakeArena, bot: Bot, more: Partial<Settings> = {}, log: Log = SILENT): Promise<void> {
    return awaitedLater(play(bot, settingsFor(arena, more), { log }));
  }

  function startPerMatch(arena: FakeArena, begin: (seated: Seated) => MatchBot, more: Partial<Settings> = {}): Promise<void> {
    return awaitedLater(playPerMatch(begin, { matches: 2 }, settingsFor(arena, more), { log: SILENT }));
  }

  test("greets, answers many matches, and ends when dismissed", async (context) => {
    const fake = await arena(context);
    const bot = start(fake, echo, { token: "secret" });
    const talk = await fake.accept();
    const hello = await talk.greet();
    assert.deepEqual([hello.name, hello.matchesMax, hello.resumeToken], ["anna", 2, ""]);
    assert.deepEqual([hello.protocolVersion, hello.library], [1, LIBRARY]);
    assert.equal(talk.authorization, "Bearer secret");
    const asks = [["a", 1], ["b", 2], ["a", 3]] as const;
    for (const [matchId, ticket] of asks) talk.ask(matchId, ticket);
    for (const [matchId, ticket] of asks) {
      const answer = await talk.answer();
      assert.deepEqual([answer.matchId, answer.ticket], [matchId, ticket]);
      assert.deepEqual(answer.choice, { case: "index", value: ticket });
    }
    talk.close();
    await bot;
  });

  test("the bot is told everything once and in order", async (context) => {
    const fake = await arena(context);
    const listener = new Listener();
    const bot = start(fake, listener);
    const first = await fake.accept();
    await first.greet("t1");
    first.seat("a");
    first.ask("a", 1, [0, 1]);
    await first.answer();
    first.fail(status.UNAVAILABLE, "gone");
    const second = await fake.accept();
    await second.greet("t2", 1);
    second.seat("a", true);
    second.say({ case: "events", value: { matchId: "a", events: [0, 1, 3].map((number) => ({ number })) } });
    second.ask("a", 2, [3, 4]);
    await second.answer();
    second.say({ case: "fault", value: { matchId: "a", problem: "too slow" } });
    second.say({ case: "notice", value: { text: "soon" } });
    second.say({ case: "ended", value: { matchId: "a", results: [{ place: 1 }, { place: 2 }] } });
    second.close();
    await bot;
    const before = ["welcome t1", "seated a", "events a 0 1", "ask 1"];
    const after = ["welcome t2", "seated a", "events a 3", "events a 4", "ask 2"];
    assert.deepEqual(listener.told, [...before, ...after, "fault too slow", "notice soon", "ended 2"]);
  });

  test("resumes with the latest token after a break", async (context) => {
    const fake = await arena(context);
    const bot = start(fake, echo);
    let token = "";
    for (const next of ["t1", "t2", "t3"]) {
      const talk = await fake.accept();
      assert.equal((await talk.greet(next)).resumeToken, token);
      talk.ask("a", 1);
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
    talk.ask("a", 1);
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

  test("what the bot wants of the arena outlives a break", async (context) => {
    const fake = await arena(context);
    const listener = new Listener();
    const bot = start(fake, listener);
    const talk = await fake.accept();
    await talk.greet("t1");
    for (const matchId of ["a", "b"]) {
      talk.seat(matchId);
      talk.ask(matchId, 1);
      await talk.answer();
    }
    for (const wish of ["pause", "ready", "pause"] as const) {
      listener.arena?.[wish]();
      await talk.hear(wish);
    }
    listener.arena?.resign("a");
    assert.equal((await talk.hear("resign")).matchId, "a");
    listener.arena?.bye();
    await talk.hear("bye");
    talk.fail(status.UNAVAILABLE, "gone");
    const again = await fake.accept();
    await again.greet("t2", 2);
    await again.hear("pause");
    await again.hear("bye");
    again.seat("a", true);
    again.seat("b", true);
    assert.equal((await again.hear("resign")).matchId, "a");
    again.ask("a", 2);
    again.ask("b", 3);
    assert.equal((await again.answer()).ticket, 3);
    again.close();
    await bot;
  });

  test("an answer may resign", async (context) => {
    const fake = await arena(context);
    const bot = start(fake, { choose: () => RESIGN });
    const talk = await fake.accept();
    await talk.greet();
    talk.ask("a", 1);
    assert.equal((await talk.hear("resign")).matchId, "a");
    talk.close();
    await bot;
  });

  const refusals = [[status.UNAUTHENTICATED, "the token is not anna's", "TOKEN_UNKNOWN"], [status.ABORTED, "taken over", ""]] as const;
  for (const [code, words, reason] of refusals) {
    test(`a refusal is final and says why: ${words}`, async (context) => {
      const fake = await arena(context);
      const bot = start(fake, echo);
      (await fake.accept()).fail(code, words, reason);
      const text = reason ? `${words} (${reason})` : words;
      await assert.rejects(bot, new Refused(`the arena at ${fake.addr} refuses anna: ${text}`));
    });
  }

  test("waits while its name is in use", async (context) => {
    const fake = await arena(context);
    const warnings: string[] = [];
    const log = { ...SILENT, warn: (line: string) => void warnings.push(line) };
    const bot = start(fake, echo, {}, log);
    (await fake.accept()).fail(status.ALREADY_EXISTS, "anna has open matches", "NAME_IN_USE");
    (await fake.accept()).fail(status.ALREADY_EXISTS, "anna has open matches", "NAME_IN_USE");
    const talk = await fake.accept();
    await talk.greet();
    talk.close();
    await bot;
    assert.equal(warnings.length, 1);
    const why = /^the name anna is in use \(anna has open matches \(NAME_IN_USE\)\); trying again for up to/;
    assert.match(warnings[0] ?? "", why);
    assert.match(warnings[0] ?? "", /stop that process or choose another KAHUA_NAME$/);
    const impatient = start(fake, echo, { patienceMs: 0 });
    (await fake.accept()).fail(status.ALREADY_EXISTS, "anna has open matches", "NAME_IN_USE");
    const told = /^the name anna has been in use for \d+ s: anna has open matches \(NAME_IN_USE\)$/;
    await assert.rejects(impatient, (error: unknown) => error instanceof OutOfReach && told.test(error.message));
  });

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
        if (ask.ticket === 1) await other;
        answered();
        return { choice: "stay", comment: "at last" };
      },
    });
    const talk = await fake.accept();
    await talk.greet();
    talk.ask("a", 1);
    talk.ask("b", 2);
    assert.equal((await talk.answer()).ticket, 2);
    const late = await talk.answer();
    assert.deepEqual([late.ticket, late.choice, late.comment], [1, { case: "notation", value: "stay" }, "at last"]);
    talk.close();
    await bot;
  });

  for (const choose of [() => { throw new RangeError("my own fault"); }, async () => { throw new RangeError("my own fault"); }]) {
    test("what the bot throws reaches its author", async (context) => {
      const fake = await arena(context);
      const bot = start(fake, { choose });
      const talk = await fake.accept();
      await talk.greet();
      talk.ask("a", 7);
      const words = "choose failed in match a, ticket 7 (haleakala, seat 1, 12 legal actions)";
      await assert.rejects(bot, new BotFailure(words, { cause: new RangeError("my own fault") }));
    });
  }

  test("each match has an object that a reconnect keeps, and that is closed once", async (context) => {
    const fake = await arena(context);
    const told: string[] = [];
    const bot = startPerMatch(fake, ({ matchId }) => {
      const tell = (what: string) => told.push(`${matchId} ${what}`);
      tell("begin");
      return {
        choose: ({ ticket }) => tell(`choose ${ticket}`) * 0,
        onEvents: (events) => tell(`events ${events.map(({ number }) => number).join(" ")}`),
        onFault: ({ problem }) => tell(`fault ${problem}`),
        onEnded: () => tell("ended"),
        close: () => tell("close"),
      };
    });
    const first = await fake.accept();
    assert.equal((await first.greet("t1")).matchesMax, 2);
    for (const matchId of ["a", "b", "c"]) {
      first.seat(matchId);
      first.ask(matchId, 1, [0]);
      await first.answer();
    }
    first.say({ case: "fault", value: { matchId: "b", problem: "slow" } });
    first.say({ case: "ended", value: { matchId: "b" } });
    first.fail(status.UNAVAILABLE, "gone");
    const second = await fake.accept();
    await second.greet("t2", 1);
    second.seat("a", true);
    second.ask("a", 2);
    await second.answer();
    second.close();
    await bot;
    const of = (matchId: string) => told.filter((line) => line.startsWith(matchId)).map((line) => line.slice(2));
    assert.deepEqual(of("a"), ["begin", "events 0", "choose 1", "choose 2", "close"]);
    assert.deepEqual(of("b"), ["begin", "events 0", "choose 1", "fault slow", "ended", "close"]);
    assert.deepEqual(of("c"), ["begin", "events 0", "choose 1", "close"]);
  });

  for (const onError of ["exit", "resign"] as const) {
    test(`a match that fails at its end is closed once: ${onError}`, async (context) => {
      const fake = await arena(context);
      const closed: string[] = [];
      const bot = startPerMatch(fake, ({ matchId }) => ({
        choose: () => 0,
        onEnded: () => { throw new RangeError("my own fault"); },
        close: () => closed.push(matchId),
      }), { onError });
      const talk = await fake.accept();
      await talk.greet();
      talk.seat("a");
      talk.seat("b");
      talk.say({ case: "ended", value: { matchId: "a" } });
      talk.close();
      if (onError === "exit") await assert.rejects(bot, BotFailure);
      else await bot;
      assert.deepEqual(closed, ["a", "b"]);
    });
  }
}

test("Hello says the package's own version", () => {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string };
  assert.equal(LIBRARY, `kahua-typescript ${version}`);
});

/** Whoever awaits it sees the failure. Until then it must not count as an unhandled rejection. */
function awaitedLater(played: Promise<void>): Promise<void> {
  played.catch(() => {});
  return played;
}
