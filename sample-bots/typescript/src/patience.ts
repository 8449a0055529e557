/** Connects to the arena over any transport, and reconnects after a lost connection. */
import { Code } from "@connectrpc/connect";
import { create } from "@bufbuild/protobuf";

import type { Bot } from "./bot.js";
import { Conversation } from "./conversation.js";
import { Broken, type Line } from "./line.js";
import type { Log } from "./log.js";
import { ActionForm, type Hello, HelloSchema } from "./proto/arena/v1/bot_pb.js";
import type { Settings } from "./settings.js";

/** The pause after the first failure. It doubles after each further one. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;
const DEFAULT_PATIENCE_MS = 300_000;
const LIBRARY = "kahua-typescript 0.1.0";

/** Failures after which another attempt is useless. */
const FINAL: ReadonlySet<number> = new Set([
  Code.InvalidArgument,
  Code.OutOfRange,
  Code.Unauthenticated,
  Code.PermissionDenied,
  Code.NotFound,
  Code.AlreadyExists,
  Code.FailedPrecondition,
  Code.Unimplemented,
  // A newer connection of the same bot has taken over; the two would only displace each other.
  Code.Aborted,
]);

/** The arena refuses the bot. The message says why. */
export class Refused extends Error {
  override readonly name = "Refused";
}

/** The arena was unreachable for longer than the settings' `patienceMs`. */
export class OutOfReach extends Error {
  override readonly name = "OutOfReach";
}

/** Options beside the bot and its settings. */
export interface Options {
  /** After this is aborted, the open matches are played to their end and no new ones begin. */
  readonly leave?: AbortSignal;
  /** The destination of log lines. */
  readonly log?: Log;
}

/** Plays over one connection after another until the arena no longer needs the bot: see `play`. */
export async function playOver(
  newLine: (settings: Settings) => Line,
  bot: Bot,
  settings: Settings,
  { leave, log = console }: Options,
): Promise<void> {
  const patienceMs = settings.patienceMs ?? DEFAULT_PATIENCE_MS;
  let resumeToken = "";
  let since = performance.now();
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    const conversation = new Conversation(bot, settings.name, log, leave);
    const broken = await converse(conversation, newLine(settings), hello(bot, settings, resumeToken));
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
    if (awayMs >= patienceMs) {
      const seconds = Math.round(awayMs / 1000);
      throw new OutOfReach(`the arena at ${settings.addr} has been unreachable for ${seconds} s: ${broken.details}`);
    }
    log.info(`no connection (${broken.details}), trying again in ${pauseMs} ms`);
    await sleep(Math.min(pauseMs, patienceMs - awayMs));
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

/** Holds one conversation. Returns how it broke, or undefined if the arena no longer needs the bot. */
async function converse(conversation: Conversation, line: Line, hello: Hello): Promise<Broken | undefined> {
  try {
    await conversation.hold(line, hello);
    return conversation.draining ? new Broken(Code.Unavailable, "the arena is shutting down") : undefined;
  } catch (error) {
    if (error instanceof Broken) return error;
    throw error;
  } finally {
    line.close();
  }
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

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
