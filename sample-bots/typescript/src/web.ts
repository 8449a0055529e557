/**
 * The client for browsers. Nothing here needs Node.
 *
 *     import { play } from "kahua/web";
 *
 *     await play({ choose: (ask) => 0 }, { addr: "https://arena.example:443", name: "me", token: "…" });
 *
 * It uses gRPC-Web over `fetch`. The arena must allow the origin of the page: `kahua serve --web-origin`.
 */
import type { Begin, Bot, Profile } from "./bot.js";
import { ListenSubmit } from "./listen_submit.js";
import { type Options, playOver } from "./patience.js";
import { PerMatch } from "./per_match.js";
import { type Settings, SettingsError, checked } from "./settings.js";

/**
 * Plays until the arena no longer needs the bot. The page gives all settings. Rejects with `SettingsError`, `Refused`,
 * `OutOfReach`, or `BotFailure` if the bot's own code fails.
 */
export async function play(bot: Bot, settings: Settings, options: Options = {}): Promise<void> {
  const complete = checked({ ...settings, transport: "grpc-web" }, {}, () => {
    throw new SettingsError("ca: a page can't choose the certificates that its browser trusts");
  });
  await playOver({ line: (settings) => new ListenSubmit(settings) }, bot, complete, options);
}

/** Like `play`, with one object for each match, which `begin` makes when the match begins. */
export function playPerMatch(begin: Begin, profile: Profile, settings: Settings, options: Options = {}): Promise<void> {
  return play(new PerMatch(begin, profile), settings, options);
}

export type { Arena } from "./arena.js";
export { type Answer, type Begin, type Bot, type Choice, type MatchBot, type Profile, RESIGN, type Reply } from "./bot.js";
export { BotFailure } from "./failure.js";
export { type Log, consoleLog } from "./log.js";
export { type Options, OutOfReach, Refused } from "./patience.js";
export { type OnError, type Settings, SettingsError } from "./settings.js";
export {
  ActionForm, type Ask, AskSchema, type Ended, type FaultNotice, type MatchEvent, type Notice, type Seated, type Welcome,
} from "./proto/kahua/arena/v1/bot_pb.js";
export { type Action, ActionSchema, type Chance, type View, ViewSchema } from "./proto/kahua/arena/v1/games_pb.js";
