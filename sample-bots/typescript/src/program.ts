/** A bot as a program: its log, its signals and its exit codes. */
import { ArenaHandle } from "./arena.js";
import type { Begin, Bot, Profile } from "./bot.js";
import { playChecked } from "./client.js";
import { fromEnvironment } from "./environment.js";
import { BotFailure } from "./failure.js";
import { type Log, consoleLog } from "./log.js";
import { OutOfReach, Refused } from "./patience.js";
import { PerMatch } from "./per_match.js";
import { type Settings, SettingsError } from "./settings.js";

/**
 * Plays until the arena no longer needs the bot. What the settings leave out comes from the environment.
 *
 * SIGTERM and Ctrl-C say Bye, let the open matches be played to their end, and end the program with code 0; a second
 * signal ends it at once. Wrong settings end it with code 2. A failure of the bot's own code, and an arena that refuses
 * the bot or stays away, end it with code 1. Logs to stderr.
 */
export async function run(bot: Bot, settings: Settings = {}): Promise<void> {
  const log = consoleLog();
  const arena = new ArenaHandle();
  const stayOnSignals = leaveOnSignals(arena, bot, log);
  try {
    await playChecked(bot, fromEnvironment(settings), { log }, arena);
  } catch (error) {
    process.exit(reported(error, log));
  } finally {
    stayOnSignals();
  }
}

/**
 * Like `run`, with one object for each match: `begin` makes it when the match begins. It is asked and told what concerns
 * its match, and closed at the end. The profile says what a `Bot` says about itself.
 */
export function runPerMatch(begin: Begin, profile: Profile = {}, settings: Settings = {}): Promise<void> {
  return run(new PerMatch(begin, profile), settings);
}

/** Reports why the program ends, and returns its exit code. */
function reported(error: unknown, log: Log): number {
  if (error instanceof SettingsError) {
    console.error(`error: ${error.message}`);
    return 2;
  }
  if (error instanceof BotFailure) error.report(log);
  else if (error instanceof Refused || error instanceof OutOfReach) log.error(error.message);
  else log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 1;
}

/**
 * Lets SIGTERM and Ctrl-C leave in good order, as soon as the bot returns from its present thought. Returns what undoes
 * this.
 */
function leaveOnSignals(arena: ArenaHandle, bot: Bot, log: Log): () => void {
  const leave = () => {
    // From now on a signal has its usual effect, even while the bot thinks.
    stopListening();
    arena.bye();
    if (!arena.mayLeave) return log.info("leaving when the open matches have ended; a second signal leaves at once");
    if (bot instanceof PerMatch) bot.close(log);
    process.exit(0);
  };
  const stopListening = () => process.off("SIGINT", leave).off("SIGTERM", leave);
  process.on("SIGINT", leave).on("SIGTERM", leave);
  return stopListening;
}
