/**
 * Write a bot for the Kahua board game arena: one object with one method.
 *
 *     import { run } from "kahua";
 *
 *     await run({ choose: (ask) => 0 });
 *
 * `run` connects to the arena that the environment names (`KAHUA_ADDR`, `KAHUA_NAME`, `KAHUA_TOKEN`) and plays every
 * match in which the arena seats the bot. When the connection breaks, it reconnects and continues where it was.
 * `runPerMatch` has one object for each match instead. In a larger program, use `await play(...)`.
 */
export type { Arena } from "./arena.js";
export { loadAsks } from "./asks.js";
export { type Answer, type Begin, type Bot, type Choice, type MatchBot, type Profile, RESIGN, type Reply } from "./bot.js";
export { play, playPerMatch } from "./client.js";
export { BotFailure } from "./failure.js";
export { type Log, consoleLog } from "./log.js";
export { type Options, OutOfReach, Refused } from "./patience.js";
export { run, runPerMatch } from "./program.js";
export {
  type Outcome, type Phase, Position, type RolloutOptions, type Rollouts, Rules, RulesError, type Seed, type Successor,
} from "./rules.js";
export { type OnError, type Settings, SettingsError, type Transport } from "./settings.js";
export {
  ActionForm, type Ask, AskSchema, type Ended, type FaultNotice, type MatchEvent, type Notice, type Seated, type Welcome,
} from "./proto/kahua/arena/v1/bot_pb.js";
export { type Action, ActionSchema, type Chance, type View, ViewSchema } from "./proto/kahua/arena/v1/games_pb.js";
