/**
 * The same bots in a browser: nothing in here needs Node.
 *
 *     import { play } from "kahua/web";
 *
 *     await play({ choose: (ask) => 0 }, { addr: "https://arena.example", name: "me", token: "…" });
 *
 * It speaks gRPC-Web over `fetch`. A page that the arena doesn't serve itself must be let in by it: `kahua serve
 * --web-origin`.
 */
import type { Bot } from "./bot.js";
import { ListenAnswer } from "./listen_answer.js";
import { type Options, playOver } from "./patience.js";
import type { Settings } from "./settings.js";

/**
 * Plays until the arena has no more use for the bot; rejects with `Refused`, `OutOfReach`, or what the bot throws.
 * Aborting `leave` says goodbye: open matches are played to their end, no new ones begin.
 */
export function play(bot: Bot, settings: Settings, options: Options = {}): Promise<void> {
  return playOver((settings) => new ListenAnswer(settings), bot, settings, options);
}

export type { Answer, Bot, Choice, Reply } from "./bot.js";
export type { Log } from "./log.js";
export { type Options, OutOfReach, Refused } from "./patience.js";
export type { Settings } from "./settings.js";
export { ActionForm, type Ask, AskSchema } from "./proto/arena/v1/bot_pb.js";
export { type Action, ActionSchema, type View, ViewSchema } from "./proto/arena/v1/games_pb.js";
