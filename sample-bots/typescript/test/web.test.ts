/** What only gRPC-Web can get wrong: answers that don't get through, and code that a browser can't run. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";

import { Code } from "@connectrpc/connect";
import { build } from "esbuild";

import { type Bot, Refused, play } from "../src/web.js";
import type { Talk } from "./fake_arena.js";
import { FakeWebArena } from "./fake_web_arena.js";

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
const first: Bot = { choose: () => 0 };

async function arena(context: TestContext): Promise<FakeWebArena> {
  const arena = await FakeWebArena.start();
  context.after(() => arena.kill());
  return arena;
}

function start({ addr }: FakeWebArena, bot: Bot = first): Promise<void> {
  const played = play(bot, { addr, name: "anna" }, { log: SILENT });
  played.catch(() => {});
  return played;
}

async function greetAndAsk(fake: FakeWebArena, resumeToken: string): Promise<Talk> {
  const talk = await fake.accept();
  await talk.greet(resumeToken);
  talk.ask("a", 1);
  return talk;
}

test("an answer that doesn't get through is said again", async (context) => {
  const fake = await arena(context);
  fake.submitFailures.push(Code.Unavailable, Code.Unknown);
  const bot = start(fake);
  const talk = await greetAndAsk(fake, "t1");
  assert.equal((await talk.answer()).ticket, 1);
  talk.close();
  await bot;
});

test("answers that never get through are a broken connection", async (context) => {
  const fake = await arena(context);
  fake.submitFailures.push(...Array<Code>(4).fill(Code.Unauthenticated));
  const bot = start(fake);
  await greetAndAsk(fake, "t1");
  const again = await fake.accept();
  assert.equal((await again.greet("t2")).resumeToken, "t1");
  again.ask("a", 1);
  assert.equal((await again.answer()).ticket, 1);
  again.close();
  await bot;
});

test("where the arena ends the stream meanwhile, that counts", async (context) => {
  const fake = await arena(context);
  fake.submitFailures.push(...Array<Code>(4).fill(Code.Unauthenticated));
  const bot = start(fake);
  const talk = await greetAndAsk(fake, "t1");
  talk.close();
  await bot;
});

test("an answer that can't be read is not tried again", async (context) => {
  const fake = await arena(context);
  fake.submitFailures.push(Code.OutOfRange);
  const bot = start(fake);
  await greetAndAsk(fake, "t1");
  await assert.rejects(bot, new Refused(`the arena at ${fake.addr} refuses anna: not now`));
});

test("an address may say how it is reached", async (context) => {
  const fake = await arena(context);
  const bot = play(first, { addr: `http://${fake.addr}`, name: "anna" }, { log: SILENT });
  const talk = await greetAndAsk(fake, "t1");
  await talk.answer();
  talk.close();
  await bot;
});

test("a bundle for browsers plays where there is nothing of Node", async (context) => {
  const bundle = await build({
    entryPoints: [fileURLToPath(import.meta.resolve("../src/web.js"))],
    bundle: true,
    platform: "browser",
    format: "iife",
    globalName: "kahua",
    write: false,
    logLevel: "silent",
  });
  // The language's own globals and what every browser has beside them.
  const page = createContext({
    AbortController, Headers, Response, TextDecoder, TextEncoder, URL, ReadableStream, TransformStream, clearTimeout,
    console: SILENT, fetch, performance, setTimeout,
  });
  const fake = await arena(context);
  const script = `kahua.play({ choose: () => 2 }, { addr: ${JSON.stringify(fake.addr)}, name: "anna" })`;
  const bot = runInContext(`${bundle.outputFiles[0]!.text}; ${script}`, page) as Promise<void>;
  const talk = await greetAndAsk(fake, "t1");
  assert.deepEqual((await talk.answer()).choice, { case: "index", value: 2 });
  talk.close();
  await bot;
});
