/**
 * The client for browsers. Nothing here needs Node.
 *
 *     import { play } from "kahua/web";
 *
 *     await play({ choose: (ask) => 0 }, { addr: "https://arena.example", name: "me", token: "…" });
 *
 * It uses gRPC-Web over `fetch`. The arena must allow the origin of the page: `kahua serve --web-origin`.
 */
import type { Bot } from "./bot.js";
import { ListenAnswer } from "./listen_answer.js";
import { type Options, playOver } from "./patience.js";
import type { Settings } from "./settings.js";

/**
 * Plays until the arena no longer needs the bot. Rejects with `Refused`, `OutOfReach`, or what the bot throws. After
 * `leave` is aborted, the open matches are played to their end and no new ones begin.
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
