/** The client for Node: over a stream in both directions, or over gRPC-Web where the settings say so. */
import type { Bot } from "./bot.js";
import { ListenAnswer } from "./listen_answer.js";
import { consoleLog } from "./log.js";
import { type Options, OutOfReach, Refused, playOver } from "./patience.js";
import { PlayStream } from "./play_stream.js";
import { type Settings, SettingsError, settingsFromEnv } from "./settings.js";

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
export function play(bot: Bot, settings: Settings, options: Options = {}): Promise<void> {
  const Way = settings.transport === "grpc-web" ? ListenAnswer : PlayStream;
  return playOver((settings) => new Way(settings), bot, settings, { log: consoleLog(), ...options });
}
