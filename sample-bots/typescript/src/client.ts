/** The connection to the arena: made with patience, lost and found again. */
import { setTimeout as sleep } from "node:timers/promises";

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { Client, type ClientDuplexStream, Metadata, type ServiceError, credentials, status } from "@grpc/grpc-js";

import type { Bot } from "./bot.js";
import { Conversation } from "./conversation.js";
import { type Log, consoleLog } from "./log.js";
import {
  ActionForm, type ArenaMessage, ArenaMessageSchema, type BotMessage, BotMessageSchema, BotService, type Hello,
  HelloSchema,
} from "./proto/arena/v1/bot_pb.js";
import { type Settings, SettingsError, settingsFromEnv } from "./settings.js";

/** The pause after the first failure; it doubles with every further one. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;
const LIBRARY = "kahua-typescript 0.1.0";

const CHANNEL_OPTIONS = {
  "grpc.keepalive_time_ms": 15_000,
  "grpc.keepalive_timeout_ms": 15_000,
  // The pauses between tries are ours: a channel of its own pool never waits by itself.
  "grpc.use_local_subchannel_pool": 1,
};

/** What doesn't get better by trying again. */
const FINAL: ReadonlySet<status> = new Set([
  status.INVALID_ARGUMENT,
  status.UNAUTHENTICATED,
  status.PERMISSION_DENIED,
  status.NOT_FOUND,
  status.ALREADY_EXISTS,
  status.FAILED_PRECONDITION,
  status.UNIMPLEMENTED,
  // A newer connection of the same bot has taken over: the two would only fight.
  status.ABORTED,
]);

/** The arena won't have the bot; the message says why. */
export class Refused extends Error {
  override readonly name = "Refused";
}

/** The arena could not be reached for longer than the settings' patience. */
export class OutOfReach extends Error {
  override readonly name = "OutOfReach";
}

/**
 * Plays until the arena has no more use for the bot, or Ctrl-C: then the open matches are played to their end, and a
 * second Ctrl-C ends at once. A trouble is printed and sets the exit code. KAHUA_LOG=debug shows every ask.
 */
export async function run(bot: Bot, settings?: Settings): Promise<void> {
  const log = consoleLog();
  const leave = new AbortController();
  process.once("SIGINT", () => {
    log.info("leaving when the open matches have ended; interrupt again to leave at once");
    leave.abort();
  });
  try {
    await play(bot, settings ?? settingsFromEnv(), { leave: leave.signal, log });
  } catch (error) {
    if (!(error instanceof SettingsError || error instanceof Refused || error instanceof OutOfReach)) throw error;
    console.error(`error: ${error.message}`);
    process.exitCode = 1;
  }
}

/**
 * As `run`, inside a program: ends when the arena has no more use for the bot, and rejects with `Refused`, `OutOfReach`,
 * or what the bot throws. Aborting `leave` says goodbye: open matches are played to their end, no new ones begin.
 */
export async function play(bot: Bot, settings: Settings, options: { leave?: AbortSignal; log?: Log } = {}): Promise<void> {
  const log = options.log ?? consoleLog();
  let resumeToken = "";
  let since = performance.now();
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    const conversation = new Conversation(bot, settings.name, log, options.leave);
    const broken = await converse(settings, hello(bot, settings, resumeToken), conversation);
    if (broken === undefined) return;
    if (FINAL.has(broken.code)) {
      throw new Refused(`the arena at ${settings.addr} refuses ${settings.name}: ${broken.details}`);
    }
    if (conversation.resumeToken) {
      resumeToken = conversation.resumeToken;
      since = performance.now();
      pauseMs = FIRST_PAUSE_MS;
    }
    const awayMs = performance.now() - since;
    if (awayMs >= settings.patienceMs) {
      const seconds = Math.round(awayMs / 1000);
      throw new OutOfReach(`the arena at ${settings.addr} has been out of reach for ${seconds} s: ${broken.details}`);
    }
    log.info(`no connection (${broken.details}), trying again in ${pauseMs} ms`);
    await sleep(Math.min(pauseMs, settings.patienceMs - awayMs));
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

type Broken = Pick<ServiceError, "code" | "details">;

/** One conversation, from Hello to its end: how it broke off, or nothing if the arena dismissed the bot. */
async function converse(settings: Settings, hello: Hello, conversation: Conversation): Promise<Broken | undefined> {
  const client = new Client(settings.addr, credentials.createInsecure(), CHANNEL_OPTIONS);
  const metadata = new Metadata();
  if (settings.token) metadata.set("authorization", `Bearer ${settings.token}`);
  const call: ClientDuplexStream<BotMessage, ArenaMessage> = client.makeBidiStreamRequest(
    `/${BotService.typeName}/${BotService.method.play.name}`,
    (message: BotMessage) => Buffer.from(toBinary(BotMessageSchema, message)),
    (bytes) => fromBinary(ArenaMessageSchema, bytes),
    metadata,
    {},
  );
  try {
    await conversation.hold(call, hello);
    return conversation.draining ? { code: status.UNAVAILABLE, details: "the arena goes away for a while" } : undefined;
  } catch (error) {
    if (isServiceError(error)) return error;
    throw error;
  } finally {
    call.cancel();
    client.close();
  }
}

function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && "code" in error && typeof error.code === "number" && "details" in error;
}

function hello(bot: Bot, settings: Settings, resumeToken: string): Hello {
  return create(HelloSchema, {
    name: settings.name,
    version: bot.version ?? "",
    games: (bot.games ?? []).map((game) => ({ game })),
    matchesMax: settings.matches ?? bot.matches ?? 1,
    library: LIBRARY,
    resumeToken,
    actionForm: bot.actionForm ?? ActionForm.TYPED,
  });
}
