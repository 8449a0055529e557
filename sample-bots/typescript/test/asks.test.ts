/** Asks are read from a file, and recorded in the form that `kahua asks` prints. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { create } from "@bufbuild/protobuf";

import { AskSchema, BotFailure, SettingsError, loadAsks, play } from "../src/index.js";
import { Recorder, asLine } from "../src/asks.js";
import { FakeStreamArena } from "./fake_stream_arena.js";

const BUILT = fileURLToPath(new URL("../../../../target/debug/kahua", import.meta.url));
const KAHUA = process.env["KAHUA_RULES"] || BUILT;
const MISSING = existsSync(KAHUA) || process.env["KAHUA_REQUIRE_ALL"] === "1" ? false : `this needs ${KAHUA}: cargo build`;
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

function inFolder(context: TestContext, name: string): string {
  const folder = mkdtempSync(join(tmpdir(), "asks-"));
  context.after(() => rmSync(folder, { recursive: true }));
  return join(folder, name);
}

describe("recorded asks", () => {
  test("are what kahua asks prints", { skip: MISSING }, (context) => {
    for (const game of ["haleakala", "kanaloa", "hawaii"]) {
      const [path, again] = [inFolder(context, "asks.jsonl"), inFolder(context, "again.jsonl")];
      writeFileSync(path, execFileSync(KAHUA, ["asks", "--game", game]));
      const recorder = new Recorder(again);
      for (const ask of loadAsks(path)) recorder.record(ask, SILENT);
      recorder.close();
      assert.equal(readFileSync(again, "utf8"), readFileSync(path, "utf8"));
    }
  });

  test("have times that are numbers", () => {
    assert.match(asLine(create(AskSchema, { askMs: 5000n, bankMs: 60000n })), /"ask_ms":5000,"bank_ms":60000,/);
  });

  test("that can't be read are named by their line", (context) => {
    const path = inFolder(context, "asks.jsonl");
    writeFileSync(path, '{"game": "hawaii"}\n\n{"seat": "x"}\n');
    assert.throws(() => loadAsks(path), /asks\.jsonl, line 3: it isn't an ask: .*seat/);
  });

  test("stop when the file is full, and the log says so once", (context) => {
    const path = inFolder(context, "asks.jsonl");
    const ask = create(AskSchema, { ticket: 1 });
    const recorder = new Recorder(path, 2 * (asLine(ask).length + 1));
    const warnings: string[] = [];
    for (let times = 0; times < 4; times++) recorder.record(ask, { ...SILENT, warn: (line) => warnings.push(line) });
    assert.equal(loadAsks(path).length, 2);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]!, /no more asks are recorded in .*asks\.jsonl: it is as large as it may become \(64 MiB\)/);
  });

  test("need a file that can be written", async () => {
    const settings = { addr: "localhost:1", name: "me", record: "/missing/asks.jsonl" };
    await assert.rejects(play({ choose: () => 0 }, settings), (error) => {
      assert.ok(error instanceof SettingsError);
      assert.match(error.message, /^KAHUA_RECORD: can't write \/missing\/asks\.jsonl: ENOENT/);
      return true;
    });
  });

  test("hold the one at which the bot fails", async (context) => {
    const record = inFolder(context, "asks.jsonl");
    const arena = await FakeStreamArena.start();
    context.after(() => arena.kill());
    const bot = { choose: ({ ticket }: { ticket: number }) => (ticket === 1 ? 0 : assert.fail("my own fault")) };
    const played = play(bot, { addr: arena.addr, name: "anna", record }, { log: SILENT });
    const talk = await arena.accept();
    await talk.greet();
    talk.ask("a", 1);
    await talk.answer();
    talk.ask("a", 2);
    await assert.rejects(played, BotFailure);
    assert.deepEqual(loadAsks(record).map(({ ticket }) => ticket), [1, 2]);
  });
});
