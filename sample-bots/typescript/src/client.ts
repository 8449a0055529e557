/** The client for Node: over a bidirectional stream, or over gRPC-Web if the settings say so. */
import type { Bot } from "./bot.js";
import { ListenAnswer } from "./listen_answer.js";
import { consoleLog } from "./log.js";
import { type Options, OutOfReach, Refused, playOver } from "./patience.js";
import { PlayStream } from "./play_stream.js";
import { type Settings, SettingsError, settingsFromEnv } from "./settings.js";

/**
 * Plays until the arena no longer needs the bot, or until Ctrl-C: then it plays the open matches to their end, and a
 * second Ctrl-C stops at once. Prints an error and sets the exit code. With KAHUA_LOG=debug it logs every ask.
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
 * Like `run`, for larger programs: resolves when the arena no longer needs the bot, and rejects with `Refused`,
 * `OutOfReach`, or what the bot throws. After `leave` is aborted, the open matches are played to their end and no new
 * ones begin.
 */
export function play(bot: Bot, settings: Settings, options: Options = {}): Promise<void> {
  const Way = settings.transport === "grpc-web" ? ListenAnswer : PlayStream;
  return playOver((settings) => new Way(settings), bot, settings, { log: consoleLog(), ...options });
}
