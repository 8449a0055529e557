/** The client for Node: over a bidirectional stream, or over gRPC-Web if the settings say so. */
import type { ArenaHandle } from "./arena.js";
import type { Begin, Bot, Profile } from "./bot.js";
import { fromEnvironment } from "./environment.js";
import { ListenSubmit } from "./listen_submit.js";
import { consoleLog } from "./log.js";
import { type Options, playOver } from "./patience.js";
import { PerMatch } from "./per_match.js";
import { PlayThread } from "./play_stream.js";
import { probe } from "./probe.js";
import type { Checked, Settings } from "./settings.js";

/**
 * Plays until the arena no longer needs the bot. What the settings leave out comes from the environment. Rejects with
 * `SettingsError`, `Refused`, `OutOfReach`, or `BotFailure` if the bot's own code fails.
 */
export async function play(bot: Bot, settings: Settings = {}, options: Options = {}): Promise<void> {
  await playChecked(bot, fromEnvironment(settings), options);
}

/** Like `play`, with one object for each match: see `runPerMatch`. */
export function playPerMatch(
  begin: Begin,
  profile: Profile = {},
  settings: Settings = {},
  options: Options = {},
): Promise<void> {
  return play(new PerMatch(begin, profile), settings, options);
}

/** Like `play`, with settings that are checked and, if the caller has one, a handle. */
export async function playChecked(bot: Bot, settings: Checked, options: Options, arena?: ArenaHandle): Promise<void> {
  const all = { log: consoleLog(), ...options };
  if (settings.transport === "grpc-web") {
    return playOver({ line: (settings) => new ListenSubmit(settings), probe }, bot, settings, all, arena);
  }
  const thread = new PlayThread();
  try {
    await playOver({ line: (settings) => thread.line(settings), probe }, bot, settings, all, arena);
  } finally {
    await thread.close();
  }
}
