/**
 * Write a bot for the Kahua board game arena: one object with one method.
 *
 *     import { run } from "kahua";
 *
 *     await run({ choose: (ask) => 0 });
 *
 * `run` connects to the arena that the environment names (`KAHUA_ADDR`, `KAHUA_NAME`, `KAHUA_TOKEN`) and plays every
 * match in which the arena seats the bot. When the connection breaks, it reconnects and continues where it was.
 */
export type { Answer, Bot, Choice, Reply } from "./bot.js";
export { play, run } from "./client.js";
export { type Log, consoleLog } from "./log.js";
export { type Options, OutOfReach, Refused } from "./patience.js";
export { type Settings, SettingsError, type Transport, settingsFromEnv } from "./settings.js";
export { ActionForm, type Ask, AskSchema } from "./proto/arena/v1/bot_pb.js";
export { type Action, ActionSchema, type View, ViewSchema } from "./proto/arena/v1/games_pb.js";
