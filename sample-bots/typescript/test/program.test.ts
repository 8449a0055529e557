/** A bot as a program: what it prints, how it ends, and how it leaves. */
import assert from "node:assert/strict";
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";

import { ServerCredentials } from "@grpc/grpc-js";
import { generate } from "selfsigned";

import { level } from "../src/log.js";
import { isNear } from "../src/near.js";
import { Notice_Kind } from "../src/proto/kahua/arena/v1/bot_pb.js";
import { FaultCause } from "../src/proto/kahua/arena/v1/record_pb.js";
import { SettingsError, parseAddr } from "../src/settings.js";
import type { Talk } from "./fake_arena.js";
import { FakeStreamArena } from "./fake_stream_arena.js";

const MISTAKES = fileURLToPath(import.meta.resolve("../bots/mistakes.js"));
const AFTERWARDS = fileURLToPath(import.meta.resolve("./bots/afterwards.js"));
const SLEEPER = fileURLToPath(import.meta.resolve("./bots/sleeper.js"));

/** A bot in a process of its own, with these variables. */
class Program {
  readonly #process: ChildProcessWithoutNullStreams;
  #text = "";

  constructor(context: TestContext, addr: string, variables: Record<string, string> = {}, script = MISTAKES) {
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith("KAHUA_"));
    const env = { ...Object.fromEntries(own), KAHUA_ADDR: addr, KAHUA_NAME: "anna", ...variables };
    this.#process = spawn(process.execPath, [script], { env });
    this.#process.stderr.on("data", (bytes: Buffer) => (this.#text += bytes.toString()));
    context.after(() => this.#process.kill("SIGKILL"));
  }

  signal(name: NodeJS.Signals): void {
    this.#process.kill(name);
  }

  /** Waits until its stderr contains these words. */
  async said(words: string): Promise<void> {
    while (!this.#text.includes(words)) await once(this.#process.stderr, "data");
  }

  /** Its exit code or the signal that ended it, and what it wrote to stderr. */
  async end(): Promise<[number | NodeJS.Signals | null, string]> {
    await once(this.#process, "close");
    return [this.#process.exitCode ?? this.#process.signalCode, this.#text];
  }
}

async function arena(context: TestContext, security?: ServerCredentials, options = {}): Promise<FakeStreamArena> {
  const arena = await FakeStreamArena.start("127.0.0.1:0", security, options);
  context.after(() => arena.kill());
  return arena;
}

async function asked(fake: FakeStreamArena): Promise<Talk> {
  const talk = await fake.accept();
  await talk.greet();
  talk.seat("a");
  talk.ask("a", 7);
  return talk;
}

const FORMS = "expected host:port, http://host:port or https://host:port";
const WRONG: [Record<string, string>, string][] = [
  [{ KAHUA_ADDR: "" }, `KAHUA_ADDR is not set; ${FORMS}`],
  [{ KAHUA_ADDR: "localhost" }, `KAHUA_ADDR: "localhost" has no port; ${FORMS}`],
  [{ KAHUA_ADDR: "ftp://h:1" }, `KAHUA_ADDR: "ftp://h:1" has the unknown scheme "ftp"; ${FORMS}`],
  [{ KAHUA_NAME: "" }, "KAHUA_NAME is not set; expected the bot's name"],
  [{ KAHUA_TOKEN: "a\nb" }, "KAHUA_TOKEN contains white space; copy it again without line breaks"],
  [
    { KAHUA_ADDR: "http://arena.example:1", KAHUA_TOKEN: "t" },
    "KAHUA_TOKEN would be sent unencrypted to arena.example; use https://, or set KAHUA_ALLOW_CLEARTEXT_TOKEN=1",
  ],
  [{ KAHUA_CA: "/nowhere.pem" }, "KAHUA_CA: can't read /nowhere.pem: ENOENT"],
  [{ KAHUA_LOG: "verbose" }, 'KAHUA_LOG: "verbose" is unknown; expected error, warn, info, debug or trace'],
  [{ KAHUA_ALLOW_CLEARTEXT_TOKEN: "yes" }, 'KAHUA_ALLOW_CLEARTEXT_TOKEN: "yes" is unknown; expected 1 or 0'],
  [{ KAHUA_ON_ERROR: "x" }, 'KAHUA_ON_ERROR: "x" is unknown; expected exit or resign'],
  [{ KAHUA_MATCHES: "0" }, 'KAHUA_MATCHES: "0" is not valid; expected a whole number of at least 1'],
  [{ KAHUA_TRANSPORT: "pigeon" }, 'KAHUA_TRANSPORT: "pigeon" is unknown; expected grpc or grpc-web'],
];

for (const [variables, words] of WRONG) {
  test(`a wrong setting is named before anything connects: ${words}`, async (context) => {
    const [code, text] = await new Program(context, "127.0.0.1:1", variables).end();
    assert.deepEqual([code, text.split("\n").length], [2, 2], text);
    assert.ok(text.includes(words), text);
  });
}

test("every form of an address is read", () => {
  assert.deepEqual(parseAddr("h:1"), { host: "h", port: 1, tls: false });
  assert.deepEqual(parseAddr("http://h:1/"), { host: "h", port: 1, tls: false });
  assert.deepEqual(parseAddr("HTTPS://h:1"), { host: "h", port: 1, tls: true });
  assert.deepEqual(parseAddr("[::1]:7"), { host: "::1", port: 7, tls: false });
  for (const text of [":1", "h:x", "h:0", "h:65536", "[::1]"]) assert.throws(() => parseAddr(text), SettingsError);
});

test("addresses to which no proxy leads are known", () => {
  const near = "localhost a.localhost arena 127.0.0.1 10.1.2.3 172.31.0.1 192.168.0.1 169.254.0.1 ::1 fd00::1 fe80::1%lo";
  const far = "arena.example localhost.example 8.8.8.8 172.32.0.1 2606:4700::1";
  assert.deepEqual(near.split(" ").filter((host) => !isNear(host)), []);
  assert.deepEqual(far.split(" ").filter(isNear), []);
});

test("the log survives every filter", () => {
  const levels = ["trace", "WARN", "kahua=trace,debug", "info,kahua=debug", "x"].map(level);
  assert.deepEqual(levels, ["trace", "warn", "debug", "info", "info"]);
});

const PLACE = String.raw`match a, ticket 7 \(haleakala, seat 1, 12 legal actions\)`;
const RANGE = String.raw`there are 12 legal actions: 0 to 11 \(match a, ticket 7, haleakala, seat 1\)`;
const MISTAKEN: [string, string][] = [
  ["throw", String.raw`choose failed in ${PLACE}\nTypeError: a mistake of the bot\n    at .*choose.*mistakes.js`],
  ["overflow", String.raw`choose failed in ${PLACE}\nRangeError: Maximum call stack size exceeded\n    at overflow`],
  ["negative", `choose answered index -1, but ${RANGE}`],
  ["fraction", `choose answered index 0.5, but ${RANGE}`],
  ["beyond", `choose answered index 12, but ${RANGE}`],
  ["null", `choose answered null in ${PLACE}; expected an index, an Action, a notation or RESIGN`],
];

for (const [mistake, words] of MISTAKEN) {
  test(`a mistake is shown once with its ask and ends the program: ${mistake}`, async (context) => {
    const fake = await arena(context);
    const program = new Program(context, fake.addr, { KAHUA_MISTAKE: mistake });
    const talk = await asked(fake);
    assert.ok(await talk.hungUp());
    const [code, text] = await program.end();
    assert.equal(code, 1, text);
    assert.equal(text.match(new RegExp(words, "g"))?.length, 1, text);
    assert.equal(text.match(/ERROR/g)?.length, 1, text);
  });
}

test("a mistake may cost the match instead", async (context) => {
  const fake = await arena(context);
  const program = new Program(context, fake.addr, { KAHUA_MISTAKE: "throw", KAHUA_ON_ERROR: "resign" });
  const talk = await asked(fake);
  assert.equal((await talk.hear("resign")).matchId, "a");
  talk.seat("b");
  talk.ask("b", 1);
  assert.equal((await talk.hear("resign")).matchId, "b");
  talk.close();
  const [code, text] = await program.end();
  assert.deepEqual([code, text.match(/choose failed/g)?.length], [0, 2], text);
});

for (const [onError, expected] of [["exit", 1], ["resign", 0]] as const) {
  test(`a mistake at the end of a match is shown too: ${onError}`, async (context) => {
    const fake = await arena(context);
    const program = new Program(context, fake.addr, { KAHUA_MISTAKE: "on_ended", KAHUA_ON_ERROR: onError });
    const talk = await asked(fake);
    await talk.answer();
    talk.say({ case: "ended", value: { matchId: "a" } });
    talk.close();
    const [code, text] = await program.end();
    assert.equal(code, expected, text);
    assert.match(text, /onEnded failed in match a\nTypeError/);
  });
}

test("a fault is logged with its consequence", async (context) => {
  const fake = await arena(context);
  const program = new Program(context, fake.addr, { KAHUA_MISTAKE: "illegal", KAHUA_LOG: "trace" });
  const talk = await asked(fake);
  assert.deepEqual((await talk.answer()).choice, { case: "notation", value: "nonsense" });
  const value = { matchId: "a", ticket: 7, problem: "no action", expected: "one of 12", consequence: "lost" };
  talk.say({ case: "fault", value: { ...value, cause: FaultCause.STALE_TICKET } });
  talk.say({ case: "notice", value: { kind: Notice_Kind.SILENT, text: "it said nothing" } });
  talk.close();
  const [code, text] = await program.end();
  assert.equal(code, 0, text);
  assert.match(text, /WARN .*stale ticket fault in match a, ticket 7: no action; expected: one of 12; consequence: lost/);
  assert.match(text, /INFO {2}the arena: silent: it said nothing/);
});

test("a bot that blocks for longer than the arena's keepalive keeps its connection", async (context) => {
  const fake = await arena(context, undefined, { "grpc.keepalive_time_ms": 200, "grpc.keepalive_timeout_ms": 2_000 });
  const program = new Program(context, fake.addr, {}, SLEEPER);
  const talk = await asked(fake);
  assert.deepEqual((await talk.answer()).choice, { case: "index", value: 5 });
  talk.close();
  assert.equal((await program.end())[0], 0);
});

test("no proxy stands between the bot and an arena on its machine", async (context) => {
  const nothing = await arena(context);
  nothing.kill();
  const names = ["grpc_proxy", "http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];
  const proxies = Object.fromEntries(names.map((name) => [name, `http://${nothing.addr}`]));
  const fake = await arena(context);
  const program = new Program(context, fake.addr, { ...proxies, no_proxy: "", no_grpc_proxy: "" });
  const talk = await asked(fake);
  await talk.answer();
  talk.close();
  assert.equal((await program.end())[0], 0);
});

test("plays over TLS, and says at once who doesn't speak it or isn't trusted", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "kahua-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const extensions = [{ name: "subjectAltName" as const, altNames: [{ type: 7 as const, ip: "127.0.0.1" }] }];
  const made = await generate([{ name: "commonName", value: "127.0.0.1" }], { extensions });
  const ca = join(folder, "ca.pem");
  writeFileSync(ca, made.cert);
  const pair = { cert_chain: Buffer.from(made.cert), private_key: Buffer.from(made.private) };
  const secure = await arena(context, ServerCredentials.createSsl(null, [pair]));
  const plain = await arena(context);
  const program = new Program(context, `https://${secure.addr}`, { KAHUA_CA: ca, KAHUA_TOKEN: "secret" });
  const talk = await secure.accept();
  await talk.greet();
  assert.equal(talk.authorization, "Bearer secret");
  talk.close();
  assert.equal((await program.end())[0], 0);
  for (const [addr, words] of [
    [`https://${plain.addr}`, `${plain.addr} does not speak TLS; if the arena has no certificate, use http://`],
    [`http://${secure.addr}`, `${secure.addr} speaks TLS; use https://${secure.addr}`],
    [`https://${secure.addr}`, `the certificate of ${secure.addr} is not trusted: `],
  ] as const) {
    const [code, text] = await new Program(context, addr).end();
    assert.deepEqual([code, text.split("\n").length], [1, 2], text);
    assert.ok(text.includes(words), text);
  }
});

test("says at once that there is no arena, and leaves at once", async (context) => {
  const fake = await arena(context);
  fake.kill();
  const program = new Program(context, fake.addr);
  await program.said(`no arena at ${fake.addr} yet (connection refused); trying again for up to 5 minutes`);
  program.signal("SIGTERM");
  assert.equal((await program.end())[0], 0);
});

for (const name of ["SIGTERM", "SIGINT"] as const) {
  test(`${name} says Bye and plays on until the matches have ended`, async (context) => {
    const fake = await arena(context);
    const program = new Program(context, fake.addr);
    const talk = await asked(fake);
    await talk.answer();
    program.signal(name);
    await talk.hear("bye");
    talk.ask("a", 8);
    await talk.answer();
    talk.close();
    assert.equal((await program.end())[0], 0);
  });
}

test("a program may go on after its run", async (context) => {
  const fake = await arena(context);
  const program = new Program(context, fake.addr, {}, AFTERWARDS);
  const talk = await asked(fake);
  await talk.answer();
  program.signal("SIGTERM");
  await talk.hear("bye");
  talk.close();
  const [code, text] = await program.end();
  assert.equal(code, 7, text);
});

test("a second signal ends at once", async (context) => {
  const fake = await arena(context);
  const program = new Program(context, fake.addr);
  const talk = await asked(fake);
  await talk.answer();
  program.signal("SIGTERM");
  await talk.hear("bye");
  program.signal("SIGINT");
  assert.equal((await program.end())[0], "SIGINT");
});
